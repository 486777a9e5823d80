// The passages of a document, each a paragraph, an item or a table: whether anything is said shows only in the whole of one.
import { isBlank, readableLines } from "../markdown/lines.ts";
import { sentencesOf } from "../spec/sentences.ts";
import { termsOf } from "./terms.ts";
import { bareText } from "./written-lines.ts";

interface SaidSentence {
  /** Dress, case and line ends aside. */
  readonly words: string;
  readonly text: string;
}

interface SaidPassage {
  /** The indexes of its first line, and of the one after its last. */
  readonly from: number;
  readonly to: number;
  readonly sentences: readonly SaidSentence[];
}

export function passagesOf(written: readonly string[]): readonly SaidPassage[] {
  const lines = readableLines(written);
  const passages: SaidPassage[] = [];
  for (let from = 0; from < lines.length; ) {
    const to = endOfPassage(lines, from);
    if (!isBlank(lines[from] ?? "")) passages.push({ from, to, sentences: read(lines.slice(from, to)) });
    from = to;
  }
  return passages;
}

/** What new sentences of a passage are about; those of an author on themselves say nothing of what is specified. */
export function termsSaid({ sentences }: SaidPassage, stood: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    sentences
      .filter(({ words, text }) => !stood.has(words) && !FIRST_PERSON.test(text))
      .flatMap(({ text }) => termsOf(text)),
  );
}

const FIRST_PERSON = /\b(?:I|[Ww]e|[Uu]s|[Oo]urs?|[Mm]y)\b/;

/** Each row of a table is a sentence; a heading is none. */
function read(lines: readonly string[]): readonly SaidSentence[] {
  if (HEADING.test(lines[0] ?? "")) return [];
  const text = lines.join("\n");
  const texts = ROW.test(text) ? lines : sentencesOf(text).map(({ start, end }) => text.slice(start, end));
  return texts.map((one) => ({ words: bareText(one.replaceAll(/\s+/g, " ")), text: one }));
}

const ROW = /^\s{0,20}\|/;
const HEADING = /^\s{0,20}#{1,6}\s/;
/** A heading, an item, a quotation, a fence. */
const BEGINS = /^\s{0,20}(?:#{1,6}\s|[-*+]\s|\d{1,3}[.)]\s|>|```|~~~)/;

function endOfPassage(lines: readonly string[], from: number): number {
  const first = lines[from] ?? "";
  let to = from + 1;
  if (isBlank(first) || HEADING.test(first)) return to;
  const goesOn = (line: string) => !isBlank(line) && !BEGINS.test(line) && ROW.test(line) === ROW.test(first);
  while (to < lines.length && goesOn(lines[to] ?? "")) to += 1;
  return to;
}
