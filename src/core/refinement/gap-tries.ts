// How the last rounds of a gap went: what keeps coming back makes room for the others.
import type { GapId } from "../shared/gap-id.ts";
import type { Actor } from "./gap-lifecycle.ts";
import { type GapStateName, isTerminal } from "./gap-state.ts";

/** A round that took the gap up. */
export interface GapTry {
  readonly round: number;
  /** `null` while the gap is at work, proposed or accepted. */
  readonly end: TryEnd | null;
}

/** `came-back`: NEEDS_REVISION, unchanged or unaddressed. */
export type TryEnd = "came-back" | "blocked" | "taken-away";

export type Tries = Readonly<Record<GapId, readonly GapTry[]>>;

/** So many rounds in a row that came back make a gap rest; no more are remembered. */
const TRIES_KEPT = 2;

export interface TriedMove {
  readonly gap: GapId;
  readonly from: GapStateName;
  readonly to: GapStateName;
  readonly actor: Actor;
  readonly round: number;
}

export function triesAfter(tries: Tries, move: TriedMove): Tries {
  const { gap, from, to, round } = move;
  const known = tries[gap] ?? [];
  const last = known.at(-1);
  if (to === "IN_PROGRESS") {
    const before = last?.round === round ? known.slice(0, -1) : known;
    return { ...tries, [gap]: [...before, { round, end: null }].slice(-TRIES_KEPT) };
  }
  if (last === undefined) return tries;
  // What the user takes up again begins afresh; how this round went for it stays known.
  if (isTerminal(from) && !isTerminal(to))
    return { ...tries, [gap]: known.filter((one) => one.round === round) };
  const end = endOf(move);
  if (end === last.end || end === "as-before") return tries;
  return { ...tries, [gap]: [...known.slice(0, -1), { ...last, end }] };
}

function endOf({ from, to, actor }: TriedMove): TryEnd | null | "as-before" {
  switch (to) {
    case "NEEDS_REVISION":
      return "came-back";
    case "OPEN":
      return from === "IN_PROGRESS" ? "came-back" : "as-before";
    case "BLOCKED_EXTERNAL":
      return "blocked";
    case "USER_DEFERRED":
    case "WONT_FIX":
    case "SUPERSEDED":
      return actor === "User" ? "taken-away" : null;
    default:
      return null;
  }
}

/** Of the gaps that may be assigned, those that wait until each of the others has had a round since. */
export function restingGaps(assignable: readonly GapId[], tries: Tries): ReadonlySet<GapId> {
  const rounds = assignable.map((gap) => lastRound(gap, tries)).sort((a, b) => a - b);
  const [least = 0, second = Number.POSITIVE_INFINITY] = rounds;
  return new Set(
    assignable.filter((gap) => {
      const own = lastRound(gap, tries);
      const leastOfOthers = own === least ? second : least;
      return hasComeBackTwice(tries[gap] ?? []) && leastOfOthers <= own;
    }),
  );
}

function hasComeBackTwice(known: readonly GapTry[]): boolean {
  return known.length === TRIES_KEPT && known.every(({ end }) => end === "came-back");
}

/** Those that a round took up and gave back. */
export function gapsReturnedIn(round: number, tries: Tries): readonly GapId[] {
  return (Object.keys(tries) as GapId[]).filter((gap) => {
    const last = tries[gap]?.at(-1);
    return last?.round === round && last.end === "came-back";
  });
}

/** 0 where it has had none. */
function lastRound(gap: GapId, tries: Tries): number {
  return tries[gap]?.at(-1)?.round ?? 0;
}

/** The gaps of a round, with how it ended for each. */
export function triesOf(round: number, tries: Tries): readonly GapTry[] {
  return Object.values(tries).flatMap((known) => known.filter((one) => one.round === round));
}
