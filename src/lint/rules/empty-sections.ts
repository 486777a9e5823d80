import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import type { Section } from "../../document/spec/outline.ts";
import { type Place, placeOf } from "../../document/spec/place.ts";
import { findInParts, type SpecPart } from "../../document/spec/spec-parts.ts";
import { linesOfBlocks, type PartText } from "../../document/spec/spec-text.ts";
import { GAP_TITLE } from "../gap-title.ts";
import type { Hit } from "../lint-finding.ts";
import { sectionSubject } from "../subject.ts";
import { isOpenTitle } from "./open-questions.ts";

/** Nothing may stand here on purpose: releases without news, contents that a tool fills in, a heading that says it all. */
const MAY_BE_EMPTY =
  /^(?:verdict|status|result|severity|priority|confidence)\s*:|\bunreleased\b|^\[?v?\d+\.\d+(?:\.\d+)?\b[^\p{L}]*$|^(?:table of )?contents$/iu;

/** A list of open questions that is empty says that there are none. */
function mayBeEmpty({ title }: Section): boolean {
  return MAY_BE_EMPTY.test(title) || isOpenTitle([title]);
}

interface HeadedSection {
  readonly section: Section;
  /** Of the heading's words; the text before the first heading has none, nor has a heading that says nothing. */
  readonly place: Place;
  readonly isHeaded: boolean;
  readonly hasText: boolean;
  /** Whether any line of it is not blank, be it a comment. */
  readonly hasLines: boolean;
}

const NONE: ReadonlySet<number> = new Set();

const headedSections = memoizeWeak((spec: PartText): readonly HeadedSection[] => {
  const headings = spec.passages.filter((passage) => passage.kind === "heading");
  const headingAt = new Map(headings.map((heading) => [heading.line, heading]));
  const silent = silentLines(spec);
  return spec.sections.map((section) => {
    const heading = headingAt.get(section.line);
    const place = heading === undefined ? { line: section.line, column: 1, endColumn: 1 } : placeOf(heading);
    return {
      section,
      place,
      isHeaded: heading !== undefined,
      hasText: hasText(section, spec.lines, silent),
      hasLines: hasText(section, spec.lines, NONE),
    };
  });
});

/** A heading with neither text nor sub-sections; comments and rules are not text. */
export function findEmptySections(parts: readonly SpecPart[]): readonly Hit[] {
  const all = findInParts(parts, headedSections);
  const hits: Hit[] = [];
  for (const [index, { section, place, isHeaded, hasText }] of all.entries()) {
    if (!isHeaded || hasText || isTitle(all, index) || mayBeEmpty(section)) continue;
    const next = all[index + 1]?.section;
    if (next !== undefined && (next.level > section.level || isStacked(section, next))) continue;
    hits.push({
      rule: "empty-section",
      place,
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
function isTitle(all: readonly HeadedSection[], index: number): boolean {
  return index === 1 && all[1]?.section.level === 1 && all[0]?.hasLines === false;
}

function silentLines(spec: PartText): ReadonlySet<number> {
  const { sections, lines } = spec;
  const silent = new Set(linesOfBlocks(spec, "comment", "break"));
  // The line under an underlined title belongs to it.
  for (const { line } of sections) if (/^ {0,3}(?:=+|-+)\s*$/.test(lines[line] ?? "")) silent.add(line + 1);
  return silent;
}

function hasText(section: Section, lines: readonly string[], silent: ReadonlySet<number>): boolean {
  for (let line = section.line + 1; line <= section.ownEnd; line++) {
    if (!silent.has(line) && (lines[line - 1] ?? "").trim() !== "") return true;
  }
  return false;
}
