import { pause, resume } from "../convergence.ts";
import type { Draft } from "./draft.ts";
import type { SessionWork } from "./session.ts";

/** Nothing new starts; what runs is still taken in. The divergence question waits for the return. */
export function enterPause(draft: Draft, by: string, because: string): void {
  // Two questions may both be answered with a pause.
  if (draft.session.at === "paused") return;
  draft.emit("SessionPaused", { by, because });
  changeConvergence(draft, pause(draft.session.work.convergence), because);
}

export function goOn(draft: Draft, by: string): void {
  draft.emit("SessionResumed", { by });
  changeConvergence(draft, resume(draft.session.work.convergence), "resumed");
}

/** Whether it is paused or goes on shows in the convergence, too. */
export function alignConvergence(draft: Draft): void {
  const { at, work } = draft.session;
  const state = at === "paused" ? pause(work.convergence) : resume(work.convergence);
  changeConvergence(draft, state, at === "paused" ? "paused" : "resumed");
}

function changeConvergence(draft: Draft, state: SessionWork["convergence"], because: string): void {
  if (state === draft.session.work.convergence) return;
  draft.emit("ConvergenceChanged", { state, nextFocus: draft.session.work.nextFocus, because });
}
