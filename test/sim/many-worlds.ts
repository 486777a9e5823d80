// Worlds in a row, by two processes side by side, and what to say of them.
import { temporaryFolder } from "../support/temporary-folder.ts";
import { buildSimulation, type FailedWorld, programIn, type Simulated, simulate } from "./simulate.ts";

const PROCESSES = 2;
const SHOWN_MAX = 5;

export interface ManyWorlds {
  /** Empty where every rule held in each of them. */
  readonly faults: string;
  readonly failed: number;
  /** Where they came to rest, and where processes died. */
  readonly told: string;
}

export async function simulateMany(seeds: {
  readonly first: number;
  readonly count: number;
}): Promise<ManyWorlds> {
  const program = programIn(temporaryFolder(), "simulation");
  await buildSimulation(program);
  const processes = Math.min(PROCESSES, seeds.count);
  const runs = await Promise.all(
    Array.from({ length: processes }, (_, index) =>
      simulate(program, {
        first: seeds.first + index,
        count: Math.ceil((seeds.count - index) / processes),
        step: processes,
      }),
    ),
  );
  const failed = runs.flatMap((run) => run.failed);
  return {
    faults: failed.slice(0, SHOWN_MAX).map(faultText).join("\n"),
    failed: failed.length,
    told: `worlds came to rest: ${sumOf(runs, "rests")}\nprocesses died at: ${sumOf(runs, "crashes")}`,
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
