// The section that a heading path names: exactly one, or none is taken.
import type { SpecSection } from "./outline.ts";
import type { Spec } from "./spec.ts";

type FoundSection =
  | { readonly at: "found"; readonly section: SpecSection }
  | { readonly at: "missing" }
  | { readonly at: "several"; readonly sections: readonly SpecSection[] };

/** Case, numbering, marks and the upper part of the path may be left out; two that fit are none. */
export function sectionOfPath({ sections }: Spec, path: readonly string[]): FoundSection {
  const names = path.map(titleKey).filter((name) => name !== "");
  const last = names.at(-1);
  if (last === undefined) return { at: "missing" };
  const readings = sections.flatMap((section) =>
    pathReadings(section.path)
      .filter((keys) => keys.at(-1) === last && isWithin(names, keys))
      .slice(0, 1)
      .map((keys) => ({ section, isWhole: keys.length === names.length })),
  );
  const fitting = readings.map(({ section }) => section);
  // A path that is written in full means that one, also where a longer one ends in the same names.
  const whole = readings.flatMap(({ section, isWhole }) => (isWhole ? [section] : []));
  const [first, ...others] = whole.length > 0 ? whole : fitting;
  if (first === undefined) return { at: "missing" };
  return others.length === 0
    ? { at: "found", section: first }
    : { at: "several", sections: [first, ...others] };
}

/** Between the titles of a path. */
export const PATH_MARK = /\s[>›→]\s/;

/** Title by title; and, since a title may hold a path mark itself, as it would be written. */
function pathReadings(path: readonly string[]): readonly (readonly string[])[] {
  const titles = path.map(titleKey);
  if (!path.some((title) => PATH_MARK.test(title))) return [titles];
  return [titles, path.flatMap((title) => title.split(PATH_MARK)).map(titleKey)];
}

/** Whether the names come in this order among the others. */
function isWithin(names: readonly string[], path: readonly string[]): boolean {
  let at = 0;
  for (const name of path) if (name === names[at]) at += 1;
  return at === names.length;
}

const NUMBERING = /^(?:\d{1,3}(?:\.\d{1,3}){0,6}|[A-Z](?:\.\d{1,3}){1,6})[.):]?\s{1,8}(?=\S)/;

/** A title without case, numbering and punctuation. */
export function titleKey(title: string): string {
  const bare = title.trim().replace(/^#{1,6}\s{1,8}/, "");
  const words = keyOf(bare.replace(NUMBERING, ""));
  return words === "" ? keyOf(bare) : words;
}

function keyOf(title: string): string {
  return (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}

/** As it is written after `Replaces:`; a title that holds a path mark stands in code, where it is one name. */
export function pathText(path: readonly string[]): string {
  return path
    .map((title) => (PATH_MARK.test(title) && !title.includes("`") ? `\`${title}\`` : title))
    .join(" > ");
}
