import type { DataOf } from "./happened.ts";
import type { Ledger } from "./ledger.ts";
import { type Rule, sameMembers } from "./rule.ts";
import { RESOLVING, SEVERITY_WEIGHT, TERMINAL } from "./tables.ts";

/** Open counts and nets of a completed round, counted again. */
export function netRule(): Rule {
  const tally = new Tally();
  return {
    name: "net",
    take(event, ledger, report) {
      if (event.type === "GapMoved") tally.move(event.data, ledger);
      if (event.type === "GapEntered") tally.enter(event.data.gap);
      if (event.type !== "RoundCompleted") return;
      for (const message of disagreements(event.data, tally, ledger)) report(event.version, message);
      tally.close(event.data.counted);
    },
    settle() {
      return;
    },
  };
}

class Tally {
  /** Resolved since the last completed round. */
  readonly resolved = new Set<string>();
  counted = new Set<string>();
  /** By round: the gaps that are new in it. */
  readonly #created = new Map<number, string[]>();

  move({ gap, state }: DataOf<"GapMoved">, ledger: Ledger): void {
    const from = ledger.gaps.get(gap)?.state.at;
    if (from === undefined) return;
    const reopened = TERMINAL.includes(from) && !TERMINAL.includes(state.at);
    if (reopened) {
      this.counted.delete(gap);
      this.resolved.delete(gap);
    }
    if (RESOLVING.includes(state.at) && !this.counted.has(gap)) {
      this.counted.add(gap);
      this.resolved.add(gap);
    }
  }

  enter({ id, origin, roundEntered }: DataOf<"GapEntered">["gap"]): void {
    if (origin.from === "split") return;
    const created = this.#created.get(roundEntered) ?? [];
    created.push(id);
    this.#created.set(roundEntered, created);
  }

  created(round: number): readonly string[] {
    return this.#created.get(round) ?? [];
  }

  close(counted: readonly string[]): void {
    this.resolved.clear();
    this.counted = new Set(counted);
  }
}

function disagreements(data: DataOf<"RoundCompleted">, tally: Tally, ledger: Ledger): readonly string[] {
  const { net } = data;
  const resolved = [...tally.resolved];
  const created = tally.created(data.round);
  const weighted = weightOf(resolved, ledger) - weightOf(created, ledger);
  const unweighted = resolved.length - created.length;
  const critical = created.filter((id) => ledger.gaps.get(id)?.severity.enteredAs === "CRITICAL");
  const start = ledger.round?.openAtStart ?? Number.NaN;
  const signsDiffer = Math.sign(unweighted) !== Math.sign(weighted);
  const found: readonly (readonly [boolean, string])[] = [
    [data.openEnd === ledger.openCount(), `openEnd is ${ledger.openCount()}, not ${data.openEnd}`],
    [data.openStart === start, `openStart is ${start}, not ${data.openStart}`],
    [sameMembers(net.resolved, resolved), `resolved: ${list(resolved)}, not ${list(net.resolved)}`],
    [sameMembers(net.created, created), `created: ${list(created)}, not ${list(net.created)}`],
    [sameMembers(net.newCritical, critical), `newCritical: ${list(critical)}, not ${list(net.newCritical)}`],
    [
      sameMembers(data.counted, [...tally.counted]),
      `counted: ${list([...tally.counted])}, not ${list(data.counted)}`,
    ],
    [net.unweighted === unweighted, `the unweighted net is ${unweighted}, not ${net.unweighted}`],
    [net.weighted === weighted, `the weighted net is ${weighted}, not ${net.weighted}`],
    [(net.note !== null) === signsDiffer, "a note belongs exactly where the signs of the nets differ"],
  ];
  return found.filter(([right]) => !right).map(([, message]) => message);
}

function weightOf(ids: readonly string[], ledger: Ledger): number {
  return ids.reduce((sum, id) => {
    const gap = ledger.gaps.get(id);
    return sum + (gap === undefined ? 0 : SEVERITY_WEIGHT[gap.severity.level]);
  }, 0);
}

function list(ids: readonly string[]): string {
  return ids.length === 0 ? "none" : ids.join(", ");
}
