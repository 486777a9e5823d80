import { addSection } from "../../app/board/change-section.ts";
import type { Failure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { sectionAnswer } from "../section-lines.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  return sectionAnswer(request, await addSection(request.surroundings, request.arguments[0] ?? ""));
}
