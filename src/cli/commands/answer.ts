import { type Failure, isFailure } from "../../app/failure.ts";
import {
  type Answered,
  type AnswerWishes,
  answer,
  findQuestion,
  optionMissing,
  rationalesOf,
} from "../../app/sessions/answer-question.ts";
import { questionDocument } from "../../app/sessions/inbox.ts";
import { type AskTerminal, askTerminal } from "../ask/ask-terminal.ts";
import { awaitedLines } from "../awaited-lines.ts";
import type { Answer, Request } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { nearPath } from "../printer.ts";
import { questionLines } from "../question-lines.ts";
import { type Line, painted, wrapped } from "../text.ts";
import { endedLines } from "./accept.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const option = request.arguments[1];
  const wishes = wishesOf(request);
  if (option === undefined) return await askFor(request, wishes, askTerminal(request));
  const answered = await answer(request.surroundings, { ...wishes, option });
  return isFailure(answered) ? answered : answeredAnswer(answered, request);
}

type Unchosen = Omit<AnswerWishes, "option">;

function wishesOf({ arguments: given, options, lists }: Request): Unchosen {
  const text = (flag: string): string | undefined => {
    const value = options.get(flag);
    return typeof value === "string" ? value : undefined;
  };
  return {
    question: given[0] ?? "",
    session: text("--session"),
    text: text("--text"),
    file: text("--file"),
    rationales: rationalesOf(lists.get("--rationale") ?? []),
    gaps: lists.get("--gap") ?? [],
    phrase: text("--phrase"),
  };
}

/** Which option it shall be is asked where somebody is there; what the command line gave already is not asked again. */
async function askFor(
  request: Request,
  wishes: Unchosen,
  terminal: AskTerminal | null,
): Promise<Answer | Failure> {
  const question = await findQuestion(request.surroundings, wishes);
  if (isFailure(question)) return question;
  if (terminal === null) return optionMissing(question);
  const [{ sitDown, stoppedAsking }, { askQuestion }] = await Promise.all([
    import("../ask/sit-down.ts"),
    import("../ask/ask-question.ts"),
  ]);
  const asked = await sitDown(request.surroundings, terminal, (desk) =>
    askQuestion(desk, question, { given: wishes }),
  );
  if (isFailure(asked)) return asked;
  switch (asked.at) {
    case "answered":
      return answeredAnswer(asked.answered, request);
    case "interrupted":
      return stoppedAsking();
    case "overtaken":
      return { data: null, lines: () => [], exitCode: EXIT_CODES.refused };
    case "later":
      return {
        data: null,
        lines: () => (request.quiet ? [] : [`${question.id} stays open`]),
        exitCode: EXIT_CODES.waiting,
      };
  }
}

function answeredAnswer(answered: Answered, { quiet, surroundings }: Request): Answer {
  const { question, option, effect, next } = answered;
  return {
    data: { ...answered, next: next === null ? null : questionDocument(next) },
    lines: (width) =>
      quiet
        ? []
        : [
            `${question} answered ${option}`,
            ...wrapped(effect, width),
            ...renewedLines(answered, { width, cwd: surroundings.cwd }),
            ...afterLines(answered, { width, cwd: surroundings.cwd }),
          ],
  };
}

/** Where the task of a document that is awaited stands now. */
function renewedLines(
  { renewed }: Answered,
  { width, cwd }: { readonly width: number; readonly cwd: string },
): readonly Line[] {
  if (renewed.length === 0) return [];
  const changed =
    "The answer changes a task that waits for you. It is laid out anew, with what you wrote so far:";
  return [...wrapped(changed, width), ...awaitedLines({ awaited: renewed }, { cwd, width }), ""];
}

/** What there is to do now. */
function afterLines(
  answered: Answered,
  { width, cwd }: { readonly width: number; readonly cwd: string },
): readonly Line[] {
  const { session, openQuestions, next, endsAs, ended, folder } = answered;
  if (ended) return endedLines(answered);
  const goOn: Line = [painted("dim", "go on: "), `parley resume ${session}`];
  if (next === null) {
    const awaited = endsAs === null ? [] : [`${session} ends as ${endsAs} once the agents at work are back`];
    return [...awaited, goOn];
  }
  const left =
    next.kind === "gate"
      ? `${session} ends as ${endsAs} once this is acknowledged too:`
      : `still open: ${openQuestions.join(", ")}`;
  return [left, "", ...questionLines(next, width, { folder: nearPath(folder, cwd) })];
}
