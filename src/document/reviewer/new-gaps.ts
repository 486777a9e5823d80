// Gaps that a review brings up: listed under a heading for them, or announced in a line.
import type { ProposedGap } from "../../core/documents/engineer-document.ts";
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import { plainText, type Span } from "../markdown/spans.ts";
import { undressed } from "../reading/dress.ts";
import { type OutlineNode, type SectionNode, titleOf } from "../reading/outline.ts";
import { readRating, readRatingTag } from "../reading/severity-words.ts";
import { readStatus } from "../reading/status-words.ts";
import { cellText, tableColumns } from "../reading/table-columns.ts";
import { readBody } from "./issue-body.ts";
import { saysNone } from "./issue-title.ts";
import { sectionRole } from "./section-roles.ts";
import type { StatedLine } from "./statements.ts";

/** A gap announced in a line: not one that the proposal is said to introduce. */
const ANNOUNCED =
  /(?:^|[.!?:]\s)\W{0,6}(?:(?:proposed|suggested|raising|raise|i raise|i propose|adding) )?(?:a )?(?:new|additional|follow-?up) gap\b[^:.]{0,40}?(?:[:–—-]|(?=GAP-))/i;

export function readNewGaps(
  root: SectionNode,
  lines: readonly StatedLine[],
  reviewed: ReadonlySet<GapId>,
): readonly ProposedGap[] {
  const found: ProposedGap[] = [];
  visit(root.children, false, found);
  for (const { text, line } of lines) {
    const match = ANNOUNCED.exec(text.slice(0, LINE_LENGTH_MAX));
    if (match === null) continue;
    const [gap] = findGapIds(text.slice(match.index));
    if (gap !== undefined) found.push({ id: gap.id, line, ...titled(text.slice(match.index + gap.end)) });
  }
  return onlyNew(found, reviewed);
}

const LINE_LENGTH_MAX = 2_000;

function onlyNew(found: readonly ProposedGap[], reviewed: ReadonlySet<GapId>): readonly ProposedGap[] {
  const seen = new Set<GapId>(reviewed);
  return found.filter(({ id }) => {
    if (id === null) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

function visit(nodes: readonly OutlineNode[], listing: boolean, found: ProposedGap[]): void {
  for (const node of nodes) {
    if (node.kind === "section") {
      const title = titleOf(node.spans);
      const role = sectionRole(title);
      const gaps = findGapIds(title);
      if (listing && gaps.length > 0) pushGap(node.spans, node, found);
      else visit(node.children, role?.role === "new-gaps" || (listing && role === null), found);
    } else if (listing) listed(node, found);
  }
}

function listed(node: Exclude<OutlineNode, SectionNode>, found: ProposedGap[]): void {
  if (node.kind === "item") {
    if (!saysNone(titleOf(node.spans)) && !isSettled(titleOf(node.spans))) pushGap(node.spans, node, found);
    return;
  }
  const { block } = node;
  if (block.kind === "paragraph" && /^\W*GAP-/.test(titleOf(block.spans))) pushGap(block.spans, node, found);
  if (block.kind !== "table") return;
  const columns = tableColumns(block);
  for (const row of columns.rows) {
    const text = row.cells.map(plainText).join(" ");
    const [gap] = findGapIds(text);
    const severity = readRating(cellText(row, columns.of.get("severity")))?.severity ?? null;
    const title = cellText(row, columns.of.get("title") ?? columns.of.get("description") ?? 1);
    if (gap !== undefined) found.push({ id: gap.id, line: row.line, title, severity });
  }
}

/** `GAP-X-001: resolved`, `… downgraded to LOW`: about a gap that is there already. */
function isSettled(text: string): boolean {
  const [gap] = findGapIds(text);
  const rest = text.slice(gap?.end ?? 0);
  return (
    gap !== undefined &&
    (/^\W*(?:downgrade|duplicate|already|covered|merge)/i.test(rest) ||
      readStatus(rest.slice(0, STATUS_LENGTH_MAX)) === "RESOLVED")
  );
}

const STATUS_LENGTH_MAX = 60;

function pushGap(spans: readonly Span[], node: OutlineNode, found: ProposedGap[]): void {
  const text = titleOf(spans);
  const [gap] = findGapIds(text);
  const body = readBody(spans, node.kind === "leaf" ? [] : node.children, []);
  const { title, severity } = titled(gap === undefined ? text : text.slice(gap.end));
  if (gap === undefined && node.kind !== "item") return;
  found.push({
    id: gap?.id ?? null,
    line: node.line,
    title,
    severity: severity ?? body.rating?.severity ?? null,
  });
}

/** A title with its severity taken out. */
function titled(rest: string): Pick<ProposedGap, "title" | "severity"> {
  const text = rest.replace(/^[\s*_:)\]–—-]+/, "");
  const tag = readRatingTag(text);
  return { title: undressed(tag?.rest ?? text), severity: tag?.rating.severity ?? null };
}
