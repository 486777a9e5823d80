import { describe, expect, test } from "vitest";
import { FakeTerminal, KEYS, pasteKeys } from "../../../test/support/typing-terminal.ts";
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

  test("when many paragraphs are pasted, then all of them are taken, with what is typed around them", async () => {
    const { terminal, prompts } = await scene();
    const reply = prompts.text({ message: "Say it", fault: noFault });
    const text = "One\n\n\nTwo 😀\n\n\tThree\n";
    await terminal.on("Say it", "Before: ", pasteKeys(text), "after", KEYS.enter, KEYS.enter);
    expect(await reply).toEqual({ at: "given", value: `Before: ${text}after` });
    expect(terminal.text).toContain("Before: [pasted text 1: 6 lines]");
    expect(terminal.output.written.endsWith("\x1b[?2004l")).toBe(true);
  });

  test("when a pasted text says what stands for another, then that stays as it is", async () => {
    const { terminal, prompts } = await scene();
    const reply = prompts.text({ message: "Say it", fault: noFault });
    const first = "[pasted text 2: 2 lines]\nand more";
    await terminal.on("Say it", pasteKeys(first), pasteKeys("a\nb"), KEYS.enter, KEYS.enter);
    expect(await reply).toEqual({ at: "given", value: `${first}a\nb` });
  });

  test("when a paste comes in parts, then it is one; when its end never comes, then Ctrl-C still leads out", async () => {
    const { terminal, prompts } = await scene();
    const reply = prompts.text({ message: "Say it", fault: noFault });
    const [head, tail] = [pasteKeys("a\nb\n").slice(0, -3), pasteKeys("a\nb\n").slice(-3)];
    await terminal.on("Say it", head, tail, KEYS.enter, KEYS.enter);
    expect(await reply).toEqual({ at: "given", value: "a\nb\n" });
    const next = prompts.text({ message: "Once more", fault: noFault });
    await terminal.on("Once more", head, KEYS.ctrlC);
    expect(await next).toEqual({ at: "interrupted" });
  });

  test("when lines are pasted where one is asked for, then they are joined; where one chooses, then nothing happens", async () => {
    const { terminal, prompts } = await scene();
    const reply = prompts.line({ message: "Why", fault: noFault });
    await terminal.on("Why", pasteKeys("because\nof\x1b this\n"), KEYS.enter);
    expect(await reply).toEqual({ at: "given", value: "because of this" });
    const next = prompts.one({ message: "Which?", choices: CHOICES });
    await terminal.on("Which?", pasteKeys("j\n\n"), KEYS.enter);
    expect(await next).toEqual({ at: "given", value: "a" });
  });

  test("when something stands there already, then it can be kept or changed", async () => {
    const { terminal, prompts } = await scene();
    const line = prompts.line({ message: "Why", first: "not before spring", fault: noFault });
    await terminal.on("Why", ", or summer", KEYS.enter);
    expect(await line).toEqual({ at: "given", value: "not before spring, or summer" });
    const text = prompts.text({ message: "Say it", first: "one\n\ntwo", fault: noFault });
    await terminal.on("Say it", KEYS.enter, KEYS.enter);
    expect(await text).toEqual({ at: "given", value: "one\n\ntwo" });
  });

  test("when more comes than is taken, without a mark that it is pasted, then that is said, and the next prompt does not get it", async () => {
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
