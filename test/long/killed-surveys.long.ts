// A session is killed with -9 in and around its survey, by one reader and by two at once, at each kind of port call.
import { describe, expect, it } from "vitest";
import { coverageText, crashedTwice, everyPoint, somePoints } from "../crash/choose-points.ts";
import { crashAll } from "../crash/crash-point.ts";
import { undisturbedProject } from "../crash/undisturbed-project.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const AT_ONCE = 3;
const CRASHED_TWICE = 8;
const SEED = 20261118;
const TEST_MS_MAX = 3_600_000;

describe.each(["one", "both"] as const)("given a survey by %s", (surveyors) => {
  const undisturbed = undisturbedProject(surveyors);

  it(
    "and a runner killed before, inside or after a port call of it, then the session comes to the same end",
    async () => {
      const { calls } = undisturbed();
      const points = process.env.PARLEY_CRASHES === "all" ? everyPoint(calls) : somePoints(calls);
      console.info(coverageText(points, calls));
      const about = { folder: temporaryFolder(), atOnce: AT_ONCE };
      expect(await crashAll(points, undisturbed(), about)).toEqual([]);
    },
    TEST_MS_MAX,
  );

  it(
    "and a runner that is killed again while it recovers, then the session comes to the same end",
    async () => {
      const points = crashedTwice(undisturbed().calls, { points: CRASHED_TWICE, seed: SEED });
      const about = { folder: temporaryFolder(), atOnce: AT_ONCE };
      expect(await crashAll(points, undisturbed(), about)).toEqual([]);
    },
    TEST_MS_MAX,
  );
});
