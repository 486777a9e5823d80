// The places of a document that a link may lead to: headings as the common renderers name them, and ids set by hand.
import { remembered } from "../../core/shared/remembered.ts";
import { matchesOf } from "../../document/spec/matches.ts";
import type { SpecPart } from "../../document/spec/spec-parts.ts";
import type { SpecText } from "../../document/spec/spec-text.ts";

/** Renderers differ in punctuation, so only letters and digits are compared. */
export function anchorKey(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

const SET_BY_HAND = /\b(?:id|name)\s{0,4}=\s{0,4}["']?([^\s"'<>]{1,200})|\{\s{0,4}#([^\s{}]{1,200})/g;
const HTML_HEADING = /<h[1-6][^<>]{0,200}>([^<>]{1,200})<\/h[1-6]>/gi;
const ALWAYS_THERE = ["top", "readme"];

export function anchorsOf(parts: readonly SpecPart[]): ReadonlySet<string> {
  const anchors = new Set(ALWAYS_THERE);
  const seen = new Map<string, number>();
  for (const key of parts.flatMap(({ spec }) => headingKeys(spec))) {
    const times = seen.get(key) ?? 0;
    anchors.add(times === 0 ? key : `${key}${times}`);
    seen.set(key, times + 1);
  }
  for (const { spec } of parts) for (const key of keysSetByHand(spec)) anchors.add(key);
  return anchors;
}

const headingKeys = remembered(({ sections }: SpecText) =>
  sections.map(({ title }) => anchorKey(title.replace(/\{\s{0,4}#[^{}]{0,200}\}\s*$/, ""))),
);

const keysSetByHand = remembered(({ lines, blocks }: SpecText) => {
  const code = new Set<number>();
  for (const block of blocks) {
    if (block.kind !== "code") continue;
    for (let line = block.line; line <= block.endLine; line++) code.add(line);
  }
  return lines.flatMap((line, index) =>
    code.has(index + 1)
      ? []
      : [
          ...matchesOf(line, SET_BY_HAND).map((match) => anchorKey(match[1] ?? match[2] ?? "")),
          ...matchesOf(line, HTML_HEADING).map((match) => anchorKey(match[1] ?? "")),
        ],
  );
});
