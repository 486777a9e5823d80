import type { ChecklistHeading } from "./checklist.ts";
import { BETWEEN_TITLES } from "./section-names.ts";

/**
 * What the board calls the section of each heading: by its whole name; else by its title alone, or by a longer name
 * that ends in it, where the board knows one such and no heading has it for its whole name; else as the checklist does.
 */
export function sectionsOfHeadings(
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
