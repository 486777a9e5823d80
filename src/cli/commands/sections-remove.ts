import { removeSection } from "../../app/board/change-section.ts";
import type { Failure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { sectionAnswer } from "../section-lines.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const removed = await removeSection(request.surroundings, request.arguments[0] ?? "");
  return sectionAnswer(request, removed, "  removed");
}
