// Where each text goes: into a section by its heading path, to its gap's mark, behind its parent's text, to the end of a section.
import type { SpecGap } from "../../core/documents/finished-spec.ts";
import type { GapMarkerPlace } from "../../core/documents/source-spec.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { sectionNamedIn, sectionOfPath } from "./heading-path.ts";
import type { Claims } from "./marker-claims.ts";
import type { Section, SourceLayout } from "./source-layout.ts";
import type { Unit, UnitsOfGap } from "./units.ts";

/** Where in the mark's own section a text stands; `null` where it stands in another. */
export type Near = "above" | "below" | null;

/** What becomes of a mark. */
export type Fate =
  | { readonly to: "text"; readonly units: readonly Unit[] }
  /** Settled by a text that stands elsewhere; `null` where no section holds it. */
  | { readonly to: "elsewhere"; readonly section: Section | null; readonly near: Near }
  | { readonly to: "limitation" }
  /** An entry that is none of the session's gaps: only its id goes. */
  | { readonly to: "strip" };

export interface Plan {
  readonly fates: ReadonlyMap<GapMarkerPlace, Fate>;
  /** Texts that replace the body of a section. */
  readonly replacing: ReadonlyMap<Section, readonly Unit[]>;
  /** Texts for the end of a section's body; `null`: of the document. */
  readonly closing: ReadonlyMap<Section | null, readonly Unit[]>;
  /** Texts of gaps that were found at a line without a mark. */
  readonly beside: ReadonlyMap<number, readonly Unit[]>;
  /** The gaps that no text settles. */
  readonly unsettled: readonly SpecGap[];
  /** The section that holds a settled gap's text. */
  readonly homes: ReadonlyMap<GapId, Section>;
}

export interface Planning {
  readonly layout: SourceLayout;
  readonly gaps: readonly SpecGap[];
  readonly claims: Claims;
  readonly units: ReadonlyMap<GapId, UnitsOfGap>;
  /** The sections that hold decisions and limitations: no text goes to their end. */
  readonly reserved: ReadonlySet<Section>;
}

/** Texts that stand one after the other, and the section that holds them. */
interface Group {
  readonly units: Unit[];
  readonly home: Section | null;
}

export function planSpec(planning: Planning): Plan {
  const { gaps, claims, units } = planning;
  const maps = { replacing: new Map(), closing: new Map(), beside: new Map(), atMark: new Map() };
  const groups = new Map<GapId, Group>();
  const parts = splitParents(gaps);
  for (const gap of gaps) {
    const { own, shared } = units.get(gap.id) ?? { own: [], shared: [] };
    const placed = own.map((unit) => placeUnit(unit, { planning, maps, groups }));
    const first = shared[0];
    const group = placed.at(-1) ?? (first === undefined ? undefined : groups.get(first.gap.id));
    if (group !== undefined) groups.set(gap.id, group);
    else if (parts.has(gap.id)) groups.set(gap.id, groupAt(gap, { planning, maps, groups }));
  }
  const unsettled = gaps.filter(({ id }) => !isSettled(units.get(id)) && !parts.has(id));
  const homes = new Map(
    [...groups].flatMap(([id, { home, units: there }]) =>
      home === null || there.length === 0 ? [] : [[id, home] as const],
    ),
  );
  return { ...maps, fates: fatesOf(claims, { ...planning, groups, atMark: maps.atMark }), unsettled, homes };
}

interface Maps {
  readonly replacing: Map<Section, Unit[]>;
  readonly closing: Map<Section | null, Unit[]>;
  readonly beside: Map<number, Unit[]>;
  readonly atMark: Map<GapId, Unit[]>;
}

interface Placing {
  readonly planning: Planning;
  readonly maps: Maps;
  readonly groups: ReadonlyMap<GapId, Group>;
}

function isSettled(units: UnitsOfGap | undefined): boolean {
  return units !== undefined && (units.own.length > 0 || units.shared.length > 0);
}

/** Gaps that were split: their parts stand for them. */
function splitParents(gaps: readonly SpecGap[]): ReadonlySet<GapId> {
  const split = new Set(gaps.flatMap(({ origin }) => (origin.from === "split" ? [origin.parent] : [])));
  return new Set(
    gaps.flatMap(({ id, resolutions }) => (split.has(id) && resolutions.length === 0 ? [id] : [])),
  );
}

function placeUnit(unit: Unit, placing: Placing): Group {
  const { planning, maps } = placing;
  const section = sectionFor(unit, planning);
  if (section === null) {
    const group = groupAt(unit.gap, placing);
    group.units.push(unit);
    return group;
  }
  const into = unit.replaces && !planning.reserved.has(section) ? maps.replacing : maps.closing;
  const there = into.get(section) ?? [];
  into.set(section, there);
  there.push(unit);
  return { units: there, home: section };
}

function sectionFor({ headingPath, gap }: Unit, { layout }: Planning): Section | null {
  if (headingPath === null) return null;
  return sectionOfPath(layout, headingPath, gap.origin.from === "source" ? gap.origin.line : null);
}

/** The texts at a gap's own place; `group.units` is the list that is written there. */
function groupAt(gap: SpecGap, { planning, maps, groups }: Placing): Group {
  const { layout, claims, reserved } = planning;
  const [mark] = claims.ofGap.get(gap.id) ?? [];
  if (mark !== undefined) return { units: listed(maps.atMark, gap.id), home: layout.sectionAt(mark.line) };
  if (gap.origin.from === "source") {
    const line = Math.min(Math.max(1, gap.origin.line), Math.max(1, layout.lines.length));
    return { units: listed(maps.beside, line), home: layout.sectionAt(line) };
  }
  const parent = parentOf(gap);
  const before = parent === null ? undefined : groups.get(parent);
  if (before !== undefined) return before;
  const named = sectionNamedIn(layout, `${gap.title}\n${gap.description}`);
  const home = named ?? layout.sections.findLast((section) => !reserved.has(section)) ?? null;
  return { units: listed(maps.closing, home), home };
}

function listed<Key>(lists: Map<Key, Unit[]>, key: Key): Unit[] {
  const there = lists.get(key) ?? [];
  lists.set(key, there);
  return there;
}

function parentOf({ origin }: SpecGap): GapId | null {
  switch (origin.from) {
    case "gap":
    case "split":
      return origin.parent;
    case "review":
      return origin.about;
    default:
      return null;
  }
}

interface Fating extends Planning {
  readonly groups: ReadonlyMap<GapId, Group>;
  readonly atMark: ReadonlyMap<GapId, readonly Unit[]>;
}

/** A gap's first mark takes its texts; further ones point there. */
function fatesOf({ marks }: Claims, fating: Fating): ReadonlyMap<GapMarkerPlace, Fate> {
  const fates = new Map<GapMarkerPlace, Fate>();
  const served = new Set<GapId>();
  for (const { marker, gap } of marks) {
    if (gap === null) {
      fates.set(marker, { to: "strip" });
      continue;
    }
    const again = served.has(gap);
    const units = again ? [] : (fating.atMark.get(gap) ?? []);
    served.add(gap);
    const group = fating.groups.get(gap);
    const settled = group !== undefined && group.units.length > 0;
    if (units.length > 0) fates.set(marker, { to: "text", units });
    else if (settled) {
      const own = group.home === fating.layout.sectionAt(marker.line);
      fates.set(marker, {
        to: "elsewhere",
        section: group.home,
        near: own ? (again ? "above" : "below") : null,
      });
    } else fates.set(marker, { to: "limitation" });
  }
  return fates;
}
