// A runner dies at every call of its ports in this process: the next one must bring the session to what it would have come
// to anyway. Real processes are killed in every-port-call.test.ts, once for each kind of call.
import { expect, it } from "vitest";
import { compareOutcomes } from "./crash-point.ts";
import { CALLS } from "./crash-session.ts";
import { SessionHere } from "./session-here.ts";

const TEST_MS_MAX = 600_000;

async function startedSession(): Promise<SessionHere> {
  const session = new SessionHere();
  await session.start();
  return session;
}

it(
  "given a runner that dies at any call, the next one brings the session to the same end",
  async () => {
    const undisturbed = await startedSession();
    const { end, calls, left } = await undisturbed.run();
    expect([end, undisturbed.began.length]).toEqual(["ended", CALLS]);
    const expected = await undisturbed.outcome();
    const wrong: string[] = [];
    for (const { after, call, session } of left) {
      const recovered = await session.run();
      const found = [
        ...(recovered.end === "ended" ? [] : [`the recovery ended with ${recovered.end}`]),
        ...compareOutcomes(await session.outcome(), expected),
        ...(new Set(session.began).size === CALLS && session.began.length === CALLS
          ? []
          : [`agents began: ${session.began.join(", ")}`]),
      ];
      wrong.push(...found.map((what) => `after call ${call} (${after}): ${what}`));
    }
    console.info(`${left.length} deaths over ${calls.length} port calls`);
    expect(wrong).toEqual([]);
  },
  TEST_MS_MAX,
);
