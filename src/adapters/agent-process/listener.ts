// Everything an agent says while it works and what is left of it in the end.
import { isUtf8 } from "node:buffer";
import { assertNever } from "../../core/shared/assert-never.ts";
import { USAGE_UNKNOWN, type Usage } from "../../core/shared/usage.ts";
import { AGENT_DOCUMENT_BYTES_MAX, type AgentDocument, type AgentEvent } from "../../engine/ports.ts";
import { type Line, LineTail } from "./line-tail.ts";
import { documentOf } from "./read-document.ts";
import type { ReadEvents, StreamEvent } from "./read-events.ts";
import type { RunFolder } from "./run-folder.ts";

/** Read at one go while the agent works, so that one who talks without end cannot keep us from looking up. */
const LOOK_BYTES_MAX = 16 * 1024 * 1024;
/** A sign of life needs no more. */
const SAID_CHARS_MAX = 2_000;

export interface Heard {
  readonly text: AgentDocument | null;
  readonly usage: Usage;
  readonly refused: string | null;
}

export interface Listening {
  readonly run: RunFolder;
  readonly readEvents: ReadEvents;
  readonly outputBytesMax: number;
  onEvent(event: AgentEvent): void;
}

export class Listener {
  readonly #about: Listening;
  readonly #meaning: (line: string) => readonly StreamEvent[];
  readonly #tails: LineTail[] = [];
  readonly #plain: Uint8Array[] = [];
  #plainKept = 0;
  #plainSize = 0;
  #plainBlank = true;
  #answer: AgentDocument | null = null;
  #usage = USAGE_UNKNOWN;
  #refused: string | null = null;

  private constructor(about: Listening) {
    this.#about = about;
    this.#meaning = about.readEvents();
  }

  static async open(about: Listening): Promise<Listener> {
    const listener = new Listener(about);
    const { stdout, stderr } = about.run;
    listener.#tails.push(
      await LineTail.open(stdout, (line) => listener.#hear(line)),
      await LineTail.open(stderr, (line) => listener.#say(textOf(line))),
    );
    return listener;
  }

  /** What was said since the last time. */
  async listen(): Promise<void> {
    for (const tail of this.#tails) await tail.read(LOOK_BYTES_MAX, this.#about.outputBytesMax);
  }

  /** The rest of what was said, by an agent that has ended. */
  async listenToTheEnd(): Promise<Heard> {
    for (const tail of this.#tails) {
      while (await tail.read(LOOK_BYTES_MAX, this.#about.outputBytesMax));
    }
    await this.close();
    return { text: this.#answer ?? this.#plainText(), usage: this.#usage, refused: this.#refused };
  }

  async close(): Promise<void> {
    for (const tail of this.#tails.splice(0)) await tail.close();
  }

  #hear(line: Line): void {
    const text = textOf(line);
    for (const event of this.#meaning(text)) {
      switch (event.at) {
        case "said":
          this.#say(event.text);
          break;
        case "used":
          this.#usage = event.usage;
          this.#about.onEvent(event);
          break;
        case "answered":
          this.#answer = answerOf(event.text, line);
          break;
        case "refused":
          this.#refused = event.text;
          break;
        case "plain":
          this.#keepPlain(line, text);
          break;
        default:
          assertNever(event);
      }
    }
  }

  #say(text: string): void {
    if (text.trim() !== "") this.#about.onEvent({ at: "said", text: text.slice(0, SAID_CHARS_MAX) });
  }

  #keepPlain({ bytes, size }: Line, text: string): void {
    this.#say(text);
    this.#plainSize += size;
    if (this.#plainBlank && text.trim() !== "") this.#plainBlank = false;
    if (this.#plainKept >= AGENT_DOCUMENT_BYTES_MAX) return;
    // Copied, because a line is a window into a whole chunk, which would be kept alive by it.
    this.#plain.push(Buffer.from(bytes), ...(size > bytes.length ? [LINE_END] : []));
    this.#plainKept += size;
  }

  #plainText(): AgentDocument | null {
    return this.#plainBlank ? null : documentOf(Buffer.concat(this.#plain), this.#plainSize);
  }
}

const LINE_END = Buffer.from("\n");

function textOf({ bytes }: Line): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

function answerOf(text: string, { bytes }: Line): AgentDocument {
  const encoded = Buffer.from(text);
  const document = documentOf(encoded, encoded.length);
  // Half a character can come as a JSON escape; encoding has replaced it.
  return { ...document, repaired: !isUtf8(bytes) || /\p{Surrogate}/u.test(text) };
}
