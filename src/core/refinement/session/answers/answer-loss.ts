import type { GapId } from "../../../shared/gap-id.ts";
import type { Refusal } from "../../../shared/refusal.ts";
import type { Draft } from "../draft.ts";
import { currentRound } from "../session.ts";
import { type AnsweredQuestion, rationaleFor } from "./answered-question.ts";
import { putAside } from "./user-moves.ts";

export function answerLoss(draft: Draft, { question, answer }: AnsweredQuestion): Refusal | null {
  const { subject } = question;
  if (subject.of !== "gap") throw new Error(`${question.id} is about no gap`);
  const together = draft.session.work.proposals[subject.gap]?.together ?? [subject.gap];
  const gaps = together.filter((gap) => draft.gap(gap).state.at === "PROPOSED");
  const about = { gaps, by: answer.by };
  switch (answer.option) {
    case "allow":
      return record(draft, {
        ...about,
        option: "allow",
        decision: "The text may lose what is named.",
        text: null,
      });
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
  const refused = record(draft, { gaps, by, option: "revise", decision: text, text });
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

function record(
  draft: Draft,
  about: { gaps: readonly GapId[]; by: string; option: string; decision: string; text: string | null },
): Refusal | null {
  const [first] = about.gaps;
  if (first === undefined) return null;
  const { title, severity } = draft.gap(first);
  return draft.recordDecision({
    title: `What the text for "${title}" may lose`,
    about: { of: "other", option: about.option },
    gaps: about.gaps,
    severity: severity.level,
    decision: about.decision,
    rationale: null,
    constraints: null,
    actionForEngineer: about.text,
    actionForGap: about.option === "revise" ? "NEEDS_REVISION" : null,
    decidedBy: about.by,
  });
}
