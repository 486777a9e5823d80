import { MARKERS, TASK_STATUSES, type TaskStatus } from "../../core/board/task-status.ts";
import type { Failure } from "../failure.ts";
import { matchWord } from "../nearest.ts";

export const ALL = "all";

/** By its word or its marker, as in `o` or `[o]`; `all` only where it is said. */
export function statusNamed(word: string): TaskStatus | Failure;
export function statusNamed(word: string, also: typeof ALL): TaskStatus | typeof ALL | Failure;
export function statusNamed(word: string, also?: typeof ALL): TaskStatus | typeof ALL | Failure {
  const inside = /^\[(.)\]$/.exec(word)?.[1] ?? word;
  const marked = TASK_STATUSES.find((status) => MARKERS[status] === inside);
  const words = also === undefined ? TASK_STATUSES : ([...TASK_STATUSES, also] as const);
  return marked ?? matchWord(words, word, { code: "status", message: `${word} is not a status of a task` });
}

/** `[o]`: a status as a checklist has it. */
export function statusMarker(status: string): string {
  const known = TASK_STATUSES.find((one) => one === status);
  return known === undefined ? "[?]" : `[${MARKERS[known]}]`;
}
