// What everything that changes a source has in hand, and how a text is put after a line.
import type { LineOrigin } from "../../core/documents/finished-spec.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { withoutGaps } from "../reading/gap-mentions.ts";
import { type Draft, insertAfter } from "./draft.ts";
import type { Fate } from "./plan.ts";
import { shaped, splitAtHeading } from "./shape-text.ts";
import { type Section, type SourceLayout, writtenTitle } from "./source-layout.ts";
import { titleKey } from "./title-key.ts";
import type { Unit } from "./units.ts";
import { withoutMarkWords } from "./unmarked.ts";

export interface Mending {
  readonly layout: SourceLayout;
  readonly draft: Draft;
  /** Where the list of what is left open stands. */
  readonly limitations: string;
  /** Anchors that new headings must not take. */
  readonly taken: ReadonlySet<string>;
  /** Headings of texts that stand amid a body go to its end, so that they do not take in what follows. */
  readonly later: LaterText[];
}

export interface LaterText {
  readonly line: number;
  readonly text: string;
  readonly gaps: readonly GapId[];
}

/** A mark in the text of its block, with what becomes of it. */
export interface FatedMark {
  readonly gap: GapId | null;
  readonly fate: Fate;
}

export interface Spot {
  /** What is written comes after this line. */
  readonly line: number;
  readonly indent: number;
}

export function putUnits(mending: Mending, units: readonly Unit[], spot: Spot): void {
  for (const { text, gaps } of units) putText(mending, { text, gaps, ...spot });
}

interface PlacedText extends Spot {
  readonly text: string;
  readonly gaps: readonly GapId[];
}

function putText(mending: Mending, { text, gaps, line, indent }: PlacedText): void {
  const { layout, later } = mending;
  const own = withoutOwnTitle(text, layout.sectionAt(line));
  const end = bodyEndAt(layout, line);
  if (indent > 0 || line >= end) {
    putLines(mending, own, { gaps, line, indent });
    return;
  }
  const { before, rest } = splitAtHeading(own);
  if (before !== "") putLines(mending, before, { gaps, line, indent });
  if (rest !== "") later.push({ line: end, text: rest, gaps });
}

export function putLines(
  mending: Mending,
  text: string,
  { gaps, line, indent }: Spot & { readonly gaps: readonly GapId[] },
): void {
  const origin: LineOrigin = { of: "resolution", gaps };
  const lines = shaped(text, standingAt(mending, { line, indent }));
  // What is left open at the end of a source runs on over its last blank lines.
  const at = Math.min(line, mending.layout.lastLine);
  insertAfter(mending.draft, at, { lines: lines.map((shown) => ({ text: shown, origin })), joins: false });
}

export function standingAt({ layout, taken }: Mending, { line, indent }: Spot) {
  const level = layout.sectionAt(line)?.heading.level ?? layout.topLevel;
  return { level, indent, taken, headings: true };
}

/** The last line of the body that a line stands in. */
function bodyEndAt({ sections, sectionAt, lines }: SourceLayout, line: number): number {
  const section = sectionAt(line);
  if (section !== null) return section.bodyEnd;
  let end = (sections[0]?.heading.line ?? lines.length + 1) - 1;
  while (end > line && (lines[end - 1] ?? "").trim() === "") end -= 1;
  return end;
}

/** Agents repeat the heading under which their text will stand. */
export function withoutOwnTitle(text: string, section: Section | null): string {
  const [first = "", ...rest] = text.split("\n");
  const title = /^ {0,3}#{1,6}\s+(.+?)(?:\s#+)?\s*$/.exec(first)?.[1];
  if (title === undefined || section === null || rest.join("").trim() === "") return text;
  return titleKey(title) === titleKey(writtenTitle(section.heading))
    ? rest.join("\n").replace(/^\s*\n/, "")
    : text;
}

/** `See [Retries](#retries).` */
export function pointerTo({ limitations }: Mending, fate: Fate): string | null {
  switch (fate.to) {
    case "limitation":
      return `See [Known Limitations](#${limitations}).`;
    case "elsewhere":
      if (fate.near !== null) return `See ${fate.near}.`;
      return fate.section === null ? null : `See ${linkTo(fate.section)}.`;
    default:
      return null;
  }
}

export function linkTo({ heading, anchor }: Section, title: string = heading.title): string {
  return `[${withoutMarkWords(withoutGaps(title))
    .replace(/[[\]|]/g, "")
    .replace(/^[\s:–—-]+|\s+$/g, "")}](#${anchor})`;
}
