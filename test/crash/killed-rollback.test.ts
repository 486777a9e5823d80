// A runner is killed with -9 while three rounds are undone, once for each kind of call that only a rollback makes, and one
// is killed again while it recovers. `npm run test:long` tries every call at every moment; so does a file beside this one,
// without processes.
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { coverageText, crashedTwice, killedInARow, onePointOfEachKind } from "./choose-points.ts";
import { crashAll } from "./crash-point.ts";
import { undisturbedScene } from "./undisturbed-project.ts";
import { prepareUndoneProject, UNDONE_CALLS, wrongWhileUndone } from "./undone-session.ts";

const AT_ONCE = 2;
const CRASHED_TWICE = 1;
const IN_A_ROW = 4;
const SEED = 20261118;
const TEST_MS_MAX = 3_600_000;
/** What no other session calls for. */
const OF_ROLLBACKS = /^(?:archives\.|store\.append (?:AnalyseRollback|UndoRounds|NoteArchive))/;

const undisturbed = undisturbedScene({
  prepare: prepareUndoneProject,
  agentCalls: UNDONE_CALLS,
  wrongAfterKill: wrongWhileUndone,
});

it(
  "given a runner killed while three rounds are undone, then they are undone once, and nothing is lost",
  async () => {
    const { calls } = undisturbed();
    const points = onePointOfEachKind(calls).filter(({ label }) => OF_ROLLBACKS.test(label));
    console.info(coverageText(points, calls));
    const twice = crashedTwice(calls, { points: CRASHED_TWICE, seed: SEED });
    const place = { folder: temporaryFolder(), atOnce: AT_ONCE };
    expect(await crashAll([...killedInARow(points, IN_A_ROW), ...twice], undisturbed(), place)).toEqual([]);
  },
  TEST_MS_MAX,
);
