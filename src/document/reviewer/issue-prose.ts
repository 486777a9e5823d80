// What an issue says outside of labels. Sentences are not judged: all of them say what is wrong, and only a place that
// is written as one (`§ 3`, `(Section 2, "Loans")`) is taken for its place.
import { undressed, wordsOf } from "../reading/dress.ts";

/** Code stands between backticks. */
export interface IssueProse {
  readonly title: string;
  readonly text: string;
}

export interface ProseFields {
  readonly location: string | null;
  readonly impact: string | null;
  readonly suggestion: string | null;
}

const TEXT_LENGTH_MAX = 4_000;
const IMPACT_WORDS_MIN = 4;

export function proseFields({ title, text }: IssueProse): ProseFields {
  return { location: placeIn(title) ?? placeIn(text), impact: proseImpact(text), suggestion: null };
}

export function proseImpact(text: string): string | null {
  const said = text
    .slice(0, TEXT_LENGTH_MAX)
    .replaceAll("`", "")
    .replace(/\n{2,}/g, "\n")
    .trim();
  return wordsOf(said).length < IMPACT_WORDS_MIN ? null : said.replace(/^[.:\s–—-]+/, "");
}

const PLACE =
  /§\s?\d|\b(?:section|chapter|step|item|row|table|line|paragraph|appendix|requirement)s? (?:#?\d|["“]|[A-Z]\b)/i;

/** The words in a bracket that give a place, else the number itself. */
function placeIn(text: string): string | null {
  const read = text.slice(0, TEXT_LENGTH_MAX);
  const brackets = (read.match(/\([^()]{1,200}\)|\[[^[\]]{1,200}\]/g) ?? []).map((part) => part.slice(1, -1));
  const bracket = brackets.find((part) => PLACE.test(part) || isReference(part));
  if (bracket !== undefined) return undressed(bracket.replaceAll("`", ""));
  const match = PLACE.exec(read);
  return match === null ? null : undressed(/^[^.,;:()\n]*/.exec(read.slice(match.index))?.[0] ?? "");
}

/** `(GAP-X-001, 2.2)`, `` (`parse`, the loop) ``: a bracket with the number of a section, or that begins with code or a quotation. */
function isReference(text: string): boolean {
  if (/^\s*(?:`[^`]+`|"[^"]+"|“[^”]+”)/.test(text)) return true;
  return text.split(/[,;]/).some((part) => /^[1-9]\d?(?:\.\d{1,2}){1,3}$/.test(undressed(part)));
}
