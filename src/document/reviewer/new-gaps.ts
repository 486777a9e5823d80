// Gaps that a review brings up: listed under a heading for them, or announced in a line.
import type { ProposedGap } from "../../core/documents/engineer-document.ts";
import type { Note } from "../../core/documents/note.ts";
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import { plainText, type Span } from "../markdown/spans.ts";
import { cutSpans, markedText } from "../reading/cut-spans.ts";
import { names } from "../reading/field-names.ts";
import { gapField, withField } from "../reading/gap-fields.ts";
import { labelledText } from "../reading/labelled-fields.ts";
import { nodesBelow, type OutlineNode, type SectionNode, titleOf } from "../reading/outline.ts";
import { readRating } from "../reading/severity-words.ts";
import { readBareStatus } from "../reading/status-words.ts";
import { cellOf, cellText, type Table, tableColumns } from "../reading/table-columns.ts";
import { leadingGap, type WrittenGap } from "../reading/written-gap.ts";
import { announcedGaps, titled } from "./announced-gaps.ts";
import { saysNone } from "./issue-title.ts";
import { sectionRole } from "./section-roles.ts";
import type { StatedLine } from "./statements.ts";

interface FoundGaps {
  readonly newGaps: readonly ProposedGap[];
  readonly notes: readonly Note[];
}

export function readNewGaps(
  root: SectionNode,
  lines: readonly StatedLine[],
  reviewed: ReadonlySet<GapId>,
): FoundGaps {
  const found: ProposedGap[] = [];
  visit(root.children, false, found);
  const newGaps = onlyNew([...found, ...announcedGaps(lines)], reviewed);
  return { newGaps, notes: newGaps.flatMap(noteOn) };
}

function noteOn({ alias, line }: ProposedGap): readonly Note[] {
  if (alias === undefined) return [];
  const message = `${alias} is no id of the form GAP-XXXX-000; it is kept as an alias`;
  return [{ code: "new-gap-alias", line, message }];
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

/** Under a title for new gaps everything listed is one. */
function visit(nodes: readonly OutlineNode[], listing: boolean, found: ProposedGap[]): void {
  for (const node of nodes) {
    if (node.kind === "section") {
      const role = sectionRole(titleOf(node.spans));
      const inside = role === null ? listing : role.role === "new-gaps";
      if (listing && leadingGap(plainText(node.spans)) !== null) pushGap(node.spans, node, found);
      else visit(node.children, inside, found);
    } else if (listing) listed(node, found);
  }
}

function listed(node: Exclude<OutlineNode, SectionNode>, found: ProposedGap[]): void {
  if (node.kind === "leaf" && node.block.kind === "table") {
    for (const gap of gapRows(node.block)) found.push(gap);
    return;
  }
  const spans = node.kind === "item" ? node.spans : node.block.kind === "paragraph" ? node.block.spans : [];
  const text = plainText(spans).trim();
  const gap = leadingGap(text);
  const names = gap !== null || findGapIds(text).length > 0;
  if (text === "" || saysNone(text) || (gap !== null && readBareStatus(gap.rest) !== null)) return;
  if (gap !== null || (node.kind === "item" && !names)) pushGap(spans, node, found);
}

function gapRows(table: Table): readonly ProposedGap[] {
  const { titles, rows, of } = tableColumns(table);
  return rows.flatMap((row) => {
    const gap = leadingGap(plainText(cellOf(row, 0)));
    if (gap === null) return [];
    const column = of.get("title") ?? of.get("description") ?? 1;
    const own = gap.rest === "" ? markedText(cellOf(row, column)).trim() : gap.rest;
    const severity = readRating(cellText(row, of.get("severity")))?.severity ?? null;
    const used = new Set([0, of.get("severity"), ...(gap.rest === "" ? [column] : [])]);
    const added = row.cells.flatMap((cell, index) =>
      used.has(index) ? [] : [gapField(titles[index] ?? "", markedText(cell))],
    );
    return [added.reduce(withField, { ...named(gap), line: row.line, title: own, severity })];
  });
}

function named({ id, written }: WrittenGap): Pick<ProposedGap, "id" | "alias"> {
  return id === null ? { id, alias: written } : { id };
}

/** The gap with what stands below it: a severity, a place, what it waits for; all else describes it. */
function pushGap(spans: readonly Span[], node: OutlineNode, found: ProposedGap[]): void {
  const gap = leadingGap(plainText(spans));
  const from = gap === null ? 0 : plainText(spans).indexOf(gap.written) + gap.written.length;
  const { title, severity } = titled(markedText(cutSpans(spans, from).after));
  const start = { ...(gap === null ? { id: null } : named(gap)), line: node.line, title, severity };
  found.push([...nodesBelow(node.kind === "leaf" ? [] : node.children)].reduce(withNode, start));
}

function withNode(gap: ProposedGap, node: OutlineNode): ProposedGap {
  const spans = node.kind === "leaf" ? (node.block.kind === "paragraph" ? node.block.spans : []) : node.spans;
  const { lead, fields } = labelledText(spans);
  const described = withField(gap, gapField("", lead));
  const added = fields.filter(({ label }) => !names(label, "severity"));
  const rated = fields.filter(({ label }) => names(label, "severity"));
  const severity = gap.severity ?? readRating(rated[0]?.value ?? "")?.severity ?? null;
  const whole = added.reduce(
    (known, { label, value }) => withField(known, gapField(label, value)),
    described,
  );
  return { ...whole, severity };
}
