import { type Failure, isFailure } from "../../app/failure.ts";
import { resumeSession } from "../../app/sessions/change-session.ts";
import type { Answer, Request } from "../command.ts";
import { optionText } from "../option-text.ts";
import { runAndAsk } from "../run-options.ts";
import { sessionNamed } from "../session-named.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const wanted = sessionNamed(request);
  if (isFailure(wanted)) return wanted;
  const roles = {
    engineer: optionText(request, "--engineer"),
    reviewer: optionText(request, "--reviewer"),
  };
  return await runAndAsk(request, (wishes) =>
    resumeSession(request.surroundings, wanted.session, {
      ...wishes,
      ...roles,
      out: optionText(request, "--out"),
    }),
  );
}
