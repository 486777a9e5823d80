// Many small worlds, each drawn from a seed. PARLEY_SIM_SEEDS=N runs N of them, PARLEY_SIM_SEED=n only the n-th.
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { buildSimulation, type FailedWorld, programIn, type Simulated, simulate } from "./simulate.ts";

const SEEDS = 500;
const PROCESSES = 2;
const TIMEOUT_MS = 60 * 60_000;
const SHOWN_MAX = 5;

function told({ seed, faults }: FailedWorld): string {
  return `seed ${seed}: ${faults[0]}\n  PARLEY_SIM_SEED=${seed} npx vitest run test/sim/sim.test.ts`;
}

async function simulated(): Promise<readonly Simulated[]> {
  const program = programIn(temporaryFolder(), "simulation");
  await buildSimulation(program);
  const { PARLEY_SIM_SEED: one, PARLEY_SIM_SEEDS: many } = process.env;
  if (one !== undefined) return [await simulate(program, { first: Number(one), count: 1, step: 1 })];
  const count = Math.ceil(Number(many ?? SEEDS) / PROCESSES);
  const runs = Array.from({ length: PROCESSES }, (_, index) =>
    simulate(program, { first: 1 + index, count, step: PROCESSES }),
  );
  return await Promise.all(runs);
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

describe("simulated worlds", () => {
  it(
    "given agents of every temper, users of every kind and crashes at any call of a port, then every rule holds",
    async () => {
      const runs = await simulated();
      const failed = runs.flatMap((run) => run.failed);
      console.info(`worlds came to rest: ${sumOf(runs, "rests")}`);
      console.info(`processes died at: ${sumOf(runs, "crashes")}`);
      expect(failed.slice(0, SHOWN_MAX).map(told).join("\n"), `${failed.length} worlds failed`).toBe("");
    },
    TIMEOUT_MS,
  );
});
