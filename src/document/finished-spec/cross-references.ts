// What the author's words point to: gaps by their ids, headings by their anchors. Both may have other names now.
import type { GapId } from "../../core/shared/gap-id.ts";
import { findGapIds } from "../../core/shared/gap-id.ts";
import { withoutMentions } from "../source-spec/stated-lines.ts";
import { anchorsOf } from "./anchors.ts";
import type { Draft, DraftLine } from "./draft.ts";
import type { TitleOf } from "./process-talk.ts";
import { type SourceLayout, writtenTitle } from "./source-layout.ts";

export interface References {
  readonly layout: SourceLayout;
  readonly titleOf: TitleOf;
  /** The anchors of headings that changed: what a link says, and what it must say. */
  readonly moved: ReadonlyMap<string, string>;
}

export function movedAnchors({ sections }: SourceLayout, { changed }: Draft): ReadonlyMap<string, string> {
  const now = anchorsOf(
    sections.map(({ heading }) => {
      const line = changed.get(heading.line)?.[0]?.text;
      return line === undefined ? writtenTitle(heading) : line.replace(/^ {0,3}#{1,6}\s*/, "");
    }),
  );
  return new Map(
    sections.flatMap(({ anchor }, index) => {
      const moved = now[index] ?? anchor;
      return moved === anchor ? [] : [[anchor, moved] as const];
    }),
  );
}

export function mendReferences(line: DraftLine, references: References): DraftLine {
  const { origin } = line;
  if (origin.of !== "source" && origin.of !== "mended" && origin.of !== "added") return line;
  if (!line.text.includes("GAP-") && (references.moved.size === 0 || !line.text.includes("#"))) return line;
  if (origin.of === "source" && isLeftAlone(references.layout, origin.line)) return line;
  const gaps = new Set<GapId>();
  const text = withTitles(withAnchors(line.text, references.moved), references.titleOf, gaps);
  if (text === line.text) return line;
  if (origin.of === "added") return { text, origin };
  const named = origin.of === "mended" ? [...new Set([...origin.gaps, ...gaps])] : [...gaps];
  return { text, origin: { of: "mended", line: origin.line, gaps: named } };
}

/** Code, quotes, comments and front matter are no prose; a heading without a mark keeps its anchor. */
function isLeftAlone({ blocks, blockAt, frontEnd }: SourceLayout, line: number): boolean {
  const kind = blocks[blockAt(line) ?? -1]?.kind;
  return line <= frontEnd || (kind !== "paragraph" && kind !== "item" && kind !== "table");
}

function withAnchors(text: string, moved: ReadonlyMap<string, string>): string {
  return text.replace(
    /(\]\(|\]:\s{0,4}|href=["'])#([^\s)"']{1,300})/g,
    (whole, before: string, anchor: string) => {
      const now = moved.get(anchor) ?? moved.get(anchor.toLowerCase());
      return now === undefined ? whole : `${before}#${now}`;
    },
  );
}

/** `GAP-X-001 (Retries)`: the author says in brackets what the id means. */
const GLOSS = /^\s?\((?!critical\b|high\b|medium\b|low\b|open\b|resolved\b)([\p{L}][^()\n]{2,60})\)/iu;

function withTitles(text: string, titleOf: TitleOf, gaps: Set<GapId>): string {
  const stated = withoutMentions(text, false);
  let from = 0;
  let result = "";
  for (const { id, start, end } of findGapIds(stated)) {
    const title = titleOf(id);
    if (title === null || /[/#\w.]$/.test(text.slice(0, start)) || /^[/.]\w/.test(text.slice(end))) continue;
    const gloss = GLOSS.exec(stated.slice(end));
    const before = result + text.slice(from, start);
    const sign = before.split('"').length % 2 === 0 ? "'" : '"';
    gaps.add(id);
    result = `${before}${sign}${gloss?.[1] ?? title}${sign}`;
    from = end + (gloss?.[0].length ?? 0);
  }
  return result + text.slice(from);
}
