import { givePosition } from "../../app/board/disputes-change.ts";
import type { Failure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { changedDispute } from "../dispute-lines.ts";
import { optionText } from "../option-text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const given = await givePosition(request.surroundings, {
    dispute: request.arguments[0] ?? "",
    position: optionText(request, "--position"),
    as: optionText(request, "--as"),
    model: optionText(request, "--model"),
  });
  return changedDispute(request, given, "has that position now");
}
