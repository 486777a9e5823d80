// Everything an agent says while it works and what is left of it in the end.

import { SAID_CHARS_MAX } from "../../core/shared/bounds.ts";
import type { AgentEvent } from "../../engine/ports.ts";
import { redactSecrets, type Secret } from "../shared/redact.ts";
import type { Conversation, Language, RunOutput } from "./language.ts";
import { type Line, LineTail } from "./line-tail.ts";
import type { RunFolder } from "./run-folder.ts";

/** Read at one go while the agent works, so that one who talks without end cannot keep us from looking up. */
const LOOK_BYTES_MAX = 16 * 1024 * 1024;

interface ListenerOptions {
  readonly run: RunFolder;
  readonly language: Language;
  readonly resume: string | null;
  readonly secrets: readonly Secret[];
  readonly outputBytesMax: number;
  onEvent(event: AgentEvent): void;
}

export class Listener {
  readonly #about: ListenerOptions;
  readonly #conversation: Conversation;
  readonly #upTo: number;
  #heardUpTo = 0;
  #tails: readonly LineTail[] = [];

  private constructor(about: ListenerOptions, upTo: number) {
    this.#about = about;
    this.#upTo = Math.min(upTo, about.outputBytesMax);
    this.#conversation = about.language.open(about.resume);
  }

  static async open(about: ListenerOptions): Promise<Listener> {
    const listener = new Listener(about, about.outputBytesMax);
    const { stdout, stderr } = about.run;
    listener.#tails = [
      await LineTail.open(stdout, (line) => listener.#takeOutputLine(line)),
      await LineTail.open(stderr, (line) => listener.#takeErrorLine(line)),
    ];
    return listener;
  }

  /** Whether it has said that it is done. */
  get ended(): boolean {
    return this.#conversation.ended;
  }

  /** What was said since the last time. */
  async listen(): Promise<void> {
    for (const tail of this.#tails) await tail.read(LOOK_BYTES_MAX, this.#upTo);
  }

  /**
   * The rest of what was said, by an agent that has ended. One that was stopped may have said in the end that all was
   * well: `stoppedAt` is how much it had said until then, and only that counts, but for what it used.
   */
  async listenToTheEnd(stoppedAt: number | null): Promise<RunOutput> {
    for (const tail of this.#tails) {
      while (await tail.read(LOOK_BYTES_MAX, this.#upTo));
      tail.end();
    }
    const heard = this.#conversation.heard();
    if (stoppedAt === null || this.#heardUpTo <= stoppedAt) return heard;
    const before = await this.#reread(stoppedAt).listenToTheEnd(null);
    return { ...before, usage: heard.usage, sessionRef: heard.sessionRef };
  }

  /** Hears the same files once more, up to a place: by their names they could be cleaned ones by now, cut elsewhere. */
  #reread(upTo: number): Listener {
    const again = new Listener({ ...this.#about, onEvent: () => undefined }, upTo);
    const hearers = [(line: Line) => again.#takeOutputLine(line), (line: Line) => again.#takeErrorLine(line)];
    again.#tails = hearers.flatMap((hear, index) => this.#tails[index]?.reopen(hear) ?? []);
    return again;
  }

  async close(): Promise<void> {
    const tails = this.#tails;
    this.#tails = [];
    for (const tail of tails) await tail.close();
  }

  #takeOutputLine(line: Line): void {
    this.#heardUpTo = line.endsAt;
    const bytes = withoutSecrets(line.bytes, this.#about.secrets);
    const size = line.size - line.bytes.length + bytes.length;
    for (const event of this.#conversation.hear({ ...line, bytes, size })) this.#reportEvent(event);
  }

  #takeErrorLine({ bytes }: Line): void {
    const text = textOf(bytes);
    this.#conversation.overhear(redactSecrets(text, this.#about.secrets));
    this.#reportEvent({ at: "said", text });
  }

  #reportEvent(event: AgentEvent): void {
    const { onEvent, secrets } = this.#about;
    const clean = (text: string): string => redactSecrets(text, secrets).slice(0, SAID_CHARS_MAX);
    if (event.at === "said" && event.text.trim() === "") return;
    if (event.at === "said") onEvent({ ...event, text: clean(event.text) });
    else if (event.at === "troubled") onEvent({ ...event, about: clean(event.about) });
    else onEvent(event);
  }
}

/** Before it is understood, since understanding cuts texts, and half a key would not be known as one. */
function withoutSecrets(bytes: Uint8Array, secrets: readonly Secret[]): Uint8Array {
  const text = textOf(bytes);
  const clean = redactSecrets(text, secrets);
  return clean === text ? bytes : Buffer.from(clean);
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
