// Where the title of an issue ends and its text begins, in an item or a line that holds both.
import { plainText, type Span } from "../markdown/spans.ts";
import { cutSpans } from "../reading/cut-spans.ts";
import { undressed, wordsOf } from "../reading/dress.ts";
import { openingText } from "../reading/opening-text.ts";
import { readRating } from "../reading/severity-words.ts";
import { type IssueTitle, readIssueTitle } from "./issue-title.ts";

export const TITLE_WORDS_MIN = 3;

/** The opening of an issue: its bold title where it has one, unless only the whole text rates it. */
export function readOpening(
  spans: readonly Span[],
  { codeIds }: { readonly codeIds: boolean },
): { readonly text: string; readonly opening: IssueTitle } {
  const text = openingText(spans, { codeIds });
  const whole = readIssueTitle(text);
  const end = titleEnd(spans);
  if (end === null) return { text, opening: whole };
  const titled = readIssueTitle(openingText(cutSpans(spans, end).before, { codeIds }));
  return { text, opening: titled.rating === null && whole.rating !== null ? whole : titled };
}

/** A text parted into title and what follows it: after its bold title, else after its first sentence. */
export function partedText(spans: readonly Span[]): {
  readonly title: readonly Span[];
  readonly rest: readonly Span[];
} {
  const { before: title, after: rest } = cutSpans(spans, titleEnd(spans) ?? sentenceEnd(spans));
  return { title, rest };
}

function sentenceEnd(spans: readonly Span[]): number {
  const shown = spans.map(({ text, code }) => (code ? "x".repeat(text.length) : text)).join("");
  return /[.!?](?=\s)/.exec(shown)?.index ?? shown.length;
}

/** Where a bold title ends that other text follows, with a bracket that belongs to it; else `null`. */
function titleEnd(spans: readonly Span[]): number | null {
  const first = spans.findIndex(({ strong, text }) => strong && undressed(text) !== "");
  if (first < 0 || !isOnlyTag(plainText(spans.slice(0, first)))) return null;
  let last = first;
  while (spans[last + 1]?.strong === true) last += 1;
  const before = plainText(spans.slice(0, last + 1));
  const after = plainText(spans.slice(last + 1));
  const { title, id, rating } = readIssueTitle(plainText(spans.slice(first, last + 1)));
  const bracket = /^\s{0,2}[([]([^()[\]\n]{1,80})[)\]]/.exec(after);
  const isRated = rating !== null || readRating(bracket?.[1] ?? "") !== null;
  const wordsMin = id === null && !isRated ? TITLE_WORDS_MIN : 1;
  if (undressed(after) === "" || wordsOf(title).length < wordsMin) return null;
  return before.length + (bracket?.[0].length ?? 0);
}

/** `[High]`, `🔴`, or nothing. */
function isOnlyTag(text: string): boolean {
  return wordsOf(text.replace(/^[^([]{0,4}[([][^()[\]]{1,40}[)\]]/, "")).length === 0;
}
