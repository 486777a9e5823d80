// The spec as a session leaves it, or would leave it now.
import type { DecisionEntry } from "../core/documents/decisions-document.ts";
import type { FinishedSpec, SpecGap, SpecResolution } from "../core/documents/finished-spec.ts";
import type { KnownLimitation } from "../core/documents/summary-document.ts";
import type { Gap } from "../core/refinement/gap.ts";
import { isSettledByText } from "../core/refinement/gap-state.ts";
import { gapLimitations } from "../core/refinement/records/closing-summary-of.ts";
import { gapsOf, type LiveSession } from "../core/refinement/session/session.ts";
import { assembleSpec } from "../document/finished-spec/assemble-spec.ts";
import { lineEndOf } from "../document/finished-spec/line-end.ts";
import type { Documents } from "./documents.ts";

/** `limitations`: what the user said of them, where the session has come to its end. */
export async function finishedSpec(
  session: LiveSession,
  documents: Documents,
  limitations: readonly KnownLimitation[] = gapLimitations(gapsOf(session), []),
): Promise<FinishedSpec> {
  return assembleSpec({
    source: await documents.source(session.spec.sha256),
    lineEnd: lineEndOf(await documents.text(session.spec.sha256)),
    gaps: await Promise.all(gapsOf(session).map((gap) => specGap(session, gap, documents))),
    decisions: session.decisions.filter((decision) => stands(session, decision)),
    limitations,
  });
}

/** Whoever took a gap up again took back that it was put aside. */
function stands({ gaps }: LiveSession, { about, gaps: ids }: DecisionEntry): boolean {
  if (about.of !== "other" || (about.option !== "USER_DEFERRED" && about.option !== "WONT_FIX")) return true;
  return ids.some((id) => gaps[id]?.state.at === about.option);
}

async function specGap(session: LiveSession, gap: Gap, documents: Documents): Promise<SpecGap> {
  const { id, title, description, origin } = gap;
  const resolutions = isSettledByText(gap.state.at) ? await resolutionsOf(session, gap, documents) : [];
  return { id, title, description, origin, resolutions };
}

async function resolutionsOf(
  { proposals }: LiveSession,
  { id }: Gap,
  documents: Documents,
): Promise<readonly SpecResolution[]> {
  const proposal = proposals[id];
  if (proposal === undefined) return [];
  const document = await documents.engineer(proposal.document);
  const sections = document?.resolutions.filter(({ gaps }) => gaps.includes(id)) ?? [];
  return sections.map(({ line, body, specText }) => ({ document: proposal.document, line, body, specText }));
}
