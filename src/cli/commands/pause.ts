import { type Failure, isFailure } from "../../app/failure.ts";
import { pauseSession } from "../../app/sessions/change-session.ts";
import type { Answer, Request } from "../command.ts";
import { sessionNamed } from "../session-named.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, quiet } = request;
  const wanted = sessionNamed(request);
  if (isFailure(wanted)) return wanted;
  const paused = await pauseSession(surroundings, wanted.session);
  if (isFailure(paused)) return paused;
  const running = paused.running.length;
  const still = running === 0 ? "" : `; ${running} call${running === 1 ? "" : "s"} still at work`;
  return {
    data: paused,
    lines: () =>
      quiet ? [] : [`${paused.session} is paused${still}`, `go on: parley resume ${paused.session}`],
  };
}
