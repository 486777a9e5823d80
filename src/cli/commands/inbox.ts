import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answered } from "../../app/sessions/answer-question.ts";
import type { AwaitedDocument } from "../../app/sessions/awaited-documents.ts";
import { type OpenQuestion, questionDocument, withInbox } from "../../app/sessions/inbox.ts";
import { type AskTerminal, askTerminal } from "../ask/ask-terminal.ts";
import { awaitedLines } from "../awaited-lines.ts";
import type { Answer, Request } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { optionText } from "../option-text.ts";
import { nearPath } from "../printer.ts";
import { questionLines } from "../question-lines.ts";
import { type Line, painted } from "../text.ts";
import { endedLines } from "./accept.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const waiting = await whatWaits(request);
  if (isFailure(waiting)) return waiting;
  // Whoever sends the list elsewhere wants the list.
  const terminal = request.io.stdout.isTTY ? askTerminal(request) : null;
  return terminal === null || waiting.questions.length === 0
    ? listAnswer(waiting, request)
    : await askThem(request, waiting, terminal);
}

interface Waiting {
  readonly questions: readonly Placed[];
  /** What people are to write. */
  readonly awaited: readonly AwaitedDocument[];
}

interface Placed {
  readonly question: OpenQuestion;
  readonly folder: string;
}

async function whatWaits(request: Request): Promise<Waiting | Failure> {
  const { surroundings } = request;
  const session = optionText(request, "--session");
  return await withInbox(surroundings, async (inbox) => {
    const questions = await inbox.questions(session);
    if (isFailure(questions)) return questions;
    const awaited = await inbox.awaited(session);
    if (isFailure(awaited)) return awaited;
    const placed = questions.map((question) => ({
      question,
      folder: nearPath(inbox.folderOf(question), surroundings.cwd),
    }));
    return { questions: placed, awaited };
  });
}

function listAnswer(waiting: Waiting, { quiet, surroundings }: Request): Answer {
  const nothing = waiting.questions.length + waiting.awaited.length === 0;
  return {
    data: waiting.questions.map(({ question }) => questionDocument(question)),
    lines: (width) => (nothing ? noneLines(quiet) : listLines(waiting, { width, cwd: surroundings.cwd })),
    exitCode: nothing ? EXIT_CODES.done : EXIT_CODES.waiting,
  };
}

function noneLines(quiet: boolean): Line[] {
  return quiet ? [] : ["nothing waits for you"];
}

function listLines(
  { questions, awaited }: Waiting,
  place: { readonly width: number; readonly cwd: string },
): readonly Line[] {
  const lines = [
    ...questions.flatMap(({ question, folder }) => ["", ...questionLines(question, place.width, { folder })]),
    ...awaitedLines({ awaited }, place),
  ];
  return lines.slice(1);
}

async function askThem(request: Request, waiting: Waiting, terminal: AskTerminal): Promise<Answer | Failure> {
  const { surroundings, quiet } = request;
  const session = optionText(request, "--session");
  const [{ sitDown, stoppedAsking }, { askInbox }] = await Promise.all([
    import("../ask/sit-down.ts"),
    import("../ask/ask-inbox.ts"),
  ]);
  const asked = await sitDown(surroundings, terminal, async (desk) => {
    desk.prompts.show(listLines(waiting, { width: desk.prompts.width, cwd: surroundings.cwd }));
    const shown = waiting.questions.map(({ question }) => question);
    return await askInbox(desk, { session, choose: true, shown });
  });
  if (isFailure(asked)) return asked;
  if (asked.interrupted) return stoppedAsking();
  const left = await whatWaits(request);
  if (isFailure(left)) return left;
  const listed = listAnswer(left, request);
  const open = left.questions.map(nameOf).join(", ");
  const goOn = [...asked.answered.values()].flatMap(afterLines);
  return {
    ...listed,
    lines: (width) =>
      quiet ? [] : [...(open === "" ? listed.lines(width) : [`still open: ${open}`]), ...goOn],
  };
}

function afterLines(answered: Answered): readonly Line[] {
  if (answered.ended) return endedLines(answered);
  return [[painted("dim", "go on: "), `parley resume ${answered.session}`]];
}

function nameOf({ question }: Placed): string {
  return `${question.session} ${question.id}`;
}
