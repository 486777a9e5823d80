import { moveSection } from "../../app/board/change-section.ts";
import type { Failure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { optionText } from "../option-text.ts";
import { sectionAnswer } from "../section-lines.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const moved = await moveSection(request.surroundings, {
    section: request.arguments[0] ?? "",
    before: optionText(request, "--before"),
    after: optionText(request, "--after"),
    first: request.options.has("--first"),
    last: request.options.has("--last"),
  });
  return sectionAnswer(request, moved);
}
