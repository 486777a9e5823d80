import type { Failure } from "../../app/failure.ts";
import { resumeSession } from "../../app/sessions/change-session.ts";
import type { Answer, Request } from "../command.ts";
import { runAndAsk } from "../run-options.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, arguments: given, options } = request;
  const text = (flag: string): string | undefined => {
    const value = options.get(flag);
    return typeof value === "string" ? value : undefined;
  };
  const roles = { engineer: text("--engineer"), reviewer: text("--reviewer") };
  return await runAndAsk(request, (wishes) => resumeSession(surroundings, given[0], { ...wishes, ...roles }));
}
