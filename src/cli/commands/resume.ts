import { type Failure, isFailure } from "../../app/failure.ts";
import { resumeSession } from "../../app/sessions/change-session.ts";
import type { Answer, Request } from "../command.ts";
import { refinedAnswer, runWishes } from "../run-options.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const wishes = await runWishes(request);
  if (isFailure(wishes)) return wishes;
  const refined = await resumeSession(request.surroundings, request.arguments[0], wishes);
  return isFailure(refined) ? refined : refinedAnswer(refined, request);
}
