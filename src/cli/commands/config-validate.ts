import { validateConfig } from "../../app/config/read-config.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { painted } from "../text.ts";

export async function run({ surroundings, arguments: [file], quiet }: Request): Promise<Answer | Failure> {
  const result = await validateConfig(surroundings, file);
  if (isFailure(result)) return result;
  const files = result.files.length === 0 ? ["no settings files; the defaults hold"] : result.files;
  return {
    data: result,
    lines: () => (quiet ? [] : files.map((path) => [painted("green", "valid"), `  ${path}`])),
  };
}
