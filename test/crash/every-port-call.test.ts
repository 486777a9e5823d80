// A session is killed with -9 at its port calls and run again: it must come to what it would have come to anyway.
// PARLEY_CRASHES=all tries every call at every moment, which takes many minutes.
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { coverageText, crashedTwice, everyPoint, somePoints } from "./choose-points.ts";
import { crashAll } from "./crash-point.ts";
import { undisturbedProject } from "./undisturbed-project.ts";

const AT_ONCE = 3;
const CRASHED_TWICE = 8;
const SEED = 20260112;
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
