// What follows from each way to undo rounds, as a person at the command line meets it.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { trustSettings } from "../support/trust-settings.ts";
import { sessionFolder } from "./archive-world.ts";
import { UNDO_STEPS, undoWorld } from "./undo-world.ts";
import { type Document, documentOf, type Ended, errorOf, type World } from "./world.ts";

const twoRounds = undoWorld({ rounds: 2 });
const fiveRounds = undoWorld({ rounds: 5 });
const noneLeft = undoWorld({ rounds: 1, set: { "rollback.maxRollbacksSession": 1 } });

interface Asked {
  readonly id: string;
  readonly kind: string;
  readonly why: string;
  readonly recommended: string | null;
  readonly options: readonly { readonly id: string }[];
  readonly evidence: readonly { readonly text: string }[];
}

async function asked(world: World): Promise<Asked> {
  const open = documentOf(await world.run(["inbox", "--json"])) as readonly Asked[];
  const [first] = open;
  if (first === undefined || open.length > 1) throw new Error(`${open.length} questions are open`);
  return first;
}

async function done(ended: Promise<Ended>, code = 0): Promise<Ended> {
  const { stderr, ...rest } = await ended;
  expect(rest.code, `${stderr}${rest.stdout}`).toBe(code);
  return { stderr, ...rest };
}

async function statusOf(world: World): Promise<Document> {
  return documentOf(await done(world.run(["status", "--session", "spec", "--json"]))) as Document;
}

async function gapsOf(world: World): Promise<Readonly<Record<string, string>>> {
  const { gaps } = (await statusOf(world)) as unknown as { gaps: { id: string; state: string }[] };
  return Object.fromEntries(gaps.map(({ id, state }) => [id, state]));
}

async function promptOf(world: World): Promise<string> {
  return (await done(world.run(["prompt", "engineer"]))).stdout;
}

const fileOf = (world: World, path: string): string => world.read(join(sessionFolder(world, "spec"), path));

async function untilRound(world: World, ...more: readonly string[]): Promise<void> {
  await done(world.run(["resume", "spec", "--until", "round", "--quiet", ...more]));
}

describe("root cause", () => {
  test.each([
    ["by the command", ["--mode", "STRICT"]],
    ["by the settings", []],
  ])("given STRICT %s, then the cause is asked about the first time", async (_, mode) => {
    const world =
      mode.length > 0
        ? await twoRounds()
        : await undoWorld({ rounds: 1, set: { "rollback.mode": "STRICT" } })();
    await done(world.run(["rollback", "--reason", "screens are missing", ...mode]), 7);
    const question = await asked(world);
    expect(question).toMatchObject({ kind: "root-cause", why: expect.stringContaining("the first time") });
    expect(question.evidence.map(({ text }) => text)).toContain('Attempt 1: "screens are missing"');
    expect(question.options.map(({ id }) => id)).toEqual(["split", "context", "reassign", "force", "pause"]);
  });

  /** Round 2 was undone once, done again, and is to be undone once more. */
  const twice = async (): Promise<World> => {
    const world = await twoRounds();
    await done(world.run(["rollback", "--retry", "same", "--reason", "the state is unclear"]));
    await untilRound(world);
    await done(world.run(["rollback", "--reason", "now screens are missing instead"]), 7);
    expect(await asked(world)).toMatchObject({ id: "Q1", kind: "root-cause" });
    return world;
  };

  test("given split, then the gap is, and the round that is done again takes its first part alone", async () => {
    const world = await twice();
    expect((await asked(world)).recommended).toBe("split");
    const said = await done(world.run(["answer", "Q1", "split"]));
    expect(said.stdout).toContain("kept in\nround_002_rolled_back_2.tar.gz");
    expect(await gapsOf(world)).toMatchObject({
      "GAP-TODO-002": "SUPERSEDED",
      "GAP-TODO-002a": "OPEN",
      "GAP-TODO-002b": "OPEN",
    });
    const prompt = await promptOf(world);
    expect(prompt).toContain("Round 2. Resolve these gaps, the first one first:\n\n- GAP-TODO-002a: ");
    expect(prompt).not.toContain("## Gap Resolution: GAP-TODO-002b");
    await untilRound(world);
    expect(await gapsOf(world)).toMatchObject({ "GAP-TODO-002a": "ACCEPTED", "GAP-TODO-002b": "OPEN" });
    const status = fileOf(world, "status.md");
    expect(status).toContain("- **Root Cause Detected:** Gap scope too large");
    expect(status).toContain(
      '- **User Decision:** split GAP-TODO-002 into "Restoring the state", "Screens for the user"',
    );
    expect(status).toContain("- **Gaps Split:** GAP-TODO-002");
  });

  test("given a gap that was split, when its round is undone once more, then splitting it again is not offered", async () => {
    const world = await twice();
    await done(world.run(["answer", "Q1", "split"]));
    await untilRound(world);
    await done(world.run(["rollback", "--reason", "the screens again"]), 7);
    const { id, options, why, recommended } = await asked(world);
    expect(why).toContain("the third time");
    expect(options.map((option) => option.id)).not.toContain("split");
    expect(recommended).not.toBe("split");
    await done(world.run(["answer", id, "reassign", "--gap", "GAP-TODO-002b"]));
    expect(await promptOf(world)).toContain("the first one first:\n\n- GAP-TODO-002b: ");
    await done(world.run(["replay"]));
  });

  test("given reassign, then the round takes what was named, and refuses what it cannot take", async () => {
    const world = await twice();
    const refused = await world.run(["answer", "Q1", "reassign", "--gap", "GAP-TODO-001", "--json"]);
    expect([refused.code, errorOf(refused).code]).toEqual([5, "no-gap"]);
    await done(world.run(["answer", "Q1", "reassign", "--gap", "GAP-TODO-007"]));
    expect(await promptOf(world)).toContain("the first one first:\n\n- GAP-TODO-007: ");
  });

  test("given context, then the next attempt is told; given force or pause, then nothing is undone", async () => {
    const told = await twice();
    await done(told.run(["answer", "Q1", "context", "--text", "Say who restores it."]));
    expect(await promptOf(told)).toContain("Say who restores it.");
    for (const [option, state] of [
      ["force", "CONVERGING"],
      ["pause", "PAUSED"],
    ] as const) {
      const world = await twice();
      const said = await done(world.run(["answer", "Q1", option, "--json"]));
      expect(documentOf(said)).toMatchObject({ option, openQuestions: [] });
      expect(await statusOf(world)).toMatchObject({ state, completedRounds: 2, rollbacks: { used: 1 } });
    }
  });
});

describe("no rollback left", () => {
  const asking = async (): Promise<World> => {
    const world = await noneLeft();
    await done(world.run(["rollback", "--retry", "same"]));
    await untilRound(world);
    const limit = await done(world.run(["rollback", "--reason", "too thin", "--json"]), 7);
    expect(documentOf(limit)).toMatchObject({ at: "asked", undone: [], rollbacksUsed: 1, rollbacksMax: 1 });
    expect(await asked(world)).toMatchObject({ id: "Q1", kind: "rollback-limit" });
    return world;
  };

  test("given review, then the session pauses, and a document for somebody without parley is there", async () => {
    const world = await asking();
    await done(world.run(["answer", "Q1", "review"]));
    expect(await statusOf(world)).toMatchObject({ state: "PAUSED" });
    const review = fileOf(world, "for_review.md");
    expect(review).toContain("### GAP-TODO-002");
    expect(review).toContain("### Round 1, back to the end of round 0");
  });

  test("given accept, then what is left is acknowledged and the session ends", async () => {
    const world = await asking();
    await done(world.run(["answer", "Q1", "accept"]));
    expect(await asked(world)).toMatchObject({ id: "Q2", kind: "gate" });
    await done(world.run(["answer", "Q2", "acknowledge"]));
    expect(await statusOf(world)).toMatchObject({ state: "GOOD_ENOUGH" });
    expect(existsSync(join(world.project, "spec_v1.md"))).toBe(true);
  });

  test("given abandon, then no spec is written", async () => {
    const world = await asking();
    const said = await done(world.run(["answer", "Q1", "abandon"]));
    expect(said.stdout).toContain("spec ended as ABANDONED");
    expect(readdirSync(world.project).filter((name) => name.startsWith("spec_v"))).toEqual([]);
  });

  test("given refresh, then the session goes on, and no rollback is left", async () => {
    const world = await asking();
    await done(world.run(["answer", "Q1", "refresh"]));
    await untilRound(world);
    expect(await statusOf(world)).toMatchObject({ completedRounds: 2, rollbacks: { used: 1, max: 1 } });
    await done(world.run(["rollback"]), 7);
    expect(await asked(world)).toMatchObject({ kind: "rollback-limit" });
  });

  test("given more in the settings, then `rollback` and `resume` take that up, and the question is gone", async () => {
    const world = await asking();
    await done(world.run(["config", "set", "rollback.maxRollbacksSession", "2"]));
    const undone = await done(world.run(["rollback", "--retry", "same", "--json"]));
    expect(documentOf(undone)).toMatchObject({
      at: "undone",
      rollbacksUsed: 2,
      rollbacksMax: 2,
      questions: [],
    });
    await untilRound(world);
    await done(world.run(["rollback"]), 7);
    await done(world.run(["config", "set", "rollback.maxRollbacksSession", "3"]));
    await untilRound(world);
    expect(documentOf(await world.run(["inbox", "--json"]))).toEqual([]);
    expect(await statusOf(world)).toMatchObject({ rollbacks: { used: 2, max: 3 } });
    expect((await done(world.run(["replay"]))).code).toBe(0);
  });

  test("given less in the settings, then what the session began with stays", async () => {
    const world = await twoRounds();
    await done(world.run(["config", "set", "rollback.maxRollbacksSession", "1"]));
    await untilRound(world);
    expect(await statusOf(world)).toMatchObject({ rollbacks: { max: 7 } });
  });
});

describe("where a session stands", () => {
  test.each([
    [["rollback", "--retry", "same"], 1],
    [["rollback", "--rounds", "2", "--retry", "narrow"], 0],
  ])("given %j twice at once, then one is done, and the other says what became of it", async (args, left) => {
    const world = await twoRounds();
    const both = await Promise.all([world.run([...args, "--json"]), world.run([...args, "--json"])]);
    const [made, refused] = both.toSorted((a, b) => Number(a.code) - Number(b.code));
    if (made === undefined || refused === undefined) throw new Error("two were asked for");
    expect([made.code, refused.code]).toEqual([0, 5]);
    expect(["rollback-pending", "rollback-target", "no-round"]).toContain(errorOf(refused).code);
    expect(await statusOf(world)).toMatchObject({ completedRounds: left, rollbacks: { used: 1 } });
  });

  test("given a paused one, then its round is undone, and it stays paused until it is resumed", async () => {
    const world = await twoRounds();
    await done(world.run(["pause"]));
    await done(world.run(["rollback", "--reason", "too thin"]), 7);
    await done(world.run(["answer", "Q1", "same"]));
    expect(await statusOf(world)).toMatchObject({
      state: "PAUSED",
      completedRounds: 1,
      rollbacks: { used: 1 },
    });
    await untilRound(world);
    expect(await statusOf(world)).toMatchObject({ state: "CONVERGING", completedRounds: 2 });
  });

  test("given more rounds than backups, then older targets come from the log, and are as exact", async () => {
    const world = await fiveRounds();
    const folder = sessionFolder(world, "spec");
    const backups = readdirSync(folder).filter((name) => name.startsWith("status_backup"));
    expect(backups.sort()).toEqual([2, 3, 4].map((round) => `status_backup_round_${round}.md`));
    const listed = documentOf(await done(world.run(["rollback", "--targets", "--json"])));
    expect((listed as { targets: Document[] }).targets).toEqual([
      { round: 4, open: 5, decisionsSince: 0, roundsUndone: 1, from: "backup" },
      { round: 3, open: 6, decisionsSince: 0, roundsUndone: 2, from: "backup" },
      { round: 2, open: 7, decisionsSince: 0, roundsUndone: 3, from: "backup" },
      { round: 1, open: 8, decisionsSince: 0, roundsUndone: 4, from: "log" },
      { round: 0, open: 9, decisionsSince: 0, roundsUndone: 5, from: "log" },
    ]);
    expect((await world.run(["rollback", "--targets"])).stdout).toContain(
      "round 1: 8 gaps open, 0 decisions since, 4 rounds to undo, from the log",
    );
    const undone = await done(world.run(["rollback", "--to", "1", "--retry", "same", "--quiet"]));
    expect(undone.stdout.trimEnd().split("\n")).toEqual(
      [5, 4, 3, 2].map((round) => `round_00${round}_rolled_back_1.tar.gz`),
    );
    expect(await statusOf(world)).toMatchObject({ completedRounds: 1, rollbacks: { used: 1 } });
    const archives = readdirSync(folder).filter((name) => name.endsWith(".tar.gz"));
    expect(archives).toHaveLength(4);
    expect(readdirSync(folder).filter((name) => /^round_\d+$/.test(name))).toEqual(["round_001"]);
  });

  test("given a fork of one whose round was undone, then its history says with whom the archive is", async () => {
    const world = await twoRounds();
    await done(world.run(["rollback", "--retry", "same"]));
    await untilRound(world);
    await done(world.run(["fork", "spec", "--at", "2", "--name", "other"]));
    await done(world.run(["rollback", "--retry", "same", "--session", "other"]));
    const status = world.read(join(sessionFolder(world, "other"), "status.md"));
    expect(status).toContain("- **Archive:** round_002_rolled_back_1.tar.gz (in the past of spec)\n");
    expect(status).toContain("- **Archive:** round_002_rolled_back_2.tar.gz\n");
    expect(fileOf(world, "status.md")).toContain("- **Archive:** round_002_rolled_back_1.tar.gz\n");
  });

  test("given an archive of an undone round, then plain tar and restore bring back each file with its bytes", async () => {
    const world = await twoRounds();
    const folder = sessionFolder(world, "spec");
    world.write(join(folder, "round_002/notes/mine.bin"), Uint8Array.from([0, 255, 10, 13, 195, 40]));
    const lying = readdirSync(join(folder, "round_002"), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    const before = new Map(
      lying.map((file) => [file.slice(join(folder, "round_002/").length), readFileSync(file)]),
    );
    expect([...before.keys()]).toEqual(
      expect.arrayContaining(["engineer.md", "reviewer.md", "summary.md", "notes/mine.bin"]),
    );
    await done(world.run(["rollback", "--retry", "same"]));
    expect(existsSync(join(folder, "round_002"))).toBe(false);
    const [byTar, byRestore] = [temporaryFolder(), join(temporaryFolder(), "here")];
    const archive = join(folder, "round_002_rolled_back_1.tar.gz");
    execFileSync("tar", ["-xzf", archive, "-C", byTar]);
    await done(world.run(["archive", "restore", "round_002_rolled_back_1", "--to", byRestore]));
    for (const [path, bytes] of before) {
      expect(readFileSync(join(byTar, "round_002_rolled_back_1", path)), path).toEqual(bytes);
      expect(readFileSync(join(byRestore, path)), path).toEqual(bytes);
    }
    const [row] = documentOf(await done(world.run(["archive", "list", "--json"]))) as { undoneAt: string }[];
    utimesSync(archive, new Date(0), new Date(0));
    const later = documentOf(await done(world.run(["archive", "list", "--json"])));
    expect(later).toMatchObject([{ undoneAt: row?.undoneAt }]);
    const corrupt = readFileSync(archive).subarray(0, 200);
    world.write(archive, corrupt);
    mkdirSync(join(world.project, "elsewhere"));
    const told = await world.run(["archive", "restore", "round_002_rolled_back_1", "--json"]);
    expect(told.code).not.toBe(0);
    expect(errorOf(told).place).toContain("round_002_rolled_back_1.tar.gz");
    expect(errorOf(told).fix).toContain("`parley history spec`");
    expect(errorOf(told).fix).not.toContain("export");
    expect(readFileSync(archive)).toEqual(corrupt);
  });
});

describe("questions that offer it", () => {
  const STUCK = { on: { purpose: "engineer", round: 2 }, write: "I thought about it.\n" };

  test("given retries that are used up, then `rollback` undoes the round, and narrows what is done again", async () => {
    const world = await undoWorld({
      rounds: 1,
      steps: { engineer: [STUCK, ...UNDO_STEPS.engineer] },
    })();
    await done(world.run(["resume", "spec", "--quiet"]), 7);
    expect(await asked(world)).toMatchObject({ id: "Q1", kind: "escalation" });
    const said = await done(world.run(["answer", "Q1", "rollback", "--json"]));
    expect(documentOf(said)).toMatchObject({ openQuestions: ["Q2"], next: { kind: "rollback" } });
    await done(world.run(["answer", "Q2", "narrow"]));
    expect(await statusOf(world)).toMatchObject({ completedRounds: 1, rollbacks: { used: 1 } });
    const status = fileOf(world, "status.md");
    expect(status).toMatch(/\*\*Reason:\*\* the Engineer could not produce valid output: WRONG_FORMAT/);
    expect(await promptOf(world)).toContain("You must include `## Gap Resolution:` for GAP-TODO-002");
  });

  test("given a divergence warning, then `rollback` undoes from the round that raised it", async () => {
    const objection = [
      "## Review: GAP-TODO-001",
      "### ISSUE-R1-001: It says nothing",
      "- **Severity:** HIGH\n- **Gap:** GAP-TODO-001\n- **Location:** Spec Text\n- **Impact:** Nobody can build it.\n- **Suggestion:** Say it.",
      "**Verdict:** NEEDS_REVISION\n",
    ].join("\n\n");
    const world = await undoWorld({
      rounds: 1,
      set: { "refine.stallThreshold": 1 },
      steps: {
        reviewer: [{ on: { purpose: "reviewer", round: 1 }, write: objection }, ...UNDO_STEPS.reviewer],
      },
    })();
    expect(await asked(world)).toMatchObject({ id: "Q1", kind: "divergence" });
    await done(world.run(["answer", "Q1", "rollback"]));
    expect(await asked(world)).toMatchObject({ id: "Q2", kind: "rollback" });
    await done(world.run(["answer", "Q2", "same"]));
    expect(await statusOf(world)).toMatchObject({ completedRounds: 0, rollbacks: { used: 1 } });
    expect(documentOf(await world.run(["inbox", "--json"]))).toEqual([]);
  });
});

describe("without anybody", () => {
  const POLICY = {
    answers: [
      { kind: "rollback", option: "context", text: "Name the numbers.", max: 1 },
      { kind: "root-cause", option: "split" },
      { kind: "rollback-limit", option: "refresh" },
      { kind: "decisions", option: "all" },
      { kind: "archives", option: "keep" },
    ],
  };

  test("given a policy, then it answers every kind that a rollback brings", async () => {
    const world = await twoRounds();
    world.write(join(world.project, "policy.yaml"), JSON.stringify(POLICY));
    const policy = ["--policy", "policy.yaml"];
    await done(world.run(["gap", "defer", "GAP-TODO-009", "--reason", "later"]));
    await done(world.run(["rollback", "--reason", "numbers are missing"]), 7);
    await untilRound(world, ...policy);
    // A round that is done again is a round of this run.
    expect(await statusOf(world)).toMatchObject({ completedRounds: 2, rollbacks: { used: 1 } });
    expect(await gapsOf(world)).toMatchObject({ "GAP-TODO-009": "USER_DEFERRED" });
    const decisions = documentOf(await world.run(["decisions", "--json"])) as Document[];
    expect(decisions.map(({ decision }) => decision).toSorted()).toEqual([
      "GAP-TODO-009 is deferred.",
      "Name the numbers.",
    ]);
    await done(world.run(["rollback", "--reason", "the screens are another matter"]), 7);
    expect(await asked(world)).toMatchObject({ kind: "root-cause" });
    await untilRound(world, ...policy);
    expect(await gapsOf(world)).toMatchObject({ "GAP-TODO-002": "SUPERSEDED", "GAP-TODO-002a": "ACCEPTED" });
    await done(world.run(["gap", "defer", "GAP-TODO-002b", "--reason", "another matter"]));
    await done(world.run(["resume", "spec", "--quiet", ...policy]));
    expect(await statusOf(world)).toMatchObject({ state: "COMPLETE" });
    expect(documentOf(await world.run(["inbox", "--json"]))).toEqual([]);
    const kept = readdirSync(sessionFolder(world, "spec")).filter((name) => name.endsWith(".tar.gz"));
    expect(kept).toHaveLength(2);
  });

  test("given a policy for the limit, then the session goes on by it", async () => {
    const world = await noneLeft();
    world.write(join(world.project, "policy.yaml"), JSON.stringify(POLICY));
    await done(world.run(["rollback", "--retry", "same"]));
    await done(world.run(["rollback"]), 5);
    await untilRound(world);
    await done(world.run(["rollback"]), 7);
    await untilRound(world, "--policy", "policy.yaml");
    expect(await statusOf(world)).toMatchObject({ completedRounds: 2, rollbacks: { used: 1, max: 1 } });
    expect(documentOf(await world.run(["inbox", "--json"]))).toEqual([]);
  });

  test("given a hook on questions, then it hears of those that a rollback brings", async () => {
    const world = await twoRounds();
    const settings = world.read(world.projectConfig);
    world.write(
      world.projectConfig,
      `${settings}\nhooks: ${JSON.stringify([{ on: "question.asked", run: "cat >> heard" }])}\n`,
    );
    trustSettings(world);
    await done(world.run(["gap", "defer", "GAP-TODO-009", "--reason", "later"]));
    await done(world.run(["rollback", "--reason", "too thin"]), 7);
    await done(world.run(["answer", "Q1", "same"]));
    const heard = world.read(join(world.project, "heard")).trimEnd().split("\n");
    const told = heard.map((line) => JSON.parse(line) as { question: { id: string; kind: string } });
    expect(told.map(({ question }) => [question.id, question.kind])).toEqual([
      ["Q1", "rollback"],
      ["Q2", "decisions"],
    ]);
  });
});
