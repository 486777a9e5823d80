import { GAP_TITLE } from "../gap-title.ts";
import type { Hit } from "../lint-finding.ts";
import { placeOf } from "../reading/place.ts";
import type { Section, SpecText } from "../reading/spec-text.ts";
import { sectionSubject } from "../subject.ts";
import { isOpenTitle } from "./open-questions.ts";

/** Nothing may stand here on purpose: releases without news, contents that a tool fills in, a heading that says it all. */
const MAY_BE_EMPTY =
  /^(?:verdict|status|result|severity|priority|confidence)\s*:|\bunreleased\b|^\[?v?\d+\.\d+(?:\.\d+)?\b[^\p{L}]*$|^(?:table of )?contents$/iu;

/** A list of open questions that is empty says that there are none. */
function mayBeEmpty({ title }: Section): boolean {
  return MAY_BE_EMPTY.test(title) || isOpenTitle([title]);
}

/** A heading with neither text nor sub-sections; comments and rules are not text. */
export function findEmptySections(spec: SpecText): readonly Hit[] {
  const headings = spec.passages.filter((passage) => passage.kind === "heading");
  const headingAt = new Map(headings.map((heading) => [heading.line, heading]));
  const silent = silentLines(spec);
  const hits: Hit[] = [];
  for (const [index, section] of spec.sections.entries()) {
    const heading = headingAt.get(section.line);
    if (heading === undefined || isTitle(spec, index) || mayBeEmpty(section)) continue;
    const next = spec.sections[index + 1];
    if (next !== undefined && (next.level > section.level || isStacked(section, next))) continue;
    if (!hasText(section, spec.lines, silent))
      hits.push({
        rule: "empty-section",
        place: placeOf(heading),
        section,
        title: GAP_TITLE["empty-section"](section),
        subject: sectionSubject(section),
      });
  }
  return hits;
}

/** Forms of one call, or options of a program, one heading after the other, share what follows. */
function isStacked(section: Section, next: Section): boolean {
  if (next.level !== section.level) return false;
  const [name, nextName] = [CALL.exec(section.title)?.[1], CALL.exec(next.title)?.[1]];
  const sameCall = name !== undefined && nextName?.startsWith(name) === true;
  return sameCall || (section.title.startsWith("-") && next.title.startsWith("-"));
}

const CALL = /^(?:new )?([\w.$]{1,80})\(/;

/** The document's own title, at its head. */
function isTitle({ sections, lines }: SpecText, index: number): boolean {
  const [before, first] = sections;
  return (
    index === 1 && first?.level === 1 && lines.slice(0, before?.endLine).every((line) => line.trim() === "")
  );
}

function silentLines({ blocks, sections, lines }: SpecText): ReadonlySet<number> {
  const silent = new Set<number>();
  for (const block of blocks) {
    if (block.kind !== "comment" && block.kind !== "break") continue;
    for (let line = block.line; line <= block.endLine; line++) silent.add(line);
  }
  // The line under an underlined title belongs to it.
  for (const { line } of sections) if (/^ {0,3}(?:=+|-+)\s*$/.test(lines[line] ?? "")) silent.add(line + 1);
  return silent;
}

function hasText(section: Section, lines: readonly string[], silent: ReadonlySet<number>): boolean {
  for (let line = section.line + 1; line <= section.endLine; line++) {
    if (!silent.has(line) && (lines[line - 1] ?? "").trim() !== "") return true;
  }
  return false;
}
