import { describe, expect, test } from "vitest";
import { isFailure } from "../../src/app/failure.ts";
import { answerQuestion } from "../../src/app/questions/answer.ts";
import type { QuestionsOf } from "../../src/app/questions/inbox.ts";
import { askInbox, type InboxResult } from "../../src/cli/ask/ask-inbox.ts";
import { askQuestion, withAskSession } from "../../src/cli/ask/ask-question.ts";
import { findWork } from "../../src/core/build/evolve-work.ts";
import { taskIdAt } from "../support/build-here.ts";
import { FakeTerminal, KEYS } from "../support/typing-terminal.ts";
import { rejectedWorld } from "./build-project.ts";
import { contextOf } from "./gated-world.ts";
import { documentOf, type World } from "./world.ts";

const { enter, down, escape: esc } = KEYS;

async function asked(world: World, terminal: FakeTerminal, of: QuestionsOf): Promise<InboxResult> {
  const result = await withAskSession(contextOf(world), terminal, (desk) =>
    askInbox(desk, { of, choose: false }),
  );
  if (isFailure(result)) throw new Error(result.message);
  return result;
}

async function openIn(world: World): Promise<readonly string[]> {
  const open = documentOf(await world.run(["inbox", "--json"])) as { id: string }[];
  return open.map(({ id }) => id);
}

describe("questions of a build in a terminal", () => {
  test("findings are chosen from a list, and words are typed", async () => {
    const { world, build } = await rejectedWorld();
    const terminal = new FakeTerminal();
    const done = asked(world, terminal, "board");
    await terminal.shows("B1 rejections  build, since");
    await terminal.on("B1: your decision?", down, down, enter);
    await terminal.on("F2  HIGH  It cannot be printed", down, " ", enter);
    await terminal.on("B2: your decision?", down, enter);
    await terminal.on("Your text", "Port 8080.", enter, enter);
    expect(await done).toEqual({
      closed: 2,
      answered: new Map([[null, expect.objectContaining({ question: "B2", session: null })]]),
      interrupted: false,
    });
    const work = findWork(await build.board(), taskIdAt(0));
    expect(work?.findings.map(({ state }) => state)).toEqual(["open", "overruled"]);
    expect(work?.guidance).toMatchObject([{ text: "Port 8080." }]);
    expect(await openIn(world)).toEqual([]);
    expect(terminal.lines.filter((line) => line.length > 80)).toEqual([]);
  });

  test("what is put off stays open, and what somebody else answers is said", async () => {
    const { world } = await rejectedWorld();
    const terminal = new FakeTerminal();
    const done = asked(world, terminal, "all");
    await terminal.on("B1: your decision?", enter);
    await terminal.shows("B2: your decision?");
    const said = {
      session: undefined,
      text: undefined,
      file: undefined,
      rationales: {},
      gaps: [],
      phrase: undefined,
    };
    await answerQuestion(contextOf(world), { ...said, question: "B2", option: "skip" });
    await terminal.shows("B2 has been answered meanwhile: skip, by human:");
    expect(await done).toMatchObject({ closed: 1, interrupted: false });
  });

  test("one that is answered by its number is asked with its options, and Escape leads back to them", async () => {
    const { world } = await rejectedWorld();
    const terminal = new FakeTerminal();
    const context = contextOf(world);
    const done = withAskSession(context, terminal, async (desk) => {
      const [question] = await desk.inbox.questions("board").then((open) => (isFailure(open) ? [] : open));
      if (question === undefined) throw new Error("nothing is asked");
      return await askQuestion(desk, question);
    });
    await terminal.on("B1: your decision?", down, down, enter);
    await terminal.on("Which findings?", esc);
    await terminal.on("B1: your decision?", down, enter);
    await terminal.on("Your text", "Black.", enter, enter);
    expect(await done).toMatchObject({ at: "answered", answered: { question: "B1", option: "guide" } });
    expect(await openIn(world)).toEqual(["B2"]);
  });
});
