// Once, before the Final Review, remarks that are open on accepted gaps go to the Engineer together. The gaps stay as
// they are: what comes of it is an amendment, which takes the place of the accepted text or is dropped.

import { compareGapIds, type GapId } from "../../shared/gap-id.ts";
import { isSettledByText } from "../gap-state.ts";
import { openRemarks } from "../open-remarks.ts";
import { isAboutGaps } from "../role.ts";
import type { LiveSession } from "./session.ts";
import type { Turn } from "./turn.ts";

/** The gaps that such a round would take up now; none where it was held, is not wanted, or no round is left. */
export function gapsForRemarks(session: LiveSession): readonly GapId[] {
  const {
    settings,
    work: { completedRounds, remarksRoundHeld, proposals },
  } = session;
  if (settings.remarksRound !== true || remarksRoundHeld) return [];
  if (completedRounds >= settings.limits.maxRounds) return [];
  const remarks = openRemarks(session.work);
  // LOW ones are no reason for a round; where one is held, they go along.
  if (remarks.every(({ severity }) => severity === "LOW")) return [];
  const gaps = remarks.flatMap((remark) => remark.gaps);
  return [...new Set(gaps)].filter((gap) => proposals[gap] !== undefined).sort(compareGapIds);
}

export function isRemarksTurn({ work: { round } }: LiveSession, turn: Turn): boolean {
  return round !== null && round.focus === "remarks" && turn.round === round.number && isAboutGaps(turn.role);
}

/** What is left of such a turn: the user may have reopened a gap, or closed it. */
export function activeRemarkGaps(session: LiveSession, { role, gaps }: Turn): readonly GapId[] {
  return gaps.filter((id) => {
    const gap = session.work.gaps[id];
    const isAccepted = gap !== undefined && isSettledByText(gap.state.at);
    return isAccepted && (role === "engineer" || session.work.amendments[id] !== undefined);
  });
}

export function amendmentsToReview(session: LiveSession): readonly GapId[] {
  return Object.values(session.work.amendments)
    .filter(
      ({ gap, review }) => review === null && isSettledByText(session.work.gaps[gap]?.state.at ?? "OPEN"),
    )
    .map(({ gap }) => gap);
}
