import type { GapId } from "../../shared/gap-id.ts";
import type { Gap } from "../gap.ts";
import { buildQuestion, type QuestionDraft } from "./build-question.ts";
import { gapEvidence } from "./gap-evidence.ts";
import type { Evidence } from "./question.ts";

/** A gap that the Engineer cannot close without something from outside. */
export function blocked(
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
    evidence: [...(gap.origin.from === "source" ? [gapEvidence(gap, about.spec)] : []), ...about.evidence],
    effects: {
      input: `Your text is recorded as a decision, ${gap.id} is open again, and its prompts carry the text.`,
      defer: `${gap.id} is deferred, with your reason; it counts half in the open count.`,
      // With nothing else to do, leaving it blocked would only bring this question back at once.
      ...(about.nothingElse === true
        ? {}
        : {
            other: `${gap.id} stays blocked and is asked about again when nothing else is left; the round takes another gap.`,
            "end-round": `${gap.id} stays blocked and is asked about again when nothing else is left; this round takes no other gap.`,
          }),
    },
    blocks: [gap.id],
    continues: ["all other gaps"],
  });
}

export function listOf(gaps: readonly GapId[]): string {
  return gaps.length === 0 ? "none" : gaps.join(", ");
}
