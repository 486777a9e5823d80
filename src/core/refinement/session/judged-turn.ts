// What becomes of a turn once its output is judged.
import type { GapId } from "../../shared/gap-id.ts";
import type { QuestionDraft } from "../questions/build-question.ts";
import { bothEmptyQuestion, engineerEscalation, reviewerEscalation } from "../questions/turn-questions.ts";
import { roleTitle } from "../role.ts";
import { type FailedVerdict, isEmptyOutput, type Judgement, RETRIES_MAX } from "../validation/judgement.ts";
import type { Draft } from "./draft.ts";
import { isRemarksTurn } from "./remarks-round.ts";
import { isAutomatic, requestRollback } from "./roll-back.ts";
import { findTurn } from "./session.ts";
import type { DocumentRef, KeptWork } from "./session-event.ts";
import { leaveRemarks } from "./settle-amendments.ts";
import { nextKey, outcomeOf, placeOf, type Turn } from "./turn.ts";

export function mayRetry({ retries }: Turn): boolean {
  return retries < RETRIES_MAX;
}

/** Once more, with a prompt that says what was wrong. */
export function retryTurn(
  draft: Draft,
  turn: Turn,
  about: {
    readonly failed: FailedVerdict;
    readonly gaps: readonly GapId[];
    readonly uncertain: boolean;
    /** Gaps whose texts only lose something. */
    readonly losing?: readonly GapId[];
    /** What the attempt resolved for other gaps. */
    readonly keeps?: KeptWork;
  },
): void {
  const { failureType, message, line, subjects } = about.failed;
  const { losing = [] } = about;
  const number = turn.retries + 1;
  const because = about.uncertain ? "UNCERTAINTY" : failureType;
  draft.restartTurn(turn, {
    gaps: about.gaps,
    retry: { number, because, message, line, subjects, ...(losing.length === 0 ? {} : { losses: losing }) },
    retries: number,
    because: `retry ${number} of ${RETRIES_MAX}: ${because}`,
    ...(about.keeps === undefined ? {} : { keeps: about.keeps }),
  });
}

/** The retries are used up: a person decides. */
export function escalate(draft: Draft, before: Turn): void {
  const turn = findTurn(draft.session, before) ?? before;
  if (turn.role === "engineer" && isRemarksTurn(draft.session, turn)) {
    if (turn.kept.length > 0) settleKept(draft, turn, null);
    else leaveRemarks(draft, turn);
    return;
  }
  if (isAutomatic(draft.session, turn.round)) {
    const reason = failureReason(turn);
    const request = { to: turn.round - 1, reason, by: MEDIATOR, trigger: "retries" } as const;
    if (requestRollback(draft, request) === null) return;
  }
  draft.ask(escalationOf(draft, turn));
}

/** Who acts where nobody was asked. */
const MEDIATOR = "parley";

export function failureReason(turn: Turn): string {
  const last = turn.failures.at(-1);
  const why = last === undefined ? "it brought nothing" : `${last.failure}: ${last.message}`;
  return `the ${roleTitle(turn.role)} could not produce valid output: ${why}`;
}

function escalationOf(draft: Draft, turn: Turn): QuestionDraft {
  if (turn.role !== "reviewer") return engineerEscalation(turn);
  return areBothEmpty(draft, turn) ? bothEmptyQuestion(turn) : reviewerEscalation(turn);
}

/** Both roles had work in this round, and neither brought anything. Where only one had, it is that role's failure. */
function areBothEmpty({ session }: Draft, reviewer: Turn): boolean {
  const lanes = session.work.round?.lanes ?? [];
  const engineerSkipped = lanes.length > 0 && lanes.every((lane) => outcomeOf(lane) === "SKIP");
  return engineerSkipped && reviewer.failures.every(({ failure }) => isEmptyOutput(failure));
}

/** What the gate said of an output, whoever wrote it. */
export function logJudgement(draft: Draft, turn: Turn, judgement: Judgement): void {
  const { verdict, warnings, gapsAddressed } = judgement;
  draft.emit("OutputJudged", {
    ...placeOf(turn),
    key: nextKey(draft.session, turn),
    attempt: turn.attempt,
    failure: verdict.ok ? null : verdict.failureType,
    message: verdict.message,
    line: verdict.ok ? null : verdict.line,
    warnings,
    gapsAddressed,
  });
}

/** Several attempts count together. */
export function settleKept(
  draft: Draft,
  turn: Turn,
  last: { readonly gaps: readonly GapId[]; readonly document: DocumentRef | null } | null,
): void {
  const documents = [
    ...turn.kept.map(({ document }) => document),
    ...(last?.document ? [last.document] : []),
  ];
  const gaps = new Set([...turn.kept.flatMap((kept) => kept.gaps), ...(last?.gaps ?? [])]);
  draft.settleTurn(turn, {
    outcome: "VALID",
    detail: [...gaps].join(", "),
    document: documents.at(-1) ?? null,
    documents,
  });
}
