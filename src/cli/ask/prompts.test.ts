import { describe, expect, test } from "vitest";
import { FakeTerminal, KEYS } from "../../../test/support/typing-terminal.ts";
import { openPrompts, type Prompts } from "./prompts.ts";

interface Scene {
  readonly terminal: FakeTerminal;
  readonly prompts: Prompts;
  readonly cancel: AbortController;
  readonly overtaken: AbortController;
}

async function scene(about: ConstructorParameters<typeof FakeTerminal>[0] = {}): Promise<Scene> {
  const [cancel, overtaken] = [new AbortController(), new AbortController()];
  const terminal = new FakeTerminal(about);
  return { terminal, cancel, overtaken, prompts: await openPrompts(terminal, cancel.signal) };
}

const CHOICES = [
  { value: "a", label: "The first", hint: "what it does" },
  { value: "b", label: "The second" },
];

const noFault = (): null => null;

describe("given a prompt, then its reply says how it closed", () => {
  const ask = ({ prompts, overtaken }: Scene) =>
    prompts.one({ message: "Which?", choices: CHOICES, overtaken: overtaken.signal });

  test("Enter gives what the cursor is on", async () => {
    const at = await scene();
    const reply = ask(at);
    await at.terminal.on("Which?", KEYS.down, KEYS.enter);
    expect(await reply).toEqual({ at: "given", value: "b" });
    expect(at.terminal.input.raw).toBe(false);
  });

  test.each([
    ["Escape", KEYS.escape, "back"],
    ["Ctrl-D", KEYS.ctrlD, "back"],
    ["Ctrl-C", KEYS.ctrlC, "interrupted"],
  ])("%s", async (_, key, end) => {
    const at = await scene();
    const reply = ask(at);
    await at.terminal.on("Which?", key);
    expect(await reply).toEqual({ at: end });
    expect(at.terminal.input.raw).toBe(false);
    expect(at.terminal.input.listenerCount("keypress")).toBe(0);
  });

  test("settled elsewhere", async () => {
    const at = await scene();
    const reply = ask(at);
    await at.terminal.shows("Which?");
    at.overtaken.abort();
    expect(await reply).toEqual({ at: "overtaken" });
  });

  test("a signal, also one that came before", async () => {
    const at = await scene();
    const reply = ask(at);
    await at.terminal.shows("Which?");
    at.cancel.abort();
    expect(await reply).toEqual({ at: "interrupted" });
    expect(await ask(at)).toEqual({ at: "interrupted" });
  });

  test("a terminal that is gone", async () => {
    const at = await scene();
    const reply = ask(at);
    await at.terminal.shows("Which?");
    at.terminal.input.end();
    expect(await reply).toEqual({ at: "interrupted" });
  });
});

describe("given text to write", () => {
  test("when it has several lines, then Enter twice ends it", async () => {
    const { terminal, prompts } = await scene();
    const reply = prompts.text({ message: "Say it", fault: noFault });
    await terminal.on("Say it", "one", KEYS.enter, "two", KEYS.enter, KEYS.enter);
    expect(await reply).toEqual({ at: "given", value: "one\ntwo" });
  });

  test("when more is pasted than is taken, then that is said, and the next prompt does not get it", async () => {
    const { terminal, prompts } = await scene();
    const reply = prompts.line({ message: "Why", fault: noFault });
    await terminal.on("Why", "because\rof this\r");
    expect(await reply).toEqual({ at: "given", value: "because" });
    await terminal.shows("was not taken");
    const next = prompts.one({ message: "Which?", choices: CHOICES });
    await terminal.on("Which?", KEYS.down, KEYS.enter);
    expect(await next).toEqual({ at: "given", value: "b" });
  });

  test("when it has a fault, then the fault is shown and it can be mended", async () => {
    const { terminal, prompts } = await scene();
    const reply = prompts.line({
      message: "Why",
      fault: (text) => (text === "" ? "say something" : null),
    });
    await terminal.on("Why", KEYS.enter);
    await terminal.on("say something", "so", KEYS.enter);
    expect(await reply).toEqual({ at: "given", value: "so" });
  });
});

describe("given a terminal of some kind", () => {
  test.each([40, 80, 140])("of %i columns, then no line is wider", async (columns) => {
    const { terminal, prompts } = await scene({ columns });
    const label = "An option with a rather long name that says what it is about".repeat(2);
    const reply = prompts.one({
      message: "Which of all these would you like to have for the rest of the session?",
      choices: [{ value: "a", label, hint: `${label} and ${label}` }, ...CHOICES],
    });
    await terminal.on("The second", KEYS.enter);
    await reply;
    expect(terminal.lines.filter((line) => line.length > columns)).toEqual([]);
  });

  test("without colours, then none are written", async () => {
    const { terminal, prompts } = await scene({ env: { NO_COLOR: "1" } });
    const reply = prompts.one({ message: "Which?", choices: CHOICES });
    await terminal.on("Which?", KEYS.enter);
    await reply;
    prompts.note("red", "done");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
    expect(terminal.output.written).not.toMatch(/\x1b\[[\d;]*m/);
  });
});
