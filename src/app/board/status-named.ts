import { MARKERS, TASK_STATUSES, type TaskStatus } from "../../core/board/task-status.ts";
import { nearest } from "../../core/shared/nearest.ts";
import type { Failure } from "../failure.ts";

/** In any case, with blanks or hyphens, or by its marker, as in `o` or `[o]`. */
export function statusNamed(word: string, also: readonly string[] = []): TaskStatus | Failure {
  const inside = /^\[(.)\]$/.exec(word)?.[1] ?? word;
  const typed = word.trim().toLowerCase().replaceAll(/[\s-]/g, "_");
  const found = TASK_STATUSES.find((status) => status === typed || MARKERS[status] === inside);
  if (found !== undefined) return found;
  const words = [...TASK_STATUSES, ...also];
  const meant = nearest(typed, words);
  return {
    failed: "usage",
    code: "status",
    message: `${word} is not a status of a task`,
    fix: meant === undefined ? `one of ${words.join(", ")}` : `did you mean ${meant}?`,
  };
}
