// What the scripted agent does, and at which call.
import type { Purpose } from "../../core/shared/call-key.ts";
import type { Usage } from "../../core/shared/usage.ts";

export interface PlayerStep {
  readonly on: StepMatch;
  readonly output: StepOutput;
  /** Waited before anything is written. */
  readonly delayMs: number;
  readonly usage: Usage | null;
  readonly ending: StepEnding;
}

/** What is left out matches any call. */
export interface StepMatch {
  readonly purpose: Purpose;
  readonly round?: number | undefined;
  readonly lane?: string | undefined;
  readonly attempt?: number | undefined;
  /** What the prompt must say, so that an answer can follow from what was asked and not only from when. */
  readonly told?: readonly string[] | undefined;
  /** Only for scripting a crash and what follows it: what an agent answers does not depend on its launch. */
  readonly launch?: number | undefined;
}

export type StepOutput =
  | { readonly at: "document"; readonly text: string }
  | { readonly at: "document-of-file"; readonly path: string }
  | { readonly at: "garbage"; readonly bytes: number }
  | { readonly at: "answer"; readonly text: string }
  | { readonly at: "nothing" };

export type StepEnding =
  | { readonly at: "exit"; readonly code: number }
  | { readonly at: "signal"; readonly signal: NodeJS.Signals }
  | { readonly at: "hang" };
