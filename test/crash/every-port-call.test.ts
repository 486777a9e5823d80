// A session is killed with -9 at its port calls and run again: it must come to what it would have come to anyway. Once for
// each kind of call here, several in a row in one session, at each moment in `npm run test:long`, and at every call without processes beside this file.
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { coverageText, crashedTwice, killedInARow, onePointOfEachKind } from "./choose-points.ts";
import { crashAll } from "./crash-point.ts";
import { undisturbedProject } from "./undisturbed-project.ts";

const AT_ONCE = 2;
const CRASHED_TWICE = 2;
const IN_A_ROW = 4;
const SEED = 20260112;
const TEST_MS_MAX = 3_600_000;

const undisturbed = undisturbedProject();

it(
  "given a runner killed at a call of each kind, or twice, the next one brings the session to the same end",
  async () => {
    const { calls } = undisturbed();
    const points = onePointOfEachKind(calls);
    console.info(coverageText(points, calls));
    const twice = crashedTwice(calls, { points: CRASHED_TWICE, seed: SEED });
    const place = { folder: temporaryFolder(), atOnce: AT_ONCE };
    expect(await crashAll([...killedInARow(points, IN_A_ROW), ...twice], undisturbed(), place)).toEqual([]);
  },
  TEST_MS_MAX,
);
