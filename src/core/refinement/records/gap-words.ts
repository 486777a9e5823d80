// A gap in the words of the records.
import { assertNever } from "../../shared/assert-never.ts";
import type { GapOrigin } from "../gap.ts";
import type { GapState } from "../gap-state.ts";

/** What belongs to the state: a reason, what is needed, the parts of a split. */
export function stateDetail(state: GapState): string | null {
  switch (state.at) {
    case "USER_DEFERRED":
    case "WONT_FIX":
      return state.reason || null;
    case "BLOCKED_EXTERNAL":
      return state.need || null;
    case "SUPERSEDED":
      return state.by.length === 0 ? null : `split into ${state.by.join(", ")}`;
    case "OPEN":
    case "IN_PROGRESS":
    case "PROPOSED":
    case "NEEDS_REVISION":
    case "ACCEPTED":
    case "RESOLVED":
      return null;
    default:
      return assertNever(state);
  }
}

/** `alias` is the id it was written under, where that one was taken. */
export function originText(origin: GapOrigin, alias: string | null): string {
  return alias === null ? placeText(origin) : `${placeText(origin)}, written as ${alias}`;
}

function placeText(origin: GapOrigin): string {
  switch (origin.from) {
    case "source":
      return `source, line ${origin.line}`;
    case "gap":
      return `proposal for ${origin.parent}`;
    case "review":
      return [origin.issue ?? "review", ...(origin.about === null ? [] : [origin.about])].join(" on ");
    case "final-review":
      return "Final Review";
    case "survey":
      return `survey, line ${origin.line}`;
    case "split":
      return `split of ${origin.parent}`;
    default:
      return assertNever(origin);
  }
}
