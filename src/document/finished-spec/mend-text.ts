// A text of the author's out of which marks are taken: within sentences, so that they still read.
import type { GapId } from "../../core/shared/gap-id.ts";
import type { Edit } from "./edited-lines.ts";
import { fillingFor, fittedValue, HIDDEN, plainValue } from "./fill-hole.ts";
import type { MarkStretch } from "./mark-stretch.ts";
import { type FatedMark, linkTo } from "./mending.ts";
import type { Fate } from "./plan.ts";
import {
  REPEATED_OVERLAP,
  RESTATED_OVERLAP,
  restates,
  saidSentences,
  saysAllOf,
  sentenceWords,
  tellingWords,
  WHOLE_RESTATED_OVERLAP,
} from "./restating.ts";
import { saysSomething } from "./says-something.ts";
import { type Stretch, sentencesOf } from "./sentences.ts";
import { asSentence, splitAfterParagraph } from "./shape-text.ts";
import type { Unit } from "./units.ts";

export interface PlacedMark extends FatedMark, MarkStretch {
  /** Whether it stands in for a value, as `TBD` does. */
  readonly value: boolean;
  /** Whether it is the id and the title of a gap's own entry. */
  readonly entry: boolean;
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
  const texts = units.map((unit) => unit.text);
  const words = tellingWords(texts.join("\n"));
  const said = sentenceWords(texts);
  const sentences = sentencesOf(masked)
    .map(({ start, end }) => masked.slice(start, end))
    .filter(saysSomething);
  return (
    sentences.length > 0 &&
    sentences.every((sentence) =>
      sentence.includes(HIDDEN)
        ? saysAllOf(said, ...aroundMark(sentence))
        : restates(words, sentence, WHOLE_RESTATED_OVERLAP),
    )
  );
}

/** What a sentence says before its first mark and behind its last. */
function aroundMark(sentence: string): readonly [string, string] {
  const first = sentence.indexOf(HIDDEN);
  const last = sentence.lastIndexOf(HIDDEN);
  return [
    sentence.slice(0, first),
    sentence.slice(first, last).replaceAll(HIDDEN, " ") + sentence.slice(last + 1),
  ];
}

/** Whether the first of the texts is no more than a value: it fills a hole, and says nothing again. */
export function isOneValue([first]: readonly Unit[]): boolean {
  const said = first === undefined ? null : asSentence(first.text);
  return said !== null && plainValue(said) !== null;
}

/** Whether a mark stands in a sentence with other words. */
export function isWithinSentence(mark: PlacedMark, masked: string): boolean {
  const sentence = sentencesOf(masked).find(({ start, end }) => start <= mark.start && mark.start < end);
  return sentence !== undefined && !isSentence(mark, { masked, sentence });
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
    edits.push(edit.edit, ...(edit.follows ?? []));
    left.push(...edit.left);
    if (edit.replaces) replaced.push(sentence);
    done = edit.edit.end;
  }
  edits.sort((a, b) => a.start - b.start);
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
  /** What comes behind the sentence. */
  readonly follows?: readonly Edit[];
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
      ? { edit: { ...gone, text: beforeRemark(mark, said), blends: true }, left: rest, replaces: false }
      : { edit: gone, left: units, replaces: false };
  }
  const value = said === null ? null : plainValue(said);
  if (value !== null && (mark.value || isNeeded(mark, at))) {
    const text = fittedValue(
      value,
      masked.slice(sentence.start, mark.start),
      masked.slice(mark.end, sentence.end),
    );
    return { edit: { ...gone, text, blends: true }, left: rest, replaces: false };
  }
  return (
    saidAnew(at, units, gaps) ??
    filled(mark, at, units) ?? { edit: { ...gone, text: standIn(mark, at) }, left: units, replaces: false }
  );
}

/** What the author says behind a dash stays behind one, where no sentence ends before it. */
function beforeRemark({ remarked }: PlacedMark, said: string): string {
  return remarked && !/[.!?。…]["”’)*_]*$/.test(said) ? `${said} —` : said;
}

/** A text that says everything of the sentence stands for it; not where the sentence has another mark. */
function saidAnew(
  { masked, sentence, untouched }: InSentence,
  units: readonly Unit[],
  gaps: readonly GapId[],
): MarkEdit | null {
  const words = masked.slice(sentence.start, sentence.end);
  const said = sentenceWords(units.map(({ text }) => text));
  if (!untouched || holes(words) > 1 || !saysAllOf(said, ...aroundMark(words))) return null;
  const whole = { ...sentence, start: Math.max(sentence.start, 0), gaps };
  const [first, ...rest] = units;
  const text = first === undefined ? null : asSentence(first.text);
  return text === null
    ? { edit: { ...whole, text: "" }, left: units, replaces: true }
    : { edit: { ...whole, text, blends: true }, left: rest, replaces: true };
}

function holes(words: string): number {
  return words.match(/\uFFFC+/g)?.length ?? 0;
}

/** A text that begins as the sentence does fills the hole in it. */
function filled(
  mark: PlacedMark,
  { masked, sentence }: InSentence,
  [first, ...rest]: readonly Unit[],
): MarkEdit | null {
  if (first === undefined) return null;
  const { head, tail } = splitAfterParagraph(first.text);
  const said = asSentence(head);
  const before = masked.slice(sentence.start, mark.start);
  const filling = said === null ? null : fillingFor(before, masked.slice(mark.end, sentence.end), said);
  if (filling === null) return null;
  const { value, over, others } = filling;
  const { gaps } = first;
  const stop = mark.asks && /[.!?。！？]/.test(masked[mark.end - 1] ?? "") ? "." : "";
  const edit: Edit = { start: mark.start, end: mark.end + over, text: value + stop, gaps, blends: true };
  const follows =
    others === "" ? [] : [{ start: sentence.end, end: sentence.end, text: others, gaps, blends: true }];
  return { edit, follows, left: tail === "" ? rest : [{ ...first, text: tail }, ...rest], replaces: true };
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
  const begins = mark.remarked || /^\s+(?:["“]?\p{Lu}|\()/u.test(masked.slice(mark.end, sentence.end));
  return opens && (!mark.value || mark.asks) && begins;
}

/** A mark that is a sentence takes its full stop with it. */
function sentenceEnd(masked: string, mark: Stretch, sentence: Stretch): number {
  const rest = masked.slice(mark.end, sentence.end);
  return /^[.!?…,;:]*$/.test(rest) ? sentence.end : mark.end;
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
