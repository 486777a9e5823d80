// What the lines of a command-line agent come to: signs of life on the way, and what is left in the end.
import type { Usage } from "../../../core/shared/usage.ts";
import type { AgentEvent } from "../../../engine/ports.ts";
import type { ProviderError } from "../../shared/provider-error.ts";
import type { RunOutput } from "../language.ts";

export interface StreamFinal extends Omit<RunOutput, "text"> {
  /** Its last answer in words; `null` where it gave none, or only an error. */
  readonly text: string | null;
  /** As the agent counts, over all runs of its session where it does so: the `before` of the next run. */
  readonly reported: Usage;
}

export interface StreamState {
  readonly final: StreamFinal;
  /** What the agent reported when the run before this one ended. */
  readonly before: Usage;
  /** An error it is trying to get over; forgotten as soon as it gets on. */
  readonly passing: ProviderError | null;
  /** Usage of answers that are complete, and of the one that may still grow. */
  readonly counted: Usage;
  readonly counting: { readonly id: string; readonly usage: Usage } | null;
}

export interface StreamStep {
  readonly state: StreamState;
  readonly events: readonly AgentEvent[];
}

/** What one line means; `null` where its type is unknown. */
export type ReadStreamLine = (state: StreamState, value: unknown) => StreamStep | null;

/** The latest tell most. */
const ERRORS_MAX = 20;
const DENIALS_MAX = 50;

export function unchangedStep(state: StreamState): StreamStep {
  return { state, events: [] };
}

export function speechEvents(text: string): readonly AgentEvent[] {
  return text.trim() === "" ? [] : [{ at: "said", text }];
}

export function troubleEvents(about: string): readonly AgentEvent[] {
  return [{ at: "troubled", about }];
}

export function withFinal(state: StreamState, more: Partial<StreamFinal>): StreamState {
  return { ...state, final: { ...state.final, ...more } };
}

export function withError(state: StreamState, error: ProviderError): StreamState {
  return withFinal(state, { errors: [...state.final.errors, error].slice(-ERRORS_MAX) });
}

export function withDenials(state: StreamState, denials: readonly string[]): StreamState {
  return withFinal(state, { denials: [...state.final.denials, ...denials].slice(0, DENIALS_MAX) });
}
