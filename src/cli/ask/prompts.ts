// The prompts of the terminal, behind words of ours: what was given, or why nothing was.
import { setImmediate as nextTurn } from "node:timers/promises";
import { printLine } from "../printer.ts";
import { widthOf } from "../terminal.ts";
import { escapeControlChars, type Line, type Paint, paintText, wrapText } from "../text.ts";
import { type AskTerminal, promptOutput } from "./ask-terminal.ts";

export type Reply<Value> =
  | { readonly at: "given"; readonly value: Value }
  /** Escape, or the end of what is typed. */
  | { readonly at: "back" }
  /** Ctrl-C, a signal, or a terminal that is gone. */
  | { readonly at: "interrupted" }
  /** What was asked has been settled elsewhere. */
  | { readonly at: "overtaken" };

/** What every prompt has: a few words, and what may end it from outside. */
export interface PromptOptions {
  readonly message: string;
  readonly overtaken?: AbortSignal;
}

export interface Prompts {
  readonly width: number;
  show(lines: readonly Line[]): void;
  /** Some words beside the guide of the prompts. */
  note(paint: Paint, words: string): void;
  one(
    about: PromptOptions & { readonly choices: readonly Choice[]; readonly first?: string },
  ): Promise<Reply<string>>;
  some(
    about: PromptOptions & { readonly choices: readonly Choice[]; readonly chosen: readonly string[] },
  ): Promise<Reply<readonly string[]>>;
  /** `fault`: what is wrong with it, or `null`. */
  line(about: PromptOptions & { fault(text: string): string | null }): Promise<Reply<string>>;
  /** Several lines, ended by an empty one. */
  text(about: PromptOptions & { fault(text: string): string | null }): Promise<Reply<string>>;
}

/** What a prompt keeps free of choices, colours included. */
const GUIDE_COLUMNS = 16;
const NOTE_INDENT = 3;

export async function openPrompts(terminal: AskTerminal, cancel: AbortSignal): Promise<Prompts> {
  // Loaded by whoever asks, so that nobody else waits for it.
  const clack = await import("@clack/prompts");
  const output = promptOutput(terminal);
  const columns = (): number => (terminal.output.columns ?? widthOf({})) - GUIDE_COLUMNS;
  const show = (lines: readonly Line[]): void => {
    for (const line of lines) printLine({ stream: output as NodeJS.WriteStream, env: terminal.env }, line);
  };
  const note = (paint: Paint, words: string): void => {
    const width = widthOf(terminal.output) - NOTE_INDENT;
    show(wrapText(words, width).map((line) => [paintText(paint, "│"), `  ${line}`]));
  };
  const ask = async <Value>(
    { overtaken }: PromptOptions,
    open: (common: TerminalOptions) => Promise<Value | symbol>,
  ): Promise<Reply<Value>> => {
    const { reply, leftOver } = await replyTo(terminal, { cancel, overtaken }, ({ signal }) =>
      open({ input: terminal.input, output, signal }),
    );
    if (leftOver) note("yellow", "what was typed or pasted after that was not taken");
    return reply;
  };
  const choicesOf = (choices: readonly Choice[]) => choices.map((choice) => choiceText(choice, columns()));
  const validateWith = (fault: (text: string) => string | null) => ({
    validate: (text: string | undefined) => fault(text ?? "") ?? undefined,
  });
  return {
    get width() {
      return widthOf(terminal.output);
    },
    show,
    note,
    one: (about) =>
      ask<string>(about, (common) =>
        clack.select({
          ...common,
          message: escapeControlChars(about.message),
          options: choicesOf(about.choices),
          ...(about.first === undefined ? {} : { initialValue: about.first }),
        }),
      ),
    some: (about) =>
      ask<readonly string[]>(about, (common) =>
        clack.multiselect({
          ...common,
          message: escapeControlChars(about.message),
          options: choicesOf(about.choices),
          initialValues: about.chosen,
        }),
      ),
    line: (about) =>
      ask<string>(about, (common) =>
        clack.text({ ...common, message: escapeControlChars(about.message), ...validateWith(about.fault) }),
      ),
    text: (about) =>
      ask<string>(about, (common) =>
        clack.multiline({
          ...common,
          message: escapeControlChars(about.message),
          ...validateWith(about.fault),
        }),
      ),
  };
}

interface TerminalOptions {
  readonly input: AskTerminal["input"];
  readonly output: AskTerminal["output"];
  readonly signal: AbortSignal;
}

interface Key {
  readonly name?: string;
  readonly ctrl?: boolean;
}

/** Opens a prompt and says how it closed: the prompt itself cannot tell Escape from Ctrl-C, nor sees an end of input. */
async function replyTo<Value>(
  { input }: AskTerminal,
  { cancel, overtaken }: { readonly cancel: AbortSignal; readonly overtaken: AbortSignal | undefined },
  open: (about: { readonly signal: AbortSignal }) => Promise<Value | symbol>,
): Promise<{ readonly reply: Reply<Value>; readonly leftOver: boolean }> {
  const stop = new AbortController();
  let [why, closed, leftOver]: ["back" | "interrupted" | "overtaken", boolean, boolean] = [
    "interrupted",
    false,
    false,
  ];
  const end = (because: typeof why): void => {
    if (closed) return;
    why = because;
    stop.abort();
  };
  const onKey = (_: unknown, key: Key | undefined): void => {
    // The prompt stops listening when it closes; what comes in the same breath reaches us alone.
    if (input.listenerCount("keypress") === 1) leftOver = true;
    else if (key?.name === "escape") why = "back";
    else if (key?.name === "d" && key.ctrl === true) setImmediate(() => end("back"));
  };
  const onGone = (): void => end("interrupted");
  const onOvertaken = (): void => end("overtaken");
  const gone = ["end", "close", "error"] as const;
  input.on("keypress", onKey);
  for (const event of gone) input.on(event, onGone);
  cancel.addEventListener("abort", onGone);
  overtaken?.addEventListener("abort", onOvertaken);
  if (cancel.aborted) end("interrupted");
  else if (overtaken?.aborted === true) end("overtaken");
  try {
    const value = await open({ signal: stop.signal });
    closed = true;
    await nextTurn();
    return { reply: typeof value === "symbol" ? { at: why } : { at: "given", value }, leftOver };
  } finally {
    closed = true;
    input.off("keypress", onKey);
    for (const event of gone) input.off(event, onGone);
    cancel.removeEventListener("abort", onGone);
    overtaken?.removeEventListener("abort", onOvertaken);
  }
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Shown with the choice that the cursor is on. */
  readonly hint?: string;
}

const INDENT = "\n  ";
/** Of a narrow terminal this much is used all the same. */
const WIDTH_MIN = 30;
/** Left free beside a label, so that the first word of its hint fits. */
const HINT_ROOM = 14;

/** A choice whose lines go on below themselves, as the prompt writes it: `label (hint)`. */
export function choiceText({ value, label, hint }: Choice, columns: number): Choice {
  const width = Math.max(WIDTH_MIN, columns);
  if (hint === undefined) return { value, label: wrapText(label, width).join(INDENT) };
  const labelled = wrapText(label, width - HINT_ROOM);
  // The hint begins where the label ends: words of that length hold its place.
  const used = (labelled.at(-1)?.length ?? 0) + " (".length;
  const [first = "", ...rest] = wrapText(`${"_".repeat(used)}${escapeControlChars(hint)}`, width);
  return { value, label: labelled.join(INDENT), hint: [first.slice(used), ...rest].join(INDENT) };
}
