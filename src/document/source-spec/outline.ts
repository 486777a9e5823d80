import type { SpecHeading } from "../../core/documents/source-spec.ts";
import type { Block } from "../markdown/blocks.ts";
import { plainText } from "../markdown/spans.ts";

type HeadingBlock = Extract<Block, { kind: "heading" }>;

interface OpenHeading extends SpecHeading {
  endLine: number;
}

/** The headings in order, each with where its section ends. */
export function outlineOf(blocks: readonly Block[], lastLine: number): readonly SpecHeading[] {
  const headings: OpenHeading[] = [];
  const open: OpenHeading[] = [];
  for (const block of blocks) {
    if (block.kind !== "heading") continue;
    while ((open.at(-1)?.level ?? 0) >= block.level) close(open, block.line - 1);
    const heading = headingOf(block, open.at(-1)?.path ?? [], lastLine);
    headings.push(heading);
    open.push(heading);
  }
  return headings;
}

function close(open: OpenHeading[], endLine: number): void {
  const heading = open.pop();
  if (heading !== undefined) heading.endLine = endLine;
}

/** A title enters the path of everything below it, so a hostile one must not be long. */
const PATH_TITLE_MAX = 200;

function headingOf(
  { level, line, spans }: HeadingBlock,
  above: readonly string[],
  endLine: number,
): OpenHeading {
  const written = plainText(spans).replace(/\s+/g, " ").trim();
  return { level, line, endLine, ...numbered(written), path: [...above, written.slice(0, PATH_TITLE_MAX)] };
}

const NUMBERINGS: readonly RegExp[] = [
  /^(?:(?:section|chapter|part|step)\s|§\s?)?\d{1,3}(?:\.\d{1,3}){0,6}(?=[.):\s–—]|$)/i,
  /^(?:appendix|annex)\s(?:[A-Z]|\d{1,3})(?:\.\d{1,3}){0,6}(?=[.):\s–—]|$)/i,
  /^[A-Z](?:\.\d{1,3}){1,6}(?=[.):\s–—]|$)/,
  /^(?:[A-Z]|[IVXLC]{1,7})(?=[.)]\s)/,
];

/** A heading that is only a number has it for its title. */
function numbered(written: string): { readonly numbering: string | null; readonly title: string } {
  for (const form of NUMBERINGS) {
    const numbering = form.exec(written)?.[0];
    if (numbering === undefined) continue;
    const title = written.slice(numbering.length).replace(/^[.):\s–—-]+/, "");
    return { numbering, title: title === "" ? written : title };
  }
  return { numbering: null, title: written };
}
