// Texts that stand instead of what a section says.
import { parseMarkdown } from "../markdown/blocks.ts";
import { plainText } from "../markdown/spans.ts";
import { removeLines } from "./draft.ts";
import { type Mending, putLines, withoutOwnTitle } from "./mending.ts";
import type { Plan } from "./plan.ts";
import { type Section, type SourceLayout, writtenTitle } from "./source-layout.ts";
import { titleKey } from "./title-key.ts";
import type { Unit } from "./units.ts";

/** Gives the line after which to write for every line that is no longer there; `null` for all others. */
export function replaceBodies(mending: Mending, { replacing }: Plan): (line: number) => number | null {
  const homes = new Map<number, number>();
  const put = (section: Section, text: string, { gaps }: Unit): void => {
    const { headEnd, bodyEnd } = section;
    removeLines(mending.draft, headEnd + 1, bodyEnd);
    for (let line = headEnd + 1; line <= bodyEnd; line++) homes.set(line, headEnd);
    putLines(mending, text, { gaps, line: headEnd, indent: 0 });
  };
  for (const [section, units] of replacing) {
    for (const unit of units) {
      const parts = partsFor(mending.layout, section, withoutOwnTitle(unit.text, section));
      for (const { into, text } of parts) put(into, text, unit);
    }
  }
  return (line) => homes.get(line) ?? null;
}

interface Part {
  readonly into: Section;
  readonly text: string;
}

/** What the text says under a sub-section's own title goes there. */
function partsFor(layout: SourceLayout, section: Section, text: string): readonly Part[] {
  const below = new Map(
    layout.sections
      .filter(({ heading }) => heading.line > section.heading.line && heading.line <= section.heading.endLine)
      .map((sub) => [titleKey(writtenTitle(sub.heading)), sub]),
  );
  const lines = text.split("\n");
  const headings =
    below.size === 0 ? [] : parseMarkdown(text).blocks.filter(({ kind }) => kind === "heading");
  const own: string[] = [];
  const parts: Part[] = [];
  let from = 0;
  let into: Section | null = null;
  const close = (to: number): void => {
    const said = lines.slice(from, to).join("\n");
    if (into === null) own.push(said);
    else parts.push({ into, text: said });
    from = to;
  };
  for (const heading of headings) {
    if (heading.kind !== "heading") continue;
    close(heading.line - 1);
    into = below.get(titleKey(plainText(heading.spans))) ?? null;
    if (into !== null) from = heading.endLine;
  }
  close(lines.length);
  const kept = own.join("\n").trim() === "" ? [] : [{ into: section, text: own.join("\n") }];
  return [...kept, ...parts.filter(({ text: said }) => said.trim() !== "")];
}
