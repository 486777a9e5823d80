// A fence, a comment or a tag that is never closed would swallow whatever comes after it.
import { type BlockNote, parseMarkdown } from "../markdown/blocks.ts";
import { fenceOf } from "../markdown/fences.ts";
import { withoutMentions } from "../markdown/stated-lines.ts";

/** What is left open can hide what else is left open, so the text is looked at again. */
const CLOSINGS_MAX = 4;

const MAY_OPEN = /```|~~~|</;

/** A text with an end to everything that it opens. */
export function closed(lines: readonly string[]): readonly string[] {
  let text = lines;
  if (!lines.some((line) => MAY_OPEN.test(line))) return lines;
  for (let turn = 0; turn < CLOSINGS_MAX; turn++) {
    const closers = closersOf(text, parseMarkdown(text.join("\n")).notes);
    if (closers.length === 0) break;
    text = [...text, ...closers];
  }
  return [...text, ...openTags(text)];
}

/** The lines that close what the notes say is open. */
export function closersOf(lines: readonly string[], notes: readonly BlockNote[]): readonly string[] {
  for (const { code, line } of notes) {
    const opening = lines[line - 1] ?? "";
    if (code === "comment-left-open") return ["-->"];
    if (code === "fence-left-open") return [closerOf(opening)];
  }
  return [];
}

function closerOf(opening: string): string {
  const fence = fenceOf(opening);
  if (fence !== null) {
    const before = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/.exec(opening)?.[0] ?? "";
    return `${before.replace(/[^\t]/g, " ")}${fence.mark.repeat(fence.length)}`;
  }
  if (/^ {0,3}<\?/.test(opening)) return "?>";
  if (/^ {0,3}<!\[CDATA\[/i.test(opening)) return "]]>";
  const tag = /^ {0,3}<([a-z]+)/i.exec(opening)?.[1];
  return tag === undefined ? "-->" : `</${tag.toLowerCase()}>`;
}

const BLOCK_TAG =
  /<(\/?)(details|summary|div|table|section|article|aside|blockquote|center|ul|ol|dl)\b[^<>]*>/gi;
const TAGS_MAX = 100;

/** Tags around blocks run over blank lines to where they are closed. */
function openTags(lines: readonly string[]): readonly string[] {
  const text = lines.join("\n");
  if (!text.includes("<")) return [];
  const code = new Set<number>();
  for (const { kind, line, endLine } of parseMarkdown(text).blocks) {
    if (kind === "code" || kind === "comment") for (let at = line; at <= endLine; at++) code.add(at);
  }
  const open: string[] = [];
  const said = lines.map((line, index) => (code.has(index + 1) ? "" : withoutMentions(line, false)));
  for (const [, closing, name = ""] of said.join("\n").matchAll(BLOCK_TAG)) {
    const tag = name.toLowerCase();
    const at = open.lastIndexOf(tag);
    if (closing !== "" && at >= 0) open.length = at;
    else if (closing === "" && open.length < TAGS_MAX) open.push(tag);
  }
  return open.toReversed().map((tag) => `</${tag}>`);
}
