import { MARKERS, TASK_STATUSES } from "../../core/board/task-status.ts";

/** `[o]`: a status as a checklist has it. */
export function statusMarker(status: string): string {
  const known = TASK_STATUSES.find((one) => one === status);
  return known === undefined ? "[?]" : `[${MARKERS[known]}]`;
}
