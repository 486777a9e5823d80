import { skipSection } from "../../app/board/change-section.ts";
import type { Failure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { optionText } from "../option-text.ts";
import { sectionAnswer } from "../section-lines.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const section = await skipSection(request.surroundings, {
    section: request.arguments[0] ?? "",
    skipped: !request.options.has("--off"),
    notes: optionText(request, "--notes"),
  });
  return sectionAnswer(request, section);
}
