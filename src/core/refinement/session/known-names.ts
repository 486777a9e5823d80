// Documents name gaps and issues as somebody once called them; the rules only know them by their ids.
import type { EngineerDocument } from "../../documents/engineer-document.ts";
import type { ReviewerDocument } from "../../documents/reviewer-document.ts";
import { type GapId, parseGapId } from "../../shared/gap-id.ts";
import type { IssueEntry, SessionWork } from "./session.ts";

type Names = Pick<SessionWork, "gaps" | "gapAliases" | "issues">;

/** The gap that is meant: the one with this id, else the one that was written under it. */
export function gapNamed(
  { gaps, gapAliases }: Pick<Names, "gaps" | "gapAliases">,
  written: string,
): GapId | null {
  const id = parseGapId(written);
  if (id !== null && gaps[id] !== undefined) return id;
  return Object.hasOwn(gapAliases, written) ? (gapAliases[written] ?? null) : null;
}

/** A gap by its id in the session, and what stands at a gap by that id. */
function idsIn(session: Names) {
  const known = (gap: GapId): GapId => gapNamed(session, gap) ?? gap;
  const placed = <T extends { readonly gap: GapId | null }>(one: T): T =>
    one.gap === null ? one : { ...one, gap: known(one.gap) };
  return { known, placed };
}

/** With the ids of the session in place of aliases; what nobody knows stays as it is written. */
export function engineerAsKnown(document: EngineerDocument, session: Names): EngineerDocument {
  const { known, placed } = idsIn(session);
  const resolutions = document.resolutions.map((one) => ({ ...one, gaps: one.gaps.map(known) }));
  const treated = resolutions.flatMap(({ gaps }) => gaps);
  const answered = <T extends { readonly issueId: string }>(one: T): T => {
    const named = issueNamed(session, one.issueId, treated);
    return named === null ? one : { ...one, issueId: named.issue.id };
  };
  return {
    ...document,
    resolutions,
    responses: document.responses.map(answered),
    disagreements: document.disagreements.map(answered),
    blocked: document.blocked.map(placed),
    uncertain: document.uncertain.map(placed),
    gapsNamed: document.gapsNamed.map(placed),
  };
}

export function reviewAsKnown(document: ReviewerDocument, session: Names): ReviewerDocument {
  const { known, placed } = idsIn(session);
  const every = Object.keys(session.gaps) as GapId[];
  const issueOf = (written: string) => issueNamed(session, written.toUpperCase(), every)?.issue.id ?? written;
  return {
    ...document,
    disagreements: document.disagreements.map((one) => ({ ...one, issueId: issueOf(one.issueId) })),
    gapsReviewed: document.gapsReviewed.map(known),
    issues: document.issues.map(placed),
    gapVerdicts: document.gapVerdicts.map(placed),
    severityRaises: document.severityRaises.map(placed),
    gapsNamed: document.gapsNamed.map(placed),
  };
}

/**
 * The issue that a document means, by its id or by what any review called it; where several have the name, the newest
 * that is open. `gaps`: those that the document is about.
 */
export function issueNamed(
  { issues }: Pick<SessionWork, "issues">,
  written: string,
  gaps: readonly GapId[],
): IssueEntry | null {
  const meant = Object.values(issues).filter(
    ({ issue, aliases }) =>
      (issue.id === written || aliases.includes(written)) && issue.gaps.some((gap) => gaps.includes(gap)),
  );
  return meant.findLast(({ issue }) => issue.state.at === "OPEN") ?? meant.at(-1) ?? null;
}

/** How much of the longer title the shorter one must make up for them to mean the same. */
const SHARED_MIN = 0.75;

/** Whether two titles speak of the same thing, however they are dressed. A word of its own makes each another thing. */
export function sameTitle(a: string, b: string): boolean {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  if (left.size === 0 || right.size === 0) return left.size === right.size;
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  return [...small].every((word) => large.has(word)) && small.size / large.size >= SHARED_MIN;
}

function wordsOf(title: string): ReadonlySet<string> {
  return new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
