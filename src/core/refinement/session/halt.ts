import { pause, resume } from "../convergence.ts";
import type { Draft } from "./draft.ts";
import type { LiveSession } from "./session.ts";

/** Nothing new starts; what runs is still taken in. The divergence question waits for the return. */
export function halt(draft: Draft, by: string, because: string): void {
  // Two questions may both be answered with a pause.
  if (draft.session.at === "paused") return;
  draft.emit("SessionPaused", { by, because });
  changeConvergence(draft, pause(draft.session.convergence), because);
}

export function goOn(draft: Draft, by: string): void {
  draft.emit("SessionResumed", { by });
  changeConvergence(draft, resume(draft.session.convergence), "resumed");
}

function changeConvergence(draft: Draft, state: LiveSession["convergence"], because: string): void {
  if (state === draft.session.convergence) return;
  draft.emit("ConvergenceChanged", { state, nextFocus: draft.session.nextFocus, because });
}
