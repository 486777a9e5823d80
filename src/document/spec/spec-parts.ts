// A spec as parts, each read once for as long as its text and the headings around it stay the same.
import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import type { Markdown } from "../markdown/blocks.ts";
import type { PlacedPart } from "../markdown/parts.ts";
import { hitsIn } from "./matches.ts";
import { type HeadingAround, headingsAbove } from "./outline.ts";
import type { Place } from "./place.ts";
import { type PartText, readSpecText } from "./spec-text.ts";

export interface SpecPart {
  readonly spec: PartText;
  /** How many lines of the spec stand before it. */
  readonly before: number;
}

export function specParts(parts: readonly PlacedPart[]): readonly SpecPart[] {
  let path: readonly HeadingAround[] = [];
  return parts.map(({ part, before }, index) => {
    const spec = specTextOf(part, index === 0 ? null : headingsAbove(path, firstLevel(part)));
    path = spec.path;
    return { spec, before };
  });
}

function firstLevel({ blocks: [first] }: Markdown): number {
  return first?.kind === "heading" ? first.level : 1;
}

/** A part may stand under several headings in turn, as where one of them is given another title. */
const SETTINGS_MAX = 4;
const settingsOf = memoizeWeak((_: Markdown): Setting[] => []);

interface Setting {
  readonly around: readonly HeadingAround[] | null;
  readonly spec: PartText;
}

function specTextOf(part: Markdown, around: readonly HeadingAround[] | null): PartText {
  const settings = settingsOf(part);
  const known = settings.find((one) => isSame(one.around, around));
  if (known !== undefined) return known.spec;
  const spec = readSpecText(part, around);
  settings.unshift({ around, spec });
  settings.length = Math.min(settings.length, SETTINGS_MAX);
  return spec;
}

function isSame(some: readonly HeadingAround[] | null, others: readonly HeadingAround[] | null): boolean {
  if (some === null || others === null) return some === others;
  return (
    some.length === others.length &&
    some.every(({ level, title }, index) => others[index]?.level === level && others[index].title === title)
  );
}

/** Something found in parts, each at its place in the whole spec. */
export function findInParts<Found extends { readonly place: Place }>(
  parts: readonly SpecPart[],
  find: (spec: PartText) => readonly Found[],
): readonly Found[] {
  return hitsIn(parts, ({ spec, before }) => find(spec).map((found) => moveDown(found, before)));
}

export function moveDown<Found extends { readonly place: Place }>(found: Found, lines: number): Found {
  const { place } = found;
  return lines === 0 ? found : { ...found, place: { ...place, line: place.line + lines } };
}
