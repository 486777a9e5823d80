// The simulation is only worth its time if it finds faults: each of these is planted once, and must be found.
// PARLEY_RENEW_SEEDS=1 writes down the worlds that show them by now; do so when worlds are drawn in another way.
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { FAULTS, type NamedFault } from "./planted-faults.ts";
import { programIn, type SimulationBuilder, seedsFrom, simulate, simulationBuilder } from "./simulate.ts";

/** Where the world that showed a fault at first no longer does, so many others are tried. */
const SEEDS_MAX = 1_000;
const TIMEOUT_MS = 20 * 60_000;
const LIST = "test/sim/planted-faults.ts";

let builder: SimulationBuilder;

beforeAll(async () => {
  builder = await simulationBuilder();
});

afterAll(async () => {
  await builder.dispose();
});

describe("a planted fault is found", () => {
  it.each(FAULTS)(
    "$name",
    async (fault) => {
      const program = programIn(temporaryFolder(), "with-a-fault");
      await builder.build(program, [fault]);
      const known = await simulate(program, [fault.seed]);
      if (known.failed.length > 0) return;
      const { failed } = await simulate(program, seedsFrom(1, SEEDS_MAX), ["first-fault"]);
      expect(failed.flatMap(({ faults }) => faults)).not.toEqual([]);
      tellSeed(fault, failed[0]?.seed ?? 0);
    },
    TIMEOUT_MS,
  );
});

function tellSeed({ name, seed }: NamedFault, found: number): void {
  if (process.env.PARLEY_RENEW_SEEDS === undefined) {
    console.info(
      `"${name}" shows in world ${found}, no longer in ${seed}: PARLEY_RENEW_SEEDS=1 renews the list`,
    );
    return;
  }
  const text = readFileSync(LIST, "utf8");
  const [before = "", after = ""] = text.split(`name: ${JSON.stringify(name)},`);
  const renewed = after.replace(`seed: ${seed},`, `seed: ${found},`);
  writeFileSync(LIST, `${before}name: ${JSON.stringify(name)},${renewed}`);
}
