// What a model says, told to whoever watches: now and then, and in whole words, so that no key is told in two halves.
import { SAID_CHARS_MAX } from "../../core/shared/bounds.ts";

const EVERY_MS = 200;

interface SpeechBufferOptions {
  clean(text: string): string;
  say(text: string): void;
  /** Of a clock that only goes forward. */
  nowMs(): number;
}

export class SpeechBuffer {
  readonly #options: SpeechBufferOptions;
  #held = "";
  /** How much of it is whole words; looked for in what is new only, however long a word gets. */
  #whole = 0;
  #saidMs = Number.NEGATIVE_INFINITY;

  constructor(options: SpeechBufferOptions) {
    this.#options = options;
  }

  add(text: string): void {
    const space = lastSpaceIn(text);
    if (space >= 0) this.#whole = this.#held.length + space;
    this.#held += text;
    const nowMs = this.#options.nowMs();
    if (this.#whole === 0 || nowMs - this.#saidMs < EVERY_MS) return;
    this.#saidMs = nowMs;
    this.#say(this.#held.slice(0, this.#whole));
    this.#held = this.#held.slice(this.#whole);
    this.#whole = 0;
  }

  /** The text has come to its end. */
  end(): void {
    this.#say(this.#held);
    this.#held = "";
    this.#whole = 0;
  }

  #say(text: string): void {
    const words = this.#options.clean(text).trim();
    if (words !== "") this.#options.say(words.slice(0, SAID_CHARS_MAX));
  }
}

function lastSpaceIn(text: string): number {
  for (let at = text.length - 1; at >= 0; at -= 1) if (/\s/.test(text.charAt(at))) return at;
  return -1;
}
