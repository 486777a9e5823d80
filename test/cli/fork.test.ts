// `parley fork` and `parley diff`: the other choice, and what it comes to.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { trustSettings } from "../support/trust-settings.ts";
import { endedCheckout, waitingCheckout } from "./checkout-world.ts";
import { worldOfFixture } from "./scripted-agents.ts";
import { documentOf, errorOf, type World } from "./world.ts";

interface Forked {
  readonly session: string;
  readonly version: number;
  readonly completedRounds: number;
  readonly openQuestions: readonly string[];
  readonly inherited: { readonly calls: number };
  readonly answer: { readonly option: string } | null;
}

async function forkOf(world: World, ...args: readonly string[]): Promise<Forked> {
  const ended = await world.run(["fork", ...args, "--json"]);
  expect(ended.code, ended.stderr).toBe(0);
  return documentOf(ended) as Forked;
}

/** Every file of a session with its bytes, and its events. */
async function tracesOf(world: World, session: string): Promise<unknown> {
  const folder = join(world.project, ".parley/sessions", session);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => [file, createHash("sha256").update(readFileSync(file)).digest("hex")]);
  const history = await world.run(["history", session, "--json"]);
  return { files, history: history.stdout };
}

describe("parley fork", () => {
  test("given an answered question, when the fork answers otherwise, then both go their ways", async () => {
    const world = await endedCheckout();
    const before = await tracesOf(world, "checkout");
    const forked = await world.run([
      ...["fork", "checkout", "--before", "q1", "--answer", "defer", "--rationale", "Not before May."],
    ]);
    expect(forked).toMatchObject({ code: 0, stderr: "" });
    expect(forked.stdout).toMatch(/^checkout-2 {2}forked from checkout before the answer to Q1\n/);
    expect(forked.stdout).toContain("Q1 answered defer.");
    expect(forked.stdout).toContain(
      "go on: parley resume checkout-2\ncompare: parley diff checkout checkout-2\n",
    );

    const resumed = await world.run(["resume", "checkout-2", "--policy", "players/policy.yaml"]);
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(await tracesOf(world, "checkout"), "the origin is as it was").toEqual(before);
    expect(existsSync(join(world.project, "checkout_v1.md"))).toBe(true);
    expect(existsSync(join(world.project, "checkout_v2.md")), "the next free name").toBe(true);
    expect((await world.run(["replay", "checkout-2"])).code).toBe(0);

    const diff = await world.run(["diff", "checkout", "checkout-2"]);
    expect(diff).toMatchObject({ code: 0, stderr: "" });
    expect(diff.stdout).toMatch(/- {3}GAP-TODO-002 MEDIUM RESOLVED: /);
    expect(diff.stdout).toMatch(/\+ {3}GAP-TODO-002 MEDIUM USER_DEFERRED: /);
    expect(diff.stdout).toMatch(/decisions:\n- {3}DECISION-R\d-001 [^+]*\n\+ {3}DECISION-R\d-001 Deferred/);
    expect(diff.stdout).toMatch(/finished specs: \d+ lines go, \d+ come\n--- checkout_v1\.md/);
  });

  test("given a completed round, then the fork stands at its end, with documents of its own", async () => {
    const world = await endedCheckout();
    const forked = await forkOf(world, "checkout", "--at", "1", "--name", "The other way");
    expect(forked).toMatchObject({ session: "the-other-way", completedRounds: 1, answer: null });
    expect(forked.inherited.calls).toBeGreaterThan(0);
    const status = world.read(join(world.project, ".parley/sessions/the-other-way/status.md"));
    expect(status).toContain("the-other-way");
    expect(status).toContain("Inherited from checkout");

    const listed = await world.run(["sessions"]);
    expect(listed.stdout).toMatch(/the-other-way .* forked from checkout after round 1\n/);
    const shown = await world.run(["status", "the-other-way"]);
    expect(shown.stdout).toMatch(
      /forked from checkout after round 1; \d+ calls of its past\s+count there, not here/,
    );
    const usage = await world.run(["usage", "the-other-way"]);
    expect(usage.stdout).toMatch(/No agent has been called yet\.\nthe-other-way inherits \d+ calls/);
    const told = await world.run(["history", "the-other-way"]);
    expect(told.stdout).toMatch(/ 1 .* forked from checkout after round 1: what follows is copied\n/);
    expect(told.stdout).toMatch(/goes on by itself from here\n$/);
    expect((await world.run(["replay", "the-other-way"])).code).toBe(0);
  });

  test("given a fork, then it can be forked in its turn", async () => {
    const world = await endedCheckout();
    await forkOf(world, "checkout", "--before", "Q1");
    const again = await forkOf(world, "checkout-2", "--at", "0");
    expect(again).toMatchObject({ session: "checkout-3", completedRounds: 0 });
    expect((await world.run(["replay", "checkout-3"])).code).toBe(0);
    const doctor = await world.run(["doctor", "--json"]);
    expect(doctor.stdout).not.toMatch(/"level":"problem"/);
  });

  test("given a session of older rules, then its fork is of today's shape, and goes on", async () => {
    const world = worldOfFixture("older");
    const forked = await forkOf(world, "lending", "--at", "1", "--name", "again");
    expect(forked).toMatchObject({ session: "again", completedRounds: 1 });
    const reason = ["--reason", "tried", "--session", "again"];
    expect((await world.run(["abandon", "--yes", ...reason])).code).toBe(0);
    const replayed = documentOf(await world.run(["replay", "again", "--json"]));
    expect(replayed).toMatchObject({ at: "identical", older: 0 });
    expect((await world.run(["diff", "lending", "again"])).code).toBe(0);
  });

  test("given what cannot be, then it is refused with what can, and nothing is made", async () => {
    const world = await waitingCheckout();
    const refused = async (...args: readonly string[]) => {
      const ended = await world.run(["fork", ...args, "--json"]);
      const { code, fix } = errorOf(ended);
      return { exit: ended.code, code, fix };
    };
    expect(await refused("checkout", "--at", "9")).toEqual({
      exit: 5,
      code: "round-not-completed",
      fix: expect.stringMatching(/^it can be forked --at 0, 1/),
    });
    expect(await refused("checkout", "--before", "Q9")).toEqual({
      exit: 4,
      code: "no-question",
      fix: "it has asked Q1 to Q1",
    });
    expect(await refused("checkout", "--before", "Q1")).toEqual({
      exit: 5,
      code: "question-unanswered",
      fix: "parley answer Q1 --session checkout; none of its questions has been answered",
    });
    expect(await refused("nobody", "--at", "0")).toMatchObject({ exit: 4, code: "no-session" });
    expect(await refused("checkout")).toMatchObject({ exit: 2, code: "cut" });
    expect(await refused("checkout", "--at", "1", "--before", "Q1")).toMatchObject({ exit: 2, code: "cut" });
    expect(await refused("checkout", "--at", "1", "--answer", "defer")).toMatchObject({
      exit: 2,
      code: "cut",
    });
    expect(await refused("checkout", "--at", "one")).toMatchObject({ exit: 2, code: "round" });
    expect(documentOf(await world.run(["sessions", "--json"]))).toHaveLength(1);
  });

  test("given an answer that lacks something, then there is no fork", async () => {
    const world = await endedCheckout();
    const without = await world.run(["fork", "checkout", "--before", "Q1", "--answer", "defer", "--json"]);
    expect([without.code, errorOf(without).message]).toEqual([5, expect.stringContaining("rationale")]);
    const unknown = await world.run(["fork", "checkout", "--before", "Q1", "--answer", "perhaps", "--json"]);
    expect([unknown.code, errorOf(unknown).code]).toEqual([2, "no-option"]);
    expect(documentOf(await world.run(["sessions", "--json"]))).toHaveLength(1);
  });

  test("given it is part of an agent's run, then it is refused, and diff is not", async () => {
    const world = await endedCheckout();
    const env = { PARLEY_ROLE: "engineer" };
    const refused = await world.run(["fork", "checkout", "--at", "1", "--json"], { env });
    expect([refused.code, errorOf(refused).code]).toEqual([5, "inside-run"]);
    expect((await world.run(["diff", "checkout", "checkout"], { env })).code).toBe(0);
  });

  test("given hooks, then what was copied sets none of them off, and what happens in the fork does", async () => {
    const world = await endedCheckout();
    const hooks = ["question.asked", "session.ended"].map((on) => ({ on, run: "cat >> heard" }));
    world.write(world.projectConfig, `hooks: ${JSON.stringify(hooks)}\n`);
    trustSettings(world);
    await forkOf(world, "checkout", "--before", "Q1");
    const abandoned = await world.run(["abandon", "--session", "checkout-2", "--yes", "--reason", "tried"]);
    expect(abandoned.code).toBe(0);
    const heard = world.read(join(world.project, "heard")).trimEnd().split("\n");
    const told = heard.map((line) => JSON.parse(line) as { event: string; session: string });
    // The origin may have ended in the second in which the hooks were set up.
    expect(told.filter(({ session }) => session === "checkout-2")).toMatchObject([
      { event: "session.ended" },
    ]);
  });
});

describe("parley diff", () => {
  test("given decisions in its past, then they are listed once", async () => {
    const world = await endedCheckout();
    const deferred = ["--before", "q1", "--answer", "defer", "--rationale", "Not before May."];
    expect((await world.run(["fork", "checkout", ...deferred])).code).toBe(0);
    expect((await world.run(["resume", "checkout-2", "--policy", "players/policy.yaml"])).code).toBe(0);
    await forkOf(world, "checkout-2", "--at", "4");
    const of = async (...session: string[]) =>
      documentOf(await world.run(["decisions", ...session, "--json"])) as { session: string }[];
    expect(await of("--session", "checkout-3")).not.toEqual([]);
    expect((await of()).map(({ session }) => session)).not.toContain("checkout-3");
  });

  test("given a fork that has not gone on, then nothing differs from where it was cut", async () => {
    const world = await waitingCheckout();
    const same = await world.run(["diff", "checkout", "checkout"]);
    expect(same.stdout).toMatch(/\nno difference in gaps, decisions and text\n$/);
    await world.run(["answer", "Q1", "input", "--text", "Ten years."]);
    await forkOf(world, "checkout", "--before", "Q1");
    const diff = documentOf(await world.run(["diff", "checkout", "checkout-2", "--json"]));
    expect(diff).toMatchObject({
      same: false,
      decisions: { onlyInA: [{ option: "input" }], onlyInB: [], different: [] },
      text: { of: "drafts", patch: "" },
    });
    expect((await world.run(["diff", "checkout", "checkout-2", "--quiet"])).stdout).toBe("different\n");
    const unknown = await world.run(["diff", "checkout", "nobody", "--json"]);
    expect([unknown.code, errorOf(unknown).code]).toEqual([4, "no-session"]);
  });
});
