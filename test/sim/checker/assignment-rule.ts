import type { DataOf, Happened } from "./happened.ts";
import type { Ledger } from "./ledger.ts";
import type { Report, Rule } from "./rule.ts";
import { SEVERITY_WEIGHT, type Severity, TERMINAL } from "./tables.ts";

type Gap = DataOf<"GapEntered">["gap"];
type Start = DataOf<"RoundStarted">;
type Fault = (message: string) => void;

/** What the events tell about a gap that its place in the order follows from. */
interface Standing {
  readonly entered: number;
  readonly section: string | null;
  readonly block: { readonly from: number; readonly to: number } | null;
  blockers: readonly string[];
  /** The rounds that took it up, newest last, and whether it came back from each. */
  rounds: { readonly round: number; back: boolean }[];
}

/** Foundations first, then what does not rest, then severity, then age; one passage is one assignment. */
export class AssignmentRule implements Rule {
  readonly name = "assignment";
  readonly #gaps = new Map<string, Standing>();
  /** The gaps that the last text for a gap settles. */
  readonly #together = new Map<string, readonly string[]>();

  take(event: Happened, ledger: Ledger, report: Report): void {
    switch (event.type) {
      case "SessionStarted":
        for (const gap of event.data.gaps) this.#enter(gap);
        return;
      case "GapEntered":
        this.#enter(event.data.gap);
        return;
      case "GapBlocked": {
        const gap = this.#gaps.get(event.data.gap);
        if (gap !== undefined) gap.blockers = event.data.blockedBy;
        return;
      }
      case "GapMoved":
        this.#move(event.data);
        return;
      case "ProposalMade":
        this.#together.set(event.data.gap, event.data.together ?? [event.data.gap]);
        return;
      case "RoundStarted":
        this.#check(event.data, ledger, (message) => report(event.version, message));
        return;
      default:
        return;
    }
  }

  settle(): void {
    return;
  }

  #enter({ id, origin, blockedBy, roundEntered }: Gap): void {
    const parent = "parent" in origin ? origin.parent : "about" in origin ? origin.about : null;
    const section =
      origin.from === "source" || origin.from === "survey"
        ? (origin.path?.join("/") ?? null)
        : ((parent === null ? null : this.#gaps.get(parent)?.section) ?? null);
    const block = origin.from === "source" ? (origin.block ?? null) : null;
    this.#gaps.set(id, { entered: roundEntered, section, block, blockers: blockedBy, rounds: [] });
  }

  #move({ gap: id, from, state, actor, round }: DataOf<"GapMoved">): void {
    const gap = this.#gaps.get(id);
    if (gap === undefined) return;
    if (state.at === "SUPERSEDED") this.#split(id, state.by);
    const last = gap.rounds.at(-1);
    if (state.at === "IN_PROGRESS") {
      if (last?.round === round) last.back = false;
      else gap.rounds.push({ round, back: false });
      return;
    }
    if (TERMINAL.includes(from) && !TERMINAL.includes(state.at)) {
      gap.rounds = gap.rounds.filter((one) => one.round === round).map((one) => ({ ...one, back: false }));
      return;
    }
    if (last === undefined) return;
    if (state.at === "NEEDS_REVISION") last.back = true;
    else if (state.at === "OPEN") last.back = last.back || actor === "Mediator";
    else last.back = false;
  }

  #split(whole: string, parts: readonly string[]): void {
    for (const gap of this.#gaps.values()) {
      if (!gap.blockers.includes(whole)) continue;
      gap.blockers = [...new Set(gap.blockers.flatMap((one) => (one === whole ? parts : [one])))];
    }
  }

  #check(start: Start, ledger: Ledger, fault: Fault): void {
    const held = this.#held(ledger);
    const order = new Order(this.#gaps, ledger, held);
    const taken = start.lanes.flatMap(({ gaps }): readonly string[] => gaps);
    for (const id of taken) if (held.has(id)) fault(`${id} is taken up while the user is asked about it`);
    const most = ledger.settings?.limits.gapsPerRound ?? 0;
    const passages = order.passages(taken);
    // Remarks are handed over together, however many passages they are about.
    if (passages.length > most && start.focus !== "remarks")
      fault(`${passages.length} passages are assigned, of at most ${most}`);
    const retried = order.passagesOf(ledger.retry?.gaps ?? []);
    const strange = retried.length === 0 ? [] : taken.filter((id) => !retried.includes(id));
    // What is accepted by then is only remarked on.
    if (strange.length > 0 && start.focus !== "remarks")
      fault(`${strange.join(", ")} is taken up, though the round is done again for ${retried.join(", ")}`);
    const among = retried.length === 0 ? order.assignable : retried;
    order.restAmong(among);
    const left = among.filter((id) => !taken.includes(id));
    const wanted = start.focus === "only-critical" ? left.filter((id) => order.anyCritical([id])) : left;
    if (passages.length < most && wanted.length > 0)
      fault(`${wanted.join(", ")} could be taken up, and is not`);
    for (const id of taken) {
      const split = left.filter((other) => order.overlap(id, other));
      if (split.length > 0) fault(`${id} is taken up without ${split.join(", ")} of its passage`);
      if (start.focus !== "only-critical") this.#checkFoundations(id, { order, left }, fault);
      // What shares the passage of a CRITICAL gap is taken up with it.
      else if (order.anyCritical(among) && !order.anyCritical(order.passageOf(id)))
        fault(`${id} is not CRITICAL`);
      for (const other of wanted) {
        if (order.outranks(other, id, { taken, left, focus: start.focus }))
          fault(`${id} is taken up before ${other}`);
      }
    }
    this.#checkLanes(start, order, fault);
  }

  /** What waits for the user's word on a text that keeps coming back, or on a grave conflict. */
  #held(ledger: Ledger): ReadonlySet<string> {
    const repeated = [...ledger.questions.values()].flatMap(({ kind, subject }): readonly string[] =>
      kind === "repeat" && subject.of === "gap" ? (this.#together.get(subject.gap) ?? [subject.gap]) : [],
    );
    return new Set([...repeated, ...ledger.gapsInConflict()]);
  }

  #checkFoundations(
    id: string,
    { order, left }: { readonly order: Order; readonly left: readonly string[] },
    fault: Fault,
  ): void {
    // Passages may hold each other up crosswise: then one of them goes first all the same.
    if (order.passageOf(id).length > 1) return;
    const holdsUp = (other: string): boolean =>
      order.passageOf(other).some((member) => order.waitsFor(member, id));
    const missing = left.filter((other) => order.waitsFor(id, other) && !holdsUp(other));
    if (missing.length > 0) fault(`${id} is taken up before ${missing.join(", ")}, which it waits for`);
  }

  #checkLanes({ lanes }: Start, order: Order, fault: Fault): void {
    for (const [index, one] of lanes.entries()) {
      for (const other of lanes.slice(index + 1)) {
        for (const [a, b] of one.gaps.flatMap((a) => other.gaps.map((b) => [a, b] as const))) {
          if (order.reaches(a, b) || order.reaches(b, a)) fault(`${a} and ${b} are not independent`);
          if (order.overlap(a, b)) fault(`${a} and ${b} share their passage, but not their run`);
        }
      }
    }
  }
}

interface Around {
  readonly taken: readonly string[];
  readonly left: readonly string[];
  readonly focus: Start["focus"];
}

/** The order as it is at one moment. */
class Order {
  readonly #gaps: ReadonlyMap<string, Standing>;
  readonly #ledger: Ledger;
  readonly assignable: readonly string[];
  readonly #open: readonly string[];
  #others: readonly string[];

  constructor(gaps: ReadonlyMap<string, Standing>, ledger: Ledger, held: ReadonlySet<string>) {
    this.#gaps = gaps;
    this.#ledger = ledger;
    const open = [...ledger.gapsIn("OPEN"), ...ledger.gapsIn("NEEDS_REVISION")];
    this.assignable = open.filter((id) => !held.has(id));
    this.#others = this.assignable;
    const busy = (["IN_PROGRESS", "PROPOSED", "BLOCKED_EXTERNAL"] as const).flatMap((at) => [
      ...ledger.gapsIn(at),
    ]);
    this.#open = [...busy, ...open.filter((id) => held.has(id))];
  }

  level(id: string): Severity {
    return this.#ledger.gaps.get(id)?.severity.level ?? "LOW";
  }

  anyCritical(ids: readonly string[]): boolean {
    return ids.some((id) => this.level(id) === "CRITICAL");
  }

  overlap(a: string, b: string): boolean {
    const [one, other] = [this.#gaps.get(a)?.block, this.#gaps.get(b)?.block];
    return a !== b && one != null && other != null && one.from < other.to && other.from < one.to;
  }

  passageOf(id: string, among = this.assignable): readonly string[] {
    const passage = new Set([id]);
    for (const one of passage) {
      for (const other of among) if (this.overlap(one, other)) passage.add(other);
    }
    return [...passage];
  }

  /** As far as they are free, with what shares their passages. */
  passagesOf(ids: readonly string[]): readonly string[] {
    const free = ids.filter((id) => this.assignable.includes(id));
    return [...new Set(free.flatMap((id) => this.passageOf(id)))];
  }

  /** Those of a round of remarks are accepted, and so not assignable, but share their passages all the same. */
  passages(ids: readonly string[]): readonly string[] {
    const among = [...new Set([...this.assignable, ...ids])];
    return [...new Set(ids.map((id) => this.passageOf(id, among).toSorted().join(" ")))];
  }

  /** Over gaps that are left, near and far. */
  reaches(from: string, to: string): boolean {
    const seen = new Set<string>();
    const pending = [from];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      for (const blocker of this.#gaps.get(id)?.blockers ?? []) {
        const state = this.#ledger.gaps.get(blocker)?.state.at;
        if (state === undefined || TERMINAL.includes(state) || seen.has(blocker)) continue;
        if (blocker === to) return true;
        seen.add(blocker);
        pending.push(blocker);
      }
    }
    return false;
  }

  waitsFor(id: string, other: string): boolean {
    return this.reaches(id, other) && !this.reaches(other, id);
  }

  #rests(id: string): boolean {
    const rounds = this.#gaps.get(id)?.rounds.slice(-2) ?? [];
    const last = this.#lastRound(id);
    if (rounds.length < 2 || !rounds.every(({ back }) => back)) return false;
    return this.#others.some((other) => other !== id && this.#lastRound(other) <= last);
  }

  /** Where the round is for some gaps alone, no other keeps one of them waiting. */
  restAmong(ids: readonly string[]): void {
    this.#others = ids;
  }

  #lastRound(id: string): number {
    return this.#gaps.get(id)?.rounds.at(-1)?.round ?? 0;
  }

  /** Nothing waits for it, it waits for nothing, and no other gap shares its passage: rest, severity and age decide. */
  #isPlain(id: string): boolean {
    const held = [...this.assignable, ...this.#open].some(
      (other) => this.waitsFor(id, other) || (this.assignable.includes(other) && this.waitsFor(other, id)),
    );
    return !held && this.passageOf(id).length === 1;
  }

  #isDrawnIn(id: string, taken: readonly string[]): boolean {
    const gap = this.#gaps.get(id);
    return taken.some((other) => {
      const one = this.#gaps.get(other);
      if (other === id || one === undefined || gap === undefined) return false;
      const linked = gap.blockers.includes(other) || one.blockers.includes(id);
      return linked || (gap.section !== null && gap.section === one.section);
    });
  }

  /** Whether `left` ought to have been taken before `taken`. */
  outranks(left: string, taken: string, around: Around): boolean {
    if (!this.#isPlain(left) || !this.#isPlain(taken) || this.#isDrawnIn(taken, around.taken)) return false;
    const critical = (id: string) => Number(this.level(id) === "CRITICAL");
    if (around.focus === "critical-first" && critical(left) !== critical(taken)) {
      return critical(left) > critical(taken);
    }
    if (this.#rests(left) !== this.#rests(taken)) return this.#rests(taken);
    const weight = SEVERITY_WEIGHT[this.level(left)] - SEVERITY_WEIGHT[this.level(taken)];
    const age = (this.#gaps.get(taken)?.entered ?? 0) - (this.#gaps.get(left)?.entered ?? 0);
    return weight > 0 || (weight === 0 && age > 0);
  }
}
