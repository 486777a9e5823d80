// What a session is likely to take, told before it starts: from its gaps and from what calls have cost so far.
import type { Gap } from "../gap.ts";
import { isOpen } from "../gap-state.ts";

export interface RunEstimate {
  readonly rounds: number;
  readonly calls: number;
  /** `null` where no call has told its cost. */
  readonly usd: number | null;
}

/** Of the gaps of a round, so many come back once; live sessions came back for about a third. */
const RETURN_RATE = 0.35;
/** Documents that are sent back by the gate, per call. */
const RETRIES = 0.1;

export function estimateRun(about: {
  readonly gaps: readonly Gap[];
  readonly gapsPerRound: number;
  readonly remarksRound: boolean;
  /** What was spent, and in how many calls that told their cost. */
  readonly spent: { readonly usd: number; readonly calls: number };
}): RunEstimate {
  const open = about.gaps.filter(({ state }) => isOpen(state.at)).length;
  const first = Math.ceil(open / about.gapsPerRound);
  const again = Math.ceil((open * RETURN_RATE) / about.gapsPerRound);
  const rounds = first + again + (about.remarksRound && open > 0 ? 1 : 0);
  const finalReviews = 1;
  const calls = Math.ceil((2 * rounds + finalReviews) * (1 + RETRIES));
  const { usd, calls: told } = about.spent;
  return { rounds, calls, usd: told === 0 || usd === 0 ? null : (usd / told) * calls };
}
