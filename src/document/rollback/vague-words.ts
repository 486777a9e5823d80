// Words that stand in for a value, a limit or a condition: a closed list, seed of one pattern of an undone round.
import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import { lastAtOrBefore } from "../markdown/lines.ts";
import { wordsOf } from "../reading/dress.ts";
import { type Sentence, sentencesOf } from "../spec/sentences.ts";
import type { Passage } from "../spec/spec-text.ts";

const VAGUE_WORDS = [
  "appropriate",
  "as needed",
  "reasonable",
  "sufficient",
  "adequate",
  "properly",
  "correctly",
  "when necessary",
  "if applicable",
  "as required",
  "typically",
  "generally",
  "various",
  "certain",
  "some",
  "may",
  "might",
  "could",
  "should consider",
  "it depends",
  "context-dependent",
] as const;

const VAGUE = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?:${VAGUE_WORDS.map((word) => word.replaceAll(" ", "\\s{1,20}")).join("|")})(?![\\p{L}\\p{N}_-])`,
  "giu",
);
/** What somebody else is quoted with. */
const QUOTED = /"[^"]{1,300}"|“[^“”]{1,300}”|«[^«»]{1,300}»/g;

interface VagueWord {
  readonly word: string;
  /** In the passage. */
  readonly from: number;
  readonly to: number;
  /** The sentence it stands in, for comparing. */
  readonly sentence: string;
}

/** Code and quotations aside; `MAY` is a key word with a meaning, `5 May` a date. */
export function vagueWordsIn({ text }: Pick<Passage, "text">): readonly VagueWord[] {
  const said = text.replace(QUOTED, (quote) => " ".repeat(quote.length));
  const hits = [...said.matchAll(VAGUE)];
  if (hits.length === 0) return [];
  const sentences = sentencesOf(text);
  const read = memoizeWeak((sentence: Sentence) => readSentence(text.slice(sentence.start, sentence.end)));
  return hits.flatMap(({ 0: written, index }) => {
    const sentence = sentences[lastAtOrBefore(sentences, index, ({ start }) => start)];
    if (sentence === undefined) return [];
    const { key, lead } = read(sentence);
    const begins = index === sentence.start + lead;
    const plain = begins ? written.charAt(0).toLowerCase() + written.slice(1) : written;
    if (plain !== plain.toLowerCase()) return [];
    const word = plain.replace(/\s+/g, " ");
    return [{ word, from: index, to: index + written.length, sentence: key }];
  });
}

function readSentence(text: string): { readonly key: string; readonly lead: number } {
  return { key: wordsOf(text).join(" "), lead: text.search(/\S/) };
}
