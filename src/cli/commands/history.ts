import { type Failure, isFailure } from "../../app/failure.ts";
import { historyOf } from "../../app/sessions/look-at-session.ts";
import type { Answer, Request } from "../command.ts";
import { sessionNamed } from "../session-named.ts";
import { type Line, painted } from "../text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const last = lastOf(request.options.get("--last"));
  if (isFailure(last)) return last;
  const wanted = sessionNamed(request);
  if (isFailure(wanted)) return wanted;
  const history = await historyOf(request.surroundings, { ...wanted, last });
  if (isFailure(history)) return history;
  return {
    data: history,
    lines: () =>
      history.map(
        ({ version, at, words }): Line => [painted("dim", `${String(version).padStart(5)}  ${at}  `), words],
      ),
  };
}

function lastOf(word: string | true | undefined): number | null | Failure {
  if (word === undefined) return null;
  const number = Number(word);
  if (Number.isInteger(number) && number > 0) return number;
  return {
    failed: "usage",
    code: "last",
    message: `--last needs a whole number from 1, not ${word}`,
    fix: "--last 20",
  };
}
