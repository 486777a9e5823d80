// Worlds in a row, by two processes side by side, and what to say of them.
import { addReplays, type Replays } from "./replayed.ts";
import { type FailedWorld, type Simulated, simulate } from "./simulate.ts";

const PROCESSES = 2;
const SHOWN_MAX = 5;

export interface ManyWorlds {
  /** What was wrong in each world in which something was. */
  readonly faults: ReadonlyMap<number, string>;
  /** Empty where every rule held in each of them. */
  readonly summary: string;
  /** Where they came to rest, and where processes died. */
  readonly told: string;
  readonly replayed: Replays;
}

export async function simulateMany(program: string, seeds: readonly number[]): Promise<ManyWorlds> {
  const runs = await Promise.all(
    Array.from({ length: PROCESSES }, (_, process) =>
      simulate(
        program,
        seeds.filter((_seed, index) => index % PROCESSES === process),
      ),
    ),
  );
  const failed = runs.flatMap((run) => run.failed);
  return {
    faults: new Map(failed.map((world) => [world.seed, faultText(world)])),
    summary: failed.slice(0, SHOWN_MAX).map(faultText).join("\n"),
    told: `worlds came to rest: ${sumOf(runs, "rests")}\nprocesses died at: ${sumOf(runs, "crashes")}`,
    replayed: runs.map((run) => run.replayed).reduce(addReplays),
  };
}

function faultText({ seed, faults }: FailedWorld): string {
  return `seed ${seed}: ${faults[0]}\n  PARLEY_SIM_SEED=${seed} npx vitest run test/sim/sim.test.ts`;
}

function sumOf(runs: readonly Simulated[], of: "rests" | "crashes"): string {
  const sum = new Map<string, number>();
  for (const [name, count] of runs.flatMap((run) => Object.entries(run[of]))) {
    sum.set(name, (sum.get(name) ?? 0) + count);
  }
  return [...sum]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}
