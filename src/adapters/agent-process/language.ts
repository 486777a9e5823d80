// How a program's output is understood. Each has a language of its own; what is understood has one shape.

import type { Usage } from "../../core/shared/usage.ts";
import type { AgentDocument, AgentEvent } from "../../engine/ports.ts";
import type { ProviderError } from "../shared/provider-error.ts";
import type { Line } from "./line-tail.ts";

export interface Heard {
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
  heard(): Heard;
}

export interface Language {
  /** Whether a program that speaks it says when it is done; else its own end says so. */
  readonly tellsEnd: boolean;
  /** `resume` is what the run was resumed with. */
  open(resume: string | null): Conversation;
}
