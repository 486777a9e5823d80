// Rounds undone in sessions led by chance: what is put back, what stays, and that it can be done over.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roundsOf } from "../../src/core/refinement/records/round-log.ts";
import { sessionFold } from "../../src/core/refinement/session/evolve.ts";
import { newestRound } from "../../src/core/refinement/session/roll-back.ts";
import type { LiveSession, SessionWork } from "../../src/core/refinement/session/session.ts";
import type { SessionEvent } from "../../src/core/refinement/session/session-event.ts";
import { SEVERITIES } from "../../src/core/shared/severity.ts";
import { replay } from "../../src/engine/replay.ts";
import { approval, HASH, objection, READY, resolution, sourceGap } from "../support/session-world.ts";
import { Chance, play, playOn } from "./chance.ts";
import { type Given, Stage, type StageScript } from "./stage.ts";

const RUNS = 20;
const NUMBERS = fc.array(fc.nat({ max: 997 }), { minLength: 60, maxLength: 160, size: "max" });
const HISTORY = "\n## Rollback History\n";

async function eventsOf({ world, engine }: Stage): Promise<readonly SessionEvent[]> {
  return (await world.store.load(engine.stream)).map(sessionFold.upcast);
}

/** Whatever holds a session up that could be rolled back is out of the way; false where there is nothing to undo. */
async function mayRollBack(stage: Stage): Promise<boolean> {
  await stage.submit({ type: "Resume", by: "human:test" });
  await stage.undone();
  for (const { id, kind } of stage.session.work.questions) {
    if (kind === "rollback") await stage.answer({ id }, { option: "skip" });
    if (kind === "root-cause") await stage.answer({ id }, { option: "force" });
  }
  return stage.session.at === "active" && newestRound(stage.session) > 0;
}

/** Of the last time that it began. */
function beginningOf(events: readonly SessionEvent[], round: number): number {
  return events.findLastIndex((event) => event.type === "RoundStarted" && event.data.round === round);
}

/** What an undone round takes back: all but the time that has passed, and whose calls are due again. */
function timeless({ rollback: _, retry: __, past, now, answering, drafting, ...rest }: SessionWork) {
  return {
    ...rest,
    // About the rollback itself.
    questions: rest.questions.filter(({ kind }) => kind !== "decisions"),
    rounds: [...past, now].map((log) => ({ ...log, activeMs: 0, waitingMs: 0 })),
    answering: answering.map(({ turn: { lane, gaps }, ...one }) => ({ ...one, lane, gaps })),
    drafting: drafting.map(({ turns, ...one }) => ({ ...one, lanes: turns.map(({ lane }) => lane) })),
  };
}

function withWrongFlags(work: SessionWork, { work: now }: LiveSession): SessionWork {
  const wrong = Object.entries(now.flags).filter(
    ([issue, { outcome }]) => outcome === "false-positive" && Object.hasOwn(work.issues, issue),
  );
  return { ...work, flags: { ...work.flags, ...Object.fromEntries(wrong) } };
}

function timeOf({ work }: LiveSession): number {
  return roundsOf(work).reduce((sum, { activeMs, waitingMs }) => sum + activeMs + waitingMs, 0);
}

function bodyOf(text: string): string {
  return text.split(HISTORY)[0] ?? text;
}

/** Both documents as they stood just before that round began. */
async function backedUp(stage: Stage, events: readonly SessionEvent[], round: number) {
  const began = events[beginningOf(events, round)];
  if (began?.type !== "RoundStarted") throw new Error(`round ${round} never began`);
  const { status, decisions } = began.data.backup;
  const { documents } = stage.engine;
  return { status: await documents.text(status), decisions: await documents.text(decisions) };
}

/** Every number that was ever given, of each kind. */
function numbersIn(events: readonly SessionEvent[]): readonly string[] {
  return events.flatMap((event): readonly string[] => {
    switch (event.type) {
      case "SessionStarted":
        return event.data.gaps.map(({ id }) => id);
      case "GapEntered":
        return [event.data.gap.id];
      case "IssueRaised":
        return [event.data.issue.id];
      case "DecisionRecorded":
        return [event.data.decision.id];
      case "QuestionAsked":
        return [event.data.question.id];
      case "AgentCallStarted":
        return [event.data.key];
      default:
        return [];
    }
  });
}

describe("a rollback in a session led by chance", () => {
  it("given any round to go back to, then the session stands as at its end, and what is kept is kept", async () => {
    let undone = 0;
    await fc.assert(
      fc.asyncProperty(NUMBERS, NUMBERS, fc.nat(), async (numbers, more, drawn) => {
        const stage = await play(new Chance(numbers));
        if (!(await mayRollBack(stage))) return;
        const to = drawn % newestRound(stage.session);
        const events = await eventsOf(stage);
        const before = events
          .slice(0, beginningOf(events, to + 1))
          .reduce(sessionFold.evolve, sessionFold.initial);
        if (before.at === "none") throw new Error("it had not begun");
        const known = stage.session;
        const backup = await backedUp(stage, events, to + 1);
        await stage.submit({
          type: "RequestRollback",
          ...{ to, reason: "it went wrong", by: "human:test", wish: { way: "same", text: null } },
        });
        await stage.undone();
        undone += 1;

        const { session, files } = stage;
        expect(session.work.completedRounds).toBe(to);
        expect(timeless(session.work)).toEqual(timeless(withWrongFlags(before.work, known)));
        expect(timeOf(session)).toBeGreaterThanOrEqual(timeOf(known));
        expect(session.ledger.spend).toEqual(known.ledger.spend);
        // Somebody may be asked about what was decided, which the documents do not show.
        expect(bodyOf(files.get("status.md") ?? "")).toBe(bodyOf(backup.status));
        expect(bodyOf(files.get("decisions.md") ?? "")).toBe(bodyOf(backup.decisions));
        expect(files.get("status.md")).toContain(`### Round ${newestRound(known)} - Rollback`);

        await playOn(stage, new Chance(more));
        const all = await eventsOf(stage);
        const numbered = numbersIn(all);
        expect(new Set(numbered).size, "no number is given twice").toBe(numbered.length);
        expect([...files.keys()].filter((path) => path.includes(".edited"))).toEqual([]);
        expect(all.reduce(sessionFold.evolve, sessionFold.initial)).toEqual(stage.engine.session);
        const { world, engine } = stage;
        const asked = { log: world.store, documents: engine.documents, stream: engine.stream };
        expect(await replay(asked)).toMatchObject({ at: "identical", older: 0 });
      }),
      { numRuns: RUNS },
    );
    expect(undone).toBeGreaterThan(RUNS / 4);
  });

  it("given the same outputs and answers again, then the finished spec is the same but for its numbers", async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), fc.nat(), async (seed, when, drawn) => {
        const once = await openSettled(seed);
        await toTheEnd(once, seed);
        const again = await openSettled(seed);
        const steps = 3 + (when % 40);
        await toTheEnd(again, seed, steps);
        if (!(await mayRollBack(again))) return;
        await again.submit({
          type: "RequestRollback",
          ...{ to: drawn % newestRound(again.session), reason: "once more", by: "human:test" },
          wish: { way: "same", text: null },
        });
        await again.undone();
        await toTheEnd(again, seed);
        compared += 1;
        expect(again.session.ledger.ended?.type).toBe(once.session.ledger.ended?.type);
        expect(renumbered(again.world.shelf.texts)).toEqual(renumbered(once.world.shelf.texts));
      }),
      { numRuns: RUNS },
    );
    expect(compared).toBeGreaterThan(RUNS / 4);
  });
});

/** By the order in which they come up. */
function renumbered(texts: readonly string[]): readonly string[] {
  return texts.map((text) => {
    const ids = new Map<string, string>();
    return text.replaceAll(/\b(GAP|ISSUE|DECISION)-[A-Z0-9]+-\d{3}\b/g, (id, kind: string) => {
      if (!ids.has(id)) ids.set(id, `${kind} ${ids.size + 1}`);
      return ids.get(id) ?? id;
    });
  });
}

/** The same for the same question, however often it is put. */
function chosen<Value>(about: readonly unknown[], values: readonly [Value, ...Value[]]): Value {
  const number = Number.parseInt(HASH.sha256(about.join("/")).slice(0, 8), 16);
  return values[number % values.length] ?? values[0];
}

function settledScripts(seed: number): { engineer: StageScript; reviewer: StageScript } {
  return {
    engineer: ({ round, attempt }, _, gaps) => {
      const sound = resolution(gaps, { text: `Version ${round} of it.` });
      const [first = "GAP-FLOW-001"] = gaps;
      return chosen<ReturnType<StageScript>>(
        [seed, "engineer", round, attempt],
        [
          sound,
          sound,
          sound,
          resolution([first], { text: `Try ${attempt} in round ${round}.` }),
          sound.replace("None.", `- GAP-FLOW-001 (LOW): Matter ${round} of the Engineer`),
          "Some words.",
        ],
      );
    },
    reviewer: ({ round, attempt, purpose }, _, gaps) => {
      const [first = "GAP-FLOW-001"] = gaps;
      if (purpose === "final")
        return chosen<ReturnType<StageScript>>([seed, "final", round], [READY, READY, "Some words."]);
      return chosen<ReturnType<StageScript>>(
        [seed, "reviewer", round, attempt],
        [
          approval(gaps),
          approval(gaps),
          approval([first]),
          objection(first, { severity: "HIGH", title: `Trouble in round ${round}` }),
          objection(first, { severity: "LOW", title: `A remark in round ${round}` }),
          `${approval(gaps)}\n### New Gaps Identified\n\n- GAP-FLOW-002 (LOW): Matter of review ${round}\n`,
          "Some words.",
        ],
      );
    },
  };
}

async function openSettled(seed: number): Promise<Stage> {
  return await Stage.open({
    gaps: SEVERITIES.map((severity, index) =>
      sourceGap(`GAP-FLOW-00${index + 1}`, { severity, title: `${severity} thing` }),
    ),
    limits: { gapsPerRound: chosen([seed, "per round"], [1, 2, 3]), maxRounds: 6, hardLimit: 9 },
    ...settledScripts(seed),
  });
}

/** Options that lead on, and mean the same whenever they are taken. */
const LEADS_ON = [
  "leave",
  "keep",
  "acknowledge",
  "accept",
  "skip",
  "normal",
  "defer",
  "b",
  "each",
  "allow",
  "retry-fresh",
  "waive",
  "wont-fix",
  "abandon",
];

function answerTo(stage: Stage, seed: number): Given | null {
  const [question] = stage.session.work.questions;
  if (question === undefined) return null;
  const { kind, options } = question;
  const leading = options.filter(({ id }) => LEADS_ON.includes(id));
  const [first, ...others] = leading.length === 0 ? options : leading;
  if (first === undefined) throw new Error(`${question.id} offers nothing`);
  const { id, effect } = chosen([seed, kind, stage.session.work.completedRounds], [first, ...others]);
  return {
    option: id,
    text: "It is three.",
    rationales: { "*": "so be it" },
    phrase: /Type exactly: (.*)$/.exec(effect)?.[1] ?? null,
  };
}

/** So many steps, or as many as it takes. */
async function toTheEnd(stage: Stage, seed: number, steps = 600): Promise<void> {
  for (let step = 0; step < steps; step++) {
    if (await stage.step()) continue;
    const answer = answerTo(stage, seed);
    const [question] = stage.session.work.questions;
    if (answer === null || question === undefined) return;
    const said = await stage.answer(question, answer);
    if (said.at !== "done") throw new Error(`${question.kind} ${answer.option}: ${JSON.stringify(said)}`);
  }
  if (steps === 600) throw new Error("the session never rests");
}
