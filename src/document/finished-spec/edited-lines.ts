// The lines of a text of the author's in which stretches were replaced.
import type { LineOrigin } from "../../core/documents/finished-spec.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { isBlank } from "../markdown/lines.ts";
import type { DraftLine } from "./draft.ts";
import { saysSomething } from "./says-something.ts";
import type { Stretch } from "./sentences.ts";

/** A stretch of the author's text and what is there instead. */
export interface Edit extends Stretch {
  readonly text: string;
  readonly gaps: readonly GapId[];
  /** Whether the words are a resolution's, and not only what keeps a sentence readable. */
  readonly blends?: boolean;
}

interface Building {
  text: string;
  line: number;
  changed: boolean;
  kept: boolean;
  blends: boolean;
  readonly gaps: Set<GapId>;
}

/** The lines of a text with its edits made; lines that nothing is left of are gone. */
export function editedLines(
  text: string,
  firstLine: number,
  edits: readonly Edit[],
  dress: "prose" | "row" = "prose",
): readonly DraftLine[] {
  const lines: Building[] = [newLine(firstLine)];
  let from = 0;
  let number = firstLine;
  const keep = (words: string): void => {
    for (const [index, part] of words.split("\n").entries()) {
      if (index > 0) lines.push(newLine(++number));
      const line = lines.at(-1);
      if (line === undefined) continue;
      line.text += line.changed ? joined(line.text, part) : part;
      line.kept ||= saysSomething(part);
    }
  };
  for (const { start, end, text: instead, gaps, blends } of edits) {
    keep(text.slice(from, start));
    const line = lines.at(-1);
    if (line !== undefined) {
      line.text = instead === "" ? line.text : withWords(line.text, instead);
      line.changed = true;
      line.blends ||= blends === true;
      for (const gap of gaps) line.gaps.add(gap);
    }
    number += text.slice(start, end).split("\n").length - 1;
    from = end;
  }
  keep(text.slice(from));
  const left = lines.filter((line) => !line.changed || !isBlank(line.text));
  return left.map((line, index) => withBreak(finished(line, dress), line.text, index < left.length - 1));
}

/** A line that the author broke off with blanks stays so where another follows it. */
function withBreak(line: DraftLine, written: string, followed: boolean): DraftLine {
  const breaks = followed && line.origin.of !== "source" && /\S {2,}$/.test(written);
  return breaks ? { ...line, text: `${line.text}  ` } : line;
}

function newLine(line: number): Building {
  return { text: "", line, changed: false, kept: false, blends: false, gaps: new Set() };
}

function withWords(before: string, words: string): string {
  if (words.startsWith(":")) return before.trimEnd() + words;
  return before === "" || /[\s([{"“*_/-]/.test(before.at(-1) ?? "") ? before + words : `${before} ${words}`;
}

/** What follows an edit, without the blanks and stops that the mark leaves behind. */
function joined(before: string, rest: string): string {
  if (isBlank(before)) return rest.replace(/^[\s,;:.–—]+(?=\S)/, "").trimStart();
  if (/\s/.test(before.at(-1) ?? "")) return rest.replace(/^\s+/, "");
  return rest;
}

function finished(built: Building, dress: "prose" | "row"): DraftLine {
  const { text, line, changed, kept, blends } = built;
  if (!changed) return { text, origin: { of: "source", line } };
  const tidy = text
    .replace(/(?:[ \t]|<br\s?\/?>)+$/i, "")
    .replace(/(?<=\S)[ \t]+(?=[.,;!?]+(?:\s|$)|\][([])/g, "")
    .replace(/(?<=\S)[ \t]+(?=:$)/, "")
    .replace(/\(\s*[–—]\s+/g, "(")
    .replace(/^(\*\*|__)\s*[–—-]\s+(?=\S)/, "$1")
    .replace(/(?<!\.)\.\.(?=\s|$)/g, ".");
  const gaps = [...built.gaps];
  const origin: LineOrigin = kept
    ? { of: blends ? "blended" : "mended", line, gaps }
    : { of: "resolution", gaps };
  return { text: dress === "row" ? tidy : asProse(tidy.replace(/^(?:<br\s{0,2}\/?>\s*)+/i, "")), origin };
}

/** Words that lost what stood before them must not become a list, a title or a quote. */
export function asProse(line: string): string {
  return line
    .replace(/^( {0,3})([-+*](?=\s)|[#>]|=+\s*$|-+\s*$|(?:`{3,}|~{3,})|<!--|\|)/, "$1\\$2")
    .replace(/^( {0,3}\d{1,9})([.)](?=\s|$))/, "$1\\$2");
}
