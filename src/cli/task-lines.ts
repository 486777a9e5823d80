// What the commands about tasks have in common: how a task is shown, and what was done to it.
import type { ChangedTask } from "../app/board/change-task.ts";
import { statusMarker as marker } from "../app/board/status-marker.ts";
import { type Failure, isFailure } from "../app/failure.ts";
import { cutText } from "./columns.ts";
import type { Answer, Request } from "./command.ts";
import { optionText } from "./option-text.ts";
import { type Line, painted } from "./text.ts";

interface Shown {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly skipped?: boolean;
}

export function taskLine({ id, title, status, skipped }: Shown, width: number): Line {
  const aside = skipped === true ? "  skipped" : "";
  const room = Math.max(20, width - id.length - 6 - aside.length);
  return [painted("bold", id), ` ${marker(status)} `, cutText(title, room), painted("dim", aside)];
}

/** Who acts, as the command line says. */
export function actorOf(request: Request): {
  readonly as: string | undefined;
  readonly model: string | undefined;
} {
  return { as: optionText(request, "--as"), model: optionText(request, "--model") };
}

/** Of a command that changes one task. */
export function changedAnswer(request: Request, changed: ChangedTask | Failure): Answer | Failure {
  if (isFailure(changed)) return changed;
  for (const notice of changed.notices) request.report([painted("yellow", notice)]);
  return { data: changed.task, lines: (width) => (request.quiet ? [] : changedLines(changed, width)) };
}

function changedLines({ task, events }: ChangedTask, width: number): readonly Line[] {
  if (events.length === 0)
    return [taskLine(task, width), [painted("dim", "nothing changed: it is so already")]];
  const moves = events.flatMap((event): Line[] => {
    if (event.type !== "StatusChanged") return [];
    const { from, to, rejections, because } = event.data;
    const count = because === "rejected" ? `, rejection ${rejections}` : "";
    return [`${from} ${marker(from)} → ${to} ${marker(to)}${count}`];
  });
  return [taskLine(task, width), ...moves];
}
