import { createDispute } from "../../app/board/disputes-change.ts";
import type { Failure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { changedDispute } from "../dispute-lines.ts";
import { optionText } from "../option-text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const created = await createDispute(request.surroundings, {
    task: request.arguments[0] ?? "",
    reason: optionText(request, "--reason"),
    position: optionText(request, "--position"),
    detail: optionText(request, "--detail"),
    as: optionText(request, "--as"),
    model: optionText(request, "--model"),
  });
  return changedDispute(request, created, "is open");
}
