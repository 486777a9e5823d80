// What the author's words point to: gaps by their ids, headings by their anchors. Both may have other names now.
import type { GapId } from "../../core/shared/gap-id.ts";
import { findGapIds } from "../../core/shared/gap-id.ts";
import { withoutMentions } from "../source-spec/stated-lines.ts";
import { anchorsOf } from "./anchors.ts";
import type { Draft, DraftLine } from "./draft.ts";
import { withoutIdComments } from "./id-comments.ts";
import { linkTo } from "./mending.ts";
import type { TitleOf } from "./process-talk.ts";
import { saysSomething } from "./says-something.ts";
import { type Section, type SourceLayout, writtenTitle } from "./source-layout.ts";

export interface References {
  readonly layout: SourceLayout;
  readonly titleOf: TitleOf;
  /** The section in which a gap's answer is found. */
  readonly homes: ReadonlyMap<string, Section>;
  /** The titles of headings as they are now. */
  readonly titles: ReadonlyMap<Section, string>;
  /** The anchors of headings that changed: what a link says, and what it must say. */
  readonly moved: ReadonlyMap<string, string>;
}

export function movedHeadings(
  { sections }: SourceLayout,
  { changed }: Draft,
): Pick<References, "moved" | "titles"> {
  const written = sections.map(({ heading }) => {
    const line = changed.get(heading.line)?.[0]?.text;
    return line === undefined ? writtenTitle(heading) : line.replace(/^ {0,3}#{1,6}\s*/, "");
  });
  const now = anchorsOf(written);
  const moved = sections.flatMap(({ anchor }, index) => {
    const there = now[index] ?? anchor;
    return there === anchor ? [] : [[anchor, there] as const];
  });
  const titles = sections.map((section, index) => [section, written[index] ?? ""] as const);
  return { moved: new Map(moved), titles: new Map(titles) };
}

export function mendReferences(line: DraftLine, references: References): DraftLine {
  const { origin } = line;
  if (origin.of !== "source" && origin.of !== "mended" && origin.of !== "blended" && origin.of !== "added")
    return line;
  if (!line.text.includes("GAP-") && (references.moved.size === 0 || !line.text.includes("#"))) return line;
  if (origin.of === "source" && isLeftAlone(references.layout, origin.line)) return line;
  const gaps = new Set<GapId>();
  const here = origin.of === "added" ? null : references.layout.sectionAt(origin.line);
  const said = withoutIdComments(line.text, references.titleOf);
  // A line that held nothing but such a comment stays, as the blank that it looks like.
  const text = withAnchors(withNames(said, { ...references, gaps, here }), references.moved);
  if (text === line.text) return line;
  if (origin.of === "added") return { text, origin };
  const named = origin.of === "source" ? [...gaps] : [...new Set([...origin.gaps, ...gaps])];
  return {
    text,
    origin: { of: origin.of === "blended" ? "blended" : "mended", line: origin.line, gaps: named },
  };
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

/** What is said of the gap itself is not said of the section that answers it. */
const IS_SUBJECT =
  /^[*_`"”]*\s+(?:was|were|is|are|has|have|had|will|must|can|cannot|may|might|should|shall|would|does|did|came|comes|asks?|asked|covers?|covered|concerns?|concerned|says?|describes?|remains?|remained|needs?|blocks?|blocked|affects?|raises?|stays?|stands?|depends?)\b/i;

interface Naming extends References {
  readonly gaps: Set<GapId>;
  /** The section that the line stands in. */
  readonly here: Section | null;
}

function withNames(text: string, naming: Naming): string {
  const stated = withoutMentions(text, false);
  let from = 0;
  let result = "";
  for (const { id, start, end } of findGapIds(stated)) {
    const title = naming.titleOf(id);
    if (title === null || /[/#\w.]$/.test(text.slice(0, start)) || /^[/.]\w/.test(text.slice(end))) continue;
    const gloss = GLOSS.exec(stated.slice(end));
    const before = result + text.slice(from, start);
    const sign = before.split('"').length % 2 === 0 ? "'" : '"';
    naming.gaps.add(id);
    const after = text.slice(end + (gloss?.[0].length ?? 0));
    const link = IS_SUBJECT.test(after) ? null : linkFor(id, naming, { before, gloss: gloss?.[1] });
    result = before + (link ?? `${sign}${gloss?.[1] ?? title}${sign}`);
    from = end + (gloss?.[0].length ?? 0);
  }
  return result + text.slice(from);
}

interface Mention {
  readonly before: string;
  readonly gloss: string | undefined;
}

/** A link to the section that answers it; none to the section one stands in, and none within a link. */
function linkFor(id: string, { homes, here, titles }: Naming, { before, gloss }: Mention): string | null {
  const home = homes.get(id);
  if (home === undefined || isWithin(here, home)) return null;
  if (before.lastIndexOf("[") > before.lastIndexOf("]")) return null;
  const title = gloss ?? titles.get(home);
  return title === undefined || !saysSomething(title) ? null : linkTo(home, title);
}

/** A section that stands below another stands in it too. */
function isWithin(here: Section | null, { heading }: Section): boolean {
  return here !== null && heading.line <= here.heading.line && here.heading.line <= heading.endLine;
}
