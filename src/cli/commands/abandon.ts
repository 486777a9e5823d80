import { type Failure, isFailure } from "../../app/failure.ts";
import { abandonSession } from "../../app/sessions/end-session.ts";
import { type AskTerminal, askTerminal } from "../ask/ask-terminal.ts";
import { openPrompts } from "../ask/prompts.ts";
import type { Answer, Request } from "../command.ts";
import { optionText } from "../option-text.ts";
import { endingLines } from "./accept.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, io, options, quiet } = request;
  const ending = await abandonSession(surroundings, {
    session: optionText(request, "--session"),
    reason: optionText(request, "--reason"),
    confirm: async (session) => options.has("--yes") || (await sure(session, request)),
    run: { program: io.programFile, notice: () => undefined },
  });
  if (isFailure(ending)) return ending;
  if (ending === null) return { data: { at: "kept" }, lines: () => (quiet ? [] : ["nothing was changed"]) };
  return {
    data: ending,
    lines: (width) => (quiet ? [] : endingLines(ending, { width, cwd: surroundings.cwd })),
  };
}

async function sure(session: string, request: Request): Promise<boolean | Failure> {
  const terminal = askTerminal(request);
  return terminal === null
    ? unasked(session)
    : await confirmed(session, terminal, request.surroundings.cancel);
}

export async function confirmed(
  session: string,
  terminal: AskTerminal,
  cancel: AbortSignal,
): Promise<boolean | Failure> {
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

function unasked(session: string): Failure {
  return {
    failed: "usage",
    code: "unconfirmed",
    message: `abandoning ${session} cannot be undone, and nobody is here to confirm it`,
    fix: "say so with --yes",
  };
}
