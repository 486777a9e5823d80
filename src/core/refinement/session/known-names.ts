// Documents name gaps and issues as somebody once called them; the rules only know them by their ids.
import type { EngineerDocument } from "../../documents/engineer-document.ts";
import type { ReviewerDocument } from "../../documents/reviewer-document.ts";
import { type GapId, parseGapId } from "../../shared/gap-id.ts";
import { issueNamed } from "./issue-named.ts";
import type { SessionWork } from "./session.ts";

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

/** With the ids of the session in place of aliases; what nobody knows stays as it is written. */
export function engineerAsKnown(document: EngineerDocument, session: Names): EngineerDocument {
  const known = (gap: GapId): GapId => gapNamed(session, gap) ?? gap;
  const placed = <T extends { readonly gap: GapId | null }>(one: T): T =>
    one.gap === null ? one : { ...one, gap: known(one.gap) };
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
  const known = (gap: GapId): GapId => gapNamed(session, gap) ?? gap;
  const placed = <T extends { readonly gap: GapId | null }>(one: T): T =>
    one.gap === null ? one : { ...one, gap: known(one.gap) };
  return {
    ...document,
    gapsReviewed: document.gapsReviewed.map(known),
    issues: document.issues.map(placed),
    gapVerdicts: document.gapVerdicts.map(placed),
    severityRaises: document.severityRaises.map(placed),
    gapsNamed: document.gapsNamed.map(placed),
  };
}
