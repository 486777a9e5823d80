// A text of the author's out of which marks are taken: within sentences, so that they still read.
import type { LineOrigin } from "../../core/documents/finished-spec.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { isBlank } from "../markdown/lines.ts";
import type { DraftLine } from "./draft.ts";
import type { MarkStretch } from "./mark-stretch.ts";
import { type FatedMark, linkTo } from "./mending.ts";
import type { Fate } from "./plan.ts";
import { RESTATED_OVERLAP, restates, tellingWords, WHOLE_RESTATED_OVERLAP } from "./restating.ts";
import { type Stretch, sentencesOf } from "./sentences.ts";
import { asSentence } from "./shape-text.ts";
import type { Unit } from "./units.ts";

export interface PlacedMark extends FatedMark, MarkStretch {
  /** Whether it stands in for a value, as `TBD` does. */
  readonly value: boolean;
}

/** A stretch of the author's text and what is there instead. */
export interface Edit extends Stretch {
  readonly text: string;
  readonly gaps: readonly GapId[];
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
}

/** Stands for each character of a mark, so that what is around it keeps its place. */
const HIDDEN = "\uFFFC";

export function hidden(text: string, marks: readonly Stretch[]): string {
  let from = 0;
  let result = "";
  for (const { start, end } of marks) {
    if (start < from) continue;
    result += text.slice(from, start) + HIDDEN.repeat(end - start);
    from = end;
  }
  return result + text.slice(from);
}

export function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
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
    const edit = editFor(mark, { masked, sentence, around });
    edits.push(edit.edit);
    left.push(...edit.left);
    done = edit.edit.end;
  }
  return { edits, left };
}

interface InSentence {
  readonly masked: string;
  readonly sentence: Stretch;
  readonly around: Surroundings;
}

function editFor(mark: PlacedMark, at: InSentence): { readonly edit: Edit; readonly left: readonly Unit[] } {
  const { masked, sentence } = at;
  const gaps = mark.gap === null ? [] : [mark.gap];
  const own = isSentence(mark, at);
  const end = own ? Math.max(mark.end, sentenceEnd(masked, mark, sentence)) : mark.end;
  const gone: Edit = { start: mark.start, end, text: "", gaps };
  if (mark.fate.to !== "text") {
    return { edit: own ? gone : { ...gone, text: standIn(mark, at) }, left: [] };
  }
  const { units } = mark.fate;
  if (own) return { edit: gone, left: units };
  const [first, ...rest] = units;
  const said = first === undefined ? null : asSentence(first.text);
  const value = said !== null && isValue(said) && (mark.value || isNeeded(mark, at));
  if (value) return { edit: { ...gone, text: said }, left: rest };
  const words = tellingWords(units.map(({ text }) => text).join("\n"));
  if (restates(words, masked.slice(sentence.start, sentence.end))) {
    const whole = { ...sentence, start: Math.max(sentence.start, 0), gaps };
    return said === null
      ? { edit: { ...whole, text: "" }, left: units }
      : { edit: { ...whole, text: said }, left: rest };
  }
  return { edit: { ...gone, text: standIn(mark, at) }, left: units };
}

/** Nothing else is in its sentence; or it asks, and another sentence begins after it without a stop between them. */
function isSentence(
  mark: PlacedMark,
  { masked, sentence }: Pick<InSentence, "masked" | "sentence">,
): boolean {
  if (!saysSomething(masked.slice(sentence.start, sentence.end))) return true;
  const opens = !saysSomething(masked.slice(sentence.start, mark.start));
  return opens && !mark.value && /^\s+["“(]?\p{Lu}/u.test(masked.slice(mark.end, sentence.end));
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
  const breaksOff = mark.asks && !mark.bracketed && !/[\p{L}\p{N}]/u.test(after);
  if (breaksOff) return `${/[:=–—-]\s*$/.test(before) ? "" : ": "}${phrase}.`;
  const bare = mark.fate.to === "limitation";
  if (mark.bracketed) return bare ? `(${phrase})` : "";
  if (/[:=]\s*$/.test(before)) return phrase;
  if (!isNeeded(mark, at)) return bare ? `(${phrase})` : "";
  if (bare) return phrase;
  if (STATES.test(before) && !/^\s*[\p{L}\p{N}`"“(%]/u.test(after))
    return phrase.replace(/^see /, "given in ").replace("given in below", "given below");
  return `(${phrase})`;
}

function phraseFor(fate: Fate, limitations: string): string | null {
  switch (fate.to) {
    case "text":
      return "see below";
    case "elsewhere":
      return fate.section === null ? null : `see ${linkTo(fate.section)}`;
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
  for (const { start, end, text: instead, gaps } of edits) {
    keep(text.slice(from, start));
    const line = lines.at(-1);
    if (line !== undefined) {
      line.text = instead === "" ? line.text : withWords(line.text, instead);
      line.changed = true;
      for (const gap of gaps) line.gaps.add(gap);
    }
    number += text.slice(start, end).split("\n").length - 1;
    from = end;
  }
  keep(text.slice(from));
  return lines.filter((line) => !line.changed || !isBlank(line.text)).map((line) => finished(line, dress));
}

function newLine(line: number): Building {
  return { text: "", line, changed: false, kept: false, gaps: new Set() };
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

function finished({ text, line, changed, kept, gaps }: Building, dress: "prose" | "row"): DraftLine {
  if (!changed) return { text, origin: { of: "source", line } };
  const tidy = text
    .replace(/[ \t]+$/, "")
    .replace(/(?<=\S)[ \t]+(?=[.,;!?](?:\s|$))/g, "")
    .replace(/\.\.(?=\s|$)/g, ".");
  const origin: LineOrigin = kept
    ? { of: "mended", line, gaps: [...gaps] }
    : { of: "resolution", gaps: [...gaps] };
  return { text: dress === "row" ? tidy : asProse(tidy), origin };
}

/** Words that lost what stood before them must not become a list, a title or a quote. */
export function asProse(line: string): string {
  return line
    .replace(/^( {0,3})([-+*](?=\s)|[#>]|=+\s*$|-+\s*$|(?:`{3,}|~{3,})|<!--|\|)/, "$1\\$2")
    .replace(/^( {0,3}\d{1,9})([.)](?=\s|$))/, "$1\\$2");
}
