// How often something is tried before a person is asked.

/** Of one turn, for a document not in its form, no change, or work that holds what it may not. */
export const ATTEMPTS_MAX = 3;
/** Of one turn, for build and tests that fail. */
export const RED_MAX = 5;
/** For a landing that somebody else is quicker than, a remote that does not answer, work that is red on the target. */
export const LANDINGS_MAX = 5;
/** After so many rejections the history is put to a person; the work goes on meanwhile. */
export const REJECTIONS_ASKED_AT: readonly number[] = [2, 5, 9];
/** A position or a draft that nobody needs to wait for. */
export const ASIDE_LAUNCHES_MAX = 2;
