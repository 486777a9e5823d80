// The section that a heading path means; writers drop numbers, cases, marks and the upper part of a path.
import { remembered } from "../../core/shared/remembered.ts";
import { type Section, type SourceLayout, writtenTitle } from "./source-layout.ts";
import { numberKey, titleKey } from "./title-key.ts";

interface Known {
  readonly byTitle: ReadonlyMap<string, readonly Section[]>;
  readonly byNumber: ReadonlyMap<string, readonly Section[]>;
}

const known = remembered(({ sections }: SourceLayout): Known => {
  const byTitle = new Map<string, Section[]>();
  const byNumber = new Map<string, Section[]>();
  for (const section of sections) {
    add(byTitle, titleKey(writtenTitle(section.heading)), section);
    const number = numberKey(writtenTitle(section.heading));
    if (number !== null) add(byNumber, number, section);
  }
  return { byTitle, byNumber };
});

function add(map: Map<string, Section[]>, key: string, section: Section): void {
  const alike = map.get(key);
  if (alike === undefined) map.set(key, [section]);
  else alike.push(section);
}

/** `near` decides between sections of one name: the one that holds the line comes first. */
export function sectionOfPath(
  layout: SourceLayout,
  path: readonly string[],
  near: number | null,
): Section | null {
  const written = path.map(undressedName).filter((name) => name !== "");
  return (
    sectionOfNames(layout, written, near) ??
    sectionOfNames(
      layout,
      written.flatMap((name) => name.split(SEPARATORS)).filter((name) => name !== ""),
      near,
    )
  );
}

const SEPARATORS = /\s*(?:[>›→»/]|::)\s*/;

function undressedName(name: string): string {
  return name
    .trim()
    .replace(/^#{1,6}\s+/, "")
    .replace(/^["'“‘`*_]+|["'”’`*_.]+$/g, "");
}

function sectionOfNames(layout: SourceLayout, names: readonly string[], near: number | null): Section | null {
  const last = names.at(-1);
  if (last === undefined) return null;
  const { byTitle, byNumber } = known(layout);
  const number = numberKey(last);
  const named = byTitle.get(titleKey(last)) ?? [];
  const exact =
    number === null ? [] : named.filter(({ heading }) => numberKey(writtenTitle(heading)) === number);
  const onlyNumber = number !== null && /^\W*(?:section\s|§\s?)?[\dA-Z.]+\W*$/i.test(last);
  const candidates =
    exact.length > 0 ? exact : named.length > 0 ? named : onlyNumber ? (byNumber.get(number) ?? []) : [];
  return best(candidates, names, near);
}

function best(candidates: readonly Section[], names: readonly string[], near: number | null): Section | null {
  const above = names.slice(0, -1).map(titleKey);
  let chosen: Section | null = null;
  let rank = -1;
  for (const section of candidates) {
    const { path, line, endLine } = section.heading;
    const parents = path.slice(0, -1).map(titleKey);
    const shared = above.filter((name) => parents.includes(name)).length;
    const holds = near !== null && line <= near && near <= endLine ? 1 : 0;
    if (shared * 2 + holds > rank) {
      chosen = section;
      rank = shared * 2 + holds;
    }
  }
  return chosen;
}

const TEXT_MAX = 4_000;
/** Shorter titles, `Cost` or `API`, are words before they are names. */
const TITLE_MIN = 5;
const NUMBERED =
  /(?:§{1,2}\s?|\b(?:sections?|sec\.|chapters?|parts?|appendix|annex)\s)((?:[A-Z]|\d{1,3})(?:\.\d{1,3}){0,6})(?![\w])/gi;

/** The section that a text speaks of: by number, by link, or by the longest title in it. */
export function sectionNamedIn(layout: SourceLayout, text: string): Section | null {
  const said = text.slice(0, TEXT_MAX);
  const { byNumber } = known(layout);
  for (const [, number = ""] of said.matchAll(NUMBERED)) {
    const section = byNumber.get(number.toUpperCase())?.[0];
    if (section !== undefined) return section;
  }
  const links = new Set(
    [...said.matchAll(/\]\(#([^\s()]{1,120})\)/g)].map(([, anchor = ""]) => anchor.toLowerCase()),
  );
  const linked = layout.sections.find(({ anchor }) => links.has(anchor));
  return linked ?? longestNamed(layout, said);
}

function longestNamed(layout: SourceLayout, said: string): Section | null {
  const spoken = ` ${(said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
  let chosen: Section | null = null;
  let longest = TITLE_MIN - 1;
  for (const [key, [section]] of known(layout).byTitle) {
    if (section === undefined || key.length <= longest || !spoken.includes(` ${key} `)) continue;
    chosen = section;
    longest = key.length;
  }
  return chosen;
}
