// A runner dies at every call of its ports, at every moment, in this process: the next one must bring the session to what
// it would have come to anyway. Real processes are killed in every-port-call.test.ts, once for each kind of call.
import { expect, it } from "vitest";
import { MOMENTS, type Moment } from "../sim/wire.ts";
import { isRead } from "./choose-points.ts";
import { compareOutcomes } from "./crash-point.ts";
import { CALLS } from "./crash-session.ts";
import { SessionHere } from "./session-here.ts";

const TEST_MS_MAX = 600_000;

/** The moments of a read come to the same. */
function momentsOf(name: string, index: number): readonly Moment[] {
  return isRead(name) ? MOMENTS.filter((_, turn) => turn === index % MOMENTS.length) : MOMENTS;
}

async function startedSession(): Promise<SessionHere> {
  const session = new SessionHere();
  await session.start();
  return session;
}

it(
  "given a runner that dies before, inside or after any call, the next one brings the session to the same end",
  async () => {
    const undisturbed = await startedSession();
    const { end, calls } = await undisturbed.run(null);
    expect([end, undisturbed.began.length]).toEqual(["ended", CALLS]);
    const expected = await undisturbed.outcome();
    const wrong: string[] = [];
    let deaths = 0;
    for (const [index, name] of calls.entries()) {
      for (const moment of momentsOf(name, index)) {
        deaths += 1;
        const session = await startedSession();
        const died = await session.run({ port: null, call: index + 1, moment });
        const recovered = await session.run(null);
        const found = [
          ...(died.end === `${name} ${moment}` ? [] : [`it ended with ${died.end}`]),
          ...(recovered.end === "ended" ? [] : [`the recovery ended with ${recovered.end}`]),
          ...compareOutcomes(await session.outcome(), expected),
          ...(new Set(session.began).size === CALLS && session.began.length === CALLS
            ? []
            : [`agents began: ${session.began.join(", ")}`]),
        ];
        wrong.push(...found.map((what) => `${moment} call ${index + 1} (${name}): ${what}`));
      }
    }
    console.info(`${deaths} deaths over ${calls.length} port calls`);
    expect(wrong).toEqual([]);
  },
  TEST_MS_MAX,
);
