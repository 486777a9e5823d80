// `survey.md`: the holes that a reader of the whole specification lists, in the form it was asked for.
import type { ReadDocument } from "../../core/documents/note.ts";
import type { NamedSection, SurveyDocument, WrittenHole } from "../../core/documents/survey-document.ts";
import { type Block, parseMarkdown } from "../markdown/blocks.ts";
import { plainText, type Span } from "../markdown/spans.ts";
import { stripMarkup } from "../reading/dress.ts";
import { labelledText } from "../reading/labelled-fields.ts";
import { type Section, sectionsBelow, sectionsOf } from "../reading/sections.ts";
import { readRating, withoutRating } from "../reading/severity-words.ts";

/** More entries than these are not looked at. */
const HOLES_MAX = 500;
const COMPLETE_MAX = 1_000;

const NO_GAPS_FOUND = "NO_GAPS_FOUND";

export function readSurvey(text: string): ReadDocument<SurveyDocument> {
  const markdown = parseMarkdown(text);
  const sections = sectionsBelow(sectionsOf(markdown));
  const holes = sections.flatMap((section) => readHole(section) ?? []);
  const complete = sections
    .filter(({ title }) => isCompleteTitle(title))
    .flatMap(({ blocks }) => names(blocks));
  return {
    document: {
      holes: holes.slice(0, HOLES_MAX),
      complete: complete.slice(0, COMPLETE_MAX),
      nothingFound: nothingFound(sections),
    },
    notes: markdown.notes,
  };
}

type FieldName = "severity" | (typeof TEXTS)[number];

const TEXTS = ["place", "passage", "why", "settledBy", "waitsFor"] as const;

/** The labels of the form, and what people write in their place. */
const LABELS: ReadonlyMap<string, FieldName> = new Map([
  ["severity", "severity"],
  ["place", "place"],
  ["section", "place"],
  ["passage", "passage"],
  ["quote", "passage"],
  ["why it matters", "why"],
  ["why", "why"],
  ["what would settle it", "settledBy"],
  ["what settles it", "settledBy"],
  ["blocked by", "waitsFor"],
  ["depends on", "waitsFor"],
]);

/** A section with fields of the form is a hole, whichever of them it lacks; headings above and below it are not. */
function readHole({ title, line, blocks }: Section): WrittenHole | null {
  const fields = fieldsOf(blocks);
  if (!fields.has("severity") && fields.size < FIELDS_MIN) return null;
  const said = TEXTS.map((name) => [name, (fields.get(name) ?? "").trim()] as const).filter(
    ([, value]) => stripMarkup(value) !== "" && !isNothing(stripMarkup(value)),
  );
  const severity = readRating(fields.get("severity") ?? "")?.severity ?? null;
  const numbered = readNumberedTitle(title);
  return {
    id: null,
    line,
    ...numbered,
    title: withoutRating(numbered.title, severity),
    severity,
    ...Object.fromEntries(said),
  };
}

const FIELDS_MIN = 2;

/** The first field of a name counts; what follows it without a label belongs to it. */
function fieldsOf(blocks: readonly Block[]): ReadonlyMap<FieldName, string> {
  const fields = new Map<FieldName, string>();
  let last: FieldName | null = null;
  for (const block of blocks) {
    if (block.kind !== "paragraph" && block.kind !== "item") continue;
    const { lead, fields: labelled } = labelledText(block.spans);
    if (lead !== "" && last !== null) fields.set(last, joinLines(fields.get(last), lead));
    for (const { label, value } of labelled) {
      const name = LABELS.get(stripMarkup(label).toLowerCase()) ?? null;
      if (name === null && last !== null) fields.set(last, joinLines(fields.get(last), `${label}: ${value}`));
      if (name === null || fields.has(name)) continue;
      fields.set(name, value);
      last = name;
    }
  }
  return fields;
}

function joinLines(before: string | undefined, text: string): string {
  return before === undefined || before === "" ? text : `${before}\n${text}`;
}

const NOTHING: ReadonlySet<string> = new Set(["none", "-", "–", "—", "n/a"]);

function isNothing(value: string): boolean {
  return NOTHING.has(value.toLowerCase());
}

/** `404 or 410: which?` begins with no number of an entry. */
const NUMBER = /^(?:(?:gap |hole )#?(\d{1,3})[.:)]?|#(\d{1,3})[.:)]?|(\d{1,3})[.:)])\s{1,4}/i;

function readNumberedTitle(written: string): { readonly title: string; readonly number?: number } {
  const match = NUMBER.exec(written);
  if (match === null) return { title: written.trim() };
  const title = written.slice(match[0].length).trim();
  return { title, number: Number(match[1] ?? match[2] ?? match[3]) };
}

const COMPLETE_TITLES: ReadonlySet<string> = new Set([
  "sections found complete",
  "complete sections",
  "sections complete",
]);

function isCompleteTitle(title: string): boolean {
  return COMPLETE_TITLES.has(stripMarkup(title).toLowerCase());
}

/** An entry a line: items of a list, or rows of a table by their first cell. */
function names(blocks: readonly Block[]): readonly NamedSection[] {
  return blocks.flatMap((block) => {
    if (block.kind === "item" || block.kind === "paragraph")
      return readNamedSections(block.spans, block.line);
    if (block.kind !== "table") return [];
    return block.rows.slice(1).flatMap((row) => readNamedSections(row.cells[0] ?? [], row.line));
  });
}

function readNamedSections(spans: readonly Span[], line: number): readonly NamedSection[] {
  const path = plainText(spans).split("\n", 1)[0]?.trim() ?? "";
  return path === "" || isNothing(stripMarkup(path)) ? [] : [{ line, path }];
}

/** It is a statement only where it is all that a paragraph or an item says. */
function nothingFound(sections: readonly Section[]): number | null {
  for (const { blocks } of sections) {
    for (const block of blocks) {
      if (block.kind !== "paragraph" && block.kind !== "item") continue;
      if (stripMarkup(plainText(block.spans)) === NO_GAPS_FOUND) return block.line;
    }
  }
  return null;
}
