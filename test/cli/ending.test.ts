// Ending a session by hand, with the real program.
import { cpSync, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { confirmAbandon } from "../../src/cli/commands/endings.ts";
import { FakeTerminal } from "../support/typing-terminal.ts";
import { firstRoundOfCheckout, waitingCheckout } from "./checkout-world.ts";
import { documentOf, errorOf, newWorld } from "./world.ts";

const BLOCKED = "GAP-TODO-002";

describe("accept", () => {
  test("given something is left, then its gate is asked, and passing it ends the session", async () => {
    const world = await waitingCheckout();
    const asked = await world.run(["accept", "--json"]);
    expect(asked.code).toBe(7);
    expect(documentOf(asked)).toMatchObject({
      session: "checkout",
      as: "GOOD_ENOUGH",
      at: "gates",
      questions: [{ id: "Q2", kind: "gate", subject: { class: "MEDIUM/LOW" } }],
      output: null,
    });
    const again = await world.run(["accept"]);
    expect([again.code, again.stdout]).toEqual([7, expect.stringContaining("parley answer Q2")]);
    const passed = await world.run(["answer", "Q2", "acknowledge"]);
    expect([passed.code, passed.stdout]).toEqual([
      0,
      [
        "Q2 answered acknowledge",
        `The MEDIUM/LOW gate is passed: ${BLOCKED} is recorded as a known limitation.`,
        "checkout ended as GOOD_ENOUGH",
        "finished spec: checkout_v1.md",
        "",
      ].join("\n"),
    ]);
    expect(existsSync(join(world.project, "checkout_v1.md"))).toBe(true);
    const over = await world.run(["accept", "--json"]);
    expect([over.code, errorOf(over).code]).toEqual([5, "ended"]);
    expect((await world.run(["replay"])).code).toBe(0);
  });

  test("given something grave is left, then it ends as USER_APPROVED, with the phrase", async () => {
    const world = await waitingCheckout();
    await world.run(["gap", "severity", BLOCKED, "HIGH", "--reason", "the law"]);
    const asked = await world.run(["accept"]);
    expect([asked.code, asked.stdout]).toEqual([7, expect.stringContaining("USER_APPROVED")]);
    const rationale = `--rationale ${BLOCKED}=TEXT`;
    expect(asked.stdout).toContain(
      `\n    parley answer Q2 acknowledge --session checkout --phrase 'I acknowledge' ${rationale}\n`,
    );
    expect(asked.stdout).toMatch(/│ checkout\.md:\d+\n {2}│ GAP-TODO-002 HIGH: /);
    const phrase = ["answer", "Q2", "acknowledge", "--phrase", "I acknowledge"];
    const refused = await world.run([...phrase, "--json"]);
    expect([refused.code, errorOf(refused)]).toMatchObject([
      5,
      { code: "gate-rationale", fix: expect.stringContaining(rationale) },
    ]);
    expect((await world.run([...phrase, "--rationale", `${BLOCKED}=next year`])).code).toBe(0);
    expect(documentOf(await world.run(["status", "--json"]))).toMatchObject({ state: "USER_APPROVED" });
  });

  test("given a paused session, then it is woken to end, and no agent is called", async () => {
    const world = await firstRoundOfCheckout();
    await world.run(["pause"]);
    const before = documentOf(await world.run(["status", "--json"])) as { spent: { calls: number } };
    expect((await world.run(["accept"])).code).toBe(7);
    const after = documentOf(await world.run(["status", "--json"])) as { spent: { calls: number } };
    expect(after.spent.calls).toBe(before.spent.calls);
  });

  test("given nothing is left open, then it says that the session completes by itself", async () => {
    const world = await waitingCheckout();
    await world.run(["gap", "close", BLOCKED, "--reason", "no receipts"]);
    const accepted = await world.run(["accept"]);
    expect([accepted.code, accepted.stdout]).toEqual([0, expect.stringContaining("nothing is left open")]);
    expect((await world.run(["accept", "--json"])).stdout).toContain('"completes"');
    expect((await world.run(["resume"])).code).toBe(0);
    expect(documentOf(await world.run(["status", "--json"]))).toMatchObject({ state: "COMPLETE" });
  });
});

describe("abandon", () => {
  test("given nobody to ask, then it needs --yes; then it ends without a spec", async () => {
    const world = await waitingCheckout();
    const unsure = await world.run(["abandon", "--json"]);
    expect([unsure.code, errorOf(unsure)]).toMatchObject([2, { fix: "say so with --yes" }]);
    expect(documentOf(await world.run(["status", "--json"]))).toMatchObject({ questions: [{ id: "Q1" }] });

    const abandoned = await world.run(["abandon", "--yes", "--reason", "the project was stopped", "--json"]);
    expect([abandoned.code, documentOf(abandoned)]).toMatchObject([
      0,
      { as: "ABANDONED", at: "ended", output: null },
    ]);
    expect(existsSync(join(world.project, "checkout_v1.md"))).toBe(false);
    const summary = world.read(join(world.project, ".parley/sessions/checkout/summary.md"));
    expect(summary).toContain("the project was stopped");
    expect((await world.run(["abandon", "--yes"])).code).toBe(5);
    // Its documents stay, and it is listed where all are wanted.
    expect(documentOf(await world.run(["sessions", "--json"]))).toEqual([]);
    expect((await world.run(["sessions"])).stdout).toContain("1 abandoned; list all: parley sessions --all");
    expect(documentOf(await world.run(["sessions", "--all", "--json"]))).toMatchObject([
      { session: "checkout", state: "ABANDONED" },
    ]);
    expect((await world.run(["gap", "reopen", BLOCKED, "--reason", "x"])).code).toBe(5);
  });

  test("given an agent that another process left at work, then it is stopped", async () => {
    const world = newWorld();
    cpSync(resolve("test/fixtures/checkout/checkout.md"), join(world.project, "checkout.md"));
    world.write(
      join(world.project, "slow.yaml"),
      "steps:\n  - on: {purpose: engineer}\n    delayMs: 60000\n    write: |\n      Nothing yet.\n",
    );
    const slow = ["--engineer", "player:slow.yaml", "--reviewer", "player:slow.yaml"];
    const begun = world.begin(["refine", "checkout.md", ...slow]);
    await begun.says(/ Engineer \(/);
    await begun.kill();
    const status = documentOf(await world.run(["status", "--json"])) as { running: unknown[] };
    expect(status.running).toHaveLength(1);
    const abandoned = await world.runWithPrograms(["abandon", "--yes", "--json"]);
    expect(documentOf(abandoned)).toMatchObject({ as: "ABANDONED", at: "ended", running: [] });
  });

  test.each([
    ["\r", false],
    ["\u001b[B\r", true],
  ])("given a terminal and the keys %j, then the answer is %s", async (keys, answer) => {
    const terminal = new FakeTerminal({ env: { NO_COLOR: "1" } });
    const asked = confirmAbandon("checkout", terminal, new AbortController().signal);
    await terminal.on("cannot be undone", keys);
    expect(await asked).toBe(answer);
  });
});
