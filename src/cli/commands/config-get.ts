import { asYaml } from "../../app/config/as-yaml.ts";
import { getConfig } from "../../app/config/read-config.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";

export async function run({ surroundings, arguments: [key = ""] }: Request): Promise<Answer | Failure> {
  const found = await getConfig(surroundings, key);
  if (isFailure(found)) return found;
  return { data: found, lines: () => asYaml(found.value) };
}
