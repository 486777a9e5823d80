// The simulation is only worth its time if it finds faults: each of these is planted once, and must be found.
// PARLEY_RENEW_SEEDS=1 writes down the worlds that show them by now; do so when worlds are drawn in another way.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { FAULTS, type NamedFault } from "./planted-faults.ts";
import { type SourceLoader, sourceLoader } from "./source-loader.ts";

/** Where the world that showed a fault at first no longer does, so many others are tried. */
const SEEDS_MAX = 1_000;
const TIMEOUT_MS = 20 * 60_000;
const LIST = "test/sim/planted-faults.ts";

let loader: SourceLoader<typeof import("./world.ts")>;

beforeAll(async () => {
  loader = await sourceLoader(resolve("test/sim/world.ts"));
});

describe("a planted fault is found", () => {
  it.each(FAULTS)(
    "$name",
    async (fault) => {
      const { runWorld } = loader.load([fault]);
      const isShownIn = async (seed: number): Promise<boolean> => (await runWorld(seed)).faults.length > 0;
      if (await isShownIn(fault.seed)) return;
      let seed = 1;
      while (seed <= SEEDS_MAX && !(await isShownIn(seed))) seed += 1;
      expect(seed, "a world that shows it").toBeLessThanOrEqual(SEEDS_MAX);
      tellSeed(fault, seed);
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
