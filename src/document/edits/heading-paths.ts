// The section that a heading path names: exactly one, or none is taken.
import type { LaidSection, SpecLayout } from "./spec-layout.ts";

export type FoundSection =
  | { readonly at: "found"; readonly section: LaidSection }
  | { readonly at: "missing" }
  | { readonly at: "several"; readonly sections: readonly LaidSection[] };

/** Case, numbering, marks and the upper part of the path may be left out; two that fit are none. */
export function sectionOfPath({ sections }: SpecLayout, path: readonly string[]): FoundSection {
  const names = path.map(titleKey).filter((name) => name !== "");
  const last = names.at(-1);
  if (last === undefined) return { at: "missing" };
  const named = sections.filter(({ heading }) => titleKey(heading.path.at(-1) ?? "") === last);
  const fitting = named.filter(({ heading }) => isWithin(names, heading.path.map(titleKey)));
  // A path that is written in full means that one, also where a longer one ends in the same names.
  const whole = fitting.filter(({ heading }) => heading.path.length === names.length);
  const [first, ...others] = whole.length > 0 ? whole : fitting;
  if (first === undefined) return { at: "missing" };
  return others.length === 0
    ? { at: "found", section: first }
    : { at: "several", sections: [first, ...others] };
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

export function pathText(path: readonly string[]): string {
  return path.join(" > ");
}
