// The prompts of the terminal, behind words of ours: what was given, or why nothing was.
import { setImmediate as nextTurn } from "node:timers/promises";
import { printLine } from "../printer.ts";
import { widthOf } from "../terminal.ts";
import { escapeControlChars, type Line, type Paint, paintText, wrapText } from "../text.ts";
import { type AskTerminal, promptOutput } from "./ask-terminal.ts";
import { PASTE_MARKS, PastedTexts, PromptInput } from "./prompt-input.ts";

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
  line(about: TextOptions): Promise<Reply<string>>;
  /** Several lines, ended by an empty one. */
  text(about: TextOptions): Promise<Reply<string>>;
}

interface TextOptions extends PromptOptions {
  /** What stands there at first, to be changed. */
  readonly first?: string | undefined;
  /** What is wrong with it, or `null`. */
  fault(text: string): string | null;
}

/** What a prompt keeps free of choices, colours included. */
const GUIDE_COLUMNS = 16;
const NOTE_INDENT = 3;

export async function openPrompts(terminal: AskTerminal, cancel: AbortSignal): Promise<Prompts> {
  // Loaded by whoever asks, so that nobody else waits for it.
  const clack = await import("@clack/prompts");
  const output = promptOutput(terminal);
  const columns = (): number => (terminal.output.columns || widthOf({})) - GUIDE_COLUMNS;
  const show = (lines: readonly Line[]): void => {
    for (const line of lines) printLine({ stream: output as NodeJS.WriteStream, env: terminal.env }, line);
  };
  const note = (paint: Paint, words: string): void => {
    const width = widthOf(terminal.output) - NOTE_INDENT;
    show(wrapText(words, width).map((line) => [paintText(paint, "│"), `  ${line}`]));
  };
  const ask = async <Value>(
    { overtaken, typed = () => "" }: PromptOptions & { readonly typed?: (pasted: string) => string },
    open: (common: TerminalOptions) => Promise<Value | symbol>,
  ): Promise<Reply<Value>> => {
    const input = new PromptInput(terminal.input, typed);
    terminal.input.pipe(input);
    output.write(PASTE_MARKS.on);
    try {
      const { reply, leftOver } = await replyTo(
        { input, gone: terminal.input },
        { cancel, overtaken },
        (signal) => open({ input, output, signal }),
      );
      if (leftOver) note("yellow", "what was typed or pasted after that was not taken");
      return reply;
    } finally {
      output.write(PASTE_MARKS.off);
      terminal.input.unpipe(input);
      terminal.input.pause();
    }
  };
  const askText = async (
    about: TextOptions,
    { open, asTyped }: { readonly open: OpenTextPrompt; readonly asTyped: (text: string) => string },
  ): Promise<Reply<string>> => {
    const pasted = new PastedTexts();
    const typed = (text: string): string => pasted.typed(asTyped(text));
    const reply = await ask<string>({ ...about, typed }, (common) =>
      open({
        ...common,
        message: escapeControlChars(about.message),
        ...(about.first === undefined ? {} : { initialValue: asTyped(about.first) }),
        validate: (text) => about.fault(pasted.expand(text ?? "")) ?? undefined,
      }),
    );
    return reply.at === "given" ? { at: "given", value: pasted.expand(reply.value) } : reply;
  };
  const choicesOf = (choices: readonly Choice[]) => choices.map((choice) => choiceText(choice, columns()));
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
    line: (about) => askText(about, { open: clack.text, asTyped: onOneLine }),
    text: (about) => askText(about, { open: clack.multiline, asTyped: (text) => text }),
  };
}

type OpenTextPrompt = (
  about: TerminalOptions & {
    readonly message: string;
    readonly initialValue?: string;
    validate(text: string | undefined): string | undefined;
  },
) => Promise<string | symbol>;

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

interface TerminalOptions {
  readonly input: PromptInput;
  readonly output: AskTerminal["output"];
  readonly signal: AbortSignal;
}

interface Key {
  readonly name?: string;
  readonly ctrl?: boolean;
}

const GONE = ["end", "close", "error"] as const;

/** Opens a prompt and says how it closed: the prompt itself cannot tell Escape from Ctrl-C, nor sees an end of input. */
async function replyTo<Value>(
  { input, gone }: { readonly input: PromptInput; readonly gone: AskTerminal["input"] },
  { cancel, overtaken }: { readonly cancel: AbortSignal; readonly overtaken: AbortSignal | undefined },
  open: (signal: AbortSignal) => Promise<Value | symbol>,
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
  input.on("keypress", onKey);
  for (const event of GONE) gone.on(event, onGone);
  cancel.addEventListener("abort", onGone);
  overtaken?.addEventListener("abort", onOvertaken);
  if (cancel.aborted) end("interrupted");
  else if (overtaken?.aborted === true) end("overtaken");
  try {
    const value = await open(stop.signal);
    closed = true;
    await nextTurn();
    return { reply: typeof value === "symbol" ? { at: why } : { at: "given", value }, leftOver };
  } finally {
    closed = true;
    input.off("keypress", onKey);
    for (const event of GONE) gone.off(event, onGone);
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
