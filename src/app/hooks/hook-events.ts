/** What can set a hook off. */
export const HOOK_EVENTS = [
  "task.completed",
  "task.disputed",
  "task.failed",
  "dispute.opened",
  "dispute.resolved",
  "dispute.stale",
  "question.asked",
  "session.ended",
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];
