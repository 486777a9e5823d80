import type { ReviewerDocument, VerdictNorm } from "../../documents/reviewer-document.ts";
import type { GapId } from "../../shared/gap-id.ts";

/** Its own, else the one over all; a verdict on another gap says nothing of it. */
export function verdictOn({ gapVerdicts, verdict }: ReviewerDocument, gap: GapId): VerdictNorm {
  const own = gapVerdicts.find((one) => one.gap === gap)?.norm;
  return own ?? (verdict.ofGaps === true ? "NONE" : verdict.norm);
}
