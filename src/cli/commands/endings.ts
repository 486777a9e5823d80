// `parley accept` and `abandon`: a session that a person ends.

import { type Failure, isFailure, type Outcome, usageFailure } from "../../app/failure.ts";
import type { SessionEnding } from "../../app/wire/session.ts";
import { type AskTerminal, askTerminal } from "../ask/ask-terminal.ts";
import { type Answer, command, flagOption, type Request, textOption } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { nearPath } from "../printer.ts";
import { questionLines } from "../question-lines.ts";
import { SESSION_ARGUMENT, SESSION_OPTION } from "../session-options.ts";
import { type Line, paintText } from "../text.ts";

export const ACCEPT = command({
  name: "accept",
  summary: "End a session with what is there.",
  details: [
    "As GOOD_ENOUGH where nothing grave is left, else as USER_APPROVED. What is left must be acknowledged first: in a terminal you are asked, one question after the other; elsewhere the first is printed, the exit code is 7, and `parley answer` asks the next until the session has ended. Where nothing is open any more it says so: such a session completes by itself.",
  ],
  arguments: [SESSION_ARGUMENT],
  options: [SESSION_OPTION],
  examples: [{ line: "parley accept --session checkout", does: "acknowledge what is left, and end" }],
  run: (request) => acceptAndAsk(request, askTerminal(request)),
});

/** Where somebody is there, the gates are asked one after the other until the session has ended or they stop. */
export async function acceptAndAsk(
  request: Request & { readonly options: { readonly session: string | undefined } },
  terminal: AskTerminal | null,
): Outcome<Answer> {
  const accepted = await request.app.sessions.accept(request.options.session);
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
  { app, context, quiet, report }: Request,
  { session, as }: SessionEnding,
  terminal: AskTerminal,
): Outcome<SessionEnding | null> {
  const [{ withAskSession, askingInterrupted }, { askInbox }] = await Promise.all([
    import("../ask/ask-question.ts"),
    import("../ask/ask-inbox.ts"),
  ]);
  if (!quiet) report(gatesLine(session, as));
  const asked = await withAskSession(context, terminal, (askSession) =>
    askInbox(askSession, { of: { session }, choose: false, kinds: ["gate"] }),
  );
  if (isFailure(asked)) return asked;
  return asked.interrupted ? askingInterrupted() : await app.sessions.ending(session);
}

function endingAnswer(ending: SessionEnding, { quiet, context }: Request): Answer {
  return {
    data: ending,
    lines: (width) => (quiet ? [] : endingLines(ending, { width, cwd: context.cwd })),
    exitCode: ending.at === "gates" ? EXIT_CODES.waiting : EXIT_CODES.done,
  };
}

function gatesLine(session: string, as: SessionEnding["as"]): Line {
  return [paintText("bold", `${session} ends as ${as}`), " once you have acknowledged what is left"];
}

function goOnLine(session: string): Line {
  return [paintText("dim", "go on: "), `parley resume ${session}`];
}

function endingLines(
  ending: SessionEnding,
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

export const ABANDON = command({
  name: "abandon",
  summary: "End a session without a spec. This cannot be undone.",
  details: [
    "Agents at work are stopped. Its documents stay. In a terminal you are asked; elsewhere --yes says so.",
  ],
  arguments: [SESSION_ARGUMENT],
  options: [
    textOption("--reason", "Why, for the record."),
    flagOption("--yes", "Do not ask."),
    SESSION_OPTION,
  ],
  examples: [{ line: "parley abandon --yes --reason 'the project was stopped'", does: "ABANDONED" }],
  run: async (request) => {
    const { app, context, io, options, quiet } = request;
    const { session: wanted, reason, yes } = options;
    const ending = await app.sessions.abandon({
      session: wanted,
      reason,
      confirm: async (session) => yes || (await confirmOrRefuse(session, request)),
      run: { program: io.programFile, tell: () => undefined },
    });
    if (isFailure(ending)) return ending;
    if (ending === null) return { data: { at: "kept" }, lines: () => (quiet ? [] : ["nothing was changed"]) };
    return {
      data: ending,
      lines: (width) => (quiet ? [] : endingLines(ending, { width, cwd: context.cwd })),
    };
  },
});

async function confirmOrRefuse(session: string, request: Request): Outcome<boolean> {
  const terminal = askTerminal(request);
  return terminal === null
    ? unconfirmed(session)
    : await confirmAbandon(session, terminal, request.context.cancel);
}

export async function confirmAbandon(
  session: string,
  terminal: AskTerminal,
  cancel: AbortSignal,
): Outcome<boolean> {
  const { openPrompts } = await import("../ask/prompts.ts");
  const prompts = await openPrompts(terminal, cancel);
  const reply = await prompts.one({
    message: `Abandon ${session}? No spec is written, and this cannot be undone.`,
    choices: [
      { value: "no", label: "No, keep it" },
      { value: "yes", label: "Yes, abandon it" },
    ],
    first: "no",
  });
  return reply.at === "given" && reply.value === "yes";
}

function unconfirmed(session: string): Failure {
  return usageFailure(
    "unconfirmed",
    `abandoning ${session} cannot be undone, and nobody is here to confirm it`,
    "say so with --yes",
  );
}

export function endedLines(about: {
  readonly session: string;
  readonly endsAs: SessionEnding["as"] | null;
  readonly output: string | null;
}): Line[] {
  const { session, endsAs, output } = about;
  return [
    [paintText("bold", `${session} ended as ${endsAs}`)],
    ...(output === null ? [] : [[paintText("dim", "finished spec: "), paintText("green", output)]]),
  ];
}
