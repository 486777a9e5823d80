// A terminal in memory: what is written to it is kept, and keys are pressed when something stands there.
import { PassThrough, Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import type { AskTerminal } from "../../src/cli/ask/ask-terminal.ts";
import { until } from "./until.ts";

export const KEYS = {
  enter: "\r",
  up: "\x1b[A",
  down: "\x1b[B",
  escape: "\x1b",
  ctrlC: "\x03",
  ctrlD: "\x04",
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: movements begin with one.
const MOVES = /\x1b\[[\d;]*[A-HJKf]/g;

/** As a terminal hands on what is pasted: with marks around it, and line ends as Enter sends them. */
export function pasteKeys(text: string): string {
  return `\x1b[200~${text.replaceAll("\n", "\r")}\x1b[201~`;
}

/** Between two keys. */
const KEY_MS = 10;

class Input extends PassThrough {
  readonly isTTY = true;
  raw = false;
  setRawMode(raw: boolean): this {
    this.raw = raw;
    return this;
  }
}

class Output extends Writable {
  readonly isTTY = true;
  readonly rows = 40;
  readonly columns: number;
  written = "";
  constructor(columns: number) {
    super();
    this.columns = columns;
  }
  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.written += chunk.toString("utf8");
    done();
  }
}

export class FakeTerminal implements AskTerminal {
  readonly input = new Input();
  readonly output: Output;
  readonly env: AskTerminal["env"];
  #seen = 0;

  constructor({ columns = 80, env = {} }: { columns?: number; env?: AskTerminal["env"] } = {}) {
    this.output = new Output(columns);
    this.env = env;
  }

  /** Everything that was ever written, without colours and movements. */
  get text(): string {
    return stripVTControlCharacters(this.output.written);
  }

  /** Every line as it was written, also those that were drawn over later. */
  get lines(): readonly string[] {
    return stripVTControlCharacters(this.output.written.replaceAll(MOVES, "\n")).split("\n");
  }

  /** Waits until words are written that were not there at the last step. */
  async shows(words: string): Promise<void> {
    try {
      await until(`"${words}" is shown`, () => this.text.includes(words, this.#seen));
    } catch {
      throw new Error(`"${words}" was not shown; since then: ${this.text.slice(this.#seen)}`);
    }
    this.#seen = this.text.indexOf(words, this.#seen) + words.length;
  }

  /** When words are shown, presses keys. */
  async on(words: string, ...keys: readonly string[]): Promise<void> {
    await this.shows(words);
    for (const key of keys) {
      this.input.write(key);
      await new Promise((later) => setTimeout(later, KEY_MS));
    }
  }
}
