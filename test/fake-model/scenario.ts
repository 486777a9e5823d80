// What the fake model does, said without regard to any provider: steps for the work, faults for what goes wrong.
import type { JsonObject } from "../../src/core/shared/json.ts";
import type { Asked, Tokens } from "./wire.ts";

/** A fixed text, or one made from what the model was asked. */
export type Words = string | ((asked: Asked) => string);

export type Action =
  | { readonly do: "say"; readonly text: Words }
  | { readonly do: "write"; readonly path: Words; readonly text: Words }
  | { readonly do: "read"; readonly path: Words }
  | { readonly do: "shell"; readonly command: Words }
  /** As a model that does not care whether it was offered the tool. */
  | { readonly do: "force"; readonly tool: "write" | "read"; readonly path: Words }
  /** A tool that the agent's host knows and may not list before it is looked for; by the name that it has there. */
  | {
      readonly do: "mcp";
      readonly namespace: string | null;
      readonly tool: string;
      readonly args: JsonObject;
    };

export interface Step {
  readonly actions: readonly Action[];
  readonly usage?: Partial<Tokens>;
}

export type Fault =
  | { readonly fault: "status"; readonly status: number; readonly retryAfterS?: number }
  /** Not a byte comes back. */
  | { readonly fault: "hang" }
  /** The connection breaks after so many bytes of the body. */
  | { readonly fault: "cut"; readonly afterBytes: number }
  | { readonly fault: "slow"; readonly msPerChunk: number }
  | { readonly fault: "too-long" }
  | { readonly fault: "overloaded" }
  | { readonly fault: "refusal" };

export type PlannedFault = Fault & {
  /** How many requests it strikes before it is spent; without it, every one. */
  readonly times?: number;
  /** Only requests with so many tool turns behind them; without it, any. */
  readonly atTurn?: number;
};

export interface Scenario {
  /** Indexed by the tool turns a request has behind it; the last one goes on for ever. */
  readonly steps: readonly Step[] | ((asked: Asked) => readonly Step[]);
  /** In their order: the first that is not spent strikes. */
  readonly faults?: readonly PlannedFault[];
  /** A prompt without these words is a side call of the agent's: it is answered, but no step and no fault is for it. */
  readonly hears?: string;
}

export type Scenarios = { readonly [name: string]: Scenario };
