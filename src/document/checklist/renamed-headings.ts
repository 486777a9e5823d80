// A section that the board calls otherwise now: its heading follows, so that its tasks are still found under it.
import type { Checklist, ChecklistHeading } from "./checklist.ts";
import type { ChecklistBoard } from "./checklist-board.ts";
import { sectionsOfHeadings } from "./heading-sections.ts";
import type { Matching } from "./match-tasks.ts";

export interface RenamedHeading {
  /** Its place among the headings. */
  readonly index: number;
  readonly name: string;
  readonly lines: readonly { readonly line: number; readonly text: string }[];
}

/** Those the board does not know, whose first task is in a section that no heading is called. */
export function renamedHeadings(
  { headings, items }: Checklist,
  { sections }: ChecklistBoard,
  { tasks }: Pick<Matching, "tasks">,
): readonly RenamedHeading[] {
  const names = sectionsOfHeadings(headings, sections).map((name) => name.toLowerCase());
  const known = new Set(sections.map((name) => name.toLowerCase()));
  const taken = new Set(names);
  const newNames = new Map<string, string>();
  for (const [index, { heading }] of items.entries()) {
    const section = tasks.get(index)?.section ?? null;
    const name = heading === null ? undefined : names[heading];
    if (section === null || name === undefined || known.has(name) || newNames.has(name)) continue;
    if (taken.has(section.toLowerCase())) continue;
    taken.add(section.toLowerCase());
    newNames.set(name, section);
  }
  return headings.flatMap((heading, index) => {
    const name = newNames.get(names[index] ?? "");
    return name === undefined ? [] : [{ index, name, lines: headingLines(heading, name) }];
  });
}

/** An underlined one stays so where its title begins with a letter; any other might be taken for something else. */
function headingLines(
  { line, endLine, indent, level }: ChecklistHeading,
  name: string,
): RenamedHeading["lines"] {
  const margin = " ".repeat(indent);
  if (endLine === line) return [{ line, text: `${margin}${headingLine(level, name)}` }];
  const mark = level === 1 ? "=" : "-";
  if (/^\p{L}/u.test(name)) {
    return [
      { line, text: `${margin}${name}` },
      { line: endLine, text: mark.repeat(Math.max(UNDERLINE_MIN, name.length)) },
    ];
  }
  return [
    { line, text: `${margin}${headingLine(level, name)}` },
    { line: endLine, text: level === 1 ? "" : mark.repeat(UNDERLINE_MIN) },
  ];
}

const UNDERLINE_MIN = 4;

/** A title that ends in a mark is closed by marks, which would else be taken for those. */
export function headingLine(level: number, name: string): string {
  const marks = "#".repeat(level);
  return name.endsWith("#") ? `${marks} ${name} ${marks}` : `${marks} ${name}`;
}
