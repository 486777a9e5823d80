// The session that is run again and again: two gaps, a malformed output, a blocked gap, an issue, a revision, the
// Final Review. Short, but every kind of step is in it.
import { mkdirSync, writeFileSync } from "node:fs";
import { diskFolder } from "../../src/adapters/files/folder.ts";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import type { Question, QuestionAnswer } from "../../src/core/refinement/questions/question.ts";
import type { CommandOf } from "../../src/core/refinement/session/session-command.ts";
import { SessionEngine, type SessionPorts } from "../../src/engine/session-engine.ts";
import { TEST_SEALS } from "../support/seals.ts";
import {
  approval,
  HASH,
  markedGaps,
  objection,
  READY,
  resolution,
  SESSION,
  settingsFor,
  sourceGap,
  UTF8,
} from "../support/session-world.ts";
import { surveyText } from "../support/survey-text.ts";
import { delayStep, layDownSteps, type Step } from "./crash-agent.ts";
import { filesOf } from "./project-files.ts";

export const FIRST_CALL = "engineer-1-1";
const RETRY = "GAP-FLOW-001";
const TELL = "GAP-FLOW-002";

const SOURCE = `# Transfers

## Failing

TODO: what happens when a transfer fails?

## Telling

TODO: who is told?
`;

const USED = JSON.stringify({ type: "usage", inputTokens: 900, outputTokens: 40, usd: 0.01 });

export const STEPS: readonly Step[] = [
  { on: FIRST_CALL, write: "I thought about it.\n" },
  {
    on: "engineer-1-2",
    write: `${resolution([RETRY], { text: "The caller retries." })}\nBLOCKED_NEEDS_INPUT: ${TELL} who owns the account?\n`,
  },
  { on: "reviewer-1", write: objection(RETRY) },
  {
    on: "engineer-2",
    write: `${resolution([RETRY, TELL], { text: "The caller retries three times." })}
### Responses

| Issue | Status | Where |
|---|---|---|
| ISSUE-R1-001 | ADDRESSED | the limit is three |
`,
  },
  { on: "reviewer-2", write: approval([RETRY, TELL]) },
  { on: "final", write: READY, say: `${USED}\n` },
];

/** What two readers find: one hole that both name, one each, one that is marked, and a first try that fails the gate. */
const BOTH_SAY = {
  title: "How many transfers may run at once?",
  severity: "MEDIUM",
  place: "Transfers > Failing",
};
const SURVEY_STEPS: readonly Step[] = [
  { on: "survey-0-1", write: "All is well.\n" },
  {
    on: "survey-0-2",
    write: surveyText([
      BOTH_SAY,
      { title: "Which colour has a notice?", severity: "LOW", place: "Telling" },
      { title: "Who is told?", severity: "HIGH", place: "Telling", passage: "TODO: who is told?" },
    ]),
  },
  {
    on: "second-survey-0",
    write: surveyText([
      { title: "In which language is a notice?", severity: "LOW", place: "Telling" },
      BOTH_SAY,
    ]),
  },
];

/** Longer than both tries of the other take, also over a crash: who is done first must not depend on the machine. */
const SECOND_SURVEY_MS = 8_000;

/** Told apart by who surveys before the first round. */
export const SURVEYORS = ["nobody", "one", "both"] as const;
export type Surveyors = (typeof SURVEYORS)[number];

/** How many calls the script has, each of which must be made once. */
export const CALLS = STEPS.length;
/** After a survey nothing is left to call for. */
const CALLS_WITH: Record<Surveyors, number> = { nobody: CALLS, one: 2, both: 3 };

export function callsWith(surveyors: Surveyors): number {
  return CALLS_WITH[surveyors];
}

const NOT_NOW = `defer GAP-SURVEY-001: after the pilot
drop GAP-SURVEY-002
rate ${RETRY} MEDIUM
defer ${RETRY}: after the pilot
rate ${TELL} MEDIUM
defer ${TELL}: after the pilot`;

/**
 * The policy: whoever is blocked is told the same, what a survey finds is put off, so that nothing is left to do, and
 * who cannot go on goes back to the end of round 1.
 */
const ANSWERS: Partial<Record<Question["kind"], Pick<QuestionAnswer, "option" | "text">>> = {
  blocked: { option: "input", text: "The account belongs to whoever opened it." },
  survey: { option: "choose", text: NOT_NOW },
  gate: { option: "acknowledge", text: null },
  ending: { option: "accept", text: null },
  escalation: { option: "rollback", text: null },
  rollback: { option: "several", text: "1" },
  archives: { option: "keep", text: null },
};

export function answerOf({ id, kind }: Question): QuestionAnswer | null {
  const answer = ANSWERS[kind];
  if (answer === undefined) return null;
  return { question: id, ...answer, rationales: {}, gaps: [], phrase: null, by: "policy:test" };
}

/** A project whose session has just started; to be copied, since making it takes time. */
export async function prepareProject(project: string, surveyors: Surveyors = "nobody"): Promise<void> {
  await startProject(project, [...STEPS, ...SURVEY_STEPS], (ports) => startCrashSession(ports, surveyors));
  delayStep(filesOf(project).steps, "second-survey-0", SECOND_SURVEY_MS);
}

export async function startProject(
  project: string,
  steps: readonly Step[],
  start: (ports: SessionPorts) => Promise<void>,
): Promise<void> {
  const files = filesOf(project);
  mkdirSync(files.documents, { recursive: true });
  layDownSteps(files.steps, steps);
  for (const log of [files.agentRuns, files.calls]) writeFileSync(log, "");
  const store = await openSqliteStore({ file: files.store, mode: "read-write", projections: [] });
  try {
    await start({
      store,
      folder: diskFolder(files.documents),
      clock: { nowMs: Date.now },
      hash: HASH,
      utf8: UTF8,
      seals: TEST_SEALS,
    });
  } finally {
    store.close();
  }
}

export async function startCrashSession(ports: SessionPorts, surveyors: Surveyors = "nobody"): Promise<void> {
  const gaps = markedGaps(SOURCE, [
    sourceGap(RETRY, { severity: "HIGH", title: "What happens on failure" }),
    sourceGap(TELL, { title: "Who is told" }),
  ]);
  const sha256 = await ports.store.put(UTF8.encode(SOURCE));
  const spec = { name: "transfers.md", path: "transfers.md", sha256, chars: SOURCE.length };
  const survey = { second: surveyors === "both", gapsMax: 30, given: [] };
  const usual = settingsFor(gaps.length, { gapsPerRound: 2 });
  const settings = surveyors === "nobody" ? usual : { ...usual, survey };
  await startWith(ports, { spec, settings, gaps });
}

export async function startWith(
  ports: SessionPorts,
  about: Pick<CommandOf<"StartSession">, "spec" | "settings" | "gaps">,
): Promise<void> {
  const engine = await SessionEngine.open(SESSION, ports);
  const wish = { type: "StartSession", session: SESSION, ...about } as const;
  const submitted = await engine.submit(wish, { id: "start", actor: "human:test" });
  if (submitted.at !== "done") throw new Error(`the session did not start: ${submitted.at}`);
}
