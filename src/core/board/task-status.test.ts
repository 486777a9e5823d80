import { describe, expect, it } from "vitest";
import { World } from "../../../test/support/board-world.ts";
import { isRefusal } from "../shared/refusal.ts";
import { MARKERS, statusOfMarker, TASK_STATUSES, type TaskStatus } from "./task-status.ts";
import { BOARD_ROLES, type BoardRole } from "./who.ts";

/** Every move there is, written out a second time: `C` coder, `R` reviewer, `H` human, `S` system. */
const EXPECTED: Record<TaskStatus, Record<TaskStatus, string>> = {
  pending: { pending: "", in_progress: "CHS", review: "H", completed: "H", disputed: "", failed: "H" },
  in_progress: { pending: "HS", in_progress: "", review: "CHS", completed: "H", disputed: "", failed: "H" },
  review: { pending: "H", in_progress: "HS", review: "", completed: "H", disputed: "", failed: "H" },
  completed: { pending: "H", in_progress: "H", review: "H", completed: "", disputed: "", failed: "" },
  disputed: { pending: "H", in_progress: "H", review: "H", completed: "H", disputed: "", failed: "" },
  failed: { pending: "H", in_progress: "H", review: "H", completed: "H", disputed: "", failed: "" },
};

const LETTERS: Record<BoardRole, string> = { coder: "C", reviewer: "R", human: "H", system: "S" };

describe("the moves of a task", () => {
  const moves = TASK_STATUSES.flatMap((from) => TASK_STATUSES.map((to) => ({ from, to })));

  it.each(moves)("given $from, then those who may move it to $to are as written", ({ from, to }) => {
    const may = BOARD_ROLES.filter((role) => {
      const world = new World();
      world.take(`- [${MARKERS[from]}] it\n`);
      const [task] = [...world.events].flatMap((event) =>
        event.type === "TaskAdded" ? [event.data.task] : [],
      );
      if (task === undefined) throw new Error("nothing was taken in");
      const decided = world.try({ type: "ChangeStatus", task, to, as: role });
      if (!isRefusal(decided)) expect(world.task(task).status).toBe(to);
      return !isRefusal(decided);
    });
    expect(may.map((role) => LETTERS[role]).sort()).toEqual([...EXPECTED[from][to]].sort());
  });
});

describe("the markers", () => {
  it("are six, and each is read as its status", () => {
    expect(TASK_STATUSES.map((status) => MARKERS[status]).join("")).toBe(" -ox!F");
    for (const status of TASK_STATUSES) expect(statusOfMarker(MARKERS[status])).toBe(status);
    expect(statusOfMarker("?")).toBeNull();
  });
});
