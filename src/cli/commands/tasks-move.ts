import { moveTask } from "../../app/board/move-task.ts";
import type { Failure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { optionText } from "../option-text.ts";
import { actorOf, changedAnswer } from "../task-lines.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const changed = await moveTask(request.surroundings, {
    ...actorOf(request),
    task: request.arguments[0] ?? "",
    section: optionText(request, "--section"),
    before: optionText(request, "--before"),
    afterTask: optionText(request, "--after-task"),
    first: request.options.has("--first"),
    last: request.options.has("--last"),
  });
  return changedAnswer(request, changed);
}
