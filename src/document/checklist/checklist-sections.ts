// Which section of the board the headings of a checklist stand for, and what becomes of one that was renamed there.

import { sameName } from "../../core/board/board-text.ts";
import { UNDERLINE_MIN } from "../markdown/segments.ts";
import type { Checklist, ChecklistHeading } from "./checklist.ts";
import type { ChecklistBoard, ChecklistTask } from "./checklist-board.ts";

interface TitledHeading {
  readonly level: number;
  readonly title: string;
}

/** More titles than that in a row tell nobody more. */
const TITLES_MAX = 6;
const BETWEEN_TITLES = " / ";

/** A name for each heading: its title, or with as many of those above it as make it the only one. */
export function sectionNames(headings: readonly TitledHeading[]): readonly string[] {
  const paths = headingPaths(headings);
  let names = headings.map(({ title }) => title);
  for (let titles = 2; titles <= TITLES_MAX; titles += 1) {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
    names = names.map((name, index) =>
      (counts.get(name.toLowerCase()) ?? 0) > 1
        ? (paths[index] ?? []).slice(-titles).join(BETWEEN_TITLES)
        : name,
    );
  }
  return names;
}

/** The titles from the outermost to the heading's own; only the last few. */
function headingPaths(headings: readonly TitledHeading[]): readonly (readonly string[])[] {
  const above: TitledHeading[] = [];
  return headings.map((heading) => {
    while ((above.at(-1)?.level ?? 0) >= heading.level) above.pop();
    above.push(heading);
    return above.slice(-TITLES_MAX).map(({ title }) => title);
  });
}

/**
 * What the board calls the section of each heading: by its whole name; else by its title alone, or by a longer name
 * that ends in it, where the board knows one such and no heading has it for its whole name; else as the checklist does.
 */
function sectionsOfHeadings(
  headings: readonly ChecklistHeading[],
  sections: readonly string[],
): readonly string[] {
  const known = new Map(sections.map((name) => [name.toLowerCase(), name]));
  const named = new Set(headings.map(({ section }) => section.toLowerCase()));
  const loose = sections.filter((name) => !named.has(name.toLowerCase()));
  const byTitle = new Map<string, string | null>();
  for (const name of loose) {
    const title = (name.split(BETWEEN_TITLES).at(-1) ?? name).toLowerCase();
    byTitle.set(title, byTitle.has(title) ? null : name);
  }
  for (const name of loose) byTitle.set(name.toLowerCase(), name);
  return headings.map(({ section, title }) => {
    return known.get(section.toLowerCase()) ?? byTitle.get(title.toLowerCase()) ?? section;
  });
}

/** The checklist with the sections as the board calls them. */
export function withBoardSections(checklist: Checklist, { sections }: ChecklistBoard): Checklist {
  const names = sectionsOfHeadings(checklist.headings, sections);
  return {
    ...checklist,
    headings: checklist.headings.map((heading, index) => ({
      ...heading,
      section: names[index] ?? heading.section,
    })),
    items: checklist.items.map((item) => ({
      ...item,
      section: item.heading === null ? null : (names[item.heading] ?? item.section),
    })),
  };
}

/**
 * Sections by the place of the heading that follows them: the board knows no section of its name, and all tasks that
 * stand below it as they did before are in one that has no heading.
 */
export function renamedHeadings(
  { headings, items }: Checklist,
  { sections }: ChecklistBoard,
  { tasks, file }: { readonly tasks: ReadonlyMap<number, ChecklistTask>; readonly file: string },
): ReadonlyMap<number, string> {
  const known = new Set(sections.map((name) => name.toLowerCase()));
  const taken = new Set(headings.map(({ section }) => section.toLowerCase()));
  const homes = new Map<number, Set<string | null>>();
  for (const [index, { heading, section }] of items.entries()) {
    const task = tasks.get(index);
    if (heading === null || section === null || task === undefined) continue;
    const { origin } = task;
    const hasCome = origin?.file === file && origin.section?.toLowerCase() !== section.toLowerCase();
    homes.set(heading, (homes.get(heading) ?? new Set()).add(hasCome ? null : task.section));
  }
  const renamed = new Map<number, string>();
  for (const [index, [name, ...others]] of homes) {
    const heading = headings[index]?.section.toLowerCase() ?? "";
    if (name === undefined || name === null || others.length > 0) continue;
    if (known.has(heading) || taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    renamed.set(index, name);
  }
  return renamed;
}

/**
 * The lines of a heading under another name, in its dress; a name that might be taken for something else gets marks.
 * A longer name that ends in its title was made to tell it from others, and changes nothing.
 */
export function headingLines(
  { line, endLine, indent, level, title }: ChecklistHeading,
  name: string,
): readonly (readonly [line: number, text: string])[] {
  if (sameName(name.split(BETWEEN_TITLES).at(-1) ?? "", title)) return [];
  const margin = " ".repeat(indent);
  if (endLine === line) return [[line, `${margin}${headingLine(level, name)}`]];
  const mark = level === 1 ? "=" : "-";
  if (/^\p{L}/u.test(name)) {
    return [
      [line, `${margin}${name}`],
      [endLine, mark.repeat(Math.max(UNDERLINE_MIN, name.length))],
    ];
  }
  return [
    [line, `${margin}${headingLine(level, name)}`],
    [endLine, level === 1 ? "" : mark.repeat(UNDERLINE_MIN)],
  ];
}

/** A title that ends in a mark is closed by marks, which would else be taken for those. */
export function headingLine(level: number, name: string): string {
  const marks = "#".repeat(level);
  return name.endsWith("#") ? `${marks} ${name} ${marks}` : `${marks} ${name}`;
}
