// Rounds that a person undoes on the command line and in a terminal.
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { diskRoundArchives } from "../../src/adapters/files/round-archives.ts";
import { isFailure } from "../../src/app/failure.ts";
import { rollBackAndAsk } from "../../src/cli/commands/rollback.ts";
import { FakeTerminal, KEYS } from "../support/typing-terminal.ts";
import { sessionFolder } from "./archive-world.ts";
import { endedCheckout, waitingCheckout } from "./checkout-world.ts";
import { contextOf, requestIn } from "./gated-world.ts";
import { type Document, documentOf, errorOf, newProject, type World } from "./world.ts";

const NOTHING_SAID = {
  ...{ session: undefined, to: undefined, rounds: undefined, reason: undefined },
  ...{ mode: undefined, retry: undefined, text: undefined },
};

async function kindsOpen(world: World): Promise<readonly string[]> {
  const open = documentOf(await world.run(["inbox", "--json"])) as { id: string; kind: string }[];
  return open.map(({ id, kind }) => `${id} ${kind}`);
}

async function filesIn(world: World, archive: string): Promise<readonly string[]> {
  const read = await diskRoundArchives(sessionFolder(world, "checkout")).read(archive);
  if (read.at !== "read") throw new Error(`${archive} is ${read.at}`);
  return read.files.map(({ path }) => path);
}

test("given a rollback that nobody is there to be asked about, then it waits with its question, and the answer tells what was undone", async () => {
  const world = await waitingCheckout();
  const asked = await world.run(["rollback", "--reason", "too abstract"]);
  expect([asked.code, asked.stderr]).toEqual([7, ""]);
  expect(asked.stdout).toContain("Round 4 is to be undone: too abstract");
  expect(asked.stdout).toContain("parley answer Q2 OPTION --session checkout");
  expect(await kindsOpen(world)).toContain("Q2 rollback");
  const status = await world.run(["status"]);
  expect(status.stdout).toContain("it is to go back to the end of round 3; nothing else begins");
  const answered = await world.run(["answer", "Q2", "several", "--text", "1"]);
  expect(answered.code).toBe(0);
  expect(answered.stdout).toContain("The session stands as at the end of round 1; 3 rounds undone");
  const after = documentOf(await world.run(["status", "--json"])) as Document;
  expect(after).toMatchObject({ completedRounds: 1, rollbacks: { used: 1, max: 7, goesBackTo: null } });
  expect((await world.run(["status"])).stdout).toContain("1 of 7 rollbacks used");
});

test("given a rollback that was answered, then the archive holds no file twice but what somebody changed by hand", async () => {
  const world = await waitingCheckout();
  const folder = sessionFolder(world, "checkout");
  appendFileSync(join(folder, "round_004/summary.md"), "by hand\n");
  world.write(join(folder, "round_004/notes.txt"), "mine");
  expect((await world.run(["rollback"])).code).toBe(7);
  expect((await world.run(["answer", "Q2", "same"])).code).toBe(0);
  const files = await filesIn(world, "round_004_rolled_back_1.tar.gz");
  expect(files.filter((path) => path.endsWith(".edited"))).toEqual(["summary.md.edited"]);
  expect(files).toContain("notes.txt");
  expect(existsSync(join(folder, "round_004"))).toBe(false);
});

test("given --retry, then nobody is asked, and what was undone is told", async () => {
  const world = await waitingCheckout();
  const undone = await world.run(["rollback", "--retry", "context", "--text", "Name a number of days."]);
  expect([undone.code, undone.stderr]).toEqual([0, ""]);
  expect(undone.stdout).toContain("checkout stands as at the end of round 3");
  expect(undone.stdout).toContain("Name a number of days.");
  expect(undone.stdout).toContain("parley resume checkout");
  expect((await world.run(["prompt", "engineer"])).stdout).toContain("Name a number of days.");
  const quiet = await world.run(["rollback", "--retry", "same", "--quiet"]);
  expect(quiet.stdout).toBe("round_003_rolled_back_1.tar.gz\n");
  const gone = await world.run(["show", "round", "4", "--json"]);
  expect([gone.code, errorOf(gone)]).toMatchObject([
    4,
    { fix: "parley archive show round_004_rolled_back_1 --session checkout" },
  ]);
});

test("given no reason, then none is compared with another, and a reader hears that there was none", async () => {
  const world = await waitingCheckout();
  await world.run(["rollback", "--retry", "same", "--reason", "  "]);
  const status = world.read(join(sessionFolder(world, "checkout"), "status.md"));
  expect(status).toContain("- **Reason:** no reason given");
  expect((await world.run(["archive", "list"])).stdout).toContain(": no reason given");
});

describe("given what cannot be undone, or is said wrongly, then it is refused", () => {
  test.each([
    [["--to", "4"], 5, "rollback-target"],
    [["--rounds", "5"], 5, "rollback-target"],
    [["--rounds", "0"], 5, "rollback-target"],
    [["--to", "soon"], 2, "number"],
    [["--to", "1", "--rounds", "1"], 2, "rounds"],
    [["--retry", "twice"], 2, "retry"],
    [["--retry", "context"], 2, "text"],
    [["--retry", "same", "--text", "more"], 2, "text"],
    [["--text", "more"], 2, "text"],
    [["--mode", "LAX"], 2, "mode"],
    [["--ask-this-time", "--auto-again"], 2, "mode"],
    [["--session", "nope"], 4, "no-session"],
  ] as const)("%j", async (args, code, error) => {
    const world = await waitingCheckout();
    const refused = await world.run(["rollback", ...args, "--json"]);
    expect([refused.code, errorOf(refused).code]).toEqual([code, error]);
    expect(errorOf(refused).message).not.toContain("-1");
    expect(await kindsOpen(world)).toEqual(["Q1 blocked"]);
  });

  test("a session that has ended", async () => {
    const world = await endedCheckout();
    const refused = await world.run(["rollback", "--session", "checkout", "--json"]);
    expect([refused.code, errorOf(refused).fix]).toMatchObject([5, expect.stringContaining("parley fork")]);
    const targets = await world.run(["rollback", "--targets", "--session", "checkout"]);
    expect(targets.stdout).toBe(
      "checkout has ended and does not go back; a new one from its past: parley fork checkout --at ROUND\n",
    );
  });
});

describe("given somebody at a terminal", () => {
  const requestOf = (world: World) => ({ ...requestIn(contextOf(world)), quiet: false });

  test("then the question is asked at once, and what was undone is told", async () => {
    const world = await waitingCheckout();
    await world.run(["answer", "Q1", "input", "--text", "Ten years"]);
    const terminal = new FakeTerminal();
    const done = rollBackAndAsk(requestOf(world), NOTHING_SAID, terminal);
    await terminal.on("Q2: your decision?", KEYS.down, KEYS.enter);
    await terminal.shows("The session stands as at the end of round 3");
    // What was decided in it is asked about next.
    await terminal.on("Q3: your decision?", KEYS.down, KEYS.enter);
    const answer = await done;
    if (isFailure(answer)) throw new Error(answer.message);
    expect([answer.exitCode, answer.data]).toMatchObject([0, { at: "undone", to: 3, next: null }]);
    expect(JSON.stringify(answer.lines(80))).toContain("kept in round_004_rolled_back_1.tar.gz");
    const decisions = documentOf(await world.run(["decisions", "--json"])) as { decision: string }[];
    expect(decisions).toHaveLength(1);
  });

  test("then who breaks off is told that it is recorded, and may drop it", async () => {
    const world = await waitingCheckout();
    const terminal = new FakeTerminal();
    const broken = rollBackAndAsk(requestOf(world), NOTHING_SAID, terminal);
    await terminal.on("Q2: your decision?", KEYS.ctrlC);
    expect(await broken).toMatchObject({
      failed: "interrupted",
      message: expect.stringContaining("is recorded"),
      fix: expect.stringContaining("parley rollback --drop"),
    });
    expect((await world.run(["status"])).stdout).toContain("parley rollback --drop");
    const dropped = await world.run(["rollback", "--drop"]);
    expect([dropped.code, dropped.stdout]).toEqual([
      0,
      expect.stringContaining("nothing of checkout was undone"),
    ]);
    expect(await kindsOpen(world)).toEqual(["Q1 blocked"]);
    const none = await world.run(["rollback", "--drop", "--json"]);
    expect([none.code, errorOf(none).code]).toEqual([5, "no-rollback"]);
  });

  test("then who puts it off is told that it waits, and who would rather not has undone nothing", async () => {
    const world = await waitingCheckout();
    const later = new FakeTerminal();
    const putOff = rollBackAndAsk(requestOf(world), NOTHING_SAID, later);
    await later.on("Q2: your decision?", KEYS.escape);
    expect(await putOff).toMatchObject({ exitCode: 7, data: { at: "asked" } });
    expect((await world.run(["answer", "Q2", "skip"])).code).toBe(0);
    const terminal = new FakeTerminal();
    const kept = rollBackAndAsk(requestOf(world), NOTHING_SAID, terminal);
    await terminal.on("Q3: your decision?", KEYS.up, KEYS.enter);
    const answer = await kept;
    if (isFailure(answer)) throw new Error(answer.message);
    expect([answer.exitCode, answer.data]).toMatchObject([0, { at: "stands", undone: [] }]);
    expect(JSON.stringify(answer.lines(80))).toContain("nothing of checkout was undone");
  });
});

describe("given a decision that a rollback set aside", () => {
  async function setAside(): Promise<{ world: World; id: string }> {
    const world = await waitingCheckout();
    await world.run(["answer", "Q1", "input", "--text", "Ten years, by law"]);
    const undone = documentOf(await world.run(["rollback", "--retry", "same", "--json"]));
    const [row] = (undone as { setAside: { decision: string }[] }).setAside;
    if (row === undefined) throw new Error("nothing was set aside");
    return { world, id: row.decision };
  }

  test("when its gap does not wait for it, then it binds, in other words where some are given", async () => {
    const { world, id } = await setAside();
    const recovered = await world.run(["decisions", "recover", id, "--text", "Eleven years", "--json"]);
    expect([recovered.code, documentOf(recovered)]).toMatchObject([0, { setAside: [] }]);
    expect(await kindsOpen(world)).toEqual([]);
    expect((await world.run(["decisions"])).stdout).toContain("Eleven years");
    expect(world.read(join(sessionFolder(world, "checkout"), "decisions.md"))).toContain(
      "**Re-applied From:** Rolled-back round 4, round_004_rolled_back_1.tar.gz",
    );
  });

  test("when it is taken up again, then it says where it comes from", async () => {
    const { world, id } = await setAside();
    const recovered = documentOf(await world.run(["decisions", "recover", id, "--json"]));
    const [again] = (recovered as { recorded: { decision: string }[] }).recorded;
    const args = ["decisions", "show", again?.decision ?? ""];
    expect(documentOf(await world.run([...args, "--json"]))).toMatchObject({
      reappliedFrom: { round: 4, archive: "round_004_rolled_back_1.tar.gz" },
    });
    expect((await world.run(args)).stdout).toMatch(
      /re-applied from +round 4, undone, round_004_rolled_back_1/,
    );
  });

  test("when its gap is looked at, then nothing of the undone round stands there", async () => {
    const { world } = await setAside();
    const gap = documentOf(await world.run(["gap", "show", "GAP-TODO-002", "--json"]));
    expect(gap).toMatchObject({ questions: [], proposals: [], decisions: [] });
    expect((await world.run(["gap", "show", "GAP-TODO-002"])).stdout).not.toContain("answered input");
  });

  test("when its gap waits for it again, then that is answered with it", async () => {
    const { world, id } = await setAside();
    expect((await world.run(["resume", "--quiet"])).code).toBe(7);
    const [asked] = (await kindsOpen(world)).filter((one) => one.endsWith("blocked"));
    expect(asked).toBeDefined();
    expect((await world.run(["decisions", "recover", id])).code).toBe(0);
    expect(await kindsOpen(world)).toEqual([]);
    const { gaps } = documentOf(await world.run(["status", "--json"])) as { gaps: Document[] };
    expect(gaps).toContainEqual(expect.objectContaining({ id: "GAP-TODO-002", state: "OPEN" }));
  });

  test("when another rollback is asked for, then the question about that is told first", async () => {
    const { world, id } = await setAside();
    expect(await kindsOpen(world)).toEqual(["Q2 decisions"]);
    const asked = await world.run(["rollback", "--json"]);
    expect([asked.code, documentOf(asked)]).toMatchObject([
      7,
      { at: "asked", questions: ["Q3", "Q2"], next: { id: "Q3", kind: "rollback" } },
    ]);
    expect(id).toBeDefined();
  });

  test("when nothing is named, then what is set aside is listed, and stays so", async () => {
    const { world, id } = await setAside();
    const listed = await world.run(["decisions", "recover"]);
    expect([listed.code, listed.stderr]).toEqual([0, ""]);
    expect(listed.stdout).toContain(`${id}  Input for `);
    expect(listed.stdout).toContain("Ten years, by law");
    expect(listed.stdout).toContain("round_004_rolled_back_1.tar.gz");
    expect((await world.run(["decisions", "recover", "--quiet"])).stdout).toBe(`${id}\n`);
    const told = documentOf(await world.run(["decisions", "recover", "--json"]));
    expect(told).toMatchObject({ recorded: [], setAside: [{ decision: id, round: 4 }] });
    expect(errorOf(await world.run(["decisions", "recover", "--text", "x", "--json"])).code).toBe("text");
    await world.run(["decisions", "recover", "--all"]);
    expect((await world.run(["decisions", "recover"])).stdout).toBe("Nothing is set aside by a rollback.\n");
  });

  test.each([
    [["foo"], 2, "decision"],
    [["DECISION-R9-001"], 5, "no-decision"],
    [["--all", "--text", "x"], 0, null],
  ] as const)("when %j is to be recovered, then the exit code is %i", async (args, code, error) => {
    const { world } = await setAside();
    const ended = await world.run(["decisions", "recover", ...args, "--json"]);
    expect([ended.code, error === null ? null : errorOf(ended).code]).toEqual([code, error]);
  });
});

test.each([
  ["rollback.maxRollbacksSession", 10],
  ["rollback.backupRetentionRounds", 5],
] as const)("given %s, then it goes up to %i", async (setting, most) => {
  const world = await newProject();
  expect((await world.run(["config", "set", setting, `${most}`])).code).toBe(0);
  expect((await world.run(["config", "set", setting, `${most + 1}`])).code).not.toBe(0);
});
