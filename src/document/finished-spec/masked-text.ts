// A text of the author's with its marks hidden: what it says without them, and whether that is said again.
import { HIDDEN, plainValue } from "./fill-hole.ts";
import type { MarkStretch } from "./mark-stretch.ts";
import type { InSentence, PlacedMark } from "./placed-mark.ts";
import { restates, saysAllOf, sentenceWords, tellingWords, WHOLE_RESTATED_OVERLAP } from "./restating.ts";
import { saysSomething } from "./says-something.ts";
import { type Stretch, sentencesOf } from "./sentences.ts";
import { asSentence } from "./shape-text.ts";
import type { Unit } from "./units.ts";

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
export function aroundMark(sentence: string): readonly [string, string] {
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

/** Nothing else is in its sentence; or it asks, and another sentence begins after it without a stop between them. */
export function isSentence(
  mark: PlacedMark,
  { masked, sentence }: Pick<InSentence, "masked" | "sentence">,
): boolean {
  if (mark.entry || !saysSomething(masked.slice(sentence.start, sentence.end))) return true;
  const opens = !saysSomething(masked.slice(sentence.start, mark.start));
  const begins = mark.remarked || /^\s+(?:["“]?\p{Lu}|\()/u.test(masked.slice(mark.end, sentence.end));
  return opens && (!mark.value || mark.asks) && begins;
}
