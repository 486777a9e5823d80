// A runner is killed with -9 while three rounds are undone, before, inside and after every call of its ports. At each of
// these moments they are undone or not, and every file of theirs is there; the next runner brings the session to the same
// end, and takes no document of an undone round for one of the next attempt.
import { expect, it } from "vitest";
import { coverageText, crashedTwice, everyPoint } from "../crash/choose-points.ts";
import { crashAll } from "../crash/crash-point.ts";
import { undisturbedScene } from "../crash/undisturbed-project.ts";
import { prepareUndoneProject, UNDONE_CALLS, wrongWhileUndone } from "../crash/undone-session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const AT_ONCE = 3;
/** Calls after the last archive that are tried as well: the next attempt begins. */
const AFTER = 40;
const CRASHED_TWICE = 30;
const SEED = 20261118;
const TEST_MS_MAX = 7_200_000;

const undisturbed = undisturbedScene({
  prepare: prepareUndoneProject,
  agentCalls: UNDONE_CALLS,
  wrongAfterKill: wrongWhileUndone,
});

function callsOfRollback(): readonly string[] {
  const { calls } = undisturbed();
  return calls.slice(0, calls.findLastIndex((label) => label.startsWith("archives.")) + AFTER);
}

it(
  "given a runner killed at any call while three rounds are undone, then they are undone once, and nothing is lost",
  async () => {
    const calls = callsOfRollback();
    const points = everyPoint(calls);
    console.info(coverageText(points, calls));
    expect(await crashAll(points, undisturbed(), { folder: temporaryFolder(), atOnce: AT_ONCE })).toEqual([]);
  },
  TEST_MS_MAX,
);

it(
  "given a runner that is killed again while it recovers from that, then they are undone once, and nothing is lost",
  async () => {
    const points = crashedTwice(callsOfRollback(), { points: CRASHED_TWICE, seed: SEED });
    expect(await crashAll(points, undisturbed(), { folder: temporaryFolder(), atOnce: AT_ONCE })).toEqual([]);
  },
  TEST_MS_MAX,
);
