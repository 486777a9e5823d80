// What is written where a mark stood: a text, a value, a pointer, or nothing.
import type { GapId } from "../../core/shared/gap-id.ts";
import type { Edit } from "./edited-lines.ts";
import { fillingFor, fittedValue, plainValue } from "./fill-hole.ts";
import { aroundMark, isSentence } from "./masked-text.ts";
import type { InSentence, PlacedMark } from "./placed-mark.ts";
import { saysAllOf, sentenceWords } from "./restating.ts";
import type { Stretch } from "./sentences.ts";
import { asSentence, splitAfterParagraph } from "./shape-text.ts";
import { isNeeded, standIn } from "./stand-in.ts";
import type { Unit } from "./units.ts";

interface MarkEdit {
  readonly edit: Edit;
  /** What comes behind the sentence. */
  readonly follows?: readonly Edit[];
  readonly left: readonly Unit[];
  /** Whether a text stands for the whole sentence. */
  readonly replaces: boolean;
}

export function markEdit(mark: PlacedMark, at: InSentence): MarkEdit {
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

/** A mark that is a sentence takes its full stop with it. */
function sentenceEnd(masked: string, mark: Stretch, sentence: Stretch): number {
  const rest = masked.slice(mark.end, sentence.end);
  return /^[.!?…,;:]*$/.test(rest) ? sentence.end : mark.end;
}
