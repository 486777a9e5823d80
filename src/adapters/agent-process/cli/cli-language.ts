// What a command-line agent says, line by line, in the one shape that runs are judged by; and what its session is resumed
// with. Some agents count what was used over all runs of a session: what was counted before goes along, so that the next
// run can tell its own part.
import * as z from "zod";
import { USAGE_UNKNOWN, type Usage } from "../../../core/shared/usage.ts";
import type { AgentEvent } from "../../../engine/ports.ts";
import { answerOf } from "../../shared/agent-document.ts";
import { type ProviderError, providerError } from "../../shared/provider-error.ts";
import type { Conversation, Language, RunOutput } from "../language.ts";
import type { Line } from "../line-tail.ts";
import {
  type AgentCli,
  type ReadStreamLine,
  type StreamFinal,
  type StreamState,
  type StreamStep,
  unchangedStep,
  withFinal,
} from "./agent-cli.ts";

/** How the lines of a program are read, whatever program it is. */
type StreamReader = Pick<AgentCli, "readLine" | "readErrorLine">;

export function streamLanguage(reader: StreamReader): Language {
  return { tellsEnd: true, open: (resume) => new StreamConversation(reader, resume) };
}

class StreamConversation implements Conversation {
  readonly #reader: StreamReader;
  #state: StreamState;

  constructor(reader: StreamReader, resume: string | null) {
    this.#reader = reader;
    this.#state = openStream(readSessionRef(resume)?.reported ?? USAGE_UNKNOWN);
  }

  get ended(): boolean {
    return this.#state.final.ended;
  }

  hear(line: Line): readonly AgentEvent[] {
    const { state, events } = takeLine(this.#reader.readLine, this.#state, jsonLineOf(line));
    this.#state = state;
    return events;
  }

  overhear(text: string): void {
    this.#state = this.#reader.readErrorLine(this.#state, text);
  }

  heard(): RunOutput {
    const { text, sessionRef, reported, ...rest } = finalOf(this.#state);
    return {
      ...rest,
      text: text === null || text.trim() === "" ? null : answerOf(text, true),
      sessionRef: sessionRef === null ? null : sessionRefText({ id: sessionRef, reported }),
    };
  }
}

export function openStream(before: Usage = USAGE_UNKNOWN): StreamState {
  const final: StreamFinal = {
    text: null,
    usage: USAGE_UNKNOWN,
    reported: before,
    sessionRef: null,
    denials: [],
    errors: [],
    ended: false,
    ignored: 0,
    unreadable: 0,
  };
  const silent = { speech: "", tail: "", calls: {}, refusal: null };
  return { final, before, passing: null, counted: USAGE_UNKNOWN, counting: null, ...silent };
}

export function takeLine(read: ReadStreamLine, state: StreamState, line: JsonLine): StreamStep {
  const { final } = state;
  switch (line.at) {
    case "blank":
      return unchangedStep(state);
    case "unreadable":
      return unchangedStep(withFinal(state, { unreadable: final.unreadable + 1 }));
    case "value":
      return read(state, line.value) ?? unchangedStep(withFinal(state, { ignored: final.ignored + 1 }));
  }
}

/** An error that was never got over counts, unless the agent came to a good end. */
export function finalOf({ final, passing, refusal }: StreamState): StreamFinal {
  const unsolved = passing === null || (final.ended && final.errors.length === 0) ? [] : [passing];
  return { ...final, errors: [...unsolved, ...final.errors].map((error) => withRefusal(error, refusal)) };
}

/** An error whose words say too little is what the error stream says it is. */
function withRefusal(error: ProviderError, refusal: StreamState["refusal"]): ProviderError {
  return error.kind !== "other" || refusal === null ? error : providerError({ ...error, ...refusal });
}

type UnreadableLine = "too-long" | "not-utf8" | "not-json";

/** Whatever comes is taken: a line that cannot be read is a note. */
export type JsonLine =
  | { readonly at: "blank" }
  | { readonly at: "value"; readonly value: unknown }
  | { readonly at: "unreadable"; readonly why: UnreadableLine };

export function jsonLineOf({ bytes, size }: Pick<Line, "bytes" | "size">): JsonLine {
  // One byte more is its end; of a longer line only the beginning was kept.
  if (size > bytes.length + 1) return { at: "unreadable", why: "too-long" };
  const text = textOf(bytes);
  if (text === null) return { at: "unreadable", why: "not-utf8" };
  if (text.trim() === "") return { at: "blank" };
  try {
    return { at: "value", value: JSON.parse(text) };
  } catch {
    return { at: "unreadable", why: "not-json" };
  }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

interface SessionRef {
  readonly id: string;
  readonly reported: Usage;
}

const amount = z.number().min(0).nullable().catch(null);

const schema = z.object({
  id: z.string().min(1),
  reported: z
    .object({
      inputTokens: amount,
      outputTokens: amount,
      usd: amount,
      cachedInputTokens: z.number().min(0).exactOptional(),
    })
    .catch(USAGE_UNKNOWN),
});

/** An id that begins like an option would be taken for one. */
const ID = /^[A-Za-z0-9][\w.:-]{0,199}$/;

export function sessionRefText(ref: SessionRef): string {
  return JSON.stringify(ref);
}

/** `null` where there is none that could be used. */
export function readSessionRef(text: string | null): SessionRef | null {
  if (text === null) return null;
  try {
    const ref = schema.safeParse(JSON.parse(text)).data ?? null;
    return ref !== null && ID.test(ref.id) ? ref : null;
  } catch {
    return null;
  }
}
