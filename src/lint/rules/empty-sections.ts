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
  /** Whether any line of it is not blank, be it a comment; front matter aside. */
  readonly hasLines: boolean;
  readonly hasComment: boolean;
}

const NONE: ReadonlySet<number> = new Set();

const headedSections = memoizeWeak((spec: PartText): readonly HeadedSection[] => {
  const headings = spec.passages.filter((passage) => passage.kind === "heading");
  const headingAt = new Map(headings.map((heading) => [heading.line, heading]));
  const silent = linesOfBlocks(spec, "comment", "break");
  return spec.sections.map((section) => {
    const heading = headingAt.get(section.line);
    const place = heading === undefined ? { line: section.line, column: 1, endColumn: 1 } : placeOf(heading);
    return {
      section,
      place,
      isHeaded: heading !== undefined,
      hasText: hasText(section, spec, silent),
      hasLines: hasText(section, spec, NONE),
      hasComment: spec.blocks.some((block) => block.kind === "comment" && isIn(section, block)),
    };
  });
});

/** A heading with neither text nor sub-sections; comments and rules are not text. */
export function findEmptySections(parts: readonly SpecPart[]): readonly Hit[] {
  const all = findInParts(parts, headedSections);
  const hits: Hit[] = [];
  /** Those that hold what a template says about them, and nothing else. */
  const left: Place[] = [];
  for (const [index, { section, place, isHeaded, hasText, hasComment }] of all.entries()) {
    if (!isHeaded || hasText || isTitle(all, index) || mayBeEmpty(section)) continue;
    const next = all[index + 1]?.section;
    if (next !== undefined && (next.level > section.level || isStacked(section, next))) continue;
    if (hasComment) left.push(place);
    if (hasComment && left.length > 1) continue;
    hits.push({
      rule: "empty-section",
      place,
      section,
      title: GAP_TITLE["empty-section"](section),
      subject: sectionSubject(section),
    });
  }
  return noteLeft(hits, left);
}

const LINES_TOLD_MAX = 20;

/** A template that was left as it is in many places is one finding: the first, which names the others. */
function noteLeft(hits: readonly Hit[], [first, ...others]: readonly Place[]): readonly Hit[] {
  if (first === undefined || others.length === 0) return hits;
  const lines = others.slice(0, LINES_TOLD_MAX).map(({ line }) => line);
  const more = others.length > lines.length ? ` and ${others.length - lines.length} more` : "";
  const note = `Only a comment stands under the ${others.length === 1 ? "heading in line" : "headings in lines"} ${lines.join(", ")}${more}, too.`;
  return hits.map((hit) => (hit.place === first ? { ...hit, note } : hit));
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

function isIn({ line, ownEnd }: Section, block: { readonly line: number }): boolean {
  return line < block.line && block.line <= ownEnd;
}

function hasText(section: Section, { lines, frontEnd }: PartText, silent: ReadonlySet<number>): boolean {
  for (let line = Math.max(section.headEnd, frontEnd) + 1; line <= section.ownEnd; line++) {
    if (!silent.has(line) && (lines[line - 1] ?? "").trim() !== "") return true;
  }
  return false;
}
