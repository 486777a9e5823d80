import { type Failure, isFailure } from "../../app/failure.ts";
import { type OpenQuestion, questionDocument, withInbox } from "../../app/sessions/inbox.ts";
import { type AskTerminal, askTerminal } from "../ask/ask-terminal.ts";
import type { Answer, Request } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { nearPath } from "../printer.ts";
import { questionLines } from "../question-lines.ts";
import { type Line, painted } from "../text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const open = await placedQuestions(request);
  if (isFailure(open)) return open;
  // Whoever sends the list elsewhere wants the list.
  const terminal = process.stdout.isTTY ? askTerminal(request) : null;
  return terminal === null || open.length === 0
    ? listAnswer(open, request.quiet)
    : await askThem(request, open, terminal);
}

interface Placed {
  readonly question: OpenQuestion;
  readonly folder: string;
}

async function placedQuestions({ surroundings, options }: Request): Promise<readonly Placed[] | Failure> {
  const session = options.get("--session");
  return await withInbox(surroundings, async (inbox) => {
    const questions = await inbox.questions(typeof session === "string" ? session : undefined);
    if (isFailure(questions)) return questions;
    return questions.map((question) => ({
      question,
      folder: nearPath(inbox.folderOf(question), surroundings.cwd),
    }));
  });
}

function listAnswer(open: readonly Placed[], quiet: boolean): Answer {
  return {
    data: open.map(({ question }) => questionDocument(question)),
    lines: (width) => (open.length === 0 ? noneLines(quiet) : listLines(open, width)),
    exitCode: open.length === 0 ? EXIT_CODES.done : EXIT_CODES.waiting,
  };
}

function noneLines(quiet: boolean): Line[] {
  return quiet ? [] : ["nothing waits for you"];
}

function listLines(open: readonly Placed[], width: number): Line[] {
  return open.flatMap(({ question, folder }, index) => [
    ...(index === 0 ? [] : [""]),
    ...questionLines(question, width, { folder }),
  ]);
}

async function askThem(
  request: Request,
  open: readonly Placed[],
  terminal: AskTerminal,
): Promise<Answer | Failure> {
  const { surroundings, options, quiet } = request;
  const given = options.get("--session");
  const session = typeof given === "string" ? given : undefined;
  const [{ sitDown, stoppedAsking }, { askInbox }] = await Promise.all([
    import("../ask/sit-down.ts"),
    import("../ask/ask-inbox.ts"),
  ]);
  const asked = await sitDown(surroundings, terminal, async (desk) => {
    desk.prompts.show(listLines(open, desk.prompts.width));
    return await askInbox(desk, { session, choose: true, shown: open.map(({ question }) => question) });
  });
  if (isFailure(asked)) return asked;
  if (asked.interrupted) return stoppedAsking();
  const left = await placedQuestions(request);
  if (isFailure(left)) return left;
  const goOn = [...asked.answered].map((one): Line => [painted("dim", "go on: "), `parley resume ${one}`]);
  const rest = left.length === 0 ? noneLines(quiet) : [`still open: ${left.map(nameOf).join(", ")}`];
  return { ...listAnswer(left, quiet), lines: () => (quiet ? [] : [...rest, ...goOn]) };
}

function nameOf({ question }: Placed): string {
  return `${question.session} ${question.id}`;
}
