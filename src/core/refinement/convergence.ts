import { assertNever } from "../shared/assert-never.ts";
import { compareGapIds, type GapId } from "../shared/gap-id.ts";
import type { Refusal } from "../shared/refusal.ts";
import { isGrave } from "../shared/severity.ts";
import type { Gap } from "./gap.ts";
import { isOpen } from "./gap-state.ts";

/** `STALLED` is an instant on the way to `DIVERGENCE_WARNING`: it lives on as the warning's cause. */
export type Convergence =
  | ActiveConvergence
  | { readonly at: "PAUSED"; readonly before: ActiveConvergence }
  | { readonly at: "COMPLETE" };

type ActiveConvergence =
  | { readonly at: "CONVERGING" }
  | { readonly at: "FLAT"; readonly flatRounds: number }
  | Warning;

export interface Warning {
  readonly at: "DIVERGENCE_WARNING";
  readonly flatRounds: number;
  /** Where `rollback` starts from. */
  readonly raisedIn: number;
  readonly causes: readonly WarningCause[];
}

export type WarningCause = "STALLED" | "NET_BELOW_THRESHOLD" | "NEW_CRITICAL";

export interface CompletedRound {
  readonly round: number;
  readonly weightedNet: number;
  readonly newCriticalGaps: number;
  /** False where nobody could do the work, or an earlier grave issue was closed: the flat count stays as it was. */
  readonly countsTowardsStall: boolean;
}

export interface ConvergenceSettings extends Thresholds {
  /** Whether a new CRITICAL gap alone raises the warning. */
  readonly criticalOverride: boolean;
}

export const CONVERGENCE_START: Convergence = { at: "CONVERGING" };
export const CONVERGENCE_END: Convergence = { at: "COMPLETE" };

export function advanceConvergence(
  state: Convergence,
  round: CompletedRound,
  settings: ConvergenceSettings,
): Convergence {
  switch (state.at) {
    case "CONVERGING":
    case "FLAT":
    case "DIVERGENCE_WARNING":
      return judge(state, round, settings);
    case "PAUSED":
      return { at: "PAUSED", before: judge(state.before, round, settings) };
    case "COMPLETE":
      return state;
    default:
      return assertNever(state);
  }
}

function judge(
  state: ActiveConvergence,
  round: CompletedRound,
  settings: ConvergenceSettings,
): ActiveConvergence {
  const progress = round.weightedNet > 0;
  const flatRounds = nextFlatRounds(state, round, progress);
  const warned = state.at === "DIVERGENCE_WARNING";
  if (warned && !progress) return { ...state, flatRounds };

  const causes = warningCauses(round, flatRounds, settings);
  if (causes.length > 0) {
    return { at: "DIVERGENCE_WARNING", flatRounds, raisedIn: round.round, causes };
  }
  if (!round.countsTowardsStall && !warned) return state;
  return progress ? { at: "CONVERGING" } : { at: "FLAT", flatRounds };
}

function nextFlatRounds(state: ActiveConvergence, round: CompletedRound, progress: boolean): number {
  if (!round.countsTowardsStall) return flatRoundsOf(state);
  return progress ? 0 : flatRoundsOf(state) + 1;
}

function warningCauses(
  round: CompletedRound,
  flatRounds: number,
  settings: ConvergenceSettings,
): WarningCause[] {
  const found: readonly (readonly [WarningCause, boolean])[] = [
    ["STALLED", round.countsTowardsStall && flatRounds >= settings.stallThreshold],
    ["NET_BELOW_THRESHOLD", round.weightedNet < -settings.divergenceThreshold],
    ["NEW_CRITICAL", settings.criticalOverride && round.newCriticalGaps > 0],
  ];
  return found.filter(([, applies]) => applies).map(([cause]) => cause);
}

function flatRoundsOf(state: ActiveConvergence): number {
  return state.at === "CONVERGING" ? 0 : state.flatRounds;
}

/** A running round may still complete while paused; its result waits in `before`. */
export function pause(state: Convergence): Convergence {
  return state.at === "PAUSED" || state.at === "COMPLETE" ? state : { at: "PAUSED", before: state };
}

export function resume(state: Convergence): Convergence {
  return state.at === "PAUSED" ? state.before : state;
}

type QuestionChange = "none" | "ask" | "withdraw" | "replace";

/**
 * The divergence question is open exactly while the state is a warning. A warning that outlasts further
 * rounds is the same question; one raised anew by a round that also made progress replaces it.
 */
export function questionChange(before: Convergence, after: Convergence): QuestionChange {
  const [was, is] = [before, after].map((state) =>
    state.at === "DIVERGENCE_WARNING" ? state.raisedIn : null,
  );
  if (was === is) return "none";
  if (was === null) return "ask";
  return is === null ? "withdraw" : "replace";
}

/** `remarks`: the round before the Final Review that takes up what is open on accepted gaps. */
export type Focus = "foundations" | "critical-first" | "only-critical" | "remarks";

/** While the question is unanswered rounds go on with the CRITICAL gaps first. */
export function focusOf(state: Convergence): Focus {
  return state.at === "DIVERGENCE_WARNING" ? "critical-first" : "foundations";
}

export interface Thresholds {
  /** Flat rounds in a row that make a stall. */
  readonly stallThreshold: number;
  /** A weighted net strictly below its negative is divergence. */
  readonly divergenceThreshold: number;
}

interface DefaultThresholds extends Thresholds {
  readonly initialGapsUpTo: number;
}

const DEFAULTS: readonly [DefaultThresholds, DefaultThresholds, DefaultThresholds] = [
  { initialGapsUpTo: 9, stallThreshold: 2, divergenceThreshold: 8 },
  { initialGapsUpTo: 30, stallThreshold: 3, divergenceThreshold: 12 },
  { initialGapsUpTo: Number.POSITIVE_INFINITY, stallThreshold: 4, divergenceThreshold: 16 },
];

/** By the size of the spec's inventory at the start, unless the config says otherwise. */
export function thresholdsFor(initialGaps: number, config: Partial<Thresholds> = {}): Thresholds {
  const [small, medium, large] = DEFAULTS;
  const fits = [small, medium].find(({ initialGapsUpTo }) => initialGaps <= initialGapsUpTo) ?? large;
  return {
    stallThreshold: config.stallThreshold ?? fits.stallThreshold,
    divergenceThreshold: config.divergenceThreshold ?? fits.divergenceThreshold,
  };
}

/** "This is normal here": twice the patience for the rest of the session. */
export function doubleThresholds({ stallThreshold, divergenceThreshold }: Thresholds): Thresholds {
  return { stallThreshold: stallThreshold * 2, divergenceThreshold: divergenceThreshold * 2 };
}

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
