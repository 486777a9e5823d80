// The one way in which text that parley did not write enters a prompt: as data, behind marks it cannot close, with a
// label that says where it comes from. What is quoted so can describe instructions but not give them.
import { cleanText, codeSpan, fencedText, oneLine } from "../document/render/free-text.ts";
import { cutByStructure, withoutHalf } from "./cut-text.ts";

/** Turns the direction of text around, has no width, or encodes hidden letters: what a person would not see. */
const UNSEEN =
  /[\u061C\u200B\u200E\u200F\u2028\u2029\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]|[\u{E0000}-\u{E01EF}]/gu;

/** A longer run is nobody's fence, and ours would have to be longer still. */
const FENCE_RUN_MAX = 32;
const LONG_RUN = new RegExp(`(\`{${FENCE_RUN_MAX}}|~{${FENCE_RUN_MAX}})[\`~]+`, "g");

/** Never longer than the text. */
export function shownText(text: string): string {
  return cleanText(text).replace(UNSEEN, "\uFFFD").replace(LONG_RUN, "$1");
}

/** Within a line of ours: as code, cut to a length. */
export function shownLine(text: string, maxChars: number): string {
  const line = oneLine(shownText(text.slice(0, LOOKAHEAD * maxChars)));
  if (line === "") return "(empty)";
  return codeSpan(line.length <= maxChars ? line : `${withoutHalf(line.slice(0, maxChars - 1))}…`);
}

/** Blanks fold away, so a little more than what is kept is enough to look at. */
const LOOKAHEAD = 4;

interface Quotation {
  /** Whose words they are, as in `From the Engineer's document of round 3`. */
  readonly from: string;
  readonly text: string;
  readonly maxChars: number;
}

/** A label and a fence longer than any inside; cut by structure where the text is too long. */
export function quoteText({ from, text, maxChars }: Quotation): string {
  const { text: kept, cut } = cutByStructure(shownText(text), maxChars);
  const label = cut === 0 ? `${from}:` : `${from}, shortened:`;
  return [label, "", ...fencedText(kept, FENCE_INFO)].join("\n");
}

/** For what must never be shortened. */
export function quoteWhole(from: string, text: string): string {
  return quoteText({ from, text, maxChars: Number.POSITIVE_INFINITY });
}

const FENCE_INFO = "text";
