import type { GapId } from "../../../shared/gap-id.ts";
import type { Refusal } from "../../../shared/refusal.ts";
import type { Draft } from "../draft.ts";
import { currentRound } from "../session.ts";
import { type AnsweredQuestion, rationaleFor } from "./answered-question.ts";
import {
  acceptGap,
  type GapDecision,
  giveInput,
  putAside,
  recordGapDecision,
  recordInput,
} from "./user-moves.ts";

export function answerBlocked(draft: Draft, { question, answer }: AnsweredQuestion): Refusal | null {
  if (question.subject.of !== "gap") throw new Error(`${question.id} is about no gap`);
  const { gap } = question.subject;
  switch (answer.option) {
    case "input":
      return giveInput(draft, { gap, text: answer.text ?? "", by: answer.by });
    case "defer":
      return putAside(draft, {
        gaps: [gap],
        to: "USER_DEFERRED",
        by: answer.by,
        reasonFor: () => rationaleFor(answer, gap),
      });
    case "other":
      return null;
    case "end-round":
      stopReplacements(draft, question.subject.round);
      return null;
    default:
      throw new Error(`a blocked question has no option ${answer.option}`);
  }
}

/** A replacement that has not begun is taken back; one that runs is the last. */
function stopReplacements(draft: Draft, askedIn: number): void {
  const { round } = draft.session.work;
  if (round === null || round.number !== askedIn) return;
  draft.emit("ReplacementsStopped", { round: round.number });
  if (round.replacements === 0) return;
  for (const turn of round.lanes.filter(
    ({ state, attempt, launch }) => state.at === "due" && attempt > 1 && launch === 1,
  )) {
    if (turn.retries > 0) continue;
    for (const gap of turn.gaps) draft.release(gap, round.number);
    draft.settleTurn(turn, { outcome: "BLOCKED", detail: "ended by the user" });
  }
}

export function answerLoss(draft: Draft, { question, answer }: AnsweredQuestion): Refusal | null {
  const { subject } = question;
  if (subject.of !== "gap") throw new Error(`${question.id} is about no gap`);
  const together = draft.session.work.proposals[subject.gap]?.together ?? [subject.gap];
  const gaps = together.filter((gap) => draft.gap(gap).state.at === "PROPOSED");
  const about = { gaps, by: answer.by };
  switch (answer.option) {
    case "allow":
      return recordLoss(draft, { ...about, option: "allow", decision: "The text may lose what is named." });
    case "revise":
      return revise(draft, { ...about, text: (answer.text ?? "").trim() });
    case "defer":
      return putAside(draft, {
        ...about,
        to: "USER_DEFERRED",
        reasonFor: (gap) => rationaleFor(answer, gap),
      });
    default:
      throw new Error(`a loss question has no option ${answer.option}`);
  }
}

interface Revision {
  readonly gaps: readonly GapId[];
  readonly by: string;
  readonly text: string;
}

function revise(draft: Draft, { gaps, by, text }: Revision): Refusal | null {
  const refused = recordLoss(draft, {
    ...{ gaps, by, option: "revise", decision: text },
    actionForEngineer: text,
    actionForGap: "NEEDS_REVISION",
  });
  if (refused !== null) return refused;
  const decision = draft.session.work.decisions.at(-1)?.id;
  if (decision === undefined) throw new Error("the decision was not recorded");
  const round = currentRound(draft.session);
  for (const gap of gaps) {
    const grounds = { because: "decided", decision, option: "revise" } as const;
    draft.emit("InputGiven", { gap, text });
    draft.move(gap, { actor: "User", to: "NEEDS_REVISION", round, grounds }, text);
  }
  return null;
}

/** Under the first of the gaps that the text settles; nothing where none of them is proposed any more. */
function recordLoss(
  draft: Draft,
  about: Omit<GapDecision, "title" | "gaps"> & { readonly gaps: readonly GapId[] },
): Refusal | null {
  const [first] = about.gaps;
  if (first === undefined) return null;
  const title = `What the text for "${draft.gap(first).title}" may lose`;
  return recordGapDecision(draft, first, { ...about, title });
}

/** Closed by now, the question no longer holds its gap: whatever is left of it is assigned again. */
export function answerRepeat(draft: Draft, { question, answer }: AnsweredQuestion): Refusal | null {
  if (question.subject.of !== "gap") throw new Error(`${question.id} is about no gap`);
  const { gap } = question.subject;
  const { by } = answer;
  switch (answer.option) {
    case "accept":
      return acceptGap(draft, { gap, reason: rationaleFor(answer, gap), by });
    case "context": {
      const text = answer.text?.trim() ?? "";
      draft.emit("InputGiven", { gap, text });
      return recordInput(draft, { gap, text, by, to: "NEEDS_REVISION" });
    }
    case "other-agent":
      draft.emit("AgentChosen", { role: "engineer", agent: answer.text?.trim() ?? "" });
      return null;
    case "defer":
      return putAside(draft, {
        gaps: [gap],
        to: "USER_DEFERRED",
        by,
        reasonFor: () => rationaleFor(answer, gap),
      });
    default:
      throw new Error(`a repeat question has no option ${answer.option}`);
  }
}
