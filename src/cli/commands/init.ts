import { type Failure, isFailure } from "../../app/failure.ts";
import { initProject } from "../../app/init-project.ts";
import type { Answer, Request } from "../command.ts";
import { type Line, painted } from "../text.ts";

export async function run({ surroundings, options, quiet }: Request): Promise<Answer | Failure> {
  const result = await initProject(surroundings, { nested: options.has("--nested") });
  if (isFailure(result)) return result;
  const { root, created, existing } = result;
  const title =
    created.length === 0
      ? `Already a parley project, nothing was changed: ${root}`
      : `${existing.length === 0 ? "New" : "Completed"} parley project: ${root}`;
  const lines = (): Line[] => [
    title,
    ...created.map((name): Line => ["  ", painted("green", "created"), `  ${name}`]),
    ...existing.map((name): Line => ["  ", painted("dim", "kept   "), `  ${name}`]),
    "",
    "Next: parley doctor",
  ];
  return { data: result, lines: quiet ? () => [] : lines };
}
