// The place in the earlier document that an issue points at, and what became of it.
import type { DocumentChange } from "./document-change.ts";
import { shareOf, termSet } from "./terms.ts";
import { bareText, termsIn, type WrittenLines } from "./written-lines.ts";

/**
 * `rewritten`: more than half of what it was about is gone from it; `removed`: nothing is left of it, or nothing but what
 * stood there before.
 */
type PlaceFate = "unknown" | "unchanged" | "changed" | "rewritten" | "removed";

export interface CriticisedPlace {
  readonly fate: PlaceFate;
  /** Where it stands in the later document. */
  readonly line: number | null;
}

const UNKNOWN: CriticisedPlace = { fate: "unknown", line: null };

export function placeOf(location: string | null, change: DocumentChange): CriticisedPlace {
  const { before } = change;
  if (location === null || before === null) return UNKNOWN;
  const quote = quotedLine(location, before);
  if (quote !== null) return fateOfLine(quote, before, change);
  const section = namedSection(location, before);
  return section === null ? UNKNOWN : fateOfSection(section, before, change);
}

export function hasMoved({ fate }: CriticisedPlace): boolean {
  return fate === "changed" || fate === "rewritten";
}

/** With less of its terms left it is another text. */
const REWRITTEN_BELOW = 0.5;

function fateOfLine(at: number, before: WrittenLines, { after, kept }: DocumentChange): CriticisedPlace {
  const bare = before.bare[at] ?? "";
  if (kept.has(bare)) return { fate: "unchanged", line: after.bare.indexOf(bare) + 1 };
  const old = new Set(before.terms[at]);
  let best = { share: 0, line: 0 };
  for (const [index, terms] of after.terms.entries()) {
    const share = terms.some((term) => old.has(term)) ? shareOf(old, new Set(terms)) : 0;
    if (share > best.share) best = { share, line: index + 1 };
  }
  return best.share < REWRITTEN_BELOW ? UNKNOWN : { fate: "changed", line: best.line };
}

const QUOTED = /"([^"\n]{6,200})"|“([^”\n]{6,200})”|`([^`\n]{6,200})`/g;

/** The first line that holds words which the location quotes. */
function quotedLine(location: string, { bare }: WrittenLines): number | null {
  for (const [, ...groups] of location.matchAll(QUOTED)) {
    const words = bareText(groups.find((group) => group !== undefined) ?? "");
    const at = words === "" ? -1 : bare.findIndex((line) => line.includes(words));
    if (at >= 0) return at;
  }
  return null;
}

/** By the indexes of its lines, title included. */
interface Section {
  readonly from: number;
  readonly to: number;
  readonly title: ReadonlySet<string>;
}

/** The section or bold paragraph whose title the location names in full: the one with the longest title, then the last. */
function namedSection(location: string, before: WrittenLines): Section | null {
  const named = termSet(location);
  let best: Section | null = null;
  for (const [index, { at, terms }] of before.titles.entries()) {
    if (terms.size === 0 || shareOf(terms, named) < 1 || terms.size < (best?.title.size ?? 0)) continue;
    best = { from: at, to: before.titles[index + 1]?.at ?? before.lines.length, title: terms };
  }
  return best;
}

function fateOfSection(
  { from, to, title }: Section,
  before: WrittenLines,
  { after, kept }: DocumentChange,
): CriticisedPlace {
  const said = before.bare.slice(from + 1, to).filter((line) => line !== "");
  const heading = before.bare[from] ?? "";
  const now = after.titles.findIndex(
    ({ at, terms }) =>
      after.bare[at] === heading || (terms.size === title.size && shareOf(title, terms) === 1),
  );
  const start = after.titles[now]?.at;
  if (start === undefined)
    return said.some((line) => kept.has(line)) ? UNKNOWN : { fate: "removed", line: null };
  const line = start + 1;
  if (kept.has(heading) && said.every((own) => kept.has(own))) return { fate: "unchanged", line };
  const old = termsIn(before, from, to);
  const fresh = termsIn(after, start, after.titles[now + 1]?.at ?? after.lines.length);
  if (shareOf(fresh, old) === 1) return { fate: "removed", line };
  return { fate: shareOf(old, fresh) < REWRITTEN_BELOW ? "rewritten" : "changed", line };
}
