// What is typed at a prompt, with what is pasted taken whole: a terminal puts marks around pasted text if it is asked to,
// so that a line break in it is no Enter.
import { Transform, type TransformCallback } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { AskTerminal } from "./ask-terminal.ts";

/** Asks the terminal for the marks, and to leave them out again. */
export const PASTE_MARKS = { on: "\x1b[?2004h", off: "\x1b[?2004l" };

const BEGIN = "\x1b[200~";
const END = "\x1b[201~";
const CTRL_C = "\x03";

/** The keys of a terminal; `typed` says what a prompt is to get in place of a pasted text. */
export class PromptInput extends Transform {
  readonly isTTY = true;
  readonly #terminal: AskTerminal["input"];
  readonly #typed: (pasted: string) => string;
  readonly #decoder = new StringDecoder("utf8");
  /** What has come of a pasted text whose end has not. */
  #pasted: string | null = null;

  constructor(terminal: AskTerminal["input"], typed: (pasted: string) => string) {
    super();
    this.#terminal = terminal;
    this.#typed = typed;
  }

  /** What is behind it decides about its mode. */
  setRawMode(raw: boolean): this {
    const { setRawMode } = this.#terminal as { setRawMode?: (raw: boolean) => unknown };
    setRawMode?.call(this.#terminal, raw);
    return this;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#take(this.#decoder.write(chunk));
    done();
  }

  #take(text: string): void {
    // A terminal that never says where the text ends must not take the way out.
    if (text === CTRL_C) this.#pasted = null;
    if (this.#pasted === null) {
      const begin = text.indexOf(BEGIN);
      this.#pass(begin < 0 ? text : text.slice(0, begin));
      if (begin < 0) return;
      this.#pasted = "";
      this.#take(text.slice(begin + BEGIN.length));
      return;
    }
    const pasted = this.#pasted + text;
    const end = pasted.indexOf(END, Math.max(0, this.#pasted.length - END.length));
    if (end < 0) {
      this.#pasted = pasted;
      return;
    }
    this.#pasted = null;
    this.#pass(this.#typed(plainText(pasted.slice(0, end))));
    this.#take(pasted.slice(end + END.length));
  }

  #pass(text: string): void {
    if (text !== "") this.push(text);
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a prompt would act upon them.
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f]/g;

function plainText(pasted: string): string {
  return pasted.replaceAll(/\r\n?/g, "\n").replaceAll(CONTROLS, "");
}

/** As much is put into the line as it stands. */
const INLINE_CHARS_MAX = 200;
const INLINE = new RegExp(`^[\\x20-\\x7e\\xa0-\\ud7ff]{0,${INLINE_CHARS_MAX}}$`);

/** Longer texts stand as a few words at the prompt, which could not show them, and are put back once it has closed. */
export class PastedTexts {
  readonly #texts: string[] = [];

  typed(pasted: string): string {
    if (INLINE.test(pasted)) return pasted;
    this.#texts.push(pasted);
    return this.#placeholder(this.#texts.length - 1);
  }

  expand(typed: string): string {
    // Each is looked for in what was typed alone: a pasted text may say the same words.
    return this.#texts
      .reduce<readonly Part[]>(
        (parts, text, index) => parts.flatMap((part) => putBack(part, this.#placeholder(index), text)),
        [{ typed }],
      )
      .map((part) => ("typed" in part ? part.typed : part.pasted))
      .join("");
  }

  #placeholder(index: number): string {
    const text = this.#texts[index] ?? "";
    const lines = text.trimEnd().split("\n").length;
    const size = lines === 1 ? `${text.length} characters` : `${lines} lines`;
    return `[pasted text ${index + 1}: ${size}]`;
  }
}

type Part = { readonly typed: string } | { readonly pasted: string };

function putBack(part: Part, placeholder: string, text: string): readonly Part[] {
  if (!("typed" in part)) return [part];
  const at = part.typed.indexOf(placeholder);
  if (at < 0) return [part];
  return [
    { typed: part.typed.slice(0, at) },
    { pasted: text },
    { typed: part.typed.slice(at + placeholder.length) },
  ];
}
