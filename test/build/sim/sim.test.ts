// Seeded builds: agents that misbehave in every form, people who meddle, and crashes at any call of a port.
import { expect, it } from "vitest";
import { volume } from "../../support/volume.ts";
import { runBuildWorld } from "./build-world.ts";

const TEST_MS_MAX = 600_000;

it(
  "given any build, only what may land does, once, and nothing is left behind",
  async () => {
    const only = process.env.PARLEY_BUILD_SEED;
    const first = only === undefined ? 1 : Number(only);
    const count = only === undefined ? volume(150, 3_000) : 1;
    const rests: Record<string, number> = {};
    let landed = 0;
    for (let seed = first; seed < first + count; seed += 1) {
      const report = await runBuildWorld(seed);
      expect(report.faults, `PARLEY_BUILD_SEED=${seed}`).toEqual([]);
      rests[report.rest] = (rests[report.rest] ?? 0) + 1;
      landed += report.landed;
    }
    console.info(`${count} builds: ${JSON.stringify(rests)}, ${landed} landings`);
    if (only === undefined) expect(landed).toBeGreaterThan(count);
  },
  TEST_MS_MAX,
);
