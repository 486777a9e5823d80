import { compareGapIds, type GapId } from "../shared/gap-id.ts";
import { compareSeverities } from "../shared/severity.ts";
import type { Focus } from "./convergence.ts";
import { buildsOn, type Foundations, foundationsOf, waitsFor, waitsForAny } from "./foundations.ts";
import type { Gap } from "./gap.ts";
import { isAssignable, isOpen } from "./gap-state.ts";
import { restingGaps, type Tries } from "./gap-tries.ts";
import { passageChars, passageGroups, sectionsOf } from "./passages.ts";

/** A round's prompt quotes so much of the source; what would go beyond it waits for the next. */
export const PASSAGE_CHARS_MAX = 40_000;

export interface AssignmentRequest {
  readonly gaps: readonly Gap[];
  /** The gaps of one passage count once. */
  readonly gapsPerRound: number;
  readonly focus: Focus;
  /** Gaps that an open HIGH question holds; the others go on. */
  readonly held: ReadonlySet<GapId>;
  readonly tries: Tries;
}

/** The gaps the next round takes up, in order. */
export function assignGaps(request: AssignmentRequest): readonly GapId[] {
  const foundations = foundationsOf(request.gaps);
  const all = unitsOf(request, foundations);
  const critical = request.focus === "only-critical" ? all.filter(isCritical) : [];
  // With no CRITICAL gap left there is nothing to put first, and an idle round helps nobody.
  const wanted = critical.length > 0 ? critical : all;
  const queue = new Queue([...wanted].sort(byRank(request.focus)), { ...request, foundations });
  return withinBudget(queue.first(request.gapsPerRound)).flatMap(({ gaps }) =>
    foundationsFirst(gaps, foundations),
  );
}

/** What is assigned as one: a gap, or all gaps of one passage. */
interface Unit {
  /** The first speaks for all: it is the gravest, then the oldest. */
  readonly gaps: readonly [Gap, ...Gap[]];
  /** CRITICAL, or the foundation of a CRITICAL gap. */
  readonly urgent: boolean;
  readonly foundation: boolean;
  /** It builds on an open gap that this round cannot take up: it comes after the others, but it comes. */
  readonly stuck: boolean;
  readonly resting: boolean;
}

function unitsOf({ gaps, held, tries }: AssignmentRequest, foundations: Foundations): readonly Unit[] {
  const isFree = (gap: Gap) => isAssignable(gap.state.at) && !held.has(gap.id);
  const free = gaps.filter(isFree);
  const byId = new Map(free.map((gap) => [gap.id, gap]));
  const outOfReach = new Set(gaps.filter((gap) => isOpen(gap.state.at) && !isFree(gap)).map((gap) => gap.id));
  const dependents = dependentsOf(free, foundations);
  const resting = restingGaps([...byId.keys()], tries);
  return passageGroups(free).flatMap((ids) => {
    const [first, ...others] = ids.flatMap((id) => byId.get(id) ?? []).sort(byGravity);
    if (first === undefined) return [];
    const members: Unit["gaps"] = [first, ...others];
    const above = members.flatMap(({ id }) => dependents.get(id) ?? []);
    return [
      {
        gaps: members,
        urgent: [...members, ...above].some((one) => one.severity.level === "CRITICAL"),
        foundation: above.some(({ id }) => !ids.includes(id)),
        stuck: members.every(({ id }) => waitsForAny(id, outOfReach, foundations)),
        resting: members.every(({ id }) => resting.has(id)),
      },
    ];
  });
}

/** The gaps that wait for each. */
function dependentsOf(gaps: readonly Gap[], foundations: Foundations): ReadonlyMap<GapId, readonly Gap[]> {
  const dependents = new Map<GapId, Gap[]>();
  for (const gap of gaps) {
    for (const foundation of foundations.get(gap.id) ?? []) {
      if (!waitsFor(gap.id, foundation, foundations)) continue;
      const known = dependents.get(foundation);
      if (known === undefined) dependents.set(foundation, [gap]);
      else known.push(gap);
    }
  }
  return dependents;
}

function byRank(focus: Focus): (a: Unit, b: Unit) => number {
  return (a, b) =>
    (focus === "critical-first" ? Number(b.urgent) - Number(a.urgent) : 0) ||
    Number(a.stuck) - Number(b.stuck) ||
    Number(b.foundation) - Number(a.foundation) ||
    Number(a.resting) - Number(b.resting) ||
    byGravity(a.gaps[0], b.gaps[0]);
}

function byGravity(a: Gap, b: Gap): number {
  return (
    compareSeverities(a.severity.level, b.severity.level) ||
    a.roundEntered - b.roundEntered ||
    compareGapIds(a.id, b.id)
  );
}

function isCritical({ gaps }: Unit): boolean {
  return gaps[0].severity.level === "CRITICAL";
}

interface QueueFacts {
  readonly gaps: readonly Gap[];
  readonly focus: Focus;
  readonly foundations: Foundations;
}

/** Those that are left, best first. */
class Queue {
  readonly #units: Set<Unit>;
  readonly #gaps: Set<GapId>;
  readonly #facts: QueueFacts;
  readonly #sections: ReadonlyMap<GapId, string>;
  readonly #linked: ReadonlyMap<GapId, readonly GapId[]>;

  constructor(ranked: readonly Unit[], facts: QueueFacts) {
    this.#units = new Set(ranked);
    this.#gaps = new Set(ranked.flatMap(idsOf));
    this.#facts = facts;
    this.#sections = sectionsOf(facts.gaps);
    this.#linked = linksOf(facts.gaps);
  }

  /**
   * Repeatedly the best, and after it what belongs to it: the rest of its section with what that waits for, so that a section
   * is written once and as a whole; then what they block and are blocked by.
   */
  first(count: number): readonly Unit[] {
    const taken: Unit[] = [];
    while (taken.length < count) {
      // Where passages hold each other up, the best of them goes first all the same.
      const [best] = this.#units;
      const seed = this.#next(() => true) ?? best;
      if (seed === undefined) break;
      const own = [this.#take(seed), ...this.#restOfSection(seed, count - taken.length - 1)];
      taken.push(...own);
      const related = new Set(own.flatMap((unit) => this.#relatives(unit)));
      const belongs = (unit: Unit) =>
        this.#isAsUrgent(unit, seed) && idsOf(unit).some((id) => related.has(id));
      for (let next = this.#next(belongs); next !== undefined; next = this.#next(belongs)) {
        if (taken.length >= count) break;
        taken.push(this.#take(next));
        for (const id of this.#relatives(next)) related.add(id);
      }
    }
    return taken;
  }

  /** Best first, each after what it waits for, as far as there is room for both. */
  #restOfSection(seed: Unit, room: number): readonly Unit[] {
    const sections = new Set(this.#sectionsOf(seed));
    const others = [...this.#units].filter(
      (unit) => this.#isAsUrgent(unit, seed) && this.#sectionsOf(unit).some((one) => sections.has(one)),
    );
    const taken: Unit[] = [];
    for (const unit of others) {
      if (!this.#units.has(unit)) continue;
      const needed = this.#neededFor(unit);
      if (needed === null || taken.length + needed.length + 1 > room) continue;
      for (const one of [...needed, unit]) taken.push(this.#take(one));
    }
    return taken;
  }

  /** What a passage waits for, foundations first; `null` where passages hold each other up. */
  #neededFor(unit: Unit): readonly Unit[] | null {
    const { foundations } = this.#facts;
    const builtOn = (one: Unit) =>
      idsOf(unit).some((id) => idsOf(one).some((other) => waitsFor(id, other, foundations)));
    const needed = [...this.#units].filter((one) => one !== unit && builtOn(one));
    return orderByFoundations(needed, idsOf, foundations);
  }

  /** The best of those that wait for none that is left. */
  #next(wanted: (unit: Unit) => boolean): Unit | undefined {
    return [...this.#units].find((unit) => wanted(unit) && !this.#waits(unit));
  }

  #waits(unit: Unit): boolean {
    const ids = idsOf(unit);
    if (unit.gaps.length === 1) return waitsForAny(unit.gaps[0].id, this.#gaps, this.#facts.foundations);
    const others = new Set([...this.#gaps].filter((id) => !ids.includes(id)));
    return ids.some((id) => waitsForAny(id, others, this.#facts.foundations));
  }

  #take(unit: Unit): Unit {
    this.#units.delete(unit);
    for (const id of idsOf(unit)) this.#gaps.delete(id);
    return unit;
  }

  #relatives(unit: Unit): readonly GapId[] {
    return idsOf(unit).flatMap((id) => this.#linked.get(id) ?? []);
  }

  #sectionsOf(unit: Unit): readonly string[] {
    return idsOf(unit).flatMap((id) => this.#sections.get(id) ?? []);
  }

  /** What rests, or is held up, is not drawn in before its time. */
  #isAsUrgent(unit: Unit, seed: Unit): boolean {
    const behind = (one: Unit) => [
      this.#facts.focus === "critical-first" && !one.urgent,
      one.stuck,
      one.resting,
    ];
    const ofSeed = behind(seed);
    return behind(unit).every((worse, index) => !worse || ofSeed[index] === true);
  }
}

/** Who names whom as a blocker, either way. */
function linksOf(gaps: readonly Gap[]): ReadonlyMap<GapId, readonly GapId[]> {
  const links = new Map<GapId, GapId[]>();
  const link = (from: GapId, to: GapId) => links.set(from, [...(links.get(from) ?? []), to]);
  for (const { id, blockedBy } of gaps) {
    for (const blocker of blockedBy) {
      link(id, blocker);
      link(blocker, id);
    }
  }
  return links;
}

function idsOf({ gaps }: Unit): readonly GapId[] {
  return gaps.map(({ id }) => id);
}

/** One passage is taken however long it is. */
function withinBudget(units: readonly Unit[]): readonly Unit[] {
  let chars = 0;
  const beyond = units.findIndex(({ gaps }, index) => {
    chars += passageChars(gaps);
    return index > 0 && chars > PASSAGE_CHARS_MAX;
  });
  return beyond < 0 ? units : units.slice(0, beyond);
}

function foundationsFirst(gaps: readonly Gap[], foundations: Foundations): readonly GapId[] {
  const order = orderByFoundations(gaps, ({ id }) => [id], foundations);
  if (order === null) throw new Error("waiting has no circles");
  return order.map(({ id }) => id);
}

/** Each after what it waits for of the others; `null` where they hold each other up crosswise. */
function orderByFoundations<Item>(
  items: readonly Item[],
  ids: (item: Item) => readonly GapId[],
  foundations: Foundations,
): readonly Item[] | null {
  const left = new Set(items);
  const order: Item[] = [];
  while (left.size > 0) {
    const others = new Set([...left].flatMap(ids));
    const next = [...left].find((item) => !ids(item).some((id) => waitsForAny(id, others, foundations)));
    if (next === undefined) return null;
    order.push(next);
    left.delete(next);
  }
  return order;
}

/**
 * The gaps of each run of the Engineer, at most `parallelGaps` of which go on at once; with 1 all share one. What stands in
 * one section or passage is written as one, and so is what builds on each other.
 */
export function engineerRuns(
  assigned: readonly GapId[],
  gaps: readonly Gap[],
  parallelGaps: number,
): readonly (readonly GapId[])[] {
  if (assigned.length === 0) return [];
  if (parallelGaps === 1) return [assigned];
  const foundations = foundationsOf(gaps);
  const sections = sectionsOf(gaps);
  const passages = passageGroups(gaps.filter(({ id }) => assigned.includes(id)));
  const passageOf = (id: GapId) => passages.findIndex((passage) => passage.includes(id));
  const belong = (a: GapId, b: GapId) =>
    passageOf(a) === passageOf(b) ||
    (sections.has(a) && sections.get(a) === sections.get(b)) ||
    buildsOn(a, b, foundations) ||
    buildsOn(b, a, foundations);
  let runs: (readonly GapId[])[] = [];
  for (const id of assigned) {
    const own = runs.filter((run) => run.some((other) => belong(id, other)));
    const joined = new Set([...own.flat(), id]);
    const at = own[0] === undefined ? runs.length : runs.indexOf(own[0]);
    runs[at] = assigned.filter((one) => joined.has(one));
    runs = runs.filter((run, index) => index === at || !own.includes(run));
  }
  return runs;
}
