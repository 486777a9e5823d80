// The places of a document that a link may lead to: headings as the common renderers name them, and ids set by hand.
import { matchesOf } from "../reading/matches.ts";
import type { SpecText } from "../reading/spec-text.ts";

/** Renderers differ in punctuation, so only letters and digits are compared. */
export function anchorKey(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

const SET_BY_HAND = /\b(?:id|name)\s{0,4}=\s{0,4}["']?([^\s"'<>]{1,200})|\{\s{0,4}#([^\s{}]{1,200})/g;
const HTML_HEADING = /<h[1-6][^<>]{0,200}>([^<>]{1,200})<\/h[1-6]>/gi;
const ALWAYS_THERE = ["top", "readme"];

export function anchorsOf({ sections, lines, blocks }: SpecText): ReadonlySet<string> {
  const anchors = new Set(ALWAYS_THERE);
  const seen = new Map<string, number>();
  for (const { title } of sections) {
    const key = anchorKey(title.replace(/\{\s{0,4}#[^{}]{0,200}\}\s*$/, ""));
    const times = seen.get(key) ?? 0;
    anchors.add(times === 0 ? key : `${key}${times}`);
    seen.set(key, times + 1);
  }
  const code = new Set<number>();
  for (const block of blocks) {
    if (block.kind !== "code") continue;
    for (let line = block.line; line <= block.endLine; line++) code.add(line);
  }
  for (const [index, line] of lines.entries()) {
    if (code.has(index + 1)) continue;
    for (const match of matchesOf(line, SET_BY_HAND)) anchors.add(anchorKey(match[1] ?? match[2] ?? ""));
    for (const match of matchesOf(line, HTML_HEADING)) anchors.add(anchorKey(match[1] ?? ""));
  }
  return anchors;
}
