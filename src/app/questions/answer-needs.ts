// What an option of an open question still asks for, with what may be given.

import { parseTaskId } from "../../core/board/board-id.ts";
import { findWork } from "../../core/build/evolve-work.ts";
import type { Finding } from "../../core/build/task-work.ts";
import { narrowSuggestions } from "../../core/refinement/convergence.ts";
import type { Gap } from "../../core/refinement/gap.ts";
import { closingPhrase, type Gate } from "../../core/refinement/gate.ts";
import type { ArguedIssue } from "../../core/refinement/questions/conflict-questions.ts";
import type { Question, QuestionAnswer } from "../../core/refinement/questions/question.ts";
import { type OptionId, optionFacts } from "../../core/refinement/questions/question-kinds.ts";
import { sessionDecider } from "../../core/refinement/session/decide.ts";
import { queueOf } from "../../core/refinement/session/disputed.ts";
import { sessionFold } from "../../core/refinement/session/evolve.ts";
import { sessionBefore } from "../../core/refinement/session/given-answers.ts";
import { endingCheck } from "../../core/refinement/session/owed.ts";
import { gapsOf, type LiveSession } from "../../core/refinement/session/session.ts";
import { isRefusal } from "../../core/shared/refusal.ts";
import { compareSeverities, SEVERITIES, type Severity } from "../../core/shared/severity.ts";
import type { Timestamp } from "../../core/shared/timestamp.ts";
import { readBoard } from "../board/change-board.ts";
import type { CommandContext } from "../command-context.ts";
import type { Outcome } from "../failure.ts";
import { withSession } from "../sessions/open-session.ts";
import { gapRow } from "../sessions/session-state.ts";
import { whoami } from "../sessions/system-ports.ts";
import { withProject } from "../sessions/with-project.ts";
import type { GapRow } from "../wire/gap.ts";
import type { OpenBoardQuestion, OpenQuestion } from "../wire/question.ts";
import { type EarlierWords, earlierWords, NO_EARLIER_WORDS } from "./earlier-words.ts";

export interface AnswerNeeds {
  /** The gaps that may be named, gravest first. */
  readonly gaps: readonly (GapRow & {
    readonly suggested: boolean;
    /** What naming it here must be acknowledged with. */
    readonly phrase: string | null;
  })[];
  /** The gaps that need a rationale each; none where one for all is enough. */
  readonly rationaleFor: readonly GapRow[];
  /** The sentence to be typed, character by character. */
  readonly phrase: string | null;
  /** The issues in conflict, where it is asked what they weigh; gravest first. */
  readonly issues: readonly RatedIssue[];
  /** What is open of the task's findings. */
  readonly findings: readonly OpenFinding[];
  /** What was said on the same matter before. */
  readonly earlier: EarlierWords;
}

type OpenFinding = Pick<Finding, "id" | "severity" | "title">;

interface RatedIssue {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  /** What else it may weigh. */
  readonly others: readonly Severity[];
}

export async function answerNeeds(
  context: CommandContext,
  question: OpenQuestion,
  option: string,
): Outcome<AnswerNeeds> {
  return question.session === null
    ? await boardNeeds(context, question)
    : await sessionNeeds(context, question, option);
}

/** Whoever takes such an option cannot think again. */
export function endsSession(question: OpenQuestion, option: string): boolean {
  return question.session !== null && optionFacts(question.kind, option)?.ends === true;
}

async function boardNeeds(context: CommandContext, { task }: OpenBoardQuestion): Outcome<AnswerNeeds> {
  return await withProject(context, "read-only", async (project) => {
    const id = task === null ? null : parseTaskId(task.id);
    const work = id === null ? null : findWork(await readBoard(project), id);
    const findings = (work?.findings ?? []).filter(({ state }) => state === "open");
    return { gaps: [], rationaleFor: [], phrase: null, issues: [], findings, earlier: NO_EARLIER_WORDS };
  });
}

async function sessionNeeds(
  context: CommandContext,
  question: Question,
  option: string,
): Outcome<AnswerNeeds> {
  return await withSession(context, question.session, async ({ engine, project }) => {
    // Whoever gives an answer otherwise chooses from what there was then.
    const live = sessionBefore(engine.live, question.id) ?? engine.live;
    const chosen = question.options.find(({ id }) => id === option);
    const needs = chosen?.needs ?? [];
    const gate = needs.length === 0 ? null : gateOf(live, question);
    const suggested = question.kind === "divergence" ? narrowSuggestions(gapsOf(live)) : [];
    const eligible =
      chosen !== undefined && needs.includes("gaps")
        ? eligibleGaps(live, { question, option: chosen.id, at: engine.now() })
        : [];
    const events = (await project.store.load(engine.stream)).map(sessionFold.upcast);
    return {
      gaps: eligible.map((gap) => ({
        ...gapRow(gap),
        suggested: suggested.includes(gap.id),
        phrase: needs.includes("phrase") ? closingPhrase([gap]) : null,
      })),
      rationaleFor: (gate?.rationaleFor ?? []).flatMap((id) => live.work.gaps[id] ?? []).map(gapRow),
      phrase: gate?.phrase ?? null,
      issues: needs.includes("severities") ? queueOf(live).map(issueRow) : [],
      findings: [],
      earlier: earlierWords(events, { question, option }),
    };
  });
}

function issueRow({ entry: { issue, title } }: ArguedIssue): RatedIssue {
  const { id, severity } = issue;
  return { id, title, severity, others: SEVERITIES.filter((one) => one !== severity) };
}

function gateOf(session: LiveSession, { subject }: Question): Gate | null {
  const next = endingCheck(session);
  if (subject.of !== "gate" || isRefusal(next) || next.next !== "gates") return null;
  return next.gates.find((gate) => gate.class === subject.class) ?? null;
}

/** Which gaps may be named is decided where it always is: each is tried on the session, and nothing is recorded. */
function eligibleGaps(
  session: LiveSession,
  { question, option, at }: { question: Question; option: OptionId; at: Timestamp },
): readonly Gap[] {
  const trialAnswer = (gap: Gap): QuestionAnswer => ({
    question: question.id,
    option,
    text: "tried",
    rationales: { "*": "tried" },
    gaps: [gap.id],
    phrase: closingPhrase([gap]),
    by: whoami(),
  });
  return gapsOf(session)
    .filter((gap) => {
      const command = { type: "AnswerQuestion", answer: trialAnswer(gap), output: null, at } as const;
      return !isRefusal(sessionDecider.decide(command, session));
    })
    .sort((a, b) => compareSeverities(a.severity.level, b.severity.level));
}
