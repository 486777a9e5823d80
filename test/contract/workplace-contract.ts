// What every place promises in which long texts are read: the same as if they were read on the spot.
import { describe, expect, it } from "vitest";
import { IN_PLACE_CHARS_MAX } from "../../src/core/shared/bounds.ts";
import { Documents } from "../../src/engine/documents.ts";
import type { Workplace } from "../../src/engine/ports.ts";
import { replay } from "../../src/engine/replay.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import {
  approval,
  HASH,
  objection,
  READY,
  resolution,
  SESSION,
  sessionWorld,
  sourceGap,
  UTF8,
  type World,
} from "../support/session-world.ts";

const GAPS = ["GAP-FLOW-001", "GAP-FLOW-002"];

/** So long that everything that is read of it is read beside. */
const LONG_SOURCE = `# Long

## Part 1

TODO: what happens in case 1?

## Part 2

TODO: what happens in case 2?

## Rest

${"A paragraph of ordinary words, with `code` and **bold** ones.\n\n".repeat(Math.ceil(IN_PLACE_CHARS_MAX / 60))}`;

async function longSession(workplace: Workplace | undefined): Promise<World> {
  const world = await sessionWorld({
    source: LONG_SOURCE,
    gaps: GAPS.map((gap) => sourceGap(gap)),
    limits: { gapsPerRound: 2 },
    engineer: ({ round, attempt }) =>
      round === 1 && attempt === 1
        ? "Nothing of the kind."
        : resolution(GAPS, { text: `It is tried ${round} times.` }),
    reviewer: ({ round, purpose }) =>
      purpose === "final"
        ? READY
        : round === 1
          ? objection("GAP-FLOW-001")
          : approval(GAPS, ["ISSUE-R1-001"]),
    ...(workplace === undefined ? {} : { workplace }),
  });
  expect(await world.run()).toBe("ended");
  return world;
}

export function workplaceContract(name: string, open: () => Promise<Workplace>): void {
  describe(`reading long texts ${name}`, () => {
    it("given a session, then its log, its prompts and its files are those of one that is read on the spot", async () => {
      const asked: string[] = [];
      const workplace = await open();
      const counting: Workplace = {
        do(work, around) {
          asked.push(work.name);
          return workplace.do(work, around);
        },
      };
      const [there, here] = [await longSession(counting), await longSession(undefined)];
      const stream = sessionStream(SESSION);
      expect(new Set(asked)).toEqual(new Set(["decide", "prompt", "finish-spec"]));
      expect(await there.store.load(stream)).toEqual(await here.store.load(stream));
      expect(await there.store.commands(stream)).toEqual(await here.store.commands(stream));
      expect(there.prompts).toEqual(here.prompts);
      expect(there.folder.files).toEqual(here.folder.files);
      expect(there.shelf.texts).toEqual(here.shelf.texts);
    });

    it("given a session that was read on the spot, then its replay is identical", async () => {
      const { store } = await longSession(undefined);
      const documents = new Documents({ blobs: store, hash: HASH, utf8: UTF8 });
      const request = { log: store, documents, stream: sessionStream(SESSION), workplace: await open() };
      expect(await replay(request)).toMatchObject({ at: "identical", older: 0 });
    });

    it("given several pieces of work at once, then each has its own answer", async () => {
      const workplace = await open();
      const texts = { get: async () => null };
      const lint = (text: string) =>
        workplace.do(
          { name: "lint", input: { text, file: "s.md", cwd: "/", rules: ["todo-marker"] } },
          { texts },
        );
      const found = await Promise.all([lint("TODO: a?"), lint("All is said."), lint("TODO: b?")]);
      expect(found).toMatchObject([
        { findings: [{ line: 1 }] },
        { findings: [] },
        { findings: [{ line: 1 }] },
      ]);
    });

    it("given work that nobody knows or a text that is missing, then it fails with the reason, and the next is done", async () => {
      const workplace = await open();
      const texts = { get: async () => null };
      await expect(workplace.do({ name: "sing", input: {} }, { texts })).rejects.toThrow("sing");
      const lost = { name: "read-engineer", input: { sha256: "0".repeat(64) } };
      await expect(workplace.do(lost, { texts })).rejects.toThrow("is missing from the store");
      const next = { name: "inspect", input: { text: "# A", role: null } };
      expect(await workplace.do(next, { texts })).toMatchObject({ role: "reviewer" });
    });
  });
}
