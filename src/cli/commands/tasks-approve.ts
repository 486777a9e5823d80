import { approveTask } from "../../app/board/change-task.ts";
import type { Failure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { optionText } from "../option-text.ts";
import { actorOf, changedAnswer } from "../task-lines.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const changed = await approveTask(request.surroundings, {
    ...actorOf(request),
    task: request.arguments[0] ?? "",
    notes: optionText(request, "--notes"),
    commit: optionText(request, "--commit"),
  });
  return changedAnswer(request, changed);
}
