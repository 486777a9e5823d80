import { assertNever } from "../shared/assert-never.ts";
import type { GapId } from "../shared/gap-id.ts";
import { compareGapIds } from "../shared/gap-id.ts";
import type { Refusal } from "../shared/refusal.ts";
import { isGrave } from "../shared/severity.ts";
import type { Convergence, Focus } from "./convergence.ts";
import { CONVERGENCE_START, pause } from "./convergence.ts";
import type { Thresholds } from "./convergence-thresholds.ts";
import { doubleThresholds } from "./convergence-thresholds.ts";
import type { Gap } from "./gap.ts";
import { isOpen } from "./gap-state.ts";

export type DivergenceAnswer =
  | { readonly option: "narrow"; readonly gaps: readonly GapId[] }
  | { readonly option: "accept" | "normal" | "prioritise" | "pause" | "force" | "rollback" };

type AnswerEffect =
  | {
      readonly do: "go-on";
      readonly state: Convergence;
      readonly thresholds: Thresholds;
      readonly nextRound: Focus;
      /** Gaps for the user's USER_DEFERRED. */
      readonly defer: readonly GapId[];
    }
  | { readonly do: "pause"; readonly state: Convergence }
  /** Out through the gates, as STALL_EXIT; the warning stands until they are passed. */
  | { readonly do: "force" }
  | { readonly do: "rollback"; readonly fromRound: number };

export function answerDivergence(
  state: Convergence,
  answer: DivergenceAnswer,
  thresholds: Thresholds,
): AnswerEffect | Refusal {
  if (state.at !== "DIVERGENCE_WARNING") {
    return { refused: "no-warning", message: `no divergence question is open: the session is ${state.at}` };
  }
  const goOn = { do: "go-on", state: CONVERGENCE_START, thresholds, defer: [] } as const;
  switch (answer.option) {
    case "narrow":
      if (answer.gaps.length === 0) return { refused: "narrow", message: "narrow needs the gaps to defer" };
      return { ...goOn, nextRound: "foundations", defer: answer.gaps };
    case "accept":
      return { ...goOn, nextRound: "foundations" };
    case "normal":
      return { ...goOn, nextRound: "foundations", thresholds: doubleThresholds(thresholds) };
    case "prioritise":
      return { ...goOn, nextRound: "only-critical" };
    case "pause":
      return { do: "pause", state: pause(state) };
    case "force":
      return { do: "force" };
    case "rollback":
      return { do: "rollback", fromRound: state.raisedIn };
    default:
      return assertNever(answer);
  }
}

/** What `narrow` proposes: open MEDIUM and LOW gaps that the work itself brought up and nothing waits for. */
export function narrowSuggestions(gaps: readonly Gap[]): readonly GapId[] {
  const open = gaps.filter((gap) => isOpen(gap.state.at));
  const blockers = new Set(open.flatMap((gap) => gap.blockedBy));
  const origins = new Map(gaps.map((gap) => [gap.id, gap.origin]));
  return open
    .filter((gap) => !isGrave(gap.severity.level) && !blockers.has(gap.id) && isSpawned(gap, origins))
    .map((gap) => gap.id)
    .sort(compareGapIds);
}

/** The parts of a split are what the split gap was. */
function isSpawned({ origin }: Gap, origins: ReadonlyMap<GapId, Gap["origin"]>): boolean {
  let first: Gap["origin"] | undefined = origin;
  const seen = new Set<GapId>();
  while (first?.from === "split" && !seen.has(first.parent)) {
    seen.add(first.parent);
    first = origins.get(first.parent);
  }
  return first !== undefined && first.from !== "source" && first.from !== "split";
}
