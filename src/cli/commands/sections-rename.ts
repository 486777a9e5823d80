import { renameSection } from "../../app/board/change-section.ts";
import type { Failure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { sectionAnswer } from "../section-lines.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const [section = "", name = ""] = request.arguments;
  return sectionAnswer(request, await renameSection(request.surroundings, { section, name }));
}
