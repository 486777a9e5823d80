// One run of the Engineer about single issues, because the user asked for it: its document answers them and brings no text.
import type { IssueId } from "../../shared/issue-id.ts";
import type { QuestionId } from "../questions/question.ts";
import { judgeAnswers } from "../validation/judge-answers.ts";
import { takeAnswers, takeReconsidered } from "./disagreements.ts";
import type { Draft } from "./draft.ts";
import { logJudgement, mayRetry, retryTurn } from "./judged-turn.ts";
import { engineerAsKnown } from "./known-names.ts";
import { type AnswerTurn, arguableIssues, currentRound, knownGaps, type LiveSession } from "./session.ts";
import type { Output } from "./session-command.ts";
import { isSettled, placeOf, type Turn } from "./turn.ts";

export function requestAnswers(
  draft: Draft,
  about: {
    readonly question: QuestionId;
    readonly issues: readonly IssueId[];
    readonly because: AnswerTurn["because"];
  },
): void {
  if (about.issues.length === 0) return;
  // What it says is added to the document of the round under way, or of the last one.
  const { round, completedRounds } = draft.session.work;
  draft.emit("AnswersRequested", { ...about, round: round?.number ?? completedRounds });
}

export function takeAnswerOutput(draft: Draft, turn: Turn, output: Output): void {
  const asked = draft.session.work.answering.find((one) => one.turn.lane === turn.lane);
  if (asked === undefined) return;
  const content = output.content?.of === "engineer" ? output.content : null;
  const document = content === null ? null : engineerAsKnown(content.document, draft.session.work);
  const judgement = judgeAnswers(
    { written: output.written, document, notes: content?.notes ?? [] },
    {
      asked: asked.issues,
      issues: arguableIssues(draft.session),
      places: content?.places,
      knownGaps: knownGaps(draft.session),
    },
  );
  logJudgement(draft, turn, judgement);
  const { verdict } = judgement;
  if (!verdict.ok) {
    if (mayRetry(turn)) retryTurn(draft, turn, { failed: verdict, gaps: [], uncertain: false });
    else giveUp(draft, turn, asked);
    return;
  }
  if (document === null || output.ref === null) throw new Error("answers passed that are not there");
  const taken = { document, blob: output.ref.sha256, places: content?.places };
  if (asked.because === "rate")
    takeReconsidered(draft, { ...taken, round: statedIn(draft.session, asked) }, asked.issues);
  else takeAnswers(draft, { ...taken, round: reviewRound(draft.session) });
  draft.emit("TurnSettled", {
    ...placeOf(turn),
    outcome: "VALID",
    detail: verdict.message,
    document: output.ref,
  });
}

/** The round whose review sees what is said now; what comes after this round's review is for the next. */
function reviewRound(session: LiveSession): number {
  const { round } = session.work;
  const reviewed = round !== null && round.reviewer !== null && isSettled(round.reviewer);
  return currentRound(session) + (reviewed ? 1 : 0);
}

/** The round in which it disagreed. */
function statedIn({ work: { answers } }: LiveSession, { issues, turn }: AnswerTurn): number {
  return Math.max(...issues.map((id) => answers[id]?.round ?? turn.round));
}

/** Nothing that can be read came of it: what it was asked about is put to the user as before. */
function giveUp(draft: Draft, turn: Turn, { because, issues }: AnswerTurn): void {
  const detail = `left out: ${turn.attempt} attempts did not pass the gate`;
  draft.emit("TurnSettled", { ...placeOf(turn), outcome: "SKIP", detail, document: null });
  if (because !== "flag") return;
  const { flags, issues: all } = draft.session.work;
  for (const id of issues) {
    const raised = flags[id];
    // What the user or a review has settled in another way since, or a later document has answered, does not come back.
    if (all[id]?.issue.state.at !== "OPEN") continue;
    if (raised?.outcome === "requested" || raised?.outcome === null)
      draft.emit("FlagRaised", { flag: raised.flag, escalation: "ask" });
  }
}

/** Issues that were settled in another way need no answer. */
export function dropIdleAnswers(draft: Draft): void {
  for (const { turn, issues } of draft.session.work.answering) {
    if (turn.state.at === "running") continue;
    if (issues.some((id) => draft.session.work.issues[id]?.issue.state.at === "OPEN")) continue;
    draft.emit("TurnSettled", {
      ...placeOf(turn),
      outcome: "IDLE",
      detail: "its issues are settled",
      document: null,
    });
  }
}
