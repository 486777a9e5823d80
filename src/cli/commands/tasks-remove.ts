import { removeTask } from "../../app/board/change-task.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { optionText } from "../option-text.ts";
import { actorOf, taskLine } from "../task-lines.ts";
import { painted } from "../text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const changed = await removeTask(request.surroundings, {
    ...actorOf(request),
    task: request.arguments[0] ?? "",
    notes: optionText(request, "--notes"),
  });
  if (isFailure(changed)) return changed;
  for (const notice of changed.notices) request.report(notice);
  const { task } = changed;
  const audit = `removed; its audit stays: parley tasks audit ${task.id}`;
  return {
    data: task,
    lines: (width) => (request.quiet ? [] : [taskLine(task, width), [painted("dim", audit)]]),
  };
}
