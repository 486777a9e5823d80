// The crashes of `npm test` at each moment of each kind of call, and further inside calls that take their time.
// PARLEY_CRASHES=all tries every call at every moment, which takes many minutes more.
import { expect, it } from "vitest";
import { coverageText, crashedTwice, everyPoint, somePoints } from "../crash/choose-points.ts";
import { crashAll } from "../crash/crash-point.ts";
import { undisturbedProject } from "../crash/undisturbed-project.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const AT_ONCE = 3;
const CRASHED_TWICE = 20;
const SEED = 20260113;
const TEST_MS_MAX = 3_600_000;

const undisturbed = undisturbedProject();

it(
  "given a runner killed before, inside or after a port call, the next one brings the session to the same end",
  async () => {
    const { calls } = undisturbed();
    const points = process.env.PARLEY_CRASHES === "all" ? everyPoint(calls) : somePoints(calls);
    console.info(coverageText(points, calls));
    expect(await crashAll(points, undisturbed(), { folder: temporaryFolder(), atOnce: AT_ONCE })).toEqual([]);
  },
  TEST_MS_MAX,
);

it(
  "given a runner that is killed again while it recovers, the third one brings the session to the same end",
  async () => {
    const points = crashedTwice(undisturbed().calls, { points: CRASHED_TWICE, seed: SEED });
    expect(await crashAll(points, undisturbed(), { folder: temporaryFolder(), atOnce: AT_ONCE })).toEqual([]);
  },
  TEST_MS_MAX,
);
