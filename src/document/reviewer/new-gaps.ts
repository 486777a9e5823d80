// Gaps that a review brings up: listed under a heading for them, or announced in a line.
import type { ProposedGap } from "../../core/documents/engineer-document.ts";
import { findGapIds, type GapId, parseGapId } from "../../core/shared/gap-id.ts";
import { plainText, type Span } from "../markdown/spans.ts";
import { undressed } from "../reading/dress.ts";
import { type OutlineNode, type SectionNode, titleOf } from "../reading/outline.ts";
import { readRating } from "../reading/severity-words.ts";
import { readStatus } from "../reading/status-words.ts";
import { cellText, type Table, tableColumns } from "../reading/table-columns.ts";
import { announcedGaps, titled } from "./announced-gaps.ts";
import { readBody } from "./issue-body.ts";
import { saysNone } from "./issue-title.ts";
import { sectionRole } from "./section-roles.ts";
import type { StatedLine } from "./statements.ts";

export function readNewGaps(
  root: SectionNode,
  lines: readonly StatedLine[],
  reviewed: ReadonlySet<GapId>,
): readonly ProposedGap[] {
  const found: ProposedGap[] = [];
  visit(root.children, "nothing", found);
  return onlyNew([...found, ...announcedGaps(lines)], reviewed);
}

function onlyNew(found: readonly ProposedGap[], reviewed: ReadonlySet<GapId>): readonly ProposedGap[] {
  const seen = new Set<GapId>(reviewed);
  return found.filter(({ id }) => {
    if (id === null) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

/** Under a title for new gaps everything listed is one; under one for things met on the way only what has an id. */
type Listing = "gaps" | "things" | "nothing";

const THINGS =
  /\b(?:missing|noticed|discovered|surfaced|further|follow-?ups?|out[- ]of[- ]scope|outside|elsewhere|beyond|besides|in passing|future|later|remaining|other|open (?:matters?|questions?|points?|ends?))\b/i;

/** `Remaining gaps`: those there are already. */
const KNOWN_GAPS = /\b(?:remaining|other|open|future|later)\b.*\bgaps?\b/i;

function listingOf(title: string, around: Listing): Listing {
  const role = sectionRole(title)?.role ?? null;
  if (role === "new-gaps") return "gaps";
  const mayHold = role === null || role === "aside" || role === "recap";
  if (mayHold && THINGS.test(title) && !KNOWN_GAPS.test(title)) return "things";
  return role === null ? around : "nothing";
}

function visit(nodes: readonly OutlineNode[], listing: Listing, found: ProposedGap[]): void {
  for (const node of nodes) {
    if (node.kind === "section") {
      const title = titleOf(node.spans);
      if (listing !== "nothing" && findGapIds(title).length > 0) pushGap(node.spans, node, found);
      else visit(node.children, listingOf(title, listing), found);
    } else if (listing === "gaps") listed(node, found);
    else if (listing === "things") listedWithId(node, found);
  }
}

function listed(node: Exclude<OutlineNode, SectionNode>, found: ProposedGap[]): void {
  if (node.kind === "item") {
    if (!saysNone(titleOf(node.spans)) && !isSettled(titleOf(node.spans))) pushGap(node.spans, node, found);
    return;
  }
  const { block } = node;
  if (block.kind === "paragraph" && /^\W*GAP-/.test(titleOf(block.spans)) && !isSettled(titleOf(block.spans)))
    pushGap(block.spans, node, found);
  if (block.kind === "table") for (const gap of gapRows(block, () => true)) found.push(gap);
}

/** `GAP-X-001 – who may …`: an id set off from what it is about, at the head of an item, a paragraph or a row. */
function listedWithId(node: Exclude<OutlineNode, SectionNode>, found: ProposedGap[]): void {
  if (node.kind === "leaf" && node.block.kind === "table") {
    const isGap = (cell: string) => parseGapId(undressed(cell)) !== null;
    for (const gap of gapRows(node.block, isGap)) found.push(gap);
    return;
  }
  const spans = node.kind === "item" ? node.spans : node.block.kind === "paragraph" ? node.block.spans : [];
  const text = titleOf(spans);
  if (SET_OFF.test(text) && !isSettled(text)) pushGap(spans, node, found);
}

const SET_OFF = /^\W*GAP-[A-Z]{2,10}-\d{3}[a-z]?\W{0,4}[:–—(]|^\W*GAP-[A-Z]{2,10}-\d{3}[a-z]?\s-\s/;

function gapRows(table: Table, leads: (first: string) => boolean): readonly ProposedGap[] {
  const columns = tableColumns(table);
  return columns.rows.flatMap((row) => {
    const [gap] = findGapIds(row.cells.map(plainText).join(" "));
    if (gap === undefined || !leads(cellText(row, 0))) return [];
    const severity = readRating(cellText(row, columns.of.get("severity")))?.severity ?? null;
    const title = cellText(row, columns.of.get("title") ?? columns.of.get("description") ?? 1);
    return [{ id: gap.id, line: row.line, title, severity }];
  });
}

/** `GAP-X-001: resolved`, `… downgraded to LOW`: about a gap that is there already. */
function isSettled(text: string): boolean {
  const [gap] = findGapIds(text);
  const rest = text.slice(gap?.end ?? 0);
  return (
    gap !== undefined &&
    (/^\W*(?:downgrade|duplicate|already|covered|merge|acknowledged|agreed|noted|only announced|not reviewed)/i.test(
      rest,
    ) ||
      PRAISED.test(rest) ||
      readStatus(rest.slice(0, STATUS_LENGTH_MAX)) === "RESOLVED")
  );
}

/** `GAP-X-001 is well put`, `GAP-X-001 and GAP-Y-001 stand as they are`. */
const PRAISED =
  /^[^.:–—]{0,40}\b(?:is|are|was|were|looks?|seems?|makes?|stands?|reads?|remains?)\b[^.]{0,24}\b(?:well|fine|good|right|sense|sound|agreed|reasonable|sensible|handled|covered|tracked|announced|acknowledged|elsewhere|already|as)\b/i;

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
