// What surveys and the linter found, as one inventory: the same hole is one gap, whoever names it.
import { findGapIds, type GapId, nextGapId } from "../../shared/gap-id.ts";
import { isRefusal } from "../../shared/refusal.ts";
import { compareSeverities, graverSeverity, rateSeverity, type Severity } from "../../shared/severity.ts";
import { wordOverlap } from "../../shared/word-overlap.ts";
import { FINDERS, type Finder, type Gap, type Span } from "../gap.ts";
import type { Hole, SurveyReport } from "./hole.ts";

/** From here on two descriptions of one place are the same gap. */
const SAME_OVERLAP_MIN = 0.5;
/** Who lists two questions of one section means two, unless they are nearly word for word the same. */
const REPEATED_OVERLAP_MIN = 0.9;
export const SURVEY_CATEGORY = "SURVEY";
const LOW_REASON = "found by the survey: not worked on unless you reopen it";

export interface SurveyInventory {
  /** How many surveys passed their gate. */
  readonly surveys: number;
  /** New gaps, gravest first. */
  readonly gaps: readonly Gap[];
  /** Gaps of the linter that a survey names, too. */
  readonly confirmed: readonly ConfirmedGap[];
  /** How many holes were left out because there are too many. */
  readonly leftOut: number;
  /** Which they are, as far as there are not too many to read. */
  readonly leftOutHoles?: readonly Pick<Hole, "title" | "severity" | "line" | "path">[];
}

const LEFT_OUT_SHOWN_MAX = 50;

type ConfirmedGap = Required<Pick<Gap, "foundBy" | "description">> & {
  readonly gap: GapId;
  /** The survey's, where it is graver. */
  readonly severity: Severity | null;
};

interface JoinedHole {
  readonly hole: Hole;
  /** What its holes are called. */
  readonly titles: readonly string[];
  readonly severity: Severity;
  readonly foundBy: readonly Finder[];
  /** The linter's gap that it is. */
  readonly known: GapId | null;
  /** Under which it is named in each survey. */
  readonly names: readonly string[];
}

export function joinSurvey(about: {
  readonly reports: readonly SurveyReport[];
  readonly gaps: readonly Gap[];
  /** Ids that are taken, by gaps or by entries of the source. */
  readonly taken: readonly GapId[];
  readonly gapsMax: number;
}): SurveyInventory {
  const joined = joinHoles(about.reports, about.gaps);
  const fresh = joined
    .filter(({ known }) => known === null)
    .toSorted((a, b) => compareSeverities(a.severity, b.severity));
  const ids = freeIds(Math.min(fresh.length, about.gapsMax), about.taken);
  const idOf = new Map<string, GapId>();
  for (const [index, { names }] of fresh.slice(0, ids.length).entries())
    for (const name of names) idOf.set(name, ids[index] as GapId);
  for (const { known, names } of joined) if (known !== null) for (const name of names) idOf.set(name, known);
  return {
    surveys: about.reports.length,
    gaps: fresh.slice(0, ids.length).map((one, index) => gapOf(one, ids[index] as GapId, idOf)),
    confirmed: about.gaps.flatMap((gap) => confirmGap(gap, joined)),
    leftOut: fresh.length - ids.length,
    ...(fresh.length === ids.length ? {} : { leftOutHoles: omittedHoles(fresh.slice(ids.length)) }),
  };
}

function omittedHoles(joined: readonly JoinedHole[]) {
  return joined
    .slice(0, LEFT_OUT_SHOWN_MAX)
    .map(({ hole: { title, line, path }, severity }) => ({ title, severity, line, path }));
}

function joinHoles(reports: readonly SurveyReport[], gaps: readonly Gap[]): readonly JoinedHole[] {
  const joined: JoinedHole[] = [];
  // Whoever was quicker does not come first.
  for (const { by, holes } of reports.toSorted((a, b) => FINDERS.indexOf(a.by) - FINDERS.indexOf(b.by))) {
    for (const hole of holes) {
      const name = nameOf(by, hole.number);
      const at = indexOfSame(joined, hole, by);
      const before = joined[at];
      const known = gaps.find((gap) => isKnown(gap, hole))?.id ?? null;
      if (before === undefined) {
        joined.push({
          hole,
          titles: [hole.title],
          severity: hole.severity,
          foundBy: [by],
          known,
          names: [name],
        });
      } else {
        joined[at] = {
          ...before,
          titles: [...before.titles, hole.title],
          // Whoever quotes the mark tells which gap it is.
          known: before.known ?? known,
          severity: graverSeverity(before.severity, hole.severity),
          foundBy: [...new Set([...before.foundBy, by])],
          names: [...before.names, name],
        };
      }
    }
  }
  return joined;
}

function nameOf(by: Finder, number: number): string {
  return `${by} ${number}`;
}

/** Of several that could be the same hole, the one that is called most alike; -1: none. */
function indexOfSame(joined: readonly JoinedHole[], other: Hole, by: Finder): number {
  const overlaps = joined.map(({ hole, titles, foundBy }) => {
    if (!samePath(hole.path, other.path)) return 0;
    const overlap = Math.max(...titles.map((title) => wordOverlap(title, other.title)));
    return overlap >= (foundBy.includes(by) ? REPEATED_OVERLAP_MIN : SAME_OVERLAP_MIN) ? overlap : 0;
  });
  const most = Math.max(0, ...overlaps);
  return most === 0 ? -1 : overlaps.indexOf(most);
}

function samePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((title, index) => title === b[index]);
}

/** The same section, or words that touch the mark; and what is said is the same. */
function isKnown({ origin, title }: Gap, hole: Hole): boolean {
  if (origin.from !== "source") return false;
  const inSection = samePath(origin.path ?? [], hole.path);
  const touches = hole.span !== null && origin.mark !== undefined && overlap(hole.span, origin.mark);
  if (!inSection && !touches) return false;
  const said = `${hole.title} ${hole.passage ?? ""}`;
  return touches || Math.max(wordOverlap(title, hole.title), wordOverlap(title, said)) >= SAME_OVERLAP_MIN;
}

function overlap(a: Span, b: Span): boolean {
  return a.from < b.to && b.from < a.to;
}

function freeIds(count: number, taken: readonly GapId[]): readonly GapId[] {
  const ids: GapId[] = [];
  while (ids.length < count) {
    const id = nextGapId(SURVEY_CATEGORY, [...taken, ...ids]);
    if (isRefusal(id)) break;
    ids.push(id);
  }
  return ids;
}

function gapOf({ hole, severity, foundBy }: JoinedHole, id: GapId, idOf: ReadonlyMap<string, GapId>): Gap {
  const low = severity === "LOW";
  return {
    id,
    title: hole.title,
    description: descriptionOf(hole),
    severity: rateSeverity(severity),
    origin: {
      from: "survey",
      line: hole.line,
      path: hole.path,
      ...(hole.span === null ? {} : { passage: hole.span }),
    },
    foundBy,
    place: hole.path.join(" > "),
    blockedBy: blockersOf(hole, foundBy, idOf).filter((other) => other !== id),
    roundEntered: 0,
    roundUpdated: 0,
    state: low ? { at: "USER_DEFERRED", reason: LOW_REASON, deferredBy: "survey" } : { at: "OPEN" },
  };
}

/** Numbers name holes of the same survey; an id that nobody has is kept, as ever, and noted where gaps are listed. */
function blockersOf(
  hole: Hole,
  foundBy: readonly Finder[],
  idOf: ReadonlyMap<string, GapId>,
): readonly GapId[] {
  const named = hole.blockedBy.flatMap((written) => {
    const [id] = findGapIds(written);
    if (id !== undefined) return [id.id];
    return foundBy.flatMap((by) => idOf.get(nameOf(by, Number(written))) ?? []).slice(0, 1);
  });
  return [...new Set(named)];
}

function descriptionOf({ passage, why, settledBy }: Hole): string {
  const quoted = passage === null ? [] : [`The specification says: ${passage}`];
  return [...quoted, `Why it matters: ${why}`, `What would settle it: ${settledBy}`].join("\n");
}

function confirmGap(gap: Gap, joined: readonly JoinedHole[]): readonly ConfirmedGap[] {
  const own = joined.filter(({ known }) => known === gap.id);
  const [first] = own;
  if (first === undefined) return [];
  const gravest = own.reduce<Severity>(
    (worst, { severity }) => graverSeverity(worst, severity),
    gap.severity.level,
  );
  return [
    {
      gap: gap.id,
      foundBy: ["linter", ...new Set(own.flatMap(({ foundBy }) => foundBy))],
      severity: gravest === gap.severity.level ? null : gravest,
      // What it asks beside the mark is asked with it.
      description: [
        ...new Set(own.map(({ hole }) => `The survey asks: ${hole.title}\n${descriptionOf(hole)}`)),
      ].join("\n\n"),
    },
  ];
}
