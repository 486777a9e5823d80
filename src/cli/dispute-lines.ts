// What the commands that change a dispute have in common: what was done, and what comes of it.
import type { ChangedDispute } from "../app/board/disputes-change.ts";
import { statusMarker } from "../app/board/status-marker.ts";
import { type Failure, isFailure } from "../app/failure.ts";
import type { Answer, Request } from "./command.ts";
import { type Line, painted, wrapped } from "./text.ts";

export function changedDispute(
  { quiet, report }: Request,
  changed: ChangedDispute | Failure,
  done: string,
): Answer | Failure {
  if (isFailure(changed)) return changed;
  const { dispute, notices } = changed;
  for (const notice of notices) report([painted("yellow", notice)]);
  return {
    data: dispute,
    lines: (width) => (quiet ? [dispute.id] : changedLines(changed, done, width)),
  };
}

function withMarker(status: string): string {
  return `${status} ${statusMarker(status)}`;
}

function changedLines({ dispute, moved }: ChangedDispute, done: string, width: number): Line[] {
  const { id, taskId, taskTitle, status } = dispute;
  const task = moved === null ? "stays as it is" : `${withMarker(moved.from)} → ${withMarker(moved.to)}`;
  const next: Line[] =
    status === "open" ? [[painted("dim", "decide: "), `parley dispute resolve ${id} --decision …`]] : [];
  return [[painted("bold", id), ` ${done}`], ...wrapped(`${taskId} "${taskTitle}": ${task}`, width), ...next];
}
