import { withdrawDispute } from "../../app/board/disputes-change.ts";
import type { Failure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { changedDispute } from "../dispute-lines.ts";
import { optionText } from "../option-text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const withdrawn = await withdrawDispute(request.surroundings, {
    dispute: request.arguments[0] ?? "",
    notes: optionText(request, "--notes"),
  });
  return changedDispute(request, withdrawn, "is withdrawn");
}
