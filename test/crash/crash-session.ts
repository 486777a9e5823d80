// The session that is run again and again: two gaps, a malformed output, a blocked gap, an issue, a revision, the
// Final Review. Short, but every kind of step is in it.
import { mkdirSync, writeFileSync } from "node:fs";
import { diskFolder } from "../../src/adapters/files/folder.ts";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import type { Question, QuestionAnswer } from "../../src/core/refinement/questions/question.ts";
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
import { layDownSteps, type Step } from "./crash-agent.ts";
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

/** How many calls the script has, each of which must be made once. */
export const CALLS = STEPS.length;

/** The policy: whoever is blocked is told the same. */
export function answerOf({ id, kind }: Question): QuestionAnswer | null {
  if (kind !== "blocked") return null;
  return {
    question: id,
    option: "input",
    text: "The account belongs to whoever opened it.",
    rationales: {},
    gaps: [],
    phrase: null,
    by: "policy:test",
  };
}

/** A project whose session has just started; to be copied, since making it takes time. */
export async function prepareProject(project: string): Promise<void> {
  const files = filesOf(project);
  mkdirSync(files.documents, { recursive: true });
  layDownSteps(files.steps, STEPS);
  for (const log of [files.agentRuns, files.calls]) writeFileSync(log, "");
  const store = await openSqliteStore({ file: files.store, mode: "read-write", projections: [] });
  try {
    await startCrashSession({
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

export async function startCrashSession(ports: SessionPorts): Promise<void> {
  const engine = await SessionEngine.open(SESSION, ports);
  const gaps = markedGaps(SOURCE, [
    sourceGap(RETRY, { severity: "HIGH", title: "What happens on failure" }),
    sourceGap(TELL, { title: "Who is told" }),
  ]);
  const sha256 = await ports.store.put(UTF8.encode(SOURCE));
  const spec = { name: "transfers.md", path: "transfers.md", sha256, chars: SOURCE.length };
  const settings = settingsFor(gaps.length, { gapsPerRound: 2 });
  const wish = { type: "StartSession", session: SESSION, spec, settings, gaps } as const;
  const submitted = await engine.submit(wish, { id: "start", actor: "human:test" });
  if (submitted.at !== "done") throw new Error(`the session did not start: ${submitted.at}`);
}
