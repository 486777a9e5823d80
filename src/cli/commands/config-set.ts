import { changeConfig } from "../../app/config/change-config.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { inline } from "../value-text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, arguments: given, options, quiet } = request;
  const [key = "", value = ""] = given;
  const layer = options.has("--user") ? "user" : "project";
  const result = await changeConfig(surroundings, { key, layer, value });
  if (isFailure(result)) return result;
  const did = result.changed ? "is now" : "was already";
  return {
    data: result,
    lines: () => (quiet ? [] : [`${key} ${did} ${inline(result.value)} in ${result.file}`]),
  };
}
