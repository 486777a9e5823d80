// Links as they stand in the source: their targets are no part of the text a reader sees.

import { matchesOf } from "../reading/matches.ts";
import { isCode, type Place, placeIn } from "../reading/place.ts";
import type { Section, SpecText } from "../reading/spec-text.ts";

export interface Link {
  readonly target: string;
  readonly place: Place;
  readonly section: Section;
}

const INLINE_TARGET =
  /\]\(\s{0,4}(?:<([^<>\n]{1,500})>|([^\s()<>]{1,500}(?:\([^\s()]{0,200}\)[^\s()]{0,200})?))/g;
const DEFINITION = /^ {0,3}\[([^\]\n]{1,200})\]:\s{0,4}<?([^\s<>]{1,500})/;
const LABEL = /\[([^[\]]{1,200})\]/g;

export function linksOf(spec: SpecText): readonly Link[] {
  return [...inlineLinks(spec), ...definitions(spec)];
}

function inlineLinks({ passages }: SpecText): readonly Link[] {
  return passages.flatMap((passage) =>
    matchesOf(passage.source, INLINE_TARGET).flatMap((match) => {
      const target = match[1] ?? match[2] ?? "";
      const start = match.index + match[0].indexOf(target);
      // Where the bracket is text, the parser saw no link.
      const isText =
        passage.text[match.index] === "]" || isCode(passage, match.index) || isCode(passage, start);
      if (isText) return [];
      return [{ target, place: placeIn(passage, start, start + target.length), section: passage.section }];
    }),
  );
}

function labelOf(match: RegExpExecArray): string {
  return labelKey(match[1] ?? "");
}

function labelKey(label: string): string {
  return label.replaceAll(/\s+/g, " ").trim().toLowerCase();
}

/** Definitions are in no block: they are the lines that the reading has left over. */
function definitions({ blocks, lines, passages, sectionAt }: SpecText): readonly Link[] {
  const taken = new Set<number>();
  for (const block of blocks) for (let line = block.line; line <= block.endLine; line++) taken.add(line);
  const links: Link[] = [];
  let used: ReadonlySet<string> | null = null;
  for (const [index, text] of lines.entries()) {
    const match = taken.has(index + 1) || isFootnote(text) ? null : DEFINITION.exec(text);
    const [, label = "", target] = match ?? [];
    if (match === null || target === undefined) continue;
    used ??= new Set(passages.flatMap(({ source }) => matchesOf(source, LABEL).map(labelOf)));
    // Templates leave anchors behind that no link uses.
    if (target.startsWith("#") && !used.has(labelKey(label))) continue;
    const column = match[0].length - target.length + 1;
    links.push({
      target,
      place: { line: index + 1, column, endColumn: column + target.length },
      section: sectionAt(index + 1),
    });
  }
  return links;
}

function isFootnote(line: string): boolean {
  return line.trimStart().startsWith("[^");
}
