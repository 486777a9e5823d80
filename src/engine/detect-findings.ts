// What an Engineer's document does with the grave issues that are still open on the gaps it treats.
import type { EngineerDocument } from "../core/documents/engineer-document.ts";
import type { Finding } from "../core/refinement/conflicts/flag.ts";
import type { IssueEntry, LiveSession } from "../core/refinement/session/session.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import { isGrave } from "../core/shared/severity.ts";
import { detectResponses } from "../document/detect/detect-responses.ts";
import { withoutOuterFence } from "../document/markdown/outer-fence.ts";
import type { Documents } from "./documents.ts";

interface DetectionContext {
  readonly session: LiveSession;
  readonly documents: Documents;
  /** The gaps it was asked about. */
  readonly gaps: readonly GapId[];
  /** The blob of the document. */
  readonly blob: string;
}

export async function detectFindings(
  { session, documents, gaps, blob }: DetectionContext,
  document: EngineerDocument,
): Promise<readonly Finding[]> {
  const treated = document.resolutions.flatMap((resolution) =>
    resolution.gaps.filter((gap) => gaps.includes(gap)),
  );
  const byEarlier = groupByEarlier(session, treated);
  const found: Finding[] = [];
  for (const [earlier, entries] of byEarlier) {
    const responses = detectResponses({
      issues: entries.map((entry) => ({ ...entry, id: entry.issue.id, gaps: entry.issue.gaps })),
      before: earlier === null ? null : await plainText(documents, earlier),
      earlier: earlier === null ? null : await documents.engineer(earlier),
      after: await plainText(documents, blob),
      document,
      mayWait: new Set(entries.filter(isDecided).map(({ issue }) => issue.id)),
      semanticOverlapMinimum: session.settings.detection?.semanticOverlapMinimum,
    });
    for (const { issue, label, confidence, heuristics, evidence } of responses)
      found.push({ issue: issue.id, label, confidence, heuristics, evidence });
  }
  return found;
}

/** Each with the blob of the last proposal for a gap of its that is treated here. */
function groupByEarlier(
  { work: { issues, proposals } }: LiveSession,
  treated: readonly GapId[],
): ReadonlyMap<string | null, readonly IssueEntry[]> {
  const groups = new Map<string | null, IssueEntry[]>();
  for (const entry of Object.values(issues)) {
    const { state, severity, gaps } = entry.issue;
    const gap = gaps.find((one) => treated.includes(one));
    if (state.at !== "OPEN" || !isGrave(severity) || gap === undefined) continue;
    const earlier = proposals[gap]?.document ?? null;
    groups.set(earlier, [...(groups.get(earlier) ?? []), entry]);
  }
  return groups;
}

/** The user has spoken on it: a row that puts it off is an answer. */
function isDecided({ issue: { state } }: IssueEntry): boolean {
  return state.at === "OPEN" && state.decision !== null;
}

/** As it was read: without a fence around all of it. */
async function plainText(documents: Documents, blob: string): Promise<string> {
  const text = await documents.text(blob);
  return withoutOuterFence(text) ?? text;
}
