import { type Failure, isFailure } from "../../app/failure.ts";
import { resumeSession } from "../../app/sessions/change-session.ts";
import type { Answer, Request } from "../command.ts";
import { refinedAnswer, runWishes } from "../run-options.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const wishes = await runWishes(request);
  if (isFailure(wishes)) return wishes;
  const { surroundings, arguments: given, options } = request;
  const text = (flag: string): string | undefined => {
    const value = options.get(flag);
    return typeof value === "string" ? value : undefined;
  };
  const roles = { engineer: text("--engineer"), reviewer: text("--reviewer") };
  const refined = await resumeSession(surroundings, given[0], { ...wishes, ...roles });
  return isFailure(refined) ? refined : refinedAnswer(refined, request);
}
