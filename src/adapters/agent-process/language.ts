// How a program's output is understood. Each has a language of its own; what is understood has one shape.

import { isUtf8 } from "node:buffer";
import * as z from "zod";
import { DOCUMENT_BYTES_MAX } from "../../core/shared/bounds.ts";
import { USAGE_UNKNOWN, type Usage } from "../../core/shared/usage.ts";
import type { AgentDocument, AgentEvent } from "../../engine/ports.ts";
import { answerOf, documentOf } from "../shared/agent-document.ts";
import { type ProviderError, providerError } from "../shared/provider-error.ts";
import type { Line } from "./line-tail.ts";

export interface RunOutput {
  /** Its final answer; `null` where it gave none, or only an error. */
  readonly text: AgentDocument | null;
  /** Of this run alone. */
  readonly usage: Usage;
  /** What a later run of the same session is resumed with. */
  readonly sessionRef: string | null;
  /** What it wanted to do and was not allowed to. */
  readonly denials: readonly string[];
  /** What it could not get over. */
  readonly errors: readonly ProviderError[];
  /** Whether it said itself that it had come to an end, good or bad. */
  readonly ended: boolean;
  /** Lines of a type we do not know. */
  readonly ignored: number;
  /** Lines that could not be read at all. */
  readonly unreadable: number;
}

/** One run's output as it comes, and what it comes to. */
export interface Conversation {
  hear(line: Line): readonly AgentEvent[];
  /** A line of its error stream, which is shown in any case. */
  overhear(text: string): void;
  readonly ended: boolean;
  heard(): RunOutput;
}

export interface Language {
  /** Whether a program that speaks it says when it is done; else its own end says so. */
  readonly tellsEnd: boolean;
  /** `resume` is what the run was resumed with. */
  open(resume: string | null): Conversation;
}

// Our own language, a JSON document a line, and plain words: all of them together are the answer of a program that
// gives no other.

const amount = z.number().min(0).nullable().optional().catch(null);

const lineSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("said"), text: z.string() }),
  /** The final answer; the last one counts. */
  z.object({ type: z.literal("result"), text: z.string() }),
  /** It will not work at all: no script, no such model. Another launch would not help. */
  z.object({ type: z.literal("refused"), text: z.string() }),
  /** All that was used so far; the last one counts. */
  z.object({ type: z.literal("usage"), inputTokens: amount, outputTokens: amount, usd: amount }),
]);

export const PLAIN_LANGUAGE: Language = { tellsEnd: false, open: () => new PlainConversation() };

const LINE_END = Buffer.from("\n");

class PlainConversation implements Conversation {
  readonly ended = false;
  readonly #plain: Uint8Array[] = [];
  #plainKept = 0;
  #plainSize = 0;
  #plainBlank = true;
  #answer: AgentDocument | null = null;
  #usage: Usage = USAGE_UNKNOWN;
  #refusal: ProviderError | null = null;

  hear(line: Line): readonly AgentEvent[] {
    const text = Buffer.from(line.bytes).toString("utf8");
    const said = text.startsWith("{") ? lineSchema.safeParse(jsonOf(text)).data : undefined;
    switch (said?.type) {
      case undefined:
        this.#keepPlain(line, text);
        return [{ at: "said", text }];
      case "said":
        return [{ at: "said", text: said.text }];
      case "result":
        this.#answer = answerOf(said.text, isUtf8(line.bytes));
        return [];
      case "refused":
        this.#refusal = { ...providerError({ message: said.text }), kind: "refused" };
        return [];
      case "usage": {
        const { inputTokens = null, outputTokens = null, usd = null } = said;
        this.#usage = { inputTokens, outputTokens, usd };
        return [{ at: "used", usage: this.#usage }];
      }
    }
  }

  overhear(): void {
    // What it prints as errors is for people.
  }

  heard(): RunOutput {
    return {
      ...{ sessionRef: null, denials: [], ended: false, ignored: 0, unreadable: 0 },
      text: this.#answer ?? this.#plainText(),
      usage: this.#usage,
      errors: this.#refusal === null ? [] : [this.#refusal],
    };
  }

  #keepPlain({ bytes, size }: Line, text: string): void {
    this.#plainSize += size;
    if (this.#plainBlank && text.trim() !== "") this.#plainBlank = false;
    if (this.#plainKept >= DOCUMENT_BYTES_MAX) return;
    // Copied, because a line is a window into a whole chunk, which would be kept alive by it.
    this.#plain.push(Buffer.from(bytes), ...(size > bytes.length ? [LINE_END] : []));
    this.#plainKept += size;
  }

  #plainText(): AgentDocument | null {
    return this.#plainBlank ? null : documentOf(Buffer.concat(this.#plain), this.#plainSize);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
