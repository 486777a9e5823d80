import { USAGE_UNKNOWN } from "../../../core/shared/usage.ts";
import type { AgentEvent } from "../../../engine/ports.ts";
import { answerOf } from "../../shared/agent-document.ts";
import type { Conversation, Heard, Language } from "../language.ts";
import type { Line } from "../line-tail.ts";
import {
  finalOf,
  openStream,
  type ReadStreamLine,
  type StreamState,
  takeLine,
  withDenials,
} from "./agent-stream.ts";
import { readClaudeLine } from "./claude-stream.ts";
import { codexDenialIn, readCodexLine } from "./codex-stream.ts";
import { jsonLineOf } from "./json-line.ts";
import { readSessionRef, sessionRefText } from "./session-ref.ts";

interface Reading {
  readonly line: ReadStreamLine;
  /** What it was denied, as far as a line of its error stream tells. */
  denialIn(stderrLine: string): string | null;
}

const READING: Record<"claude" | "codex", Reading> = {
  claude: { line: readClaudeLine, denialIn: () => null },
  codex: { line: readCodexLine, denialIn: codexDenialIn },
};

export function cliLanguage(kind: "claude" | "codex"): Language {
  return { tellsEnd: true, open: (resume) => new StreamConversation(READING[kind], resume) };
}

class StreamConversation implements Conversation {
  readonly #reading: Reading;
  #state: StreamState;

  constructor(reading: Reading, resume: string | null) {
    this.#reading = reading;
    this.#state = openStream(readSessionRef(resume)?.reported ?? USAGE_UNKNOWN);
  }

  get ended(): boolean {
    return this.#state.final.ended;
  }

  hear(line: Line): readonly AgentEvent[] {
    const { state, events } = takeLine(this.#reading.line, this.#state, jsonLineOf(line));
    this.#state = state;
    return events;
  }

  overhear(text: string): void {
    const denial = this.#reading.denialIn(text);
    if (denial !== null) this.#state = withDenials(this.#state, [denial]);
  }

  heard(): Heard {
    const { text, sessionRef, reported, ...rest } = finalOf(this.#state);
    return {
      ...rest,
      text: text === null || text.trim() === "" ? null : answerOf(text, true),
      sessionRef: sessionRef === null ? null : sessionRefText({ id: sessionRef, reported }),
    };
  }
}
