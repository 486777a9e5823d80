import { type Failure, isFailure } from "../../app/failure.ts";
import { acceptSession, type Ending } from "../../app/sessions/end-session.ts";
import type { Answer, Request } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { optionText } from "../gap-lines.ts";
import { questionLines } from "../question-lines.ts";
import { type Line, painted } from "../text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const ending = await acceptSession(request.surroundings, optionText(request, "--session"));
  if (isFailure(ending)) return ending;
  return {
    data: ending,
    lines: (width) => (request.quiet ? [] : endingLines(ending, width)),
    exitCode: ending.at === "gates" ? EXIT_CODES.waiting : EXIT_CODES.done,
  };
}

export function endingLines(ending: Ending, width: number): Line[] {
  const { session, as, at, questions, output, attended } = ending;
  const resume: Line = [painted("dim", "go on: "), `parley resume ${session}`];
  switch (at) {
    case "ended":
      return [
        [painted("bold", `${session} ended as ${as}`)],
        ...(output === null ? [] : [[painted("dim", "finished spec: "), output]]),
      ];
    case "gates":
      return [
        [painted("bold", `${session} ends as ${as}`), " once you have acknowledged what is left"],
        "",
        ...questions.flatMap((question) => [...questionLines(question, width), ""]),
        [painted("dim", "then: "), `parley resume ${session}`],
      ];
    case "requested":
      return [
        `${session} ends as ${as} once the agents at work are back`,
        ...(attended ? ["the process that runs it sees to that"] : [resume]),
      ];
    case "completes":
      return [`nothing is left open: ${session} ends as COMPLETE once the Final Review is ready`, resume];
  }
}
