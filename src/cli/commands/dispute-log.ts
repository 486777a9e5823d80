import { logMinorDispute } from "../../app/board/disputes-change.ts";
import type { Failure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { changedDispute } from "../dispute-lines.ts";
import { optionText } from "../option-text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  if (!request.options.has("--minor")) {
    return {
      failed: "usage",
      code: "minor",
      message: "only minor disputes are merely logged: --minor is needed",
      fix: "add --minor, or raise a major one with `parley dispute create`",
    };
  }
  const logged = await logMinorDispute(request.surroundings, {
    task: request.arguments[0] ?? "",
    reason: optionText(request, "--reason"),
    notes: optionText(request, "--notes"),
    detail: optionText(request, "--detail"),
    as: optionText(request, "--as"),
    model: optionText(request, "--model"),
  });
  return changedDispute(request, logged, "is on record, as the coder had it");
}
