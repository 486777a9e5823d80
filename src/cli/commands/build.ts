// `parley build`: tasks become commits.
import type { BuildInput } from "../../app/build/run-build.ts";
import { type Failure, isFailure, type Outcome, usageFailure } from "../../app/failure.ts";
import type { BuildResult, BuildStart, BuiltTask } from "../../app/wire/build.ts";
import { type AskTerminal, askTerminal } from "../ask/ask-terminal.ts";
import { awaitedLines, writeAwaited } from "../awaited-documents.ts";
import { cutText } from "../columns.ts";
import { type Answer, command, flagOption, namedOption, type Request, textOption } from "../command.ts";
import { EXIT_CODES, type ExitCode } from "../exit-codes.ts";
import { failedLines } from "../failed-tasks.ts";
import { widthOf } from "../terminal.ts";
import { formatCount, type Line, type Paint, paintText, wrapText } from "../text.ts";
import { quoteWord } from "../typed-command.ts";
import { placeOf, watchBuild } from "../watch-run.ts";

export const BUILD = command({
  name: "build",
  summary: "Build the tasks on the board: a coder writes, a reviewer judges, parley commits and lands.",
  details: [
    "Takes one task after the other, in the order that `parley board` shows. The coder works in a git worktree of its own; parley commits what it left there and runs your build and test commands. Only what is green goes to the reviewer, and what the reviewer approves lands on the target branch (build.target). Your own files, branches and settings are left alone.",
    "A rejected task goes back to the coder with the findings of the review. After 2, 5 and 9 rejections you are asked, and after 15 the task is failed. A dispute is recorded with both positions, and the build goes on with the next task; green code in dispute lands, too, unless disputes.land is branch: see `parley dispute list`.",
    "Runs until nothing is left to do (exit 0) or only your answers are missing (exit 7): answer in `parley inbox`, then run `parley build` again. Ctrl-C once waits for the agents at work, twice stops them; nothing is lost either way.",
  ],
  arguments: [],
  options: [
    textOption("--task", "Build only this task: its id, or the beginning of it.", "TASK"),
    textOption("--section", "Build only the tasks of this section: its name or its id.", "SECTION"),
    flagOption("--once", "Stop after one task."),
    {
      ...textOption(
        "--parallel",
        "Work on up to N independent tasks at once, in place of build.parallel.",
        "N",
      ),
      read: parallelWord,
    },
    namedOption("--coder", "Who writes the code, in place of roles.coder.", "agent"),
    namedOption("--reviewer", "Who reviews it, in place of roles.reviewer.", "agent"),
  ],
  endsItself: true,
  examples: [
    { line: "parley build", does: "all that is left, one by one" },
    { line: "parley build --once", does: "one task" },
    { line: "parley build --section Checkout --parallel 3", does: "a section, up to three at once" },
    { line: "parley build --coder claude --reviewer codex", does: "with these agents" },
  ],
  run: async (request) => {
    const { task, section, once, parallel, coder, reviewer } = request.options;
    const wish = { task, section, once, parallel, coder, reviewer };
    const built = await buildAndAsk(request, wish);
    return isFailure(built) ? built : buildAnswer(built, request, wish);
  },
});

const PARALLEL_MAX = 8;

function parallelWord(word: string): number | Failure {
  const count = Number(word);
  if (Number.isInteger(count) && count >= 1 && count <= PARALLEL_MAX) return count;
  return usageFailure(
    "parallel",
    `--parallel ${word} is not a number from 1 to ${PARALLEL_MAX}`,
    "as in --parallel 2",
  );
}

type BuildWish = Pick<BuildInput, "task" | "section" | "once" | "parallel" | "coder" | "reviewer">;

interface AskPlace {
  /** Whether it is said what the build begins with. */
  readonly told?: boolean;
  /** Where to ask; `null`: nowhere. By default the terminal this program was started in. */
  readonly terminal?: AskTerminal | null;
}

/** Builds, and where somebody is there asks what only they can say and goes on, until nothing is said any more. */
export async function buildAndAsk(
  request: Request,
  wish: BuildWish,
  { told = true, terminal = askTerminal(request) }: AskPlace = {},
): Outcome<BuildResult> {
  const offered = new Set<string>();
  let built = await buildWatched(request, wish, told);
  while (terminal !== null && !isFailure(built) && built.end === "waiting") {
    const asked = await askPeople(request, built, { terminal, offered: new Set(offered) });
    if (isFailure(asked)) return asked;
    if (!asked) break;
    for (const id of built.questions) offered.add(id);
    built = await buildWatched(request, onward(wish, built), false);
  }
  return built;
}

/** The same build; and one task stays that one, whatever is next by then. */
function onward(wish: BuildWish, { build, tasks }: BuildResult): BuildWish & Pick<BuildInput, "goesOn"> {
  const [first] = tasks;
  return { ...wish, goesOn: build, ...(wish.once && first !== undefined ? { task: first.id } : {}) };
}

/** Whether anything was said: what a person is awaited to write comes first, then what they are asked. */
async function askPeople(
  request: Request,
  built: BuildResult,
  { terminal, offered }: { readonly terminal: AskTerminal; readonly offered: ReadonlySet<string> },
): Outcome<boolean> {
  if ((await writeAwaited(request, built)) > 0) return true;
  if (built.questions.length === 0) return false;
  const [{ withAskSession, askingInterrupted }, { askInbox }] = await Promise.all([
    import("../ask/ask-question.ts"),
    import("../ask/ask-inbox.ts"),
  ]);
  const asked = await withAskSession(request.context, terminal, (askSession) =>
    askInbox(askSession, { of: "board", choose: false, offered }),
  );
  if (isFailure(asked)) return asked;
  if (asked.interrupted) return askingInterrupted();
  return asked.closed > 0;
}

async function buildWatched(
  request: Request,
  wish: BuildWish & Pick<BuildInput, "goesOn">,
  told: boolean,
): Outcome<BuildResult> {
  const { app, io } = request;
  const watch = watchBuild(request, placeOf(io));
  try {
    return await app.build.run({
      ...wish,
      program: io.programFile,
      started: (about) => {
        if (told) tellStart(request, about);
      },
      tell: (news, look) => watch.tell(news, look),
    });
  } finally {
    watch.stop();
  }
}

function tellStart(
  { io, report }: Request,
  { coder, reviewer, checks, detectedBy, target, notes }: BuildStart,
): void {
  const width = widthOf(io.stderr);
  const where = target.remote === null ? target.branch : `${target.remote}/${target.branch}`;
  const found = detectedBy.length === 0 ? "" : ` (from ${detectedBy.join(", ")})`;
  const run = checks.map(({ command: line }) => line).join(", ");
  const rows: readonly (readonly [string, string])[] = [
    ["coder", coder],
    ["reviewer", reviewer],
    ["checks", run === "" ? "none: build.command and build.testCommand name them" : `${run}${found}`],
    ["lands on", where],
  ];
  for (const [name, words] of rows) {
    const [first = "", ...others] = wrapText(words, width - LABEL_COLUMNS);
    report([paintText("dim", name.padEnd(LABEL_COLUMNS)), first]);
    for (const line of others) report(`${" ".repeat(LABEL_COLUMNS)}${line}`);
  }
  for (const note of notes)
    for (const line of wrapText(`note: ${note}`, width)) report([paintText("yellow", line)]);
}

const LABEL_COLUMNS = 10;

const EXITS: Readonly<Record<BuildResult["end"], ExitCode>> = {
  done: EXIT_CODES.done,
  nothing: EXIT_CODES.done,
  waiting: EXIT_CODES.waiting,
  paused: EXIT_CODES.waiting,
  stopped: EXIT_CODES.interrupted,
};

export function buildAnswer(built: BuildResult, { context, quiet }: Request, wish: BuildWish): Answer {
  const { cwd } = context;
  return {
    data: built,
    lines: (width) =>
      quiet
        ? []
        : [...endLines(built, width), ...awaitedLines(built, { cwd, width }), ...nextLines(built, wish)],
    exitCode: EXITS[built.end],
  };
}

function endLines(built: BuildResult, width: number): readonly Line[] {
  const { end, tasks, left, byHand, because } = built;
  const words: Readonly<Record<BuildResult["end"], string>> = {
    done: "the build is done",
    nothing: "there is nothing to build",
    waiting: "the build waits for you",
    paused: "the build is paused",
    stopped: "the build was stopped; nothing is lost",
  };
  const byHandWords = byHand === 0 ? "" : `, ${byHand === left ? "" : `${byHand} of them `}for you to land`;
  const rest = left === 0 ? "" : `  ${formatCount(left, "task")} left${byHandWords}`;
  return [
    [paintText("bold", words[end]), rest],
    ...(because === null ? [] : wrapText(because, width)),
    ...tasks.map((task) => taskLine(task, width)),
  ];
}

const STATUS_PAINTS: Readonly<Record<string, Paint>> = {
  completed: "green",
  disputed: "yellow",
  failed: "red",
};

const INDENT = "  ";
const TITLE_MIN = 20;
const STATUS_COLUMNS = 12;
const SHA_CHARS = 8;

function taskLine({ id, title, status, stage, commit, rejectionCount }: BuiltTask, width: number): Line {
  const paint = STATUS_PAINTS[status];
  const padded = status.padEnd(STATUS_COLUMNS);
  const facts = [
    ...(commit === null ? [] : [commit.slice(0, SHA_CHARS)]),
    ...(rejectionCount === 0 ? [] : [formatCount(rejectionCount, "rejection")]),
    ...(paint === undefined ? [stage] : []),
  ];
  const aside = facts.length === 0 ? "" : `  ${facts.join(", ")}`;
  const room = width - INDENT.length - padded.length - id.length - 1 - aside.length;
  return [
    INDENT,
    paint === undefined ? padded : paintText(paint, padded),
    paintText("dim", `${id} `),
    cutText(title, Math.max(TITLE_MIN, room)),
    ...(aside === "" ? [] : [paintText("dim", aside)]),
  ];
}

function nextLines({ end, tasks, questions, disputes }: BuildResult, wish: BuildWish): readonly Line[] {
  const look = (label: string, line: string): Line => [paintText("dim", `${label}: `), line];
  return [
    ...(questions.length === 0 ? [] : [look(`${questions.join(", ")} to answer`, "parley inbox")]),
    ...disputeLines(disputes),
    ...failedLines(tasks.flatMap(({ id, status }) => (status === "failed" ? [id] : []))),
    ...(end === "done" || end === "nothing" ? [] : [look("go on", buildLine(wish))]),
    ...(end === "nothing" ? [look("see why", "parley board")] : []),
  ];
}

/** As it was typed: without who plays it might not even begin. */
function buildLine({ once, ...named }: BuildWish): string {
  const options = Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${quoteWord(String(value))}`],
  );
  return ["parley build", ...(once === true ? ["--once"] : []), ...options].join(" ");
}

/** A build ends with them open; a person decides when they like. */
function disputeLines(disputes: readonly string[]): readonly Line[] {
  const [first] = disputes;
  if (first === undefined) return [];
  const count = disputes.length === 1 ? "1 dispute waits" : `${disputes.length} disputes wait`;
  const look = disputes.length === 1 ? `parley dispute show ${first}` : "parley dispute list --status open";
  return [[paintText("yellow", `${count} for your decision: `), look]];
}
