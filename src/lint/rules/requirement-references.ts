// Requirement ids (`REQ-12`, `FR-003`) that are cited but defined nowhere in the document.
import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import { matchesOf } from "../../document/spec/matches.ts";
import { type Place, placeIn } from "../../document/spec/place.ts";
import { findInParts, type SpecPart } from "../../document/spec/spec-parts.ts";
import type { PartText, Passage } from "../../document/spec/spec-text.ts";
import { GAP_TITLE } from "../gap-title.ts";
import { type Hit, mergeBySubject } from "../lint-finding.ts";

const REQUIREMENT_ID =
  /(?<![\w/.#-])([A-Z]{1,6}(?:-[A-Z]{2,10})?)-(\d{1,4}(?:\.\d{1,3}){0,3})([a-z]?)(?![\w-]|\.\d|\/)/g;
/** These are requirements wherever they stand. */
const REQUIREMENT_PREFIX = /^(?:REQ|FR|NFR)(?:-|$)/;
/** These are, where the document defines a series of them; elsewhere they are controls, tickets, products. */
const SERIES_PREFIX = /^(?:US|UC|AC|SC|BR|UR|SR|QR|TR|IR|DR|CR|SEC|PERF|REL|OPS|INV|CON|SLO|NF|R|F)$/;
/** So many definitions, numbered without great holes, make a series. */
const DEFINITIONS_MIN = 3;
const NUMBERS_PER_DEFINITION_MAX = 3;

interface Citation {
  readonly prefix: string;
  readonly key: string;
  readonly place: Place;
  readonly passage: Passage;
  readonly start: number;
  readonly end: number;
}

export function findMissingRequirements(parts: readonly SpecPart[]): readonly Hit[] {
  const definitions = new Map<string, Set<string>>();
  for (const { prefix, key } of parts.flatMap(({ spec }) => requirementsIn(spec).defined))
    definitions.set(prefix, (definitions.get(prefix) ?? new Set()).add(key));
  return hitsOf(
    findInParts(parts, (spec) => requirementsIn(spec).cited),
    definitions,
  );
}

interface Requirements {
  readonly defined: readonly Pick<Citation, "prefix" | "key">[];
  readonly cited: readonly Citation[];
}

const requirementsIn = memoizeWeak(({ passages }: PartText): Requirements => {
  const defined: Pick<Citation, "prefix" | "key">[] = [];
  const cited: Citation[] = [];
  for (const passage of passages) {
    if (!/\d/.test(passage.shown)) continue;
    for (const match of matchesOf(passage.shown, REQUIREMENT_ID)) {
      const [written, prefix = "", number = ""] = match;
      if (!REQUIREMENT_PREFIX.test(prefix) && !SERIES_PREFIX.test(prefix)) continue;
      const at = { start: match.index, end: match.index + written.length };
      const key = keyOf(prefix, number);
      if (isDefinition(passage, at)) defined.push({ prefix, key });
      else if (passage.text.startsWith(written, match.index))
        cited.push({ prefix, key, place: placeIn(passage, at.start, at.end), passage, ...at });
    }
  }
  return { defined, cited };
});

type Definitions = ReadonlyMap<string, ReadonlySet<string>>;

function hitsOf(citations: readonly Citation[], definitions: Definitions): readonly Hit[] {
  const hits = citations.flatMap((citation) => {
    const defined = definitions.get(citation.prefix);
    const counts = REQUIREMENT_PREFIX.test(citation.prefix) || isNumberedSeries(defined);
    // Where none at all is defined they live in another document.
    if (!counts || defined === undefined || defined.has(citation.key) || isElsewhere(citation)) return [];
    return [hitOf(citation)];
  });
  return mergeBySubject(hits, "Cited in");
}

function hitOf({ passage, place, start, end, key }: Citation): Hit {
  const written = passage.shown.slice(start, end);
  return {
    rule: "missing-requirement",
    place,
    section: passage.section,
    title: GAP_TITLE["missing-requirement"](written),
    subject: key,
    why: `${written} is cited, but this document defines no requirement of that id.`,
  };
}

/** `FR-3` and `FR-003` are the same requirement. */
function keyOf(prefix: string, number: string): string {
  return `${prefix}-${number.split(".").map(Number).join(".")}`;
}

function isNumberedSeries(defined: ReadonlySet<string> | undefined): boolean {
  if (defined === undefined || defined.size < DEFINITIONS_MIN) return false;
  let highest = 0;
  for (const key of defined)
    highest = Math.max(highest, Number.parseInt(key.slice(key.lastIndexOf("-") + 1), 10));
  return highest <= defined.size * NUMBERS_PER_DEFINITION_MAX;
}

/** At the head of a passage, anywhere in a heading, or as the label that ends one. */
function isDefinition({ kind, shown }: Passage, { start, end }: { start: number; end: number }): boolean {
  if (kind === "heading") return true;
  const before = shown.slice(Math.max(0, start - 20), start);
  const opens =
    (/^[\s[(]*(?:\[[ xX]\]\s*)?$/.test(before) && isHead(shown, start)) || FIRST_CELL.test(before);
  const closes =
    /[[(]/.test(shown[start - 1] ?? "") &&
    /^[\])][.\s]*$/.test(shown.slice(end, end + 200)) &&
    shown.length - end < 200;
  return opens || closes;
}

/** A row that some prose has parted from its table. */
const FIRST_CELL = /(?:^|\n)[ \t]{0,4}\|[ \t]{0,4}$/;

function isHead(shown: string, start: number): boolean {
  return start <= shown.length - shown.trimStart().length + 6;
}

/** "FR-3 of the platform spec", "REQ-12 in billing.md". */
function isElsewhere({ passage, end }: Citation): boolean {
  return /^\s{0,4}(?:of|in|from)\s{1,4}(?!this\b|section\b|§)(?:the\s|our\s|\[|[A-Z`])/.test(
    passage.source.slice(end, end + 40),
  );
}
