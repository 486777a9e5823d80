// A build of six tasks on a real repository is killed with -9 at its port calls and run again: every task must end as it
// would have ended anyway, with each change on the remote once, and nothing left behind. Some kinds of calls here, each
// at each moment in `npm run test:long`.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { GitWorld } from "../support/git-world.ts";
import { volume } from "../support/volume.ts";
import { isRead } from "./choose-points.ts";
import { EXIT, type Fate, MOMENTS } from "./fate.ts";
import {
  type BuildOutcome,
  buildFilesOf,
  buildOutcomeOf,
  copyBuildProject,
  prepareBuildProject,
} from "./killed-build-project.ts";
import { untilNothingRuns } from "./project.ts";

const PROGRAM = join(import.meta.dirname, "../.build/crashing-builder.mjs");
const LEASE_MS = 60_000;
const TEST_MS_MAX = 3_600_000;
/** Deaths in one build, each of another runner. */
const IN_A_ROW = 8;
/** Of the kinds of calls, so many meet their end here. */
const BUILDS = volume(1, Number.POSITIVE_INFINITY);

const place = mkdtempSync(join(tmpdir(), "parley-killed-build-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));
let world: GitWorld;
let expected: BuildOutcome;
let kinds: readonly string[];

beforeAll(async () => {
  const prepared = join(place, "prepared");
  mkdirSync(prepared);
  world = await prepareBuildProject(prepared);
  const folder = join(place, "undisturbed");
  copyBuildProject(world, folder);
  expect(await run(folder, null)).toBe(EXIT.ended);
  expected = await buildOutcomeOf(world, folder);
  const calls = readFileSync(buildFilesOf(folder).calls, "utf8").trim().split("\n");
  const labels = calls.map((line) => /^\d+ \d+ ([^,]*)/.exec(line)?.[1] ?? "");
  kinds = [...new Set(labels)].filter((label) => !isRead(label.split(" ")[0] ?? ""));
}, TEST_MS_MAX);

function run(project: string, fate: Fate | null): Promise<number | NodeJS.Signals | null> {
  const order = JSON.stringify({ project, leaseMs: LEASE_MS, fate });
  const child = spawn(process.execPath, [PROGRAM, order], {
    env: world.env as NodeJS.ProcessEnv,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(signal ?? code));
  });
}

/** Each kind at one of its moments, by turns; in the long tests at each. */
function deaths(): readonly Fate[] {
  const all = kinds.flatMap((call, turn) =>
    (BUILDS === Number.POSITIVE_INFINITY ? MOMENTS : MOMENTS.slice(turn % 3, (turn % 3) + 1)).map(
      (moment): Fate => ({ call, moment, signal: "SIGKILL" }),
    ),
  );
  // Spread over the kinds where there is no time for all of them.
  const wanted = Math.min(all.length, BUILDS * IN_A_ROW);
  return Array.from({ length: wanted }, (_, index) => all[Math.floor((index * all.length) / wanted)] as Fate);
}

it("comes to what it would have come to, undisturbed", () => {
  expect(expected.tasks).toEqual([
    "Approved: completed, 0 rejections",
    "Rejected: completed, 1 rejections",
    "Disputed: disputed, 0 rejections",
    "Red at first: completed, 0 rejections",
    "Nothing to change: completed, 0 rejections",
    "Last: completed, 0 rejections",
  ]);
  expect(expected.landed).toHaveLength(6);
  expect(expected.left).toEqual([]);
  expect(expected.person).toContain("A  staged.txt");
});

it(
  "given runners killed at calls of many kinds, one after the other, the last brings every task to the same end",
  async () => {
    const all = deaths();
    const wrong: string[] = [];
    let struck = 0;
    for (let first = 0; first < all.length; first += IN_A_ROW) {
      const folder = join(place, `killed-${first}`);
      copyBuildProject(world, folder);
      const told = all.slice(first, first + IN_A_ROW);
      for (const fate of told) if ((await run(folder, fate)) === "SIGKILL") struck += 1;
      const ended = await run(folder, null);
      const outcome = await buildOutcomeOf(world, folder);
      const what = told.map(({ moment, call }) => `${moment} ${call}`).join(", ");
      if (ended !== EXIT.ended) wrong.push(`${what}: ended with ${ended}`);
      for (const key of Object.keys(expected) as (keyof BuildOutcome)[])
        if (JSON.stringify(outcome[key]) !== JSON.stringify(expected[key]))
          wrong.push(`${what}: ${key}: ${JSON.stringify(outcome[key])}`);
    }
    await untilNothingRuns(place);
    console.info(`${struck} of ${all.length} runners were killed`);
    expect(wrong).toEqual([]);
    // A call that a runner before has made already meets nobody any more; most do.
    expect(struck).toBeGreaterThan(all.length / 2);
  },
  TEST_MS_MAX,
);
