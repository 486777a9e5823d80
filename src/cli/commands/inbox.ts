// `parley inbox`, `answer` and `submit`: what waits for a person, and what they say to it.

import { type Failure, isFailure, type Outcome, usageFailure } from "../../app/failure.ts";
import type { QuestionsOf } from "../../app/questions/inbox.ts";
import type { AnswerInput } from "../../app/questions/said-answer.ts";
import type { SubmittedDocument } from "../../app/wire/awaited.ts";
import type { AnswerResult } from "../../app/wire/question.ts";
import { type AskTerminal, askTerminal } from "../ask/ask-terminal.ts";
import { awaitedLines, judgementLines, nextLines } from "../awaited-documents.ts";
import {
  type Answer,
  command,
  flagOption,
  namedOption,
  type Request,
  textArgument,
  textOption,
} from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { failedLines } from "../failed-tasks.ts";
import { nearPath } from "../printer.ts";
import { questionLines } from "../question-lines.ts";
import { ANSWER_OPTIONS, SESSION_ARGUMENT, SESSION_OPTION } from "../session-options.ts";
import { type Line, paintText, wrapText } from "../text.ts";
import { endedLines } from "./endings.ts";

export const INBOX = command({
  name: "inbox",
  summary: "List everything that waits for you, and answer the questions.",
  details: [
    "Oldest first, over all sessions of the project and its build, then the documents that you are to write. In a terminal you are then asked, one question at a time; any of them can be left for later. Exits with 0 when nothing waits, with 7 when something does.",
    "--json lists the questions alone; the documents are under `awaited` in `parley status --json`.",
  ],
  arguments: [{ ...SESSION_ARGUMENT, summary: "Only its questions; its name, or the beginning of it." }],
  options: [{ ...SESSION_OPTION, summary: "Only the questions of this session." }],
  examples: [
    { line: "parley inbox", does: "read, and answer" },
    { line: "parley inbox --no-input", does: "only read" },
    { line: "parley inbox --session checkout --json", does: "as data" },
  ],
  run: async (request) => {
    const { session } = request.options;
    const of: QuestionsOf = session === undefined ? "all" : { session };
    const waiting = await request.app.questions.list(of);
    if (isFailure(waiting)) return waiting;
    // Whoever sends the list elsewhere wants the list.
    const terminal = request.io.stdout.isTTY ? askTerminal(request) : null;
    return terminal === null || waiting.questions.length === 0
      ? await listAnswer(waiting, request)
      : await askThem(request, { of, waiting, terminal });
  },
});

type WaitingItems = Exclude<Awaited<ReturnType<Request["app"]["questions"]["list"]>>, Failure>;
type PlacedQuestion = WaitingItems["questions"][number];

async function listAnswer(waiting: WaitingItems, { quiet, context }: Request): Promise<Answer> {
  const { waitingQuestions } = await import("../../app/questions/inbox.ts");
  const nothing = waiting.questions.length + waiting.awaited.length === 0;
  return {
    data: waitingQuestions(waiting),
    lines: (width) => [
      ...(nothing ? noneLines(quiet) : listLines(waiting, { width, cwd: context.cwd })),
      ...(quiet ? [] : [...disputeLines(waiting), ...failedLines(waiting.failedTasks)]),
    ],
    exitCode: nothing ? EXIT_CODES.done : EXIT_CODES.waiting,
  };
}

/** They hold nothing up, so that they are no questions; but only a person decides them. */
function disputeLines({ disputes }: WaitingItems): readonly Line[] {
  if (disputes === 0) return [];
  const count = disputes === 1 ? "1 dispute is" : `${disputes} disputes are`;
  return [[paintText("dim", `${count} open: `), "parley dispute list --status open"]];
}

function noneLines(quiet: boolean): Line[] {
  return quiet ? [] : ["nothing waits for you"];
}

function listLines(
  { questions, awaited }: WaitingItems,
  place: { readonly width: number; readonly cwd: string },
): readonly Line[] {
  const lines = [
    ...questions.flatMap(({ question, folder, precedents, background }) => [
      "",
      ...questionLines(question, place.width, {
        folder: nearPath(folder, place.cwd),
        precedents,
        background,
      }),
    ]),
    ...awaitedLines({ awaited }, place),
  ];
  return lines.slice(1);
}

interface AskRequest {
  readonly of: QuestionsOf;
  readonly waiting: WaitingItems;
  readonly terminal: AskTerminal;
}

async function askThem(request: Request, { of, waiting, terminal }: AskRequest): Outcome<Answer> {
  const { context, quiet } = request;
  const [{ withAskSession, askingInterrupted }, { askInbox }] = await Promise.all([
    import("../ask/ask-question.ts"),
    import("../ask/ask-inbox.ts"),
  ]);
  const asked = await withAskSession(context, terminal, async (askSession) => {
    askSession.prompts.show(listLines(waiting, { width: askSession.prompts.width, cwd: context.cwd }));
    const shown = waiting.questions.map(({ question }) => question);
    return await askInbox(askSession, { of, choose: true, shown });
  });
  if (isFailure(asked)) return asked;
  if (asked.interrupted) return askingInterrupted();
  const left = await request.app.questions.list(of);
  if (isFailure(left)) return left;
  const listed = await listAnswer(left, request);
  const open = left.questions.map(nameOf).join(", ");
  const goOn = [...asked.answered.values()].flatMap(goOnLines);
  return {
    ...listed,
    lines: (width) =>
      quiet ? [] : [...(open === "" ? listed.lines(width) : [`still open: ${open}`]), ...goOn],
  };
}

function goOnLines(answered: AnswerResult): readonly Line[] {
  return answered.ended ? endedLines(answered) : [goOnLine(answered)];
}

function goOnLine({ session }: AnswerResult): Line {
  return [paintText("dim", "go on: "), session === null ? "parley build" : `parley resume ${session}`];
}

function nameOf({ question }: PlacedQuestion): string {
  return question.session === null ? question.id : `${question.session} ${question.id}`;
}

export const ANSWER = command({
  name: "answer",
  summary: "Answer a question of a session, or of the build.",
  details: [
    "The first answer wins. What an option needs stands beside it in `parley inbox`.",
    "Without OPTION you are asked in a terminal; elsewhere the options are named, and the command ends with exit code 2.",
    "--amend gives an answer otherwise that was given before, by you or by a policy: as long as no call has started, no round was completed and no gap was accepted with it. What was decided with it is taken back, stays in decisions.md as superseded, and what was answered after it is carried out again. Gates and endings are answered once.",
    "Questions about tasks, such as B3, are asked by `parley build`. --finding names findings of the task that are still open: those that `overrule` makes void, or that your text answers.",
    "With `human`, --file names the document you supply in an agent's place; it passes the same validation.",
  ],
  arguments: [
    { ...textArgument("QUESTION", "Its number, such as Q3 or B3."), completion: "question" },
    {
      name: "OPTION",
      summary: "One of those it offers; by default you are asked.",
      required: false,
      completion: "option",
    },
    SESSION_ARGUMENT,
  ],
  options: [
    SESSION_OPTION,
    ...ANSWER_OPTIONS,
    {
      ...textOption("--finding", "A finding that the answer is about. May be repeated.", "FINDING"),
      many: true,
    },
    flagOption("--amend", "Give an answer otherwise on which nothing was built yet."),
  ],
  examples: [
    { line: "parley answer Q2", does: "be asked, in a terminal" },
    { line: "parley answer Q2 input --text 'Prices are in cents.'", does: "unblock a gap" },
    { line: "parley answer Q3 narrow --gap GAP-API-004 --gap GAP-API-007", does: "defer two gaps" },
    {
      line: "parley answer Q5 acknowledge --phrase '…' --rationale GAP-API-004=later",
      does: "pass a gate",
    },
    { line: "parley answer --amend Q2 defer --rationale 'Not before May.'", does: "think again" },
    {
      line: "parley answer Q6 b --rationale 'it fails fast' --constraints 'only for reads'",
      does: "decide a conflict",
    },
    {
      line: "parley answer Q7 review-reviewer --severity ISSUE-R2-001=LOW",
      does: "rate an issue yourself",
    },
    { line: "parley answer B3 overrule --finding F2 --finding F4", does: "make findings of a task void" },
  ],
  run: async (request) => {
    const { app, args, options } = request;
    const { session, text, file, rationale, gap, phrase, severity, constraints, finding, amend } = options;
    const { rationalesOf } = await import("../../app/questions/said-answer.ts");
    const said = {
      session,
      text,
      file,
      phrase,
      rationales: rationalesOf(rationale),
      gaps: gap,
      severities: severity,
      constraints,
      findings: finding,
      amend,
    };
    const input = { question: args.question, ...said };
    if (args.option === undefined) return await askFor(request, input, askTerminal(request));
    const answered = await app.questions.answer({ ...input, option: args.option });
    return isFailure(answered) ? answered : await answerOutput(answered, request);
  },
});

type AnswerDetails = Omit<AnswerInput, "option">;

/** Which option it shall be is asked where somebody is there; what the command line gave already is not asked again. */
async function askFor(request: Request, input: AnswerDetails, terminal: AskTerminal | null): Outcome<Answer> {
  const found = await request.app.questions.find(input);
  if (isFailure(found)) return found;
  const { question, former } = found;
  if (terminal === null) return (await import("../../app/questions/said-answer.ts")).optionMissing(question);
  const { withAskSession, askingInterrupted, askQuestion } = await import("../ask/ask-question.ts");
  const asked = await withAskSession(request.context, terminal, (askSession) =>
    askQuestion(askSession, question, { given: input, former }),
  );
  if (isFailure(asked)) return asked;
  switch (asked.at) {
    case "answered":
      return await answerOutput(asked.answered, request);
    case "interrupted":
      return askingInterrupted();
    case "overtaken":
      return { data: null, lines: () => [], exitCode: EXIT_CODES.refused };
    case "later":
      return {
        data: null,
        lines: () => (request.quiet ? [] : [`${question.id} stays ${former === null ? "open" : "as it is"}`]),
        exitCode: former === null ? EXIT_CODES.waiting : EXIT_CODES.done,
      };
  }
}

async function answerOutput(answered: AnswerResult, { quiet, context }: Request): Promise<Answer> {
  const { questionDocument } = await import("../../app/questions/inbox.ts");
  const { question, option, effect, next } = answered;
  return {
    data: { ...answered, next: next === null ? null : questionDocument(next) },
    lines: (width) =>
      quiet
        ? []
        : [
            `${question} answered ${option}`,
            ...amendedLines(answered, width),
            ...wrapText(effect.replaceAll(/\s+/g, " "), width),
            ...renewedLines(answered, { width, cwd: context.cwd }),
            ...afterLines(answered, { width, cwd: context.cwd }),
          ],
  };
}

function amendedLines({ amends }: AnswerResult, width: number): readonly Line[] {
  if (amends === null) return [];
  const { option, by, decisions, again } = amends;
  const parts = [
    `It was ${option}, by ${by}.`,
    ...(decisions.length === 0 ? [] : [`No longer decided: ${decisions.join(", ")}.`]),
    ...(again.length === 0 ? [] : [`Carried out again after it: ${again.join(", ")}.`]),
  ];
  return wrapText(parts.join(" "), width);
}

/** Where the task of a document that is awaited stands now. */
function renewedLines(
  { renewed }: AnswerResult,
  { width, cwd }: { readonly width: number; readonly cwd: string },
): readonly Line[] {
  if (renewed.length === 0) return [];
  const changed =
    "The answer changes a task that waits for you. It is laid out anew, with what you wrote so far:";
  return [...wrapText(changed, width), ...awaitedLines({ awaited: renewed }, { cwd, width }), ""];
}

/** What there is to do now. */
function afterLines(
  answered: AnswerResult,
  { width, cwd }: { readonly width: number; readonly cwd: string },
): readonly Line[] {
  const { session, openQuestions, next, endsAs, folder } = answered;
  if (answered.ended) return endedLines(answered);
  if (next === null) {
    const awaited = endsAs === null ? [] : [`${session} ends as ${endsAs} once the agents at work are back`];
    return [...awaited, goOnLine(answered)];
  }
  const left =
    next.kind === "gate"
      ? `${session} ends as ${endsAs} once this is acknowledged too:`
      : `still open: ${openQuestions.join(", ")}`;
  return [left, "", ...questionLines(next, width, { folder: nearPath(folder, cwd) })];
}

const SESSION_ROLES = [
  "engineer",
  "answer-issue",
  "reviewer",
  "draft",
  "survey",
  "second-survey",
  "final",
] as const;
const BUILD_ROLES = ["coder", "reviewer", "position", "guide"] as const;
type SessionRole = (typeof SESSION_ROLES)[number];
type BuildRole = (typeof BUILD_ROLES)[number];

export const SUBMIT = command({
  name: "submit",
  summary: "Hand in the document of a role that you play yourself.",
  details: [
    "For roles given to `human`: the run waits (exit 7) and says where the form and the task are. What you hand in passes the same validation as an agent's; exits with 1 if it does not pass, and the form is then laid out again with your text and what is missing.",
    "Of a build: coder, position and guide, and reviewer with --task. A coder works in the worktree that the form names; what is in it is looked at once the document is in.",
    "The first document wins. Works while a runner is at work and without one; then go on with `parley resume`, or with `parley build`.",
  ],
  arguments: [
    {
      name: "ROLE",
      summary:
        "engineer, answer-issue, reviewer, draft, survey, second-survey or final; of a build coder, reviewer, position or guide.",
      required: true,
      choices: [...SESSION_ROLES, "coder", "position", "guide"],
    },
    {
      name: "FILE",
      summary: "Your document; - for the standard input. By default the form that was laid out.",
      required: false,
      completion: "file",
    },
    SESSION_ARGUMENT,
  ],
  options: [
    SESSION_OPTION,
    namedOption("--gap", "Which of several runs side by side.", "gap"),
    textOption("--task", "Which task of a build, by its id or the beginning of it.", "ID"),
  ],
  examples: [
    { line: "parley submit engineer", does: "what you wrote into the form" },
    { line: "parley submit reviewer review.md --session checkout", does: "a file of your own" },
    { line: "parley submit coder --task a1b2", does: "what you say of your work on a task" },
  ],
  run: async ({ app, args: { role, file }, options: { session, gap, task } }): Outcome<SubmittedDocument> => {
    const chosen = documentNamed(role, { session, gap, task });
    if (isFailure(chosen)) return chosen;
    return chosen.of === "build"
      ? await app.tasks.submit({ role: chosen.role, file, task })
      : await app.sessions.submit({ role: chosen.role, file, session, gap });
  },
  lines: (submitted, { context: { cwd }, quiet, width }) =>
    quiet ? [] : [...judgementLines(submitted, width), ...nextLines(submitted, { cwd, width })],
  exitCode: ({ accepted }) => (accepted ? EXIT_CODES.done : EXIT_CODES.failed),
});

/** A reviewer is the session's, unless a task is named. */
function documentNamed(
  word: SessionRole | BuildRole,
  { session, gap, task }: Record<"session" | "gap" | "task", string | undefined>,
):
  | { readonly of: "session"; readonly role: SessionRole }
  | { readonly of: "build"; readonly role: BuildRole }
  | Failure {
  const ofSession = SESSION_ROLES.find((role) => role === word);
  const ofBuild = BUILD_ROLES.find((role) => role === word);
  if (ofBuild !== undefined && (ofSession === undefined || task !== undefined)) {
    if (session === undefined && gap === undefined) return { of: "build", role: ofBuild };
    return usageFailure(
      "role",
      `the ${word} of a build writes for a task, and for no session`,
      "say which task with --task",
    );
  }
  if (ofSession !== undefined && task === undefined) return { of: "session", role: ofSession };
  return usageFailure(
    "role",
    `--task goes with a role of a build, and ${word} is one of a session`,
    `one of ${BUILD_ROLES.join(", ")}`,
  );
}
