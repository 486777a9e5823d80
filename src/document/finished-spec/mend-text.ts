// A text of the author's out of which marks are taken: within sentences, so that they still read.
import type { LineOrigin } from "../../core/documents/finished-spec.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { isBlank } from "../markdown/lines.ts";
import type { DraftLine } from "./draft.ts";
import type { MarkStretch } from "./mark-stretch.ts";
import { type FatedMark, linkTo } from "./mending.ts";
import type { Fate } from "./plan.ts";
import {
  REPEATED_OVERLAP,
  RESTATED_OVERLAP,
  restates,
  saidSentences,
  tellingWords,
  WHOLE_RESTATED_OVERLAP,
} from "./restating.ts";
import { saysSomething } from "./says-something.ts";
import { type Stretch, sentencesOf } from "./sentences.ts";
import { asSentence } from "./shape-text.ts";
import type { Unit } from "./units.ts";

export interface PlacedMark extends FatedMark, MarkStretch {
  /** Whether it stands in for a value, as `TBD` does. */
  readonly value: boolean;
  /** Whether it is the id and the title of a gap's own entry. */
  readonly entry: boolean;
}

/** A stretch of the author's text and what is there instead. */
export interface Edit extends Stretch {
  readonly text: string;
  readonly gaps: readonly GapId[];
  /** Whether the words are a resolution's, and not only what keeps a sentence readable. */
  readonly blends?: boolean;
}

export interface MendedText {
  readonly edits: readonly Edit[];
  /** Texts that found no place within. */
  readonly left: readonly Unit[];
}

export interface Surroundings {
  readonly text: string;
  /** Where the words begin and end. */
  readonly from: number;
  readonly to: number;
  readonly limitations: string;
  /** How long a text may be that stands where a whole sentence stood; 0 where it goes after the paragraph. */
  readonly roomMax: number;
}

/** Stands for each character of a mark, so that what is around it keeps its place. */
const HIDDEN = "\uFFFC";

/** The stop at the end of a question stays, since it ends the sentence. */
export function hidden(text: string, marks: readonly (Stretch & Pick<MarkStretch, "asks">)[]): string {
  let from = 0;
  let result = "";
  for (const { start, end, asks } of marks) {
    if (start < from) continue;
    const stop = asks && /[.!?。！？]/.test(text[end - 1] ?? "") ? "." : "";
    result += text.slice(from, start) + HIDDEN.repeat(end - start - stop.length) + stop;
    from = end;
  }
  return result + text.slice(from);
}

/** Whether texts say again every sentence of a text; those with a mark in them lack something anyway. */
export function restatesAll(units: readonly Unit[], masked: string): boolean {
  const words = tellingWords(units.map((unit) => unit.text).join("\n"));
  const sentences = sentencesOf(masked)
    .map(({ start, end }) => masked.slice(start, end))
    .filter(saysSomething);
  return (
    sentences.length > 0 && sentences.every((sentence) => restates(words, sentence, overlapFor(sentence)))
  );
}

/** Whether a mark stands in a sentence with other words. */
export function isWithinSentence(mark: PlacedMark, masked: string): boolean {
  const sentence = sentencesOf(masked).find(({ start, end }) => start <= mark.start && mark.start < end);
  return sentence !== undefined && !isSentence(mark, { masked, sentence });
}

function overlapFor(sentence: string): number {
  return sentence.includes(HIDDEN) ? RESTATED_OVERLAP : WHOLE_RESTATED_OVERLAP;
}

export function mendText(marks: readonly PlacedMark[], around: Surroundings): MendedText {
  const { text, from, to } = around;
  const masked = hidden(text, marks);
  const sentences = sentencesOf(masked.slice(from, to)).map(({ start, end }) => ({
    start: start + from,
    end: end + from,
  }));
  const edits: Edit[] = [];
  const left: Unit[] = [];
  const replaced: Stretch[] = [];
  let done = from;
  let next = 0;
  for (const mark of marks) {
    const units = mark.fate.to === "text" ? mark.fate.units : [];
    if (mark.start < done) {
      left.push(...units);
      continue;
    }
    while ((sentences[next]?.end ?? mark.start + 1) <= mark.start) next += 1;
    const sentence = sentences[next] ?? mark;
    const edit = editFor(mark, { masked, sentence, around, untouched: done <= sentence.start });
    edits.push(edit.edit);
    left.push(...edit.left);
    if (edit.replaces) replaced.push(sentence);
    done = edit.edit.end;
  }
  const again = saidAgain(marks, { masked, sentences, replaced, edits });
  return { edits: [...edits, ...again].sort((a, b) => a.start - b.start), left };
}

interface Mended {
  readonly masked: string;
  readonly sentences: readonly Stretch[];
  /** Those whose place a text has taken. */
  readonly replaced: readonly Stretch[];
  readonly edits: readonly Edit[];
}

/** The other sentences of the author's that the texts say again, or say otherwise: both cannot stand. */
function saidAgain(
  marks: readonly PlacedMark[],
  { masked, sentences, replaced, edits }: Mended,
): readonly Edit[] {
  const units = marks.flatMap(({ fate }) => (fate.to === "text" ? fate.units : []));
  if (units.length === 0) return [];
  const said = saidSentences(units.map(({ text }) => text));
  const gaps = [...new Set(units.flatMap((unit) => unit.gaps))];
  for (const { start, end } of replaced) said.takes(masked.slice(start, end), RESTATED_OVERLAP);
  const overlap = replaced.length > 0 ? RESTATED_OVERLAP : REPEATED_OVERLAP;
  let at = 0;
  return sentences.flatMap(({ start, end }): readonly Edit[] => {
    while ((edits[at]?.end ?? end) <= start) at += 1;
    if ((edits[at]?.start ?? end) < end || masked.slice(start, end).includes(HIDDEN)) return [];
    return said.takes(masked.slice(start, end), overlap) ? [{ start, end, text: "", gaps }] : [];
  });
}

interface InSentence {
  readonly masked: string;
  readonly sentence: Stretch;
  readonly around: Surroundings;
  /** Whether no mark before it was in the sentence: else what became of that one must stay. */
  readonly untouched: boolean;
}

interface MarkEdit {
  readonly edit: Edit;
  readonly left: readonly Unit[];
  /** Whether a text stands for the whole sentence. */
  readonly replaces: boolean;
}

function editFor(mark: PlacedMark, at: InSentence): MarkEdit {
  const { masked, sentence, around } = at;
  const gaps = mark.gap === null ? [] : [mark.gap];
  const own = isSentence(mark, at);
  const end = own ? Math.max(mark.end, sentenceEnd(masked, mark, sentence)) : mark.end;
  const gone: Edit = { start: mark.start, end, text: "", gaps };
  const units = mark.fate.to === "text" ? mark.fate.units : [];
  const link = linkWords(around.text, mark);
  if (link !== null) return { edit: { ...gone, text: link }, left: units, replaces: false };
  if (mark.fate.to !== "text")
    return { edit: own ? gone : { ...gone, text: standIn(mark, at) }, left: [], replaces: false };
  const [first, ...rest] = units;
  const said = first === undefined ? null : asSentence(first.text);
  if (own) {
    const fits = said !== null && said.length <= around.roomMax;
    return fits
      ? { edit: { ...gone, text: said, blends: true }, left: rest, replaces: false }
      : { edit: gone, left: units, replaces: false };
  }
  if (said !== null && isValue(said) && (mark.value || isNeeded(mark, at)))
    return { edit: { ...gone, text: said, blends: true }, left: rest, replaces: false };
  const words = tellingWords(units.map(({ text }) => text).join("\n"));
  if (at.untouched && restates(words, masked.slice(sentence.start, sentence.end))) {
    const whole = { ...sentence, start: Math.max(sentence.start, 0), gaps };
    return said === null
      ? { edit: { ...whole, text: "" }, left: units, replaces: true }
      : { edit: { ...whole, text: said, blends: true }, left: rest, replaces: true };
  }
  return { edit: { ...gone, text: standIn(mark, at) }, left: units, replaces: false };
}

const ADDRESS_LENGTH_MAX = 200;

/** What a link or an image says of itself when all it said was a mark; `null` where it stands in none. */
function linkWords(text: string, { start, end }: Stretch): string | null {
  if (text[start - 1] !== "[" || text[end] !== "]") return null;
  const target = text.slice(end + 1, end + 1 + ADDRESS_LENGTH_MAX);
  if (!/^[([]/.test(target)) return null;
  if (text[start - 2] === "!") return "image";
  return /^\(<?([^\s()<>[\]*_`|#][^\s()<>[\]*`|]*)/.exec(target)?.[1] ?? "link";
}

/** Nothing else is in its sentence; or it asks, and another sentence begins after it without a stop between them. */
function isSentence(
  mark: PlacedMark,
  { masked, sentence }: Pick<InSentence, "masked" | "sentence">,
): boolean {
  if (mark.entry || !saysSomething(masked.slice(sentence.start, sentence.end))) return true;
  const opens = !saysSomething(masked.slice(sentence.start, mark.start));
  return (
    opens && (!mark.value || mark.asks) && /^\s+["“(]?\p{Lu}/u.test(masked.slice(mark.end, sentence.end))
  );
}

/** A mark that is a sentence takes its full stop with it. */
function sentenceEnd(masked: string, mark: Stretch, sentence: Stretch): number {
  const rest = masked.slice(mark.end, sentence.end);
  return /^[.!?…,;:]*$/.test(rest) ? sentence.end : mark.end;
}

const VALUE_LENGTH_MAX = 60;

/** `5 seconds`: what can stand where the mark stood. */
function isValue(text: string): boolean {
  return text.length <= VALUE_LENGTH_MAX && /^[\p{Ll}\p{N}`"“]/u.test(text) && !/[.!?;:]$/.test(text);
}

const LEANS =
  /(?:^|[\s(])(?:is|are|be|was|were|of|to|after|within|for|by|at|with|than|the|an?|every|each|most|least|from|in|into|per|on|about|under|over|until|till|only|and|or|not|even|exceeds?|equals?|takes?|lasts?)\s*$/i;
const STATES = /(?:^|\s)(?:is|are|be|was|were)\s*$/i;

/** Whether the sentence cannot do without a word at its place. */
function isNeeded(mark: PlacedMark, { masked, sentence }: InSentence): boolean {
  if (mark.bracketed) return false;
  const before = masked.slice(sentence.start, mark.start);
  const after = masked.slice(mark.end, sentence.end);
  return LEANS.test(before) || /[:=]\s*$/.test(before) || /^\s*[\p{L}\p{N}`"“(%]/u.test(after);
}

/** What keeps the sentence readable where the mark has gone. */
function standIn(mark: PlacedMark, at: InSentence): string {
  const { masked, sentence, around } = at;
  const before = masked.slice(sentence.start, mark.start);
  const after = masked.slice(mark.end, sentence.end);
  const phrase = phraseFor(mark.fate, around.limitations);
  if (phrase === null) return "";
  const breaksOff = mark.asks && !mark.bracketed && !saysSomething(after);
  if (breaksOff) return `${/(?:^|[:=–—>.!?。！？;,([-])\s*$/.test(before) ? "" : ": "}${phrase}.`;
  const bare = mark.fate.to === "limitation";
  if (mark.bracketed) return bare ? `(${phrase})` : "";
  if (/[:=]\s*$/.test(before)) return phrase;
  if (!isNeeded(mark, at)) return bare ? `(${phrase})` : "";
  if (bare) return phrase;
  if (STATES.test(before) && !/^\s*[\p{L}\p{N}`"“(%]/u.test(after))
    return phrase.replace(/^see (?=\[)/, "given in ").replace(/^see /, "given ");
  return `(${phrase})`;
}

function phraseFor(fate: Fate, limitations: string): string | null {
  switch (fate.to) {
    case "text":
      return "see below";
    case "elsewhere":
      return fate.near !== null
        ? `see ${fate.near}`
        : fate.section === null
          ? null
          : `see ${linkTo(fate.section)}`;
    case "limitation":
      return `[undecided](#${limitations})`;
    case "strip":
      return null;
  }
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
  return lines.filter((line) => !line.changed || !isBlank(line.text)).map((line) => finished(line, dress));
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
