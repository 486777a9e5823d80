// Reads a line that holds nothing but words, `code`, **strong** text, *words* and plain links, which are most lines that agents
// write, without the parser. Anything that CommonMark could see differently is left to it.
import type { Span } from "./spans.ts";

/** Images, html, entities, escapes, strikes, and emphasis other than a plain pair of `**` or `*`. */
const NEEDS_PARSER =
  /[\\\n]|~~|\]\[|\]:|!\[|<[A-Za-z/!?]|&[#A-Za-z]|``|\*{3}|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/;
const PLAIN_LINK = /\[([\p{L}\p{N} .,:;#/-]+)\]\([\w#./:?=%-]+\)/uy;
const PLAIN_EMPHASIS = /\*([A-Za-z0-9](?:[A-Za-z0-9 ,'-]{0,200}[A-Za-z0-9])?)\*(?=$|[\s.,;:!?()—–-])/y;
const OPENS_AFTER = /[\s(]/;
const CLOSES_BEFORE = /[\s.,;:!?()\]—–-]/;

/** The spans of a line, or `null` where the parser must be asked. */
export function simpleSpans(text: string, line: number): readonly Span[] | null {
  if (NEEDS_PARSER.test(text)) return null;
  const spans: Span[] = [];
  let strong = false;
  let from = 0;
  const flush = (to: number): void => {
    if (to > from) spans.push({ text: text.slice(from, to), line, strong, code: false });
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "`") {
      const end = text.indexOf("`", at + 1);
      if (end < 0) return null;
      flush(at);
      spans.push({ text: codeText(text.slice(at + 1, end)), line, strong, code: true });
      at = end;
      from = end + 1;
    } else if (character === "[") {
      const link = plainLinkAt(text, at);
      if (link === null) continue;
      flush(at);
      spans.push({ text: link.text, line, strong, code: false });
      at += link.length - 1;
      from = at + 1;
    } else if (character === "]" && text[at + 1] === "(") {
      return null;
    } else if (character === "*" && text[at + 1] !== "*") {
      const words = plainEmphasisAt(text, at);
      if (words === null) return null;
      flush(at);
      spans.push({ text: words, line, strong, code: false });
      at += words.length + 1;
      from = at + 1;
    } else if (character === "*") {
      if (!(strong ? closesStrong(text, at) : opensStrong(text, at))) return null;
      flush(at);
      strong = !strong;
      at += 1;
      from = at + 1;
    }
  }
  flush(text.length);
  return strong ? null : spans;
}

/** A link without any mark in its text or target; `null` where a bracket opens something else. */
function plainLinkAt(text: string, at: number): { readonly text: string; readonly length: number } | null {
  PLAIN_LINK.lastIndex = at;
  const link = PLAIN_LINK.exec(text);
  return link === null ? null : { text: link[1] ?? "", length: link[0].length };
}

function plainEmphasisAt(text: string, at: number): string | null {
  const before = text[at - 1];
  if (before !== undefined && !OPENS_AFTER.test(before)) return null;
  PLAIN_EMPHASIS.lastIndex = at;
  return PLAIN_EMPHASIS.exec(text)?.[1] ?? null;
}

function opensStrong(text: string, at: number): boolean {
  const [before, after] = [text[at - 1], text[at + 2]];
  return (before === undefined || OPENS_AFTER.test(before)) && after !== undefined && !/[\s*]/.test(after);
}

function closesStrong(text: string, at: number): boolean {
  const [before, after] = [text[at - 1], text[at + 2]];
  return before !== undefined && !/[\s*]/.test(before) && (after === undefined || CLOSES_BEFORE.test(after));
}

/** One space inside each end belongs to the marks, unless there is nothing else. */
function codeText(source: string): string {
  const padded = source.startsWith(" ") && source.endsWith(" ") && source.trim() !== "";
  return padded ? source.slice(1, -1) : source;
}
