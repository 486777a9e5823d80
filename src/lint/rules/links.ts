// Links as they stand in the source: their targets are no part of the text a reader sees.

import { remembered } from "../../core/shared/remembered.ts";
import { matchesOf } from "../../document/spec/matches.ts";
import type { Section } from "../../document/spec/outline.ts";
import { isCode, type Place, placeIn } from "../../document/spec/place.ts";
import { foundIn, type SpecPart } from "../../document/spec/spec-parts.ts";
import type { SpecText } from "../../document/spec/spec-text.ts";

export interface Link {
  readonly target: string;
  readonly place: Place;
  readonly section: Section;
}

const INLINE_TARGET =
  /\]\(\s{0,4}(?:<([^<>\n]{1,500})>|([^\s()<>]{1,500}(?:\([^\s()]{0,200}\)[^\s()]{0,200})?))/g;
const DEFINITION = /^ {0,3}\[([^\]\n]{1,200})\]:\s{0,4}<?([^\s<>]{1,500})/;
const LABEL = /\[([^[\]]{1,200})\]/g;

export function linksOf(parts: readonly SpecPart[]): readonly Link[] {
  return [...foundIn(parts, inlineLinks), ...usedDefinitions(parts)];
}

const inlineLinks = remembered(({ passages }: SpecText): readonly Link[] =>
  passages.flatMap((passage) =>
    matchesOf(passage.source, INLINE_TARGET).flatMap((match) => {
      const target = match[1] ?? match[2] ?? "";
      const start = match.index + match[0].indexOf(target);
      // Where the bracket is text, the parser saw no link.
      const isText =
        passage.text[match.index] === "]" || isCode(passage, match.index) || isCode(passage, start);
      if (isText) return [];
      return [{ target, place: placeIn(passage, start, start + target.length), section: passage.section }];
    }),
  ),
);

function labelOf(match: RegExpExecArray): string {
  return labelKey(match[1] ?? "");
}

function labelKey(label: string): string {
  return label.replaceAll(/\s+/g, " ").trim().toLowerCase();
}

const labelsIn = remembered(({ passages }: SpecText) =>
  passages.flatMap(({ source }) => matchesOf(source, LABEL).map(labelOf)),
);

/** Templates leave anchors behind that no link uses. */
function usedDefinitions(parts: readonly SpecPart[]): readonly Link[] {
  const all = foundIn(parts, definitions);
  if (!all.some(({ target }) => target.startsWith("#"))) return all;
  const used = new Set(parts.flatMap(({ spec }) => labelsIn(spec)));
  return all.filter(({ target, label }) => !target.startsWith("#") || used.has(label));
}

interface Definition extends Link {
  readonly label: string;
}

/** Definitions are in no block: they are the lines that the reading has left over. */
const definitions = remembered(({ blocks, lines, sectionAt }: SpecText): readonly Definition[] => {
  const taken = new Set<number>();
  for (const block of blocks) for (let line = block.line; line <= block.endLine; line++) taken.add(line);
  return lines.flatMap((text, index) => {
    const match = taken.has(index + 1) || isFootnote(text) ? null : DEFINITION.exec(text);
    const [, label = "", target] = match ?? [];
    if (match === null || target === undefined) return [];
    const column = match[0].length - target.length + 1;
    const place = { line: index + 1, column, endColumn: column + target.length };
    return [{ target, label: labelKey(label), place, section: sectionAt(index + 1) }];
  });
});

function isFootnote(line: string): boolean {
  return line.trimStart().startsWith("[^");
}
