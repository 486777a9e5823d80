// A runner dies while three rounds are undone, at every call of its ports, in this process: afterwards they are undone
// once, every file of theirs lies in an archive, and no document of theirs is taken for one of the next attempt.
import { expect, it } from "vitest";
import { answerOf } from "./crash-session.ts";
import { type Scene, SessionHere } from "./session-here.ts";
import { startUndoneSession, UNDONE_STEPS } from "./undone-session.ts";

const TEST_MS_MAX = 600_000;
/** Calls of ports before the first archive and after the last that are looked at as well. */
const AROUND = 40;

const UNDONE: Scene = { steps: UNDONE_STEPS, answer: answerOf, start: startUndoneSession };

async function started(): Promise<SessionHere> {
  const session = new SessionHere(UNDONE);
  await session.start();
  return session;
}

/** Times stand in what is archived, too; a launch that never began is sealed once more. */
async function cameTo(session: SessionHere) {
  const { documents, events } = await session.outcome();
  const told = events
    .map((event) => JSON.stringify(event))
    .filter((event) => !event.includes("AgentCallSealed"));
  return {
    documents,
    events: told.map((event) =>
      event.includes("ArchiveWritten") ? event.replace(/"sha256":"[0-9a-f]+"/, "") : event,
    ),
  };
}

type CameTo = Awaited<ReturnType<typeof cameTo>>;

function differences(found: CameTo, expected: CameTo): readonly string[] {
  const paths = new Set([...Object.keys(found.documents), ...Object.keys(expected.documents)]);
  const changed = [...paths].filter((path) => found.documents[path] !== expected.documents[path]);
  const event = expected.events.findIndex((one, index) => one !== found.events[index]);
  return [
    ...changed.map((path) => `${path} differs`),
    ...(event < 0 ? [] : [`${found.events[event]} for ${expected.events[event]}`]),
  ];
}

it(
  "given a runner that dies at any call while three rounds are undone, then they are undone once, and nothing is lost",
  async () => {
    const undisturbed = await started();
    const { end, calls, left } = await undisturbed.run();
    expect(end).toBe("ended");
    const expected = await cameTo(undisturbed);
    const archived = ["004", "003", "002"].map((round) => `round_${round}_rolled_back_1.tar.gz`);
    for (const name of archived)
      expect(Object.keys(expected.documents)).toEqual(
        expect.arrayContaining([
          `${name}/rollback_metadata.json`,
          `${name}/${name.includes("4") ? "engineer.attempt-3.md" : "engineer.md"}`,
        ]),
      );
    expect(expected.documents["spec-0"]).toContain("Attempt 1: the caller waits.");
    const began = [...undisturbed.began].sort();
    expect(began).toContain("s/2.1/engineer/-/1/1");
    const first = calls.indexOf("archives.write") - AROUND;
    const last = calls.lastIndexOf("archives.removeArchived") + AROUND;
    const wrong: string[] = [];
    const around = left.filter(({ call }) => call > first && call <= last + 1);
    for (const { after, call, session } of around) {
      const recovered = await session.run();
      const found = [
        ...(recovered.end === "ended" ? [] : [`the recovery ended with ${recovered.end}`]),
        ...differences(await cameTo(session), expected),
        ...(JSON.stringify([...session.began].sort()) === JSON.stringify(began)
          ? []
          : [`agents began: ${session.began.join(", ")}`]),
      ];
      wrong.push(...found.map((what) => `after call ${call} (${after}): ${what}`));
    }
    console.info(`${around.length} deaths over ${Math.min(last, calls.length) - first} port calls`);
    expect(wrong).toEqual([]);
  },
  TEST_MS_MAX,
);
