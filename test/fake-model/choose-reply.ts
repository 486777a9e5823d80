// What a scenario and a fault make of a request.
import { assertNever } from "../../src/core/shared/assert-never.ts";
import { playStep } from "./play-step.ts";
import type { Fault, Scenario, Step } from "./scenario.ts";
import { type TrialInPrompt, trialInPrompt } from "./task-in-prompt.ts";
import type { Answer, ModelRequest, Problem, Tokens } from "./wire.ts";

export type Reply =
  | {
      readonly at: "answer";
      readonly answer: Answer;
      readonly msPerChunk: number;
      readonly cutAfterBytes: number | null;
    }
  | {
      readonly at: "problem";
      readonly problem: Problem;
      readonly retryAfterS: number | null;
      readonly answer: Answer;
    }
  | { readonly at: "hang" };

const TOKENS: Tokens = { input: 1_000, cached: 200, output: 50 };
const SIDE_TOKENS: Tokens = { input: 10, cached: 0, output: 1 };
const REFUSAL = "I cannot help with this request.";

export interface Stamp {
  readonly id: string;
  readonly createdS: number;
}

export function isSideCall({ hears }: Scenario, { prompt }: ModelRequest): boolean {
  return hears !== undefined && !prompt.includes(hears) && trialInPrompt(prompt) === null;
}

export function sideReply({ model }: ModelRequest, stamp: Stamp): Reply {
  return undisturbed({ ...stamp, model, text: "ok", calls: [], tokens: SIDE_TOKENS, refused: false });
}

export function chooseReply(
  scenario: Scenario,
  fault: Fault | null,
  { request, stamp }: { readonly request: ModelRequest; readonly stamp: Stamp },
): Reply {
  const trial = trialInPrompt(request.prompt);
  const { text, uses, usage } = playStep(
    trial === null ? stepsOf(scenario, request) : trialSteps(trial),
    request,
  );
  const answer: Answer = {
    ...stamp,
    model: request.model,
    text,
    calls: uses.map((use, index) => ({ ...use, id: `${stamp.id}_${index}` })),
    tokens: { ...TOKENS, ...usage },
    refused: false,
  };
  return fault === null ? undisturbed(answer) : disturbed(answer, fault);
}

function stepsOf({ steps }: Scenario, request: ModelRequest): readonly Step[] {
  return typeof steps === "function" ? steps(request) : steps;
}

/** Whatever the scenario, a trial is done as it is asked for. */
function trialSteps({ document, line }: TrialInPrompt): readonly Step[] {
  const said: Step = { actions: [{ do: "say", text: line }] };
  if (document === null) return [said];
  return [{ actions: [{ do: "write", path: document, text: `${line}\n` }] }, said];
}

function undisturbed(answer: Answer): Reply {
  return { at: "answer", answer, msPerChunk: 0, cutAfterBytes: null };
}

function disturbed(answer: Answer, fault: Fault): Reply {
  switch (fault.fault) {
    case "status": {
      const problem: Problem = { problem: "status", status: fault.status };
      return { at: "problem", problem, retryAfterS: fault.retryAfterS ?? null, answer };
    }
    case "hang":
      return { at: "hang" };
    case "cut":
      return { at: "answer", answer, msPerChunk: 0, cutAfterBytes: fault.afterBytes };
    case "slow":
      return { at: "answer", answer, msPerChunk: fault.msPerChunk, cutAfterBytes: null };
    case "too-long":
    case "overloaded":
      return { at: "problem", problem: { problem: fault.fault }, retryAfterS: null, answer };
    case "refusal":
      return undisturbed({ ...answer, text: REFUSAL, calls: [], refused: true });
    default:
      return assertNever(fault);
  }
}
