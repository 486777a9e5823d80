import type { FailureKind } from "../app/failure.ts";

/** What the program's end means to whoever started it. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  usage: 2,
  config: 3,
  "not-found": 4,
  refused: 5,
  locked: 6,
  waiting: 7,
  interrupted: 130,
} as const satisfies Record<"done" | FailureKind, number>;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** For the help. */
export const EXIT_CODE_WORDS: Record<keyof typeof EXIT_CODES, string> = {
  done: "done",
  failed: "failed",
  usage: "the command line is wrong",
  config: "the settings are wrong",
  "not-found": "not found",
  refused: "refused in this state",
  locked: "locked by another process",
  waiting: "a decision is waiting",
  interrupted: "interrupted",
};
