import { listSections } from "../../app/board/list-tasks.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { painted } from "../text.ts";

export async function run({ surroundings, quiet }: Request): Promise<Answer | Failure> {
  const sections = await listSections(surroundings);
  if (isFailure(sections)) return sections;
  return {
    data: sections,
    lines: () => {
      if (quiet) return sections.map(({ id }) => id);
      if (sections.length === 0) return ["No section yet.", "make one: parley sections add NAME"];
      return sections.map(({ id, name, skipped, tasks, completed }) => [
        painted("bold", id),
        ` ${name}`,
        painted("dim", `  ${completed}/${tasks}${skipped ? "  skipped" : ""}`),
      ]);
    },
  };
}
