import type { AgentOutcome } from "../../shared/agent-outcome.ts";

interface OutcomeWords {
  /** After the agent's name. */
  readonly happened: string;
  /** What a person can do about it. */
  readonly remedy: string;
}

/** What a person is told of an agent that cannot go on. */
export const EXECUTION_WORDS: Record<AgentOutcome, OutcomeWords> = {
  ok: {
    happened: "came to an end, and nothing could be made of it",
    remedy: "Retry, or name another agent.",
  },
  empty: { happened: "left nothing", remedy: "Retry, or name another agent." },
  refused: {
    happened: "refused the task",
    remedy: "It would refuse the same prompt again: name another agent, or write the document yourself.",
  },
  denied: {
    happened: "was not allowed what it needed",
    remedy: "See below what that was; allow it in the agent's own settings and retry, or name another agent.",
  },
  "rate-limited": {
    happened: "is held back by a limit of its provider",
    remedy: "Retry when the limit is over, or name another agent.",
  },
  overloaded: {
    happened: "found its provider in trouble again and again",
    remedy: "Retry later, or name another agent.",
  },
  unauthorised: {
    happened: "was not let in by its provider",
    remedy: "Log in with the agent's own program or set its key, then retry.",
  },
  "context-too-long": {
    happened: "cannot take a prompt of this length",
    remedy: "Name an agent that takes more, or write the document yourself.",
  },
  budget: {
    happened: "was stopped by a limit of what may be spent",
    remedy: "Raise the limit or top up the account, then retry.",
  },
  "timeout-wall": {
    happened: "did not finish within its time",
    remedy: "Retry, give it more time with limits.run.minutes, or name another agent.",
  },
  "timeout-idle": {
    happened: "was silent for too long",
    remedy: "See whether its provider can be reached, then retry, or name another agent.",
  },
  "timeout-after-result": {
    happened: "said that it was done, left nothing and did not end",
    remedy: "Retry, or name another agent.",
  },
  trespassed: {
    happened: "changed what it may only read",
    remedy: "What it said was thrown away. See below what it changed; retry, or name another agent.",
  },
  crashed: { happened: "broke off", remedy: "See below why; retry, or name another agent." },
  cancelled: { happened: "was stopped", remedy: "Retry." },
  "not-installed": {
    happened: "could not be started",
    remedy: "Install it and retry, or name another agent.",
  },
};
