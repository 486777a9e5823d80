// Headings that hold marks: their other words stay, and what settles them stands under them.
import type { LineOrigin } from "../../core/documents/finished-spec.ts";
import { isBlank } from "../markdown/lines.ts";
import { slugOf } from "./anchors.ts";
import { ADDED, insertAfter, removeLines } from "./draft.ts";
import { isOnlyFields, withoutEntryHead } from "./entry-head.ts";
import { markStretch } from "./mark-stretch.ts";
import type { MarkedBlock } from "./marked-block.ts";
import { restatesAll } from "./masked-text.ts";
import { type Mending, pointerTo, putUnits } from "./mending.ts";
import type { TitleOf } from "./process-talk.ts";
import { saysSomething } from "./says-something.ts";
import type { Section } from "./source-layout.ts";
import type { Unit } from "./units.ts";

export function mendHeading(mending: Mending, { block, marks }: MarkedBlock, titleOf: TitleOf): void {
  const { draft, layout } = mending;
  const section = layout.sectionAt(block.line);
  if (section === null) return;
  const [first] = marks;
  const gaps = marks.flatMap(({ gap }) => (gap === null ? [] : [gap]));
  const title = (gaps[0] === undefined ? null : titleOf(gaps[0])) ?? "Open point";
  for (const line of new Set(marks.map(({ marker }) => marker.line))) {
    const here = marks.filter(({ marker }) => marker.line === line);
    const origin: LineOrigin = { of: "mended", line, gaps };
    const text = newTitle(layout.lines[line - 1] ?? "", here, { title, mending });
    draft.changed.set(line, [{ text, origin }]);
  }
  const units = marks.flatMap(({ fate }) => (fate.to === "text" ? fate.units : []));
  const entry = marks.some(({ marker, fate }) => marker.gap !== null && fate.to !== "strip");
  if (entry) trimEntry(mending, section, units);
  const spot = { line: section.bodyEnd, indent: 0 };
  if (units.length > 0) putUnits(mending, units, spot);
  else if (first !== undefined) point(mending, section, first);
}

function point(mending: Mending, section: Section, { fate }: MarkedBlock["marks"][number]): void {
  const text = pointerTo(mending, fate);
  const empty = section.bodyEnd === section.headEnd;
  // A text in the section itself needs nothing that leads to it.
  if (text === null || (fate.to === "elsewhere" && (!empty || fate.near !== null))) return;
  insertAfter(mending.draft, section.bodyEnd, { lines: [{ text, origin: ADDED }], joins: false });
}

interface Naming {
  readonly title: string;
  readonly mending: Mending;
}

function newTitle(line: string, marks: MarkedBlock["marks"], { title, mending }: Naming): string {
  const sign = /^ {0,3}#{1,6}[ \t]*/.exec(line)?.[0] ?? "";
  const entry = marks.find(({ marker }) => marker.gap !== null);
  let words = entry === undefined ? withoutMarks(line, marks).slice(sign.length) : line.slice(sign.length);
  const number = /^(?:\d{1,3}(?:\.\d{1,3}){0,6}[.)]?)\s+/.exec(words)?.[0] ?? "";
  words = entry === undefined ? words : number + withoutEntryHead(words.slice(number.length));
  words = words
    .replace(/\(\s*\)|\[\s*\]/g, "")
    .replace(/\s{2,}/g, " ")
    .replace(/^[\s:–—.,-]+|[\s:–—,-]+$/g, "");
  return sign + unlike(saysSomething(words) ? words : title, mending);
}

/** Only the mark goes: in a heading the words after it are the title. */
function withoutMarks(line: string, marks: MarkedBlock["marks"]): string {
  let text = line;
  for (const { marker } of marks.toReversed()) {
    const word = { start: marker.column - 1, end: marker.column - 1 + marker.text.length };
    const whole = markStretch(text, marker.kind, word, text.length);
    const { start, end } = marker.kind === "needs-clarification" || whole.bracketed ? whole : word;
    text = text.slice(0, start) + text.slice(end).replace(/^[*_]{0,2}:?/, "");
  }
  return text;
}

const SAME_TITLES_MAX = 99;

/** A title that another heading has would take over its anchor. */
function unlike(title: string, { taken }: Mending): string {
  if (!taken.has(slugOf(title))) return title;
  for (let number = 2; number <= SAME_TITLES_MAX; number++) {
    if (!taken.has(slugOf(`${title} (${number})`))) return `${title} (${number})`;
  }
  return title;
}

/** What an entry says of itself is gone, and so are words that the text says again. */
function trimEntry({ draft, layout }: Mending, { headEnd, bodyEnd }: Section, units: readonly Unit[]): void {
  for (let line = headEnd + 1; line <= bodyEnd; line++) {
    const text = layout.lines[line - 1] ?? "";
    const block = layout.blocks[layout.blockAt(line) ?? -1];
    if (block === undefined || isBlank(text)) continue;
    if (block.kind !== "paragraph" && block.kind !== "item") continue;
    if (isOnlyFields(text)) removeLines(draft, line, line);
    else if (units.length > 0 && line === block.line && block.kind === "paragraph" && block.depth === 0) {
      const own = layout.lines.slice(block.line - 1, block.endLine).join("\n");
      if (restatesAll(units, own)) removeLines(draft, block.line, block.endLine);
    }
  }
}
