// The blockers that a final review lists, in whatever form.

import type { BlockRow } from "../markdown/blocks.ts";
import { plainText, type Span, withCodeMarks } from "../markdown/spans.ts";
import { stripMarkup, wordSet } from "../reading/dress.ts";
import { type FieldName, fieldsNamed } from "../reading/field-names.ts";
import { onlyGap } from "../reading/gap-mentions.ts";
import { labelledFields, labelledText } from "../reading/labelled-fields.ts";
import {
  type ItemNode,
  nodesBelow,
  type OutlineNode,
  type SectionNode,
  seenText,
} from "../reading/outline.ts";
import type { Section } from "../reading/sections.ts";
import { readRating } from "../reading/severity-words.ts";
import { cellOf, cellText, type Table, type TableColumns, tableColumns } from "../reading/table-columns.ts";
import { readBody } from "../reviewer/issue-body.ts";
import { readIssueTitle } from "../reviewer/issue-title.ts";
import {
  afterBlocker,
  isPartTitle,
  openingOf,
  partRating,
  partRole,
  saysNoBlocker,
} from "./blocker-titles.ts";
import {
  blockerDetails,
  type EnclosingPart,
  type FoundBlocker,
  foundBlocker,
  readPlainBlocker,
} from "./found-blocker.ts";
import { labelledVerdict, verdictOfLine } from "./verdict-statements.ts";

interface FoundBlockers {
  readonly blockers: readonly FoundBlocker[];
  /** Where they stand. */
  readonly nodes: ReadonlySet<OutlineNode>;
}

interface Walk {
  readonly lines: readonly string[];
  readonly sectionAt: ReadonlyMap<number, Section>;
  readonly blockers: FoundBlocker[];
  readonly nodes: Set<OutlineNode>;
}

export function findBlockers(
  root: SectionNode,
  lines: readonly string[],
  sectionAt: ReadonlyMap<number, Section>,
): FoundBlockers {
  const walk: Walk = { lines, sectionAt, blockers: [], nodes: new Set() };
  enter(root.children, { role: null, rating: null }, walk);
  return walk;
}

function enter(nodes: readonly OutlineNode[], within: EnclosingPart, walk: Walk): void {
  const listed = within.role === "blockers" || within.role === "issues";
  const onlyText = nodes.every((node) => node.kind === "leaf" && node.block.kind !== "table");
  for (const node of nodes) {
    if (node.kind === "section") enterSection(node, within, walk);
    else if (node.kind === "item") enterItem(node, listed, { within, walk });
    else if (node.block.kind === "table")
      for (const found of blockersInTable(node.block, listed, within)) walk.blockers.push(found);
    else if (node.block.kind === "paragraph")
      enterText(node, node.block.spans, { listed: listed && onlyText, within, walk });
  }
}

function enterSection(section: SectionNode, within: EnclosingPart, walk: Walk): void {
  const plain = section.level > 0 ? readPlainBlocker(walk.sectionAt.get(section.line) ?? NO_SECTION) : null;
  if (plain !== null) {
    walk.nodes.add(section);
    walk.blockers.push({ blocker: plain, binding: true, note: null });
    return;
  }
  const title = openingOf(section.spans);
  const named = afterBlocker(title);
  const listed = within.role === "blockers" || within.role === "issues";
  if (isPartTitle(title) || (named === null && !listed)) {
    const rating = partRating(title) ?? within.rating;
    enter(section.children, { role: partRole(title) ?? within.role, rating }, walk);
    return;
  }
  if (named !== null && saysNoBlocker(named)) return;
  const body = readBody([], section.children, walk.lines);
  const { spans, line } = section;
  const parts = { titleText: named ?? title, seen: plainText(spans), spans, line, body };
  add({ ...parts, text: bodyText(section.children) }, section, { within, walk });
}

const NO_SECTION: Section = { title: "", level: 0, line: 0, blocks: [], sections: [], lines: [] };

interface BlockerPlace {
  readonly within: EnclosingPart;
  readonly walk: Walk;
}

interface Parts {
  readonly titleText: string;
  /** The whole opening, where the title is only a part of it. */
  readonly opening?: string;
  /** As a reader sees it, code included; and the spans it is part of. */
  readonly seen: string;
  readonly spans: readonly Span[];
  readonly line: number;
  readonly body: ReturnType<typeof readBody>;
  readonly text: string;
}

function add(
  { titleText, opening: whole = "", seen, spans, line, body, text }: Parts,
  node: OutlineNode,
  { within, walk }: BlockerPlace,
): void {
  const opening = readIssueTitle(titleText);
  const rating = body.rating ?? opening.rating ?? readIssueTitle(whole).rating ?? within.rating;
  const shown = readIssueTitle((afterBlocker(seen) ?? seen).slice(0, SEEN_MAX)).title;
  const title = shown === "" ? body.lead : withCodeMarks(shown, spans);
  const id = body.gap ?? onlyGap(titleText) ?? onlyGap(body.stated);
  walk.nodes.add(node);
  walk.blockers.push(
    foundBlocker({ id, line, title, ...blockerDetails(body.location, text) }, rating, within.role),
  );
}

const SEEN_MAX = 600;
const OWN_FIELDS = wordSet("severity gap location");

/** What it says besides its fields, as a reader sees it. */
function bodyText(nodes: readonly OutlineNode[]): string {
  const texts = nodesBelow(nodes).map((node) => (isOwnField(node) ? "" : seenText(node).trim()));
  return texts.filter((text) => text !== "").join("\n");
}

function isOwnField(node: OutlineNode): boolean {
  const { lead, fields } = labelledText(node.spans);
  return (
    lead === "" &&
    fields.length > 0 &&
    fields.every(({ label }) => fieldsNamed(label).some((name) => OWN_FIELDS.has(name)))
  );
}

function enterItem(written: ItemNode, listed: boolean, { within, walk }: BlockerPlace): void {
  const item = { ...written, spans: withRatingSetOff(written.spans) };
  const text = openingOf(item.spans);
  const labelled = labelledBlocker(item.spans);
  if (labelled === null && (!listed || isOwnField(item))) {
    enter(item.children, within, walk);
    return;
  }
  if (saysNoBlocker(labelled ?? text) || isVerdict(text)) return;
  const front = labelled ?? boldFront(item.spans);
  const [title, seen] = [front ?? text, front ?? plainText(item.spans)];
  const body = readBody(item.spans, item.children, walk.lines);
  const shown = [plainText(item.spans).trim(), bodyText(item.children)]
    .filter((part) => part !== "")
    .join("\n");
  const role = labelled === null ? within.role : "blockers";
  const { spans, line } = item;
  add({ titleText: title, opening: text, seen, spans, line, body, text: shown }, written, {
    within: { ...within, role },
    walk,
  });
}

function isVerdict(text: string): boolean {
  return labelledVerdict(text) !== null || verdictOfLine(text) !== null;
}

/** The value of `**Blocker:** …`. */
function labelledBlocker(spans: readonly Span[]): string | null {
  const [first] = labelledFields(spans);
  if (first === undefined || !/^(?:blocker|blockers|blocking issues?)(?:\s#?\d{1,3})?$/i.test(first.label))
    return null;
  return plainText(spans).trim().startsWith(first.label) ? first.value : null;
}

/** `**CRITICAL** No limit …` is read like `**CRITICAL:** No limit …`. */
function withRatingSetOff(spans: readonly Span[]): readonly Span[] {
  const [first, ...rest] = spans;
  if (first?.strong !== true || first.code || rest.length === 0) return spans;
  if (readRating(stripMarkup(first.text)) === null || /^\s*(?:[:–—|]|-\s)/.test(rest[0]?.text ?? ""))
    return spans;
  return /[:.]\s*$/.test(first.text) ? spans : [{ ...first, text: `${first.text.trimEnd()}:` }, ...rest];
}

function boldFront(spans: readonly Span[]): string | null {
  const [first, next] = spans;
  if (first?.strong !== true || first.code) return null;
  const isSetOff = next === undefined || /[:.]\s*$/.test(first.text) || /^\s*(?:[:–—(.]|-\s)/.test(next.text);
  const label = isSetOff ? stripMarkup(first.text) : "";
  return readIssueTitle(label).title === "" ? null : label;
}

interface BlockerTextPlace extends BlockerPlace {
  readonly listed: boolean;
}

function enterText(
  node: OutlineNode,
  written: readonly Span[],
  { listed, within, walk }: BlockerTextPlace,
): void {
  const spans = withRatingSetOff(written);
  const text = openingOf(spans);
  const labelled = labelledBlocker(spans);
  const value = labelled ?? (listed ? text : "");
  if (value === "" || value.endsWith(":") || saysNoBlocker(value) || isVerdict(text)) return;
  const body = readBody(spans, [], walk.lines);
  const role = labelled === null ? within.role : "blockers";
  const parts = {
    titleText: value,
    seen: labelled ?? plainText(spans),
    spans,
    line: node.line,
    body,
    text: labelled ?? plainText(spans).trim(),
  };
  add(parts, node, { within: { ...within, role }, walk });
}

/** A table among blockers (`listed`), or one with a column of that name. */
function blockersInTable(table: Table, listed: boolean, within: EnclosingPart): readonly FoundBlocker[] {
  const columns = tableColumns(table);
  const named = columns.titles.findIndex((title) => /^(?:blockers?|blocking issues?)$/i.test(title));
  if (!listed && named < 0) return [];
  const titleColumn = named >= 0 ? named : (columns.of.get("title") ?? columns.of.get("description") ?? 0);
  const role = named >= 0 ? "blockers" : within.role;
  return columns.rows
    .filter((row) => !isEmpty(cellText(row, titleColumn)))
    .map((row) => blockerOfRow(row, { columns, titleColumn, within: { ...within, role } }));
}

/** Nothing, or a mere count. */
function isEmpty(title: string): boolean {
  return saysNoBlocker(title) || /^\d{1,4}$/.test(title);
}

const OWN_COLUMNS: readonly FieldName[] = ["severity", "gap", "location", "id"];

interface RowSetting {
  readonly columns: TableColumns;
  readonly titleColumn: number;
  readonly within: EnclosingPart;
}

function blockerOfRow(row: BlockRow, { columns: { of }, titleColumn, within }: RowSetting): FoundBlocker {
  const opening = readIssueTitle(cellText(row, titleColumn));
  const title = cellOf(row, titleColumn);
  const location = plainText(cellOf(row, of.get("location"))).trim();
  const own = new Set([titleColumn, ...OWN_COLUMNS.map((name) => of.get(name))]);
  const texts = row.cells.map((cell, index) => (own.has(index) ? "" : plainText(cell).trim()));
  return foundBlocker(
    {
      id: onlyGap(cellText(row, of.get("gap"))) ?? onlyGap(row.cells.map(plainText).join(" ")),
      line: row.line,
      title: withCodeMarks(readIssueTitle(plainText(title)).title, title),
      ...blockerDetails(location === "" ? null : location, texts.filter((text) => text !== "").join("\n")),
    },
    readRating(cellText(row, of.get("severity"))) ?? opening.rating ?? within.rating,
    within.role,
  );
}
