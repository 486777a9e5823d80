// Answers that name no issue and yet speak of one: shown as evidence, never taken for a disagreement.
import type { Passage } from "./answers.ts";
import { shareOf, termSet } from "./terms.ts";

/** How much of an issue's title a passage has to be about. */
const TITLE_SHARE_MIN = 0.5;
/** A shorter name of a place may stand anywhere. */
const PLACE_LENGTH_MIN = 6;

interface NamedIssue {
  readonly title: string;
  readonly location: string | null;
}

/** Finds those that hold the keywords of an issue's title, quote it, or name its place. */
export function softMatcher(passages: readonly Passage[]): (issue: NamedIssue) => readonly Passage[] {
  const read = passages.map((passage) => ({
    passage,
    terms: termSet(passage.text),
    words: plainWords(passage.text),
  }));
  return ({ title, location }) => {
    const wanted = termSet(title);
    const [phrase, place] = [plainWords(title), plainWords(location ?? "")];
    const matches = read.filter(
      ({ terms, words }) =>
        shareOf(wanted, terms) >= TITLE_SHARE_MIN ||
        (phrase !== "" && words.includes(phrase)) ||
        (place.length >= PLACE_LENGTH_MIN && words.includes(place)),
    );
    return matches.map(({ passage }) => passage);
  };
}

/** Words with single blanks between and around them. */
function plainWords(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? "" : ` ${words.join(" ")} `;
}
