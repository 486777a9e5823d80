import { backUpProject } from "../../app/back-up-project.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";

export async function run({ surroundings, arguments: [file], quiet }: Request): Promise<Answer | Failure> {
  const result = await backUpProject(surroundings, file);
  if (isFailure(result)) return result;
  const size = `${Math.ceil(result.bytes / 1024)} KB`;
  return { data: result, lines: () => [quiet ? result.file : `Backed up to ${result.file} (${size})`] };
}
