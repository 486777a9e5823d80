// The finished spec in the making: what becomes of each line of the source, and what comes after it.
import type { FinishedSpec, LineOrigin, SpecMapEntry } from "../../core/documents/finished-spec.ts";
import { isBlank } from "../markdown/lines.ts";
import type { LineEnd } from "./line-end.ts";
import { apartFrom, listMarkOf } from "./list-marks.ts";

export interface DraftLine {
  readonly text: string;
  readonly origin: LineOrigin;
}

export interface Insert {
  readonly lines: readonly DraftLine[];
  /** Whether it goes on with the list before it instead of being a text of its own. */
  readonly joins: boolean;
}

export interface Draft {
  /** What stands for a line of the source; a line that is not here stands as it is. */
  readonly changed: Map<number, readonly DraftLine[]>;
  readonly inserts: Map<number, Insert[]>;
}

export function newDraft(): Draft {
  return { changed: new Map(), inserts: new Map() };
}

export const ADDED: LineOrigin = { of: "added" };

export function insertAfter({ inserts }: Draft, line: number, insert: Insert): void {
  if (insert.lines.length === 0) return;
  const there = inserts.get(line);
  if (there === undefined) inserts.set(line, [insert]);
  else there.push(insert);
}

export function removeLines({ changed }: Draft, from: number, to: number): void {
  for (let line = from; line <= to; line++) changed.set(line, []);
}

export interface Written {
  readonly source: readonly string[];
  readonly lineEnd: LineEnd;
  /** The last line of the source that is not blank, and what closes what it leaves open. */
  readonly lastLine: number;
  readonly closers: readonly string[];
  /** The last look at a line that the author wrote. */
  readonly mend: (line: DraftLine, number: number) => DraftLine;
}

interface Writing {
  readonly out: DraftLine[];
  /** Whether what was written last must be set off from what follows. */
  apart: boolean;
  /** Whether lines of the source were taken out since the last one. */
  gap: boolean;
}

export function writeDraft(draft: Draft, about: Written): FinishedSpec {
  const writing: Writing = { out: [], apart: false, gap: false };
  for (let number = 0; number <= about.source.length; number++) {
    if (number > 0) writeSource(writing, draft, { number, about });
    if (number === about.lastLine)
      for (const text of about.closers) writing.out.push({ text, origin: ADDED });
    for (const insert of draft.inserts.get(number) ?? []) writeInsert(writing, insert, { number, about });
  }
  const { out } = writing;
  if (writing.apart) out.push({ text: "", origin: ADDED });
  // What follows the last line end is no line to anybody who counts them.
  const counted = out.at(-1)?.text === "" ? out.slice(0, -1) : out;
  return { text: out.map(({ text }) => text).join(about.lineEnd), map: mapOf(counted) };
}

interface At {
  readonly number: number;
  readonly about: Written;
}

function writeSource(writing: Writing, { changed }: Draft, { number, about }: At): void {
  const text = about.source[number - 1] ?? "";
  const lines = changed.get(number) ?? [{ text, origin: { of: "source", line: number } }];
  if (lines.length === 0) writing.gap = true;
  for (const line of lines) {
    const { out } = writing;
    const before = out.at(-1);
    if (isBlank(line.text)) {
      const doubled = writing.gap && (before === undefined || isBlank(before.text));
      writing.apart = false;
      if (doubled) continue;
    } else {
      const merges =
        writing.gap && before !== undefined && !isBlank(before.text) && UNDERLINES.test(line.text);
      if (writing.apart || merges) out.push({ text: "", origin: ADDED });
      writing.apart = false;
      writing.gap = false;
    }
    out.push(about.mend(line, number));
  }
}

const UNDERLINES = /^ {0,3}(?:=+|-+)[ \t]*$/;

function writeInsert(writing: Writing, insert: Insert, { number, about }: At): void {
  const { out } = writing;
  const before = out.at(-1);
  const lines = insert.joins ? insert.lines : setOff(insert.lines, out, nextLine(about.source, number));
  if (before !== undefined && !isBlank(before.text) && !insert.joins) out.push({ text: "", origin: ADDED });
  for (const line of lines) out.push(line);
  writing.apart = true;
  writing.gap = false;
}

const LOOKAHEAD_LINES_MAX = 50;

function nextLine(source: readonly string[], number: number): string {
  for (let at = number; at < source.length && at < number + LOOKAHEAD_LINES_MAX; at++) {
    if (!isBlank(source[at] ?? "")) return source[at] ?? "";
  }
  return "";
}

/** A list that follows another with the same mark would go on with it, whatever blank lines lie between. */
function setOff(lines: readonly DraftLine[], out: readonly DraftLine[], next: string): readonly DraftLine[] {
  const mark = listMarkOf(lines[0]?.text ?? "");
  if (mark === null) return lines;
  const before = listBefore(out);
  const after = listMarkOf(next);
  const taken = [before, after].filter((other) => other !== null);
  if (!taken.includes(mark)) return lines;
  const texts = apartFrom(
    lines.map(({ text }) => text),
    mark,
    taken,
  );
  return lines.map((line, index) => ({ ...line, text: texts[index] ?? line.text }));
}

/** The mark of the list at the margin that the written text ends with. */
function listBefore(out: readonly DraftLine[]): string | null {
  for (let at = out.length - 1; at >= 0 && at >= out.length - LOOKAHEAD_LINES_MAX; at--) {
    const text = out[at]?.text ?? "";
    if (isBlank(text) || /^\s/.test(text)) continue;
    return listMarkOf(text);
  }
  return null;
}

function mapOf(lines: readonly DraftLine[]): readonly SpecMapEntry[] {
  const map: SpecMapEntry[] = [];
  for (const [index, { origin }] of lines.entries()) {
    const at = index + 1;
    const last = map.at(-1);
    if (last !== undefined && goesOn(last, origin)) map[map.length - 1] = { ...last, to: at };
    else map.push({ from: at, to: at, origin });
  }
  return map;
}

function goesOn({ from, to, origin }: SpecMapEntry, next: LineOrigin): boolean {
  if (origin.of === "source") return next.of === "source" && next.line === origin.line + (to - from) + 1;
  if (origin.of === "added") return next.of === "added";
  return origin === next;
}
