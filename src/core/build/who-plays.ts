// Who plays a role in a build, and whether the limits allow another call.
import type { Board } from "../board/board.ts";
import type { TaskId } from "../board/board-id.ts";
import { SPEND_MEASURES, type SpendCap, type SpendMeasure } from "../refinement/session/settings.ts";
import { type SpentAmounts, toMillionths } from "../refinement/session/spend.ts";
import { MINUTE_MS } from "../shared/time-units.ts";
import type { BuildRole, BuildSettings, WorkRole } from "./build-settings.ts";
import type { BuildState } from "./build-state.ts";
import { findWork } from "./evolve-work.ts";

/** `null`: nobody does. */
export function agentFor({ chosen, settings }: BuildState, role: BuildRole): string | null {
  return chosen[role] ?? settings?.agents[role] ?? null;
}

/** Who takes over from an agent that cannot go on; `null` where nobody is left. */
export function fallbackFor(
  { settings, givenUp }: BuildState,
  role: WorkRole,
  failed: string,
): string | null {
  const named = settings?.fallbacks[role] ?? [];
  return named.find((agent) => agent !== failed && !givenUp[role].includes(agent)) ?? null;
}

export interface PassedLimit {
  /** `null`: that of the whole build. */
  readonly task: TaskId | null;
  readonly measure: SpendMeasure;
  readonly spent: number;
  readonly cap: number;
}

/** The first limit that forbids another call. */
export function passedBuildLimit({ build }: Board): PassedLimit | null {
  if (build.settings === null) return null;
  const passed = passedCap(build.spent, build.settings.limits.build, build.raisedLimits);
  return passed === null ? null : { task: null, ...passed };
}

export function passedTaskLimit(board: Board, task: TaskId): PassedLimit | null {
  const work = findWork(board, task);
  const { settings } = board.build;
  if (settings === null || work === null) return null;
  const passed = passedCap(work.spent, settings.limits.task, work.raisedLimits);
  return passed === null ? null : { task, ...passed };
}

export function mayCall(board: Board, task: TaskId): boolean {
  return passedBuildLimit(board) === null && passedTaskLimit(board, task) === null;
}

function passedCap(
  spent: SpentAmounts,
  cap: SpendCap,
  raised: Readonly<Partial<Record<SpendMeasure, number>>>,
): Omit<PassedLimit, "task"> | null {
  for (const measure of SPEND_MEASURES) {
    const set = cap[measure];
    if (set === null) continue;
    const limit = Math.max(set, raised[measure] ?? 0);
    const used = toMillionths(spent[measure]);
    if (used >= limit) return { measure, spent: used, cap: limit };
  }
  return null;
}

/** How long one run may take. */
export function wallMs({ limits: { run } }: BuildSettings): number | null {
  return run.minutes === null ? null : run.minutes * MINUTE_MS;
}
