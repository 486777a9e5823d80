// The simulation is only worth its time if it finds faults: each of these is planted once, and must be found.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { FAULTS } from "./planted-faults.ts";
import { programIn, type SimulationBuilder, simulate, simulationBuilder } from "./simulate.ts";

/** Where the world that showed a fault at first no longer does, so many others are tried. */
const SEEDS_MAX = 400;
const TIMEOUT_MS = 20 * 60_000;

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
      const known = await simulate(program, { first: fault.seed, count: 1, step: 1 });
      const { failed } =
        known.failed.length > 0
          ? known
          : await simulate(program, { first: 1, count: SEEDS_MAX, step: 1 }, ["first-fault"]);
      expect(failed.flatMap(({ faults }) => faults)).not.toEqual([]);
    },
    TIMEOUT_MS,
  );
});
