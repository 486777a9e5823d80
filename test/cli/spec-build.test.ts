// `status`: refinement, tasks and build of one spec together.
import { describe, expect, test } from "vitest";
import { findWork } from "../../src/core/build/evolve-work.ts";
import { BuildWorld, finding, playing, reviewed } from "../support/build-world.ts";
import { waitingCheckout } from "./checkout-world.ts";
import { writePast } from "./dispute-world.ts";
import { documentOf, type World } from "./world.ts";

/** Of the four tasks one has landed, one waits for its second review, and one is of another spec. */
function built(): BuildWorld {
  const board = new BuildWorld();
  board.add("Pay by card", { sourceFile: "checkout.md#payment" });
  const second = board.add("Refund what was paid", { sourceFile: "checkout.md" });
  board.add("Print a receipt", { sourceFile: "checkout.md#receipts" });
  board.add("Something else", { sourceFile: "other.md#checkout" });
  board.begin();
  const rejects = playing({
    reviewer: [
      (order, here) => reviewed(here, order.task, "APPROVE"),
      (order, here) => reviewed(here, order.task, "REJECT", [finding("No limit")]),
    ],
  });
  board.run({ call: rejects }, () => findWork(board.board, second)?.round === 2);
  return board;
}

async function statusOf(world: World, ...args: readonly string[]) {
  return documentOf(await world.run(["status", ...args, "--json"])) as { session: string; build: unknown };
}

describe("status of a spec", () => {
  test("tells what is built of it, by its session or by its file, and of nothing else", async () => {
    const world = await waitingCheckout();
    expect((await statusOf(world, "checkout")).build).toBe(null);
    const board = built();
    await writePast(world, board);
    const { build, session } = await statusOf(world, "checkout.md");
    expect(session).toBe("checkout");
    expect((await statusOf(world)).build).toEqual(build);
    expect(build).toMatchObject({
      tasks: 3,
      counts: { pending: 1, in_progress: 1, review: 0, completed: 1, disputed: 0, failed: 0 },
      landed: 1,
      underWay: [{ title: "Refund what was paid", stage: "coding", round: 2, rejectionCount: 1 }],
      questions: [],
      newest: { build: 1, at: "stopped", because: null },
    });
    expect(build).toMatchSnapshot();
    const { stdout } = await world.run(["status"], { env: { COLUMNS: "80" } });
    const lines = stdout.split("\n");
    const at = lines.findIndex((line) => line.startsWith("tasks "));
    expect(lines.slice(at, at + 3)).toEqual([
      "tasks  3: [ ] 1  [-] 1  [x] 1; 1 landed",
      "build  build 1 was stopped: parley build goes on with it",
      expect.stringMatching(/^ {2}[0-9a-f]{8} \[-\] Refund what was paid {2}coding, 2 rounds$/),
    ]);
    const nobody = await world.run(["status", "other.md", "--json"]);
    expect(nobody.code).toBe(4);
  });

  test("says that a build waits, and for what", async () => {
    const world = await waitingCheckout();
    const board = built();
    board.run({ prepare: () => ({ at: "conflict", onto: "f".repeat(40), files: ["a.ts"], text: "both" }) });
    await writePast(world, board);
    const { build } = await statusOf(world);
    expect(build).toMatchObject({
      questions: [{ kind: "merge" }, { kind: "merge" }],
      newest: { at: "waiting" },
    });
    const { stdout } = await world.run(["status"], { env: { COLUMNS: "80" } });
    expect(stdout).toContain("build  build 1 waits for answers: parley inbox\n");
    expect(stdout).toMatch(/^asks {3}B1 merge: /m);
  });
});
