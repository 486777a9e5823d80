// Which gaps' proposals a review examines: those that its head names; else those its sections and verdicts are about.
import type { GapVerdict } from "../../core/documents/reviewer-document.ts";
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import { wordSet, wordsOf } from "../reading/dress.ts";
import { names } from "../reading/field-names.ts";
import { labelledFields } from "../reading/labelled-fields.ts";
import type { OutlineNode, SectionNode } from "../reading/outline.ts";
import type { CollectedIssues } from "./issue-candidate.ts";
import { isDocumentTitle, sectionRole } from "./section-roles.ts";

interface CoverageEvidence {
  readonly root: SectionNode;
  readonly consumed: CollectedIssues["consumed"];
  readonly gapVerdicts: readonly GapVerdict[];
}

export function reviewedGaps({ root, consumed, gapVerdicts }: CoverageEvidence): readonly GapId[] {
  const inHead = new Set<GapId>();
  readHead(root.children, root, inHead);
  for (const { gap } of gapVerdicts) inHead.add(gap);
  if (inHead.size > 0) return [...inHead];
  const inTitles = new Set<GapId>();
  readTitles(root.children, consumed, inTitles);
  return [...inTitles];
}

const HEAD_LABEL =
  /^(?:focus|subject|target|reviewing|reviewed|under review|proposals?|proposals? (?:under review|reviewed)|engineer(?:'s)? (?:proposal|document)|item|items|input)$/i;

/** Titles and labels before the first section below the title. */
function readHead(nodes: readonly OutlineNode[], root: SectionNode, gaps: Set<GapId>): void {
  for (const node of nodes) {
    if (node.kind === "section") {
      if (node.level !== 1 || !(isDocumentTitle(node, root) || sectionRole(node.title) === null)) return;
      for (const { id } of findGapIds(node.title)) gaps.add(id);
      readHead(node.children, root, gaps);
      return;
    }
    readLabels(node, gaps);
  }
}

function readLabels(node: OutlineNode, gaps: Set<GapId>): void {
  for (const { label, stated } of labelledFields(node.spans)) {
    const isHead = names(label, "gap") || names(label, "scope") || HEAD_LABEL.test(label.trim());
    if (isHead) for (const { id } of findGapIds(stated)) gaps.add(id);
  }
}

/** Words that may stand before a gap in the title of its own review. */
const BEFORE_GAP = wordSet(
  "review reviews of for on the gap gaps resolution proposal reviewing verdict assessment analysis evaluation round revised revision engineer engineer's critique feedback issues findings concerns and",
);

function readTitles(
  nodes: readonly OutlineNode[],
  consumed: CollectedIssues["consumed"],
  gaps: Set<GapId>,
): void {
  for (const node of nodes) {
    if (node.kind !== "section" || consumed.has(node)) continue;
    const title = node.title;
    if (sectionRole(title)?.role === "new-gaps") continue;
    const found = findGapIds(title);
    const before = wordsOf(title.slice(0, found[0]?.start)).filter((word) => !/^\d+$/.test(word));
    if (before.every((word) => BEFORE_GAP.has(word))) {
      for (const { id } of found) gaps.add(id);
      readOpening(node, gaps);
    }
    readTitles(node.children, consumed, gaps);
  }
}

/** `**Gaps:** …` under the title of a review, before any section of its own. */
function readOpening({ children }: SectionNode, gaps: Set<GapId>): void {
  for (const node of children) {
    if (node.kind === "section") return;
    readLabels(node, gaps);
  }
}
