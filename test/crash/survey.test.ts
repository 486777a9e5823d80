// A session is killed with -9 in and around its survey: the next runner brings it to the same end, and calls nobody twice.
// `npm run test:long` tries more points, also with two surveys at once.
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { coverageText, crashedTwice, killedInARow, somePoints } from "./choose-points.ts";
import { crashAll } from "./crash-point.ts";
import { undisturbedProject } from "./undisturbed-project.ts";

const AT_ONCE = 3;
const EVERY = 5;
const CRASHED_TWICE = 1;
const IN_A_ROW = 4;
const SEED = 20261118;
const TEST_MS_MAX = 3_600_000;

const undisturbed = undisturbedProject("one");

it(
  "given a runner killed before, inside or after a port call of a survey, or twice, then the session comes to the same end",
  async () => {
    const { calls } = undisturbed();
    const points = somePoints(calls).filter((_, index) => index % EVERY === 0);
    console.info(coverageText(points, calls));
    const twice = crashedTwice(calls, { points: CRASHED_TWICE, seed: SEED });
    const place = { folder: temporaryFolder(), atOnce: AT_ONCE };
    expect(await crashAll([...killedInARow(points, IN_A_ROW), ...twice], undisturbed(), place)).toEqual([]);
  },
  TEST_MS_MAX,
);
