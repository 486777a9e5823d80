import { updateTask } from "../../app/board/update-task.ts";
import type { Failure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { optionText } from "../option-text.ts";
import { actorOf, changedAnswer } from "../task-lines.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const changed = await updateTask(request.surroundings, {
    ...actorOf(request),
    task: request.arguments[0] ?? "",
    status: optionText(request, "--status"),
    title: optionText(request, "--title"),
    source: optionText(request, "--source"),
    after: request.lists.get("--after") ?? null,
    notes: optionText(request, "--notes"),
    commit: optionText(request, "--commit"),
  });
  return changedAnswer(request, changed);
}
