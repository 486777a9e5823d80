// What `tasks show` tells of a task that builds have worked on.
import { expect, test } from "vitest";
import type { TaskId } from "../../src/core/board/board-id.ts";
import { alarm, BuildWorld, checks, finding, playing, read, reviewed } from "../support/build-world.ts";
import { writePast } from "./dispute-world.ts";
import { documentOf, newProject, type World } from "./world.ts";

const HASH = "9f3c2d1a04b5e6f708192a3b4c5d6e7f80910a1b";

/** Rejected, red, disputed and landed, begun anew by a resolution, and in its second review. */
async function withHistory(): Promise<{ readonly world: World; readonly task: TaskId }> {
  const world = await newProject();
  const board = new BuildWorld();
  const task = board.add("Limit the attempts to log in");
  board.begin();
  let runs = 0;
  board.run({
    call: playing({
      reviewer: [
        (order, here) =>
          reviewed(here, order.task, "REJECT", [
            finding("No limit for one address that tries many accounts, and none for many addresses"),
          ]),
        () => ({
          of: "reviewer",
          reading: read({
            verdict: {
              word: "DISPUTE",
              dispute: {
                reason: "specification_ambiguity",
                detail: null,
                position: "It says five, and three.",
              },
            },
            findings: [],
            fates: [{ finding: "F1" as never, line: 1, status: "FIXED", why: "seen" }],
            remarks: "",
          }),
        }),
      ],
    }),
    inspect: ({ number }) => {
      const commit = `${number}${HASH.slice(1)}`;
      const files = [{ path: "src/login.ts", change: "changed", added: 8, removed: 1 }] as const;
      return { at: "committed", commit, tree: commit, files, alarms: [alarm("own-history", null)] };
    },
    check: (effect) => {
      runs += 1;
      return checks(effect, { red: runs === 2, tests: 12 });
    },
    prepare: ({ commit }) => ({ at: "ready", commit, onto: HASH, moved: false }),
  });
  const dispute = board.events.find((event) => event.type === "DisputeOpened");
  if (dispute?.type !== "DisputeOpened") throw new Error("nothing is disputed");
  const notes = "Five, counted for each address.";
  board.do({ type: "ResolveDispute", dispute: dispute.data.dispute, decision: "reviewer", notes });
  board.run({}, (effect) => {
    if (effect.do !== "call" || effect.order.purpose !== "reviewer") return false;
    board.start(effect.order);
    return true;
  });
  await writePast(world, board);
  return { world, task };
}

test("a task that was rejected, disputed, landed and begun anew is told in 80 columns", async () => {
  const { world, task } = await withHistory();
  const shown = await world.run(["tasks", "show", task], { env: { COLUMNS: "80" } });
  expect(shown.code).toBe(0);
  expect(shown.stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  expect(shown.stdout.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>")).toMatchSnapshot();
});

test("the same as data, and none where no build has come to the task", async () => {
  const { world, task } = await withHistory();
  const { build } = documentOf(await world.run(["tasks", "show", task, "--json"])) as { build: unknown };
  expect(build).toMatchObject({
    stage: "in review",
    incarnation: 2,
    rounds: [
      { round: 1, green: true, verdict: "REJECT" },
      { round: 2, green: true, verdict: "DISPUTE" },
      { round: 3, incarnation: 2, green: true, verdict: null },
    ],
    findings: [{ id: "F1", severity: "HIGH", state: "fixed" }],
    landed: { branch: "main", basis: "disputed", incarnation: 1 },
  });
  const text = JSON.stringify(build).replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>");
  expect(JSON.parse(text)).toMatchSnapshot();
  const added = documentOf(await world.run(["tasks", "add", "Another", "--json"])) as { id: string };
  const other = documentOf(await world.run(["tasks", "show", added.id, "--json"]));
  expect(other).toMatchObject({ build: null });
});
