// A document as lines, each read once: what it says dress aside, what it is about, and where its titles are.
import { linesOf, readableLines } from "../markdown/lines.ts";
import { stripMarkup } from "../reading/dress.ts";
import { termsOf } from "./terms.ts";

/** A heading, or the bold words that a line or an item begins with. */
interface LineTitle {
  /** The line's index. */
  readonly at: number;
  readonly terms: ReadonlySet<string>;
}

export interface WrittenLines {
  readonly lines: readonly string[];
  /** Each line dress aside. */
  readonly bare: readonly string[];
  readonly terms: readonly (readonly string[])[];
  readonly titles: readonly LineTitle[];
}

export function readLines(text: string): WrittenLines {
  const lines = linesOf(text);
  const read = readableLines(lines);
  const titles = read.flatMap((line, at) => {
    const title = HEADING.exec(line)?.[1] ?? BOLD_LEAD.exec(line)?.[1];
    return title === undefined ? [] : [{ at, terms: new Set(termsOf(title)) }];
  });
  return { lines, bare: read.map(bareText), terms: read.map(termsOf), titles };
}

const HEADING = /^ {0,3}#{1,6}[ \t]+(\S.*)$/;
const BOLD_LEAD = /^\s*(?:(?:[-*+]|\d{1,3}[.)])\s{1,8})?\*\*([^*]{2,200})\*\*/;

export function bareText(text: string): string {
  return stripMarkup(text).toLowerCase();
}

export function termsIn({ terms }: WrittenLines, from: number, to: number): ReadonlySet<string> {
  return new Set(terms.slice(from, to).flat());
}
