// A document that is too much to read: the gate sends it back, nothing is approved, and the log says why.
import { expect, test } from "vitest";
import { IN_PLACE_CHARS_MAX, LINE_CHARS_MAX, PIECES_MAX } from "../../src/core/shared/bounds.ts";
import { Documents } from "../../src/engine/documents.ts";
import { WorkGivenUp, type Workplace } from "../../src/engine/ports.ts";
import { replay } from "../../src/engine/replay.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { approval, HASH, READY, resolution, SESSION, sessionWorld, UTF8 } from "../support/session-world.ts";

const GAP = "GAP-FLOW-001";
const OVERWHELMED: Workplace = {
  do: async () => {
    throw new WorkGivenUp("reading it took more than 120 seconds");
  },
};

const LONG_LINE = `\n${"word ".repeat(LINE_CHARS_MAX / 5 + 1)}\n`;

test.each([
  ["the Engineer's", "a long line", LONG_LINE, { engineer: true }, /line \d+ has 65,540 characters/],
  ["the Reviewer's", "a long line", LONG_LINE, { engineer: false }, /line \d+ has 65,540 characters/],
  [
    "the Reviewer's",
    "a long line of code",
    `\n\`\`\`${LONG_LINE}\`\`\`\n`,
    { engineer: false },
    /line \d+ has/,
  ],
  ["the Reviewer's", "too many pieces", "\n\nx".repeat(PIECES_MAX), { engineer: false }, /was given up/],
])("given %s document with %s, then the gate says so", async (_, _what, text, { engineer }, why) => {
  const world = await sessionWorld({
    engineer: () => resolution([GAP]) + (engineer ? text : ""),
    reviewer: ({ purpose }) => (purpose === "final" ? READY : approval([GAP]) + (engineer ? "" : text)),
  });
  expect(await world.run()).toBe("waiting");
  const events = await world.store.load(sessionStream(SESSION));
  const failed = events.find(({ type, data }) => type === "OutputJudged" && data.failure !== null);
  expect(failed?.data).toMatchObject({ failure: "WRONG_FORMAT", message: expect.stringMatching(why) });
  expect(world.engine.live.work.gaps[GAP as never]).not.toMatchObject({ state: { at: "RESOLVED" } });
});

test.each([
  ["the Engineer's", { engineer: true }],
  ["the Reviewer's", { engineer: false }],
])(
  "given %s document that cannot be read in time, then the gate says so each time, and a person is asked",
  async (_, long) => {
    const endless = (text: string, isLong: boolean): string =>
      isLong ? text + "\nAnd so on.\n".repeat(IN_PLACE_CHARS_MAX / 10) : text;
    const world = await sessionWorld({
      workplace: OVERWHELMED,
      engineer: () => endless(resolution([GAP]), long.engineer),
      reviewer: ({ purpose }) => (purpose === "final" ? READY : endless(approval([GAP]), !long.engineer)),
    });
    expect(await world.run()).toBe("waiting");
    expect(world.engine.live.work.questions).toMatchObject([{ kind: "escalation" }]);
    const { store } = world;
    const events = await store.load(sessionStream(SESSION));
    const judged = events.filter(({ type, data }) => type === "OutputJudged" && data.failure !== null);
    expect(judged).toHaveLength(3);
    for (const { data } of judged) {
      expect(data.failure).toBe("WRONG_FORMAT");
      expect(data.message).toContain("could not be read: reading it took more than 120 seconds");
    }
    expect(world.engine.live.work.gaps[GAP as never]).not.toMatchObject({ state: { at: "RESOLVED" } });
    // What was given up once is not tried again: a quicker machine would decide otherwise.
    const documents = new Documents({ blobs: store, hash: HASH, utf8: UTF8 });
    expect(await replay({ log: store, documents, stream: sessionStream(SESSION) })).toMatchObject({
      at: "identical",
    });
  },
);
