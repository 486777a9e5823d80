import type { GapId } from "../../shared/gap-id.ts";
import type { Gap } from "../gap.ts";
import { buildQuestion, gapEvidence, type QuestionDraft } from "./build-question.ts";
import type { Evidence } from "./question.ts";

/** A gap that the Engineer cannot close without something from outside. */
export function blockedQuestion(
  gap: Gap,
  about: {
    round: number;
    need: string;
    /** The source, from the project's root. */
    spec: string;
    evidence: readonly Evidence[];
    nothingElse?: boolean;
  },
): QuestionDraft {
  const need = about.need.trim() === "" ? "It does not say what is needed." : `Needed: ${about.need.trim()}`;
  return buildQuestion({
    kind: "blocked",
    subject: { of: "gap", gap: gap.id, round: about.round },
    why: `${gap.id} (${gap.title}, ${gap.severity.level}) is blocked: the Engineer cannot go on without input. ${need}`,
    evidence: [...markEvidence(gap, about.spec), ...about.evidence],
    effects: {
      input: `Your text is recorded as a decision, ${gap.id} is reopened, and agents are given your text.`,
      defer: `${gap.id} is deferred, with your reason; it counts half in the open count.`,
      // With nothing else to do, leaving it blocked would only bring this question back at once.
      ...(about.nothingElse === true
        ? {}
        : {
            other: "You are asked again when nothing else is left.",
            "end-round": "You are asked again when nothing else is left.",
          }),
    },
    blocks: [gap.id],
    continues: ["all other gaps"],
  });
}

/** A text that does not say what the passage said: number, negation or requirement word. */
export function lossQuestion(
  gap: Gap,
  about: {
    readonly round: number;
    readonly lost: readonly string[];
    /** The gaps that the text settles. */
    readonly together: readonly GapId[];
    readonly spec: string;
    readonly evidence: readonly Evidence[];
  },
): QuestionDraft {
  const ids = about.together.join(", ");
  return buildQuestion({
    kind: "loss",
    subject: { of: "gap", gap: gap.id, round: about.round },
    why: `The text proposed for ${ids} (${gap.title}) loses what the passage it replaces said: ${about.lost.join(", ")}. It was sent back once and still does. Is that intended?`,
    evidence: [...markEvidence(gap, about.spec), ...about.evidence],
    effects: {
      allow: "The text goes to the Reviewer as it is, with the loss shown.",
      revise: `${ids} goes back to the Engineer with your text.`,
      defer: `${ids} is deferred, with your reason; the passage stays as it is.`,
    },
    blocks: about.together,
    continues: ["all other gaps"],
  });
}

/** Where the author's spec left it open, if it did. */
function markEvidence(gap: Gap, spec: string): readonly Evidence[] {
  return gap.origin.from === "source" ? [gapEvidence(gap, spec)] : [];
}

/** A gap whose proposal was rejected and came back the same, again. */
export function repeatQuestion(
  { id, title, severity }: Gap,
  about: { readonly round: number; readonly repeats: number; readonly evidence: readonly Evidence[] },
): QuestionDraft {
  return buildQuestion({
    kind: "repeat",
    subject: { of: "gap", gap: id, round: about.round },
    why: `${id} (${title}, ${severity.level}): the Engineer has proposed the same text ${about.repeats} times more after the review rejected it.`,
    evidence: about.evidence,
    effects: {
      accept: `${id} is accepted with this text, and the issues still open on it are overruled, with your reason.`,
      context: `Your text is recorded as a decision, and ${id} is revised with it.`,
      "other-agent": `The agent you name plays the Engineer from now on, and ${id} is revised.`,
      defer: `${id} is deferred, with your reason; it counts half in the open count.`,
    },
    blocks: [id],
    continues: ["all other gaps"],
  });
}

export function listOf(gaps: readonly GapId[]): string {
  return gaps.length === 0 ? "none" : gaps.join(", ");
}
