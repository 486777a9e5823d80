import { addTask } from "../../app/board/add-task.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { optionText } from "../option-text.ts";
import { actorOf, taskLine } from "../task-lines.ts";
import { painted } from "../text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const added = await addTask(request.surroundings, {
    ...actorOf(request),
    title: request.arguments[0] ?? "",
    section: optionText(request, "--section"),
    source: optionText(request, "--source"),
    after: request.lists.get("--after") ?? [],
    notes: optionText(request, "--notes"),
    before: optionText(request, "--before"),
  });
  if (isFailure(added)) return added;
  const { task, notices } = added;
  for (const notice of notices) request.report([painted("yellow", notice)]);
  return { data: task, lines: (width) => (request.quiet ? [task.id] : [taskLine(task, width)]) };
}
