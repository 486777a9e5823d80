import { type Failure, isFailure } from "../../app/failure.ts";
import { acceptSession, type Ending, lookAtEnding } from "../../app/sessions/end-session.ts";
import { type AskTerminal, askTerminal } from "../ask/ask-terminal.ts";
import type { Answer, Request } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { optionText } from "../option-text.ts";
import { nearPath } from "../printer.ts";
import { questionLines } from "../question-lines.ts";
import { type Line, painted } from "../text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  return await acceptAndAsk(request, askTerminal(request));
}

/** Where somebody is there, the gates are asked one after the other until the session has ended or they stop. */
export async function acceptAndAsk(
  request: Request,
  terminal: AskTerminal | null,
): Promise<Answer | Failure> {
  const accepted = await acceptSession(request.surroundings, optionText(request, "--session"));
  if (isFailure(accepted)) return accepted;
  if (terminal === null || accepted.at !== "gates") return endingAnswer(accepted, request);
  const ending = await askGates(request, accepted, terminal);
  if (ending !== null) return isFailure(ending) ? ending : endingAnswer(ending, request);
  const { session } = accepted;
  return {
    data: { session, at: "withdrawn" },
    lines: () => (request.quiet ? [] : [`${session} does not end`, goOnLine(session)]),
  };
}

/** `null` where the answer was not to end after all. */
async function askGates(
  { surroundings, quiet, report }: Request,
  { session, as }: Ending,
  terminal: AskTerminal,
): Promise<Ending | null | Failure> {
  const [{ sitDown, stoppedAsking }, { askInbox }] = await Promise.all([
    import("../ask/sit-down.ts"),
    import("../ask/ask-inbox.ts"),
  ]);
  if (!quiet) report(gatesLine(session, as));
  const asked = await sitDown(surroundings, terminal, (desk) =>
    askInbox(desk, { session, choose: false, kind: "gate" }),
  );
  if (isFailure(asked)) return asked;
  return asked.interrupted ? stoppedAsking() : await lookAtEnding(surroundings, session);
}

function endingAnswer(ending: Ending, { quiet, surroundings }: Request): Answer {
  return {
    data: ending,
    lines: (width) => (quiet ? [] : endingLines(ending, { width, cwd: surroundings.cwd })),
    exitCode: ending.at === "gates" ? EXIT_CODES.waiting : EXIT_CODES.done,
  };
}

function gatesLine(session: string, as: Ending["as"]): Line {
  return [painted("bold", `${session} ends as ${as}`), " once you have acknowledged what is left"];
}

function goOnLine(session: string): Line {
  return [painted("dim", "go on: "), `parley resume ${session}`];
}

export function endingLines(
  ending: Ending,
  { width, cwd }: { readonly width: number; readonly cwd: string },
): Line[] {
  const { session, as, at, questions, attended } = ending;
  switch (at) {
    case "ended":
      return endedLines({ ...ending, endsAs: as });
    case "gates":
      return [
        gatesLine(session, as),
        ...questions.flatMap((question) => [
          "",
          ...questionLines(question, width, { folder: nearPath(ending.folder, cwd) }),
        ]),
      ];
    case "requested":
      return [
        `${session} ends as ${as} once the agents at work are back`,
        ...(attended ? ["the process that runs it sees to that"] : [goOnLine(session)]),
      ];
    case "completes":
      return [
        `nothing is left open: ${session} ends as COMPLETE once the Final Review is ready`,
        goOnLine(session),
      ];
  }
}

export function endedLines(about: {
  readonly session: string;
  readonly endsAs: Ending["as"] | null;
  readonly output: string | null;
}): Line[] {
  const { session, endsAs, output } = about;
  return [
    [painted("bold", `${session} ended as ${endsAs}`)],
    ...(output === null ? [] : [[painted("dim", "finished spec: "), painted("green", output)]]),
  ];
}
