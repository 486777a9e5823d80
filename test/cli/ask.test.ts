import { describe, expect, test } from "vitest";
import { isFailure } from "../../src/app/failure.ts";
import { answerQuestion } from "../../src/app/questions/answer.ts";
import { askInbox, type InboxResult } from "../../src/cli/ask/ask-inbox.ts";
import { withAskSession } from "../../src/cli/ask/ask-question.ts";
import { FakeTerminal, KEYS } from "../support/typing-terminal.ts";
import { askingWorld, contextOf } from "./gated-world.ts";
import { documentOf, type World } from "./world.ts";

const { enter, down, up, escape: esc, ctrlC } = KEYS;

async function asked(
  world: World,
  terminal: FakeTerminal,
  { pollMs, choose = false }: { readonly choose?: boolean; readonly pollMs?: number } = {},
): Promise<InboxResult> {
  const result = await withAskSession(contextOf(world), terminal, (desk) =>
    askInbox(pollMs === undefined ? desk : { ...desk, pollMs }, { of: "all", choose }),
  );
  if (isFailure(result)) throw new Error(result.message);
  return result;
}

async function openIn(world: World): Promise<readonly string[]> {
  const open = documentOf(await world.run(["inbox", "--json"])) as { id: string }[];
  return open.map(({ id }) => id);
}

async function history(world: World): Promise<string> {
  return (await world.run(["history"])).stdout;
}

/** As somebody else does it, at another terminal. */
async function answeredElsewhere(
  world: World,
  about: { readonly question: string; readonly option: string; readonly gaps?: readonly string[] },
): Promise<void> {
  const done = await answerQuestion(contextOf(world), {
    session: "spec",
    text: undefined,
    file: undefined,
    rationales: { "*": "later" },
    gaps: [],
    phrase: undefined,
    ...about,
  });
  expect(isFailure(done)).toBe(false);
}

describe("asking in a terminal", () => {
  test("given three questions, when each is answered with what it needs, then all are recorded", async () => {
    const world = await askingWorld();
    const terminal = new FakeTerminal();
    const done = asked(world, terminal);
    // Q1 divergence: narrow needs gaps, those that can be deferred alone.
    await terminal.on("Q1: your decision?", down, enter);
    await terminal.on("Which gaps?", down, down, " ", enter);
    await terminal.on("Q2: your decision?", down, enter);
    await terminal.on("Your text", "The staff.", enter, "Nobody else.", enter, enter);
    await terminal.on("Q3: your decision?", down, down, down, enter);
    await terminal.on("Your text", "Look at part one.", enter, enter);
    expect(await done).toEqual({
      closed: 3,
      answered: new Map([["spec", expect.objectContaining({ ended: false })]]),
      interrupted: false,
    });
    expect(await openIn(world)).toEqual([]);
    expect(terminal.text).not.toContain("GAP-TODO-001  MEDIUM");
    const told = await history(world);
    expect(told).toContain("GAP-TODO-002: OPEN → USER_DEFERRED");
    expect(world.read(`${world.project}/.parley/sessions/spec/decisions.md`)).toContain("The staff.");
    expect(terminal.lines.filter((line) => line.length > 80)).toEqual([]);
  });

  test("given three questions, when the first is chosen from the list and the rest left for later, then they stay open", async () => {
    const world = await askingWorld();
    const terminal = new FakeTerminal();
    const done = asked(world, terminal, { choose: true });
    await terminal.on("Which question?", down, enter);
    await terminal.on("Q2: your decision?", down, down, enter);
    await terminal.on("Why?", "not before spring", enter);
    await terminal.on("Which question?", up, enter);
    expect(await done).toMatchObject({ closed: 1, interrupted: false });
    expect(await openIn(world)).toEqual(["Q1", "Q3"]);
  });

  test("when everything is put off, by its choice or by Escape, then nothing is answered", async () => {
    const world = await askingWorld();
    const terminal = new FakeTerminal();
    const done = asked(world, terminal);
    await terminal.on("Q1: your decision?", enter);
    await terminal.on("Q2: your decision?", esc);
    // Escape within an option leads back to the options.
    await terminal.on("Q3: your decision?", down, down, enter);
    await terminal.on("Which gaps?", esc);
    await terminal.on("Q3: your decision?", enter);
    expect(await done).toEqual({ closed: 0, answered: new Map(), interrupted: false });
    expect(await openIn(world)).toEqual(["Q1", "Q2", "Q3"]);
  });

  test("when Ctrl-C is pressed in the middle of an answer, then asking stops and what was answered before stays", async () => {
    const world = await askingWorld();
    const terminal = new FakeTerminal();
    const done = asked(world, terminal);
    await terminal.on("Q1: your decision?", down, down, enter);
    await terminal.on("Q2: your decision?", down, enter);
    await terminal.on("Your text", "half a", ctrlC);
    expect(await done).toMatchObject({ closed: 1, interrupted: true });
    expect(await openIn(world)).toEqual(["Q2", "Q3"]);
  });
});

describe("somebody else answers", () => {
  test("given an open prompt, when its question is answered elsewhere, then it closes, says by whom, and the next is asked", async () => {
    const world = await askingWorld();
    const terminal = new FakeTerminal();
    const done = asked(world, terminal);
    await terminal.on("Q1: your decision?", down, down, enter);
    await terminal.on("Q2: your decision?", down, enter);
    await terminal.on("Your text", "I was about to");
    await answeredElsewhere(world, { question: "Q2", option: "defer" });
    await terminal.shows("Q2 has been answered meanwhile: defer, by human:");
    await terminal.on("Q3: your decision?", esc);
    expect(await done).toMatchObject({ closed: 2, interrupted: false });
    expect(await openIn(world)).toEqual(["Q3"]);
  });

  test("given an open prompt, when its question is withdrawn, then it closes and says why", async () => {
    const world = await askingWorld();
    const terminal = new FakeTerminal();
    const done = asked(world, terminal);
    await terminal.on("Q1: your decision?", esc);
    await terminal.shows("Q2: your decision?");
    // What it asks about is put aside by the answer to another question.
    await answeredElsewhere(world, { question: "Q1", option: "narrow", gaps: ["GAP-SEC-001"] });
    await terminal.shows("Q2 is no longer asked: ");
    await terminal.on("Q3: your decision?", esc);
    expect(await done).toEqual({ closed: 1, answered: new Map(), interrupted: false });
    expect(await openIn(world)).toEqual(["Q3"]);
  });

  test("when both answer before either has looked again, then one wins and the other is told kindly", async () => {
    const world = await askingWorld();
    const terminal = new FakeTerminal();
    const done = asked(world, terminal, { pollMs: 60_000 });
    await terminal.shows("Q1: your decision?");
    await answeredElsewhere(world, { question: "Q1", option: "normal" });
    await terminal.on("", down, down, enter);
    await terminal.shows("Q1 has been answered meanwhile: normal");
    await terminal.on("Q2: your decision?", esc);
    await terminal.on("Q3: your decision?", esc);
    expect(await done).toEqual({ closed: 1, answered: new Map(), interrupted: false });
    const events = documentOf(await world.run(["history", "--json"])) as { type: string }[];
    expect(events.filter(({ type }) => type === "QuestionAnswered")).toHaveLength(1);
  });
});
