import { assertNever } from "../shared/assert-never.ts";
import type { Refusal } from "../shared/refusal.ts";
import type { Gap } from "./gap.ts";
import { moveShortfall } from "./gap-guard.ts";
import type { Actor, Grounds, Move } from "./gap-move.ts";
import type { GapState, GapStateName } from "./gap-state.ts";
import { OPEN_STATES } from "./gap-state.ts";

interface Transition {
  readonly from: readonly GapStateName[];
  readonly to: readonly GapStateName[];
  readonly actors: readonly Actor[];
  /** The kind of grounds it takes; its guard is in `gap-guard.ts`. */
  readonly on: Grounds["because"];
  readonly when: string;
}

/** Every transition there is; what is not here is refused. */
const TRANSITIONS: readonly Transition[] = [
  {
    from: ["OPEN", "NEEDS_REVISION"],
    to: ["IN_PROGRESS"],
    actors: ["Mediator"],
    on: "assigned",
    when: "assigned to a round",
  },
  {
    from: ["IN_PROGRESS", "NEEDS_REVISION"],
    to: ["PROPOSED"],
    actors: ["Engineer"],
    on: "addressed",
    when: "the document addresses it",
  },
  {
    from: ["PROPOSED"],
    to: ["NEEDS_REVISION"],
    actors: ["Reviewer"],
    on: "reviewed",
    when: "the review objects to it",
  },
  {
    from: ["PROPOSED"],
    to: ["NEEDS_REVISION"],
    actors: ["User"],
    on: "decided",
    when: "a conflict on it is decided A, C or D, or a loss is not allowed",
  },
  {
    from: ["PROPOSED"],
    to: ["NEEDS_REVISION"],
    actors: ["Mediator"],
    on: "displaced",
    when: "its text no longer applies to the draft",
  },
  {
    from: ["PROPOSED"],
    to: ["ACCEPTED"],
    actors: ["Reviewer"],
    on: "reviewed",
    when: "the review leaves nothing grave open",
  },
  {
    from: ["PROPOSED", "NEEDS_REVISION"],
    to: ["ACCEPTED"],
    actors: ["User"],
    on: "accepted",
    when: "taken as it is, with a reason",
  },
  {
    from: ["ACCEPTED"],
    to: ["RESOLVED"],
    actors: ["User", "Mediator"],
    on: "drafted",
    when: "it is in the draft, for the Mediator one round later or at termination",
  },
  {
    from: ["NEEDS_REVISION"],
    to: ["PROPOSED"],
    actors: ["Mediator"],
    on: "settled",
    when: "all its CRITICAL and HIGH issues are overruled or waived",
  },
  {
    from: ["ACCEPTED", "RESOLVED"],
    to: ["NEEDS_REVISION"],
    actors: ["User"],
    on: "reason",
    when: "reopened with a reason",
  },
  { from: ["WONT_FIX"], to: ["OPEN"], actors: ["User"], on: "reason", when: "reopened with a reason" },
  {
    from: OPEN_STATES,
    to: ["USER_DEFERRED", "WONT_FIX"],
    actors: ["User"],
    on: "reason",
    when: "a reason is given",
  },
  { from: ["USER_DEFERRED"], to: ["OPEN"], actors: ["User"], on: "asked", when: "taken up again" },
  {
    from: ["OPEN", "IN_PROGRESS", "NEEDS_REVISION"],
    to: ["BLOCKED_EXTERNAL"],
    actors: ["Engineer"],
    on: "blocked",
    when: "the document marks it BLOCKED_NEEDS_INPUT",
  },
  { from: ["BLOCKED_EXTERNAL"], to: ["OPEN"], actors: ["User"], on: "input", when: "the input is given" },
  { from: OPEN_STATES, to: ["SUPERSEDED"], actors: ["User"], on: "split", when: "split into sub-gaps" },
  {
    from: ["IN_PROGRESS"],
    to: ["OPEN", "NEEDS_REVISION"],
    actors: ["Mediator"],
    on: "unaddressed",
    when: "assigned but not addressed: back to the state before",
  },
];

export function transition(gap: Gap, move: Move): Gap | Refusal {
  const rule = TRANSITIONS.find(
    ({ from, to, actors }) =>
      from.includes(gap.state.at) && to.includes(move.to) && actors.includes(move.actor),
  );
  if (rule === undefined) return illegalMove(gap, move);
  if (rule.on !== move.grounds.because) return unmetGuard(gap, move, `this needs: ${rule.when}`);
  const shortfall = moveShortfall(gap, move);
  if (shortfall !== null) return unmetGuard(gap, move, shortfall);
  return { ...gap, state: arrivalState(gap, move), roundUpdated: move.round };
}

function arrivalState(gap: Gap, move: Move): GapState {
  switch (move.to) {
    case "OPEN":
    case "PROPOSED":
    case "NEEDS_REVISION":
    case "RESOLVED":
      return { at: move.to };
    case "IN_PROGRESS":
      return { at: move.to, before: gap.state.at === "NEEDS_REVISION" ? "NEEDS_REVISION" : "OPEN" };
    case "USER_DEFERRED":
    case "WONT_FIX":
      return { at: move.to, reason: move.grounds.reason };
    case "BLOCKED_EXTERNAL":
      return { at: move.to, need: move.grounds.need };
    case "ACCEPTED":
      // Between rounds a user accepts before the next one: that one is the further round.
      return { at: move.to, round: move.grounds.because === "accepted" ? move.grounds.during : move.round };
    case "SUPERSEDED":
      return { at: move.to, by: move.grounds.into };
    default:
      return assertNever(move);
  }
}

function illegalMove(gap: Gap, move: Move): Refusal {
  return { refused: "illegal-transition", message: `${attempt(gap, move)}.`, fix: listAlternatives(gap) };
}

function unmetGuard(gap: Gap, move: Move, why: string): Refusal {
  return { refused: "unmet-guard", message: `${attempt(gap, move)}: ${why}.`, fix: listAlternatives(gap) };
}

function attempt(gap: Gap, move: Move): string {
  return `${gap.id} cannot go from ${gap.state.at} to ${move.to} by the ${move.actor}`;
}

function listAlternatives(gap: Gap): string {
  const ways = TRANSITIONS.filter(({ from }) => from.includes(gap.state.at)).map(
    ({ to, actors, when }) => `${to.join(" or ")} (${actors.join(" or ")}: ${when})`,
  );
  const list = ways.length === 0 ? "nothing, it is final" : ways.join(", ");
  return `Allowed from ${gap.state.at}: ${list}.`;
}
