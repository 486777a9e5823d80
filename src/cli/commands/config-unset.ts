import { changeConfig } from "../../app/config/change-config.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, arguments: given, options, quiet } = request;
  const [key = ""] = given;
  const result = await changeConfig(surroundings, { key, layer: options.has("--user") ? "user" : "project" });
  if (isFailure(result)) return result;
  return { data: result, lines: () => (quiet ? [] : [`${key} is no longer set in ${result.file}`]) };
}
