import { expect, it } from "vitest";
import { BOARD_START } from "../../src/core/board/board.ts";
import { BOARD_ROWS } from "../../src/engine/board-rows.ts";
import type { Row } from "../../src/engine/ports.ts";
import { BuildWorld, playing, refusedForm } from "../support/build-world.ts";

it("the open questions of a build are rows, for as long as they are open", () => {
  const world = new BuildWorld();
  world.add("one");
  world.add("two");
  world.begin();
  const dumb = () => refusedForm("coder");
  world.run({ call: playing({ coder: [dumb, dumb, dumb, dumb, dumb, dumb] }) });
  expect(world.board.questions).toHaveLength(2);
  world.answer("stuck", "guide", { text: "Write the table." });
  const rows = new Map<unknown, Row>();
  let before = BOARD_START;
  for (const [index, event] of world.events.entries()) {
    const recorded = { ...event, stream: "board", version: index + 1, position: index + 1, commandId: "c" };
    const after = BOARD_ROWS.evolve(before, recorded);
    for (const change of BOARD_ROWS.changes({ event: recorded, before, after })) {
      if (change.table !== "board_questions") continue;
      if (change.do === "put") rows.set(change.row.id, change.row);
      else if (change.do === "delete") rows.delete(change.key);
    }
    before = after;
  }
  const open = world.board.questions.map(({ id, task, kind, why }) => ({ id, task_id: task, kind, why }));
  expect([...rows.values()]).toMatchObject(open);
  expect(open).toHaveLength(1);
});
