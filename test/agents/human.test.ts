import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeApp } from "../../src/app/app.ts";
import { answerQuestion } from "../../src/app/questions/answer.ts";
import { listHistory, showStatus } from "../../src/app/sessions/look-at-session.ts";
import { replaySession } from "../../src/app/sessions/replay-session.ts";
import { submitDocument } from "../../src/app/sessions/submit-document.ts";
import { type WritingStep, writeByHand } from "../../src/app/sessions/write-by-hand.ts";
import { awaitedLines, writeAwaited } from "../../src/cli/awaited-documents.ts";
import { ioOf } from "../cli/run-here.ts";
import { approval, READY, resolution } from "../support/session-world.ts";
import { surveyText } from "../support/survey-text.ts";
import { done, editorProgram, type HandWorld, handWorld } from "./by-hand.ts";

const GAP = "GAP-FLOW-001";
const BOTH = { engineer: "human", reviewer: "human" };
const GOOD = resolution([GAP]);

/** `player:` steps for a Reviewer who finds nothing. */
function reviewer(world: HandWorld): string {
  const indented = (text: string): string => text.replaceAll(/^/gm, "      ");
  world.write(
    "reviewer.yaml",
    `steps:\n  - on: {purpose: reviewer}\n    write: |\n${indented(approval([GAP]))}\n  - on: {purpose: final}\n    write: |\n${indented(READY)}\n`,
  );
  return "player:reviewer.yaml";
}

type WrittenRole = "engineer" | "reviewer" | "final" | "survey";

const submit = (world: HandWorld, role: WrittenRole, file?: string, gap?: string) =>
  submitDocument(world.surroundings, { role, file, session: undefined, gap });

/** Two gaps, one a round: the first is stuck, so that the second is awaited beside the question about it. */
async function stuckWorld() {
  const spec = "# A spec\n\n## One\n\nTODO: first?\n\n## Two\n\nTODO: second?\n";
  const world = handWorld({}, spec);
  mkdirSync(join(world.root, ".config/parley"), { recursive: true });
  world.write(".config/parley/config.yaml", "refine:\n  gapsPerRound: 1\n");
  await world.refine(BOTH);
  const stuck = "BLOCKED_NEEDS_INPUT: GAP-TODO-001 - how many rows?\n";
  return { world, handed: done(await submit(world, "engineer", world.write("stuck.md", stuck))) };
}

async function inEditor(world: HandWorld, awaited: Parameters<typeof writeByHand>[1]) {
  const steps: WritingStep[] = [];
  const handedIn = await writeByHand(world.surroundings, awaited, (_, step) => steps.push(step));
  return { handedIn, steps: steps.filter(({ at }) => at !== "opened") };
}

describe("a role that a person plays, without a terminal", () => {
  it("given a call that is owed, then it is started, laid out and awaited, and costs no launch however often one resumes", async () => {
    const world = handWorld();
    const waiting = await world.refine(BOTH);
    expect(waiting.end).toBe("waiting");
    const [awaited] = waiting.awaited;
    expect(awaited).toMatchObject({ role: "engineer", gaps: [GAP], lane: null, attempt: 1, round: 1 });
    const sheet = readFileSync(awaited?.file ?? "", "utf8");
    expect(sheet).toContain("parley: your turn as Engineer, round 1");
    expect(sheet).toContain(`## Gap Resolution: ${GAP}`);
    expect(readFileSync(awaited?.prompt ?? "", "utf8")).toContain("# Required format");
    for (let time = 0; time < 6; time += 1) {
      const again = await world.resume();
      expect([again.end, again.awaited]).toEqual(["waiting", waiting.awaited]);
    }
    const status = done(await showStatus(world.surroundings, "s"));
    expect(status.running).toEqual([{ key: "s/1.0/engineer/-/1/1", agent: "human" }]);
    expect(status.spent).toMatchObject({ tokens: 0, usd: 0, minutes: 0 });
  });

  it("says where to write, where the task is, and how to hand it in", async () => {
    const world = handWorld();
    const lines = awaitedLines(await world.refine(BOTH), { cwd: world.root, width: 100 }).map((line) =>
      typeof line === "string"
        ? line
        : line.map((piece) => (typeof piece === "string" ? piece : piece.text)).join(""),
    );
    expect(lines.join("\n")).toMatch(
      /a document is awaited: round 1 engineer, GAP-FLOW-001\n {2}write in: (\.parley\/runs\/[0-9a-f]{16}\/view\/engineer\.md)\n {2}the task: \.parley\/runs\/[0-9a-f]{16}\/prompt\.md\n {3}hand in: parley submit engineer \1 --session s$/,
    );
  });

  it("given a whole session by hand, then it completes and its log explains itself", async () => {
    const world = handWorld();
    await world.refine(BOTH);
    const first = done(await submit(world, "engineer", world.write("mine.md", GOOD)));
    expect(first).toMatchObject({
      accepted: true,
      retry: false,
      awaited: [{ role: "reviewer", gaps: [GAP] }],
    });
    expect(readFileSync(first.awaited[0]?.file ?? "", "utf8")).toContain(`**Gaps:** ${GAP}`);
    done(await submit(world, "reviewer", world.write("review.md", approval([GAP]))));
    const resumed = await world.resume();
    expect(resumed.awaited).toMatchObject([{ role: "final", gaps: [] }]);
    expect(done(await submit(world, "final", world.write("final.md", READY)))).toMatchObject({
      accepted: true,
    });
    const ended = await world.resume();
    expect([ended.end, ended.status.state, ended.awaited]).toEqual(["ended", "COMPLETE", []]);
    const engineer = join(world.root, ".parley/sessions/s/round_001/engineer.md");
    expect(readFileSync(engineer, "utf8")).toBe(GOOD);
    expect(done(await replaySession(world.surroundings, "s", undefined))).toMatchObject({
      at: "identical",
    });
  });

  it("given a whole session by default, then the person surveys first and is asked about what they found", async () => {
    const world = handWorld();
    const { awaited, status } = await world.refine(BOTH, {});
    expect([awaited, status.gaps]).toMatchObject([[{ role: "survey", gaps: [], round: 0 }], [{ id: GAP }]]);
    const hole = { title: "How many operators may work at once?", place: "Flow" };
    const sheet = readFileSync(awaited[0]?.file ?? "", "utf8");
    expect(sheet).toContain("## Sections found complete");
    const survey = done(await submit(world, "survey", world.write("survey.md", surveyText([hole]))));
    expect(survey).toMatchObject({ accepted: true });
    const asked = await world.resume();
    expect([asked.awaited, asked.status.questions]).toMatchObject([[], [{ kind: "survey", id: "Q1" }]]);
    const given = { question: "Q1", option: "start", session: "s", text: undefined, file: undefined };
    done(await answerQuestion(world.surroundings, { ...given, rationales: {}, gaps: [], phrase: undefined }));
    const begun = await world.resume();
    const gaps = ["GAP-SURVEY-001", GAP];
    expect(begun.awaited).toMatchObject([{ role: "engineer", gaps }]);
    const unmarked = resolution(["GAP-SURVEY-001"]).replace(
      "### Spec Text\n\n",
      "### Spec Text\n\nAfter: A spec > Flow\n\n",
    );
    const proposals = `${GOOD}\n${unmarked.replace("in case 1.", "and at most five operators work at once.")}`;
    const handed = done(await submit(world, "engineer", world.write("mine.md", proposals)));
    expect(handed).toMatchObject({ accepted: true, retry: false });
    done(await submit(world, "reviewer", world.write("review.md", approval(gaps))));
    await world.resume();
    done(await submit(world, "final", world.write("final.md", READY)));
    expect((await world.resume()).status.state).toBe("COMPLETE");
    expect(done(await replaySession(world.surroundings, "s", undefined))).toMatchObject({ at: "identical" });
  });

  it("given a document of which a part is taken, then the form has only the rest, with what was written on it", async () => {
    const spec =
      "# A spec\n\n## Flow\n\nTODO: what happens when it fails?\n\n## Pause\n\nTODO: how long is it?\n";
    const world = handWorld({}, spec);
    const { awaited } = await world.refine(BOTH);
    const [one = "", two = ""] = awaited[0]?.gaps ?? [];
    expect([one, two]).not.toContain("");
    const doubt = `UNCERTAINTY: ${two} - is the pause that of the Flow section?`;
    const text = `${resolution([one])}\n${doubt}\n`;
    const first = done(await submit(world, "engineer", world.write("mine.md", text)));
    expect(first).toMatchObject({ accepted: true, retry: true, taken: [one], awaited: [{ gaps: [two] }] });
    const sheet = readFileSync(first.awaited[0]?.file ?? "", "utf8");
    expect(sheet).toContain(`Taken from what you wrote: ${one}. Write only the gaps below.`);
    expect(sheet).toContain(`What is left: UNCERTAINTY: ${two}: is the pause that of the Flow section?`);
    expect(sheet).toContain(`-->\n\n# Engineer\n\n## Gap Resolution: ${two}\n`);
    expect(sheet).not.toContain(`## Gap Resolution: ${one}`);
    const prompt = readFileSync(first.awaited[0]?.prompt ?? "", "utf8");
    expect(prompt).toContain(`Taken from your last document: ${one}; these are done`);
    expect(prompt).toContain(`Write only these, in full: ${two}.`);
    expect(prompt).toContain("is the pause that of the Flow section?");
    expect(prompt).toContain(`Round 1. Taken from what you wrote in this round: ${one}. Write only these`);
    expect(prompt).not.toContain("could not be used");
    expect(await submit(world, "engineer")).toMatchObject({ failed: "refused", code: "nothing-new" });

    const lost = resolution([two]).replace(/(### Spec Text\n\n)/, "$1After: Nowhere > At all\n\n");
    const second = done(await submit(world, "engineer", world.write("mine.md", lost)));
    expect(second).toMatchObject({ accepted: false, retry: true, taken: [] });
    expect(readFileSync(second.awaited[0]?.file ?? "", "utf8")).toContain("After: Nowhere > At all");
  });

  it("given a document that does not pass, then the retry lies there with the text and what is wrong; three fail and a person is asked", async () => {
    const world = handWorld();
    await world.refine(BOTH);
    const bad = `## Gap Resolution: ${GAP}\n\nIt retries.\n`;
    const first = done(await submit(world, "engineer", world.write("bad.md", bad)));
    expect(first).toMatchObject({ accepted: false, retry: true, failure: { type: "WRONG_FORMAT" } });
    expect(first.awaited).toMatchObject([{ role: "engineer", attempt: 2 }]);
    const sheet = first.awaited[0]?.file ?? "";
    expect(readFileSync(sheet, "utf8")).toMatch(
      /did not pass: WRONG_FORMAT: [\s\S]*retry 1 of 2[\s\S]*-->\n\n## Gap Resolution/,
    );
    expect(await submit(world, "engineer")).toMatchObject({ failed: "refused", code: "nothing-new" });
    expect(await submit(world, "engineer", "bad.md")).toMatchObject({
      failed: "refused",
      code: "nothing-new",
    });
    expect(done(await submit(world, "engineer", world.write("bad.md", `${bad}\nMore.\n`)))).toMatchObject({
      retry: true,
      awaited: [{ attempt: 3 }],
    });
    expect(
      done(await submit(world, "engineer", world.write("bad.md", `${bad}\nStill more.\n`))),
    ).toMatchObject({
      accepted: false,
      retry: false,
      awaited: [],
      openQuestions: ["Q1"],
    });
  });

  it("given files that are no document, or nobody who waits, then it is refused with a clear word", async () => {
    const world = handWorld();
    await world.refine({ engineer: "human", reviewer: reviewer(world) });
    const refused = async (file: string, code: string) =>
      expect(await submit(world, "engineer", file), file).toMatchObject({ failed: "refused", code });
    world.write("empty.md", " \n\n");
    writeFileSync(join(world.root, "binary.md"), Buffer.from([0x50, 0, 1, 2, 0xff]));
    world.write("large.md", "x".repeat(2 * 1024 * 1024 + 1));
    await refused("empty.md", "nothing-new");
    await refused("binary.md", "binary");
    await refused("large.md", "too-large");
    expect(await submit(world, "engineer", "none.md")).toMatchObject({ failed: "not-found" });
    expect(await submit(world, "engineer")).toMatchObject({ failed: "refused", code: "nothing-new" });
    expect(await submit(world, "reviewer", "empty.md")).toMatchObject({
      failed: "refused",
      code: "not-awaited",
      fix: "awaited: engineer",
    });
    expect(await submit(world, "engineer", "empty.md", "GAP-FLOW-009")).toMatchObject({
      code: "not-awaited",
    });
    world.write("good.md", GOOD);
    done(await submit(world, "engineer", "good.md"));
    expect(await submit(world, "engineer", "good.md")).toMatchObject({
      failed: "refused",
      code: "not-awaited",
    });
  });

  it("given two who hand in at the same instant, then the first wins and the other is told", async () => {
    const world = handWorld();
    await world.refine({ engineer: "human", reviewer: reviewer(world) });
    world.write("a.md", GOOD);
    world.write("b.md", GOOD.replaceAll("three", "four"));
    const both = await Promise.all([submit(world, "engineer", "a.md"), submit(world, "engineer", "b.md")]);
    expect(both.filter((one) => "accepted" in one)).toHaveLength(1);
    expect(both.filter((one) => "failed" in one)).toMatchObject([{ failed: "refused", code: "not-awaited" }]);
  });

  it("given lanes side by side, then each has a form of its own and --gap says which", async () => {
    const spec = "# A spec\n\n## One\n\nTODO: first?\n\n## Two\n\nTODO: second?\n";
    const world = handWorld({}, spec);
    const config = "refine:\n  parallelGaps: 2\n  gapsPerRound: 2\n";
    mkdirSync(join(world.root, ".config/parley"), { recursive: true });
    world.write(".config/parley/config.yaml", config);
    const waiting = await world.refine(BOTH);
    expect(waiting.awaited.map(({ lane }) => lane)).toEqual(["GAP-TODO-001", "GAP-TODO-002"]);
    expect(await submit(world, "engineer")).toMatchObject({ failed: "usage", code: "several-calls" });
    const handed = done(
      await submit(world, "engineer", world.write("two.md", resolution(["GAP-TODO-002"])), "gap-todo-002"),
    );
    expect(handed).toMatchObject({
      accepted: true,
      lane: "GAP-TODO-002",
      awaited: [{ lane: "GAP-TODO-001" }],
    });
  });

  it("given a person for whom another is chosen, then the call is let go and the other begins", async () => {
    const world = handWorld();
    await world.refine(BOTH);
    world.write(
      "engineer.yaml",
      `steps:\n  - on: {purpose: engineer}\n    write: |\n${GOOD.replaceAll(/^/gm, "      ")}\n`,
    );
    const resumed = await world.resume({ engineer: "human", reviewer: reviewer(world) });
    expect(resumed.awaited).toMatchObject([{ role: "engineer" }]);
    const handedOver = await world
      .resume({ engineer: "player:none.yaml" })
      .catch((error: Error) => error.message);
    expect(handedOver).toContain("no-player");
    // No program plays here: that the call went to it is enough.
    const other = await world.resume({ engineer: "player:engineer.yaml" });
    expect(other.awaited).toEqual([]);
    expect(await submit(world, "engineer", world.write("a.md", GOOD))).toMatchObject({ code: "not-awaited" });
  });

  it("given an answer that changes an awaited task, then it is laid out anew, with what was written so far", async () => {
    const { world, handed } = await stuckWorld();
    expect(handed).toMatchObject({
      openQuestions: ["Q1"],
      awaited: [{ gaps: ["GAP-TODO-002"], attempt: 2 }],
    });
    const [before] = handed.awaited;
    const sheet = readFileSync(before?.file ?? "", "utf8");
    writeFileSync(
      before?.file ?? "",
      sheet.replace("### Proposed Solution\n", "### Proposed Solution\n\nHalf a thought.\n"),
    );
    expect(readFileSync(before?.prompt ?? "", "utf8")).not.toContain("At most 500 rows.");
    const given = {
      question: "Q1",
      option: "input",
      session: "s",
      text: "At most 500 rows.",
      file: undefined,
    };
    const answered = done(
      await answerQuestion(world.surroundings, { ...given, rationales: {}, gaps: [], phrase: undefined }),
    );
    const [after] = answered.renewed;
    expect(after).toMatchObject({ role: "engineer", gaps: ["GAP-TODO-002"], attempt: 2 });
    expect(after?.file).not.toBe(before?.file);
    expect(readFileSync(after?.prompt ?? "", "utf8")).toContain("Decision: At most 500 rows.");
    expect(readFileSync(after?.file ?? "", "utf8")).toContain("Half a thought.");
    expect((await world.resume()).awaited).toEqual(answered.renewed);
    const history = done(await listHistory(world.surroundings, { session: "s", last: null }));
    expect(history.filter(({ type }) => type === "AgentCallFinished").at(-1)).toMatchObject({
      data: { outcome: "cancelled", evidence: ["the user has changed its task, which is laid out anew"] },
    });
    const good = resolution(["GAP-TODO-002"]);
    expect(done(await submit(world, "engineer", world.write("two.md", good)))).toMatchObject({
      accepted: true,
    });
    expect(done(await replaySession(world.surroundings, "s", undefined))).toMatchObject({ at: "identical" });
  });

  it("given an answer that changes nothing in an awaited task, then it stays as it is", async () => {
    const { world, handed } = await stuckWorld();
    const given = { question: "Q1", option: "other", session: "s", text: undefined, file: undefined };
    const wishes = { ...given, rationales: {}, gaps: [], phrase: undefined };
    expect(done(await answerQuestion(world.surroundings, wishes)).renewed).toEqual([]);
    expect((await world.resume()).awaited).toEqual(handed.awaited);
  });

  it("tells a person in every role which file to write", async () => {
    const world = handWorld();
    const waiting = await world.refine(BOTH);
    done(await submit(world, "engineer", world.write("mine.md", GOOD)));
    const reviewed = await world.resume();
    for (const { prompt, role } of [...waiting.awaited, ...reviewed.awaited]) {
      const task = readFileSync(prompt, "utf8");
      expect(task).toContain(`view/${role}.md`);
      expect(task).not.toMatch(/write no file/i);
    }
  });

  it("given a pause, then what is handed in still counts, and the session goes on when it is resumed", async () => {
    const world = handWorld();
    await world.refine(BOTH);
    await world.send({ type: "Pause", by: "human:test", because: "lunch" });
    const handed = done(await submit(world, "engineer", world.write("a.md", GOOD)));
    expect(handed).toMatchObject({ accepted: true, state: "paused", awaited: [] });
    expect((await world.resume()).awaited).toMatchObject([{ role: "reviewer" }]);
  });

  it("given an abandoned session, then the call is recorded as cancelled and nothing is taken any more", async () => {
    const world = handWorld();
    await world.refine(BOTH);
    await world.send({ type: "RequestEnding", ending: "ABANDONED", trigger: "the user" });
    expect(await submit(world, "engineer", world.write("a.md", GOOD))).toMatchObject({ code: "not-awaited" });
    const ended = await world.resume().catch(() => null);
    expect(ended === null || ended.status.state === "ABANDONED").toBe(true);
    const status = done(await showStatus(world.surroundings, "s"));
    expect([status.state, status.running]).toEqual(["ABANDONED", []]);
    const history = done(await listHistory(world.surroundings, { session: "s", last: null }));
    expect(history.filter(({ type }) => type === "AgentCallFinished")).toMatchObject([
      { data: { outcome: "cancelled", evidence: ["the session is ending"] } },
    ]);
  });
});

describe("a role that a person plays, in a terminal", () => {
  const fillIn = (text: string): string =>
    `return text.slice(0, text.indexOf("-->") + 3) + ${JSON.stringify(`\n\n${text}`)};`;

  it("given an editor that saves, then the document is handed in without the comment", async () => {
    const world = handWorld({ EDITOR: editorProgram(fillIn(GOOD)) });
    const waiting = await world.refine({ engineer: "human", reviewer: reviewer(world) });
    const { handedIn, steps } = await inEditor(world, waiting.awaited);
    expect([handedIn, steps]).toMatchObject([1, [{ at: "handed-in", submitted: { accepted: true } }]]);
    await world.resume().catch(() => null);
    const file = join(world.root, ".parley/sessions/s/round_001/engineer.md");
    expect(readFileSync(file, "utf8")).toBe(GOOD);
  });

  it("given an editor that changes nothing, only the comment, or fails, then it waits and keeps what is there", async () => {
    const changes: readonly (readonly [string, string])[] = [
      ["", "nothing was changed"],
      ["return text;", "nothing was changed"],
      ["return text.slice(text.indexOf('-->') + 3);", "nothing is filled in there yet"],
      ["return '';", "nothing is written there yet"],
      ["process.exit(3);", "it ended with 3"],
    ];
    for (const [script, because] of changes) {
      const world = handWorld({ VISUAL: editorProgram(script), EDITOR: "false" });
      const waiting = await world.refine(BOTH);
      const { handedIn, steps } = await inEditor(world, waiting.awaited);
      expect([handedIn, steps]).toMatchObject([
        0,
        [{ at: "not-now", because: expect.stringContaining(because) }],
      ]);
      expect((await world.resume()).awaited).toEqual(waiting.awaited);
    }
  });

  it("given a text that fails, then the editor opens again with it and the gate's words, until it passes", async () => {
    const bad = `## Gap Resolution: ${GAP}\n\nIt retries.\n`;
    const world = handWorld({
      EDITOR: editorProgram(
        `if (text.includes("did not pass: WRONG_FORMAT") && text.includes("It retries.")) { ${fillIn(GOOD)} } ${fillIn(bad)}`,
      ),
    });
    const waiting = await world.refine({ engineer: "human", reviewer: reviewer(world) });
    const { handedIn, steps } = await inEditor(world, waiting.awaited);
    expect([handedIn, steps]).toMatchObject([
      2,
      [
        { at: "handed-in", submitted: { accepted: false, retry: true } },
        { at: "handed-in", submitted: { accepted: true } },
      ],
    ]);
  });

  it("given parley killed while the editor was open, then the next one finds the call and what was written so far", async () => {
    const world = handWorld({ EDITOR: editorProgram("return text + '\\nmore\\n';") });
    const waiting = await world.refine(BOTH);
    const file = waiting.awaited[0]?.file ?? "";
    writeFileSync(file, `${readFileSync(file, "utf8")}\nhalf a thought\n`);
    const resumed = await world.resume();
    expect(resumed.awaited).toEqual(waiting.awaited);
    expect(readFileSync(file, "utf8")).toContain("half a thought");
  });

  it("given a form that was deleted, then it is laid out again", async () => {
    const world = handWorld();
    const waiting = await world.refine(BOTH);
    rmSync(join(world.root, ".parley/runs"), { recursive: true });
    await world.resume();
    expect(existsSync(waiting.awaited[0]?.file ?? "")).toBe(true);
  });

  it("given somebody who handed in meanwhile, then what the editor saved is refused and kept", async () => {
    const world = handWorld({ EDITOR: editorProgram("return '# Mine\\n\\nlate\\n';") });
    const waiting = await world.refine({ engineer: "human", reviewer: reviewer(world) });
    done(await submit(world, "engineer", world.write("a.md", GOOD)));
    const { handedIn, steps } = await inEditor(world, waiting.awaited);
    expect([handedIn, steps]).toMatchObject([0, [{ at: "refused", failure: { code: "not-awaited" } }]]);
    expect(readFileSync(waiting.awaited[0]?.file ?? "", "utf8")).toContain("late");
  });

  it("given no editor, then it says so; given nobody to ask or an interruption, none is opened", async () => {
    const nowhere = handWorld({ PATH: "/nowhere" });
    const waiting = await nowhere.refine(BOTH);
    expect((await inEditor(nowhere, waiting.awaited)).steps).toEqual([{ at: "no-editor" }]);
    const world = handWorld({ EDITOR: editorProgram("return 'opened';") });
    const { awaited } = await world.refine(BOTH);
    const said: unknown[] = [];
    const io = ioOf({ cwd: world.root, env: world.surroundings.env, program: "parley.js" });
    const request = { app: makeApp(world.surroundings), io, report: (line: unknown) => said.push(line) };
    expect(await writeAwaited({ ...request, mayAsk: false }, { awaited })).toBe(0);
    world.interrupt();
    expect(await writeAwaited({ ...request, mayAsk: true }, { awaited })).toBe(0);
    expect(said).toEqual([]);
  });
});
