// A runner dies at every call of its ports, at every moment, in this process: the next one brings the build to what it would
// have come to anyway, and each landing is on the target once.
import { expect, it } from "vitest";
import { isRead } from "../crash/choose-points.ts";
import { compareOutcomes } from "../crash/crash-point.ts";
import { MOMENTS, type Moment } from "../sim/wire.ts";
import { volume } from "../support/volume.ts";
import { SixTasks } from "./six-tasks.ts";

const TEST_MS_MAX = 600_000;

/** Of the reads, which leave everything as it is, one in so many. */
const READS_EVERY = volume(40, 1);

/** Every call meets its end in each way somewhere; in the long tests each does so in all of them. */
function momentsOf(name: string, index: number): readonly Moment[] {
  const turns = isRead(name) || volume(1, MOMENTS.length) === 1;
  if (isRead(name) && index % READS_EVERY !== 0) return [];
  return turns ? MOMENTS.filter((_, turn) => turn === index % MOMENTS.length) : MOMENTS;
}

it(
  "given a runner that dies before, inside or after any call, the next one brings the build to the same end",
  async () => {
    const undisturbed = await SixTasks.begin();
    const { end, calls } = await undisturbed.build.run();
    expect(end).toEqual({ at: "done" });
    const expected = await undisturbed.outcome();
    expect(expected.tasks).toMatchSnapshot();
    const wrong: string[] = [];
    let deaths = 0;
    for (const [index, name] of calls.entries()) {
      for (const moment of momentsOf(name, index)) {
        deaths += 1;
        const six = await SixTasks.begin();
        const died = await six.build.run({ port: null, call: index + 1, moment });
        const recovered = await six.build.run();
        const { began } = six.build;
        const found = [
          ...(String(died.end) === `Crash: ${name} ${moment}`
            ? []
            : [`it ended with ${JSON.stringify(died.end)}`]),
          ...("at" in recovered.end && /^(?:done|nothing)$/.test(recovered.end.at)
            ? []
            : [`the recovery ended with ${JSON.stringify(recovered.end)}`]),
          ...compareOutcomes(await six.outcome(), expected),
          ...(new Set(began).size === began.length && began.length === undisturbed.build.began.length
            ? []
            : [`agents began: ${began.join(", ")}`]),
        ];
        wrong.push(...found.map((what) => `${moment} call ${index + 1} (${name}): ${what}`));
      }
    }
    console.info(`${deaths} deaths over ${calls.length} port calls`);
    expect(wrong).toEqual([]);
  },
  TEST_MS_MAX,
);
