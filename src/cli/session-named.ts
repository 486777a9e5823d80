import type { Failure } from "../app/failure.ts";
import type { Request } from "./command.ts";
import { optionText } from "./option-text.ts";

/** The session of a command that takes it as its argument or with --session. */
export function sessionNamed(request: Request): { readonly session: string | undefined } | Failure {
  const [argument] = request.arguments;
  const option = optionText(request, "--session");
  if (argument === undefined || option === undefined || argument === option)
    return { session: argument ?? option };
  return {
    failed: "usage",
    code: "several-sessions",
    message: `${argument} and --session ${option} name two sessions`,
    fix: "name one of them",
  };
}
