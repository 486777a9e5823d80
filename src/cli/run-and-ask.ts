// How a session runs for somebody at a terminal: watched, asked between runs, gone on with after answers, and told.

import { join } from "node:path";
import { isFailure, type Outcome } from "../app/failure.ts";
import type { RunInput } from "../app/sessions/run-refinement.ts";
import { gapsLeft } from "../app/sessions/session-words.ts";
import type { RunResult } from "../app/wire/session.ts";
import { type AskTerminal, askTerminal } from "./ask/ask-terminal.ts";
import { awaitedLines, writeAwaited } from "./awaited-documents.ts";
import type { Answer, Request } from "./command.ts";
import { EXIT_CODES, type ExitCode } from "./exit-codes.ts";
import { nextStepLines } from "./next-steps.ts";
import { nearPath } from "./printer.ts";
import { questionLines } from "./question-lines.ts";
import { widthOf } from "./terminal.ts";
import { type Line, paintText, wrapText } from "./text.ts";
import { currentFolder, quoteWord, typedCommand } from "./typed-command.ts";
import { placeOf, watchRun } from "./watch-run.ts";

type RunPlan = Omit<RunInput, "tell">;
type Remark = NonNullable<RunInput["remark"]>;
type Run = (input: RunInput) => Outcome<RunResult>;

interface AskPlace {
  /** Where to ask; `null`: nowhere. By default the terminal this program was started in. */
  readonly terminal?: AskTerminal | null;
  /** After each round that asks something new, or only once the run cannot go on without an answer. */
  readonly askAfter?: "round" | "run";
}

/** What a command line may say of a run. */
interface RunOptions {
  readonly until: "round" | "done" | undefined;
  readonly policy: string | undefined;
}

type RunRequest = Request & { readonly options: RunOptions };

/** Runs, and where somebody is there asks what only they can answer and runs again, until nothing is answered any more. */
export async function runAndAsk(request: RunRequest, run: Run, place?: AskPlace): Outcome<Answer> {
  const refined = await runToEnd(request, run, place);
  return isFailure(refined) ? refined : runAnswer(refined, request);
}

/** The same, and what it came to as it is. */
export async function runToEnd(
  request: RunRequest,
  run: Run,
  { terminal = askTerminal(request), askAfter = "run" }: AskPlace = {},
): Outcome<RunResult> {
  const wanted = await runPlan(request, request.options);
  if (isFailure(wanted)) return wanted;
  const eachRound = terminal !== null && askAfter === "round";
  const plan: RunPlan = eachRound ? { ...wanted, until: "round" } : wanted;
  const offered = new Set<string>();
  let refined = await runWatched(request, plan, run);
  while (terminal !== null && !isFailure(refined)) {
    const between = eachRound && refined.end === "round-complete";
    if (!between && !isWaiting(refined)) break;
    const { questions } = refined.status;
    const isNew = questions.some(({ id }) => !offered.has(id));
    const before = new Set(offered);
    for (const { id } of questions) offered.add(id);
    if (!(between && !isNew)) {
      const next = await askPeople(request, refined, { terminal, offered: before });
      if (isFailure(next)) return next;
      if (next.at === "settled" && (!between || next.refined.end === "paused")) return next.refined;
    }
    refined = await goOn(request, plan, refined);
  }
  return refined;
}

/** Runs once and asks nothing. */
export async function runOnce(request: Request, run: Run): Outcome<RunResult> {
  const plan = await runPlan(request, { until: undefined, policy: undefined });
  return isFailure(plan) ? plan : await runWatched(request, plan, run);
}

interface AskingTerminal {
  readonly terminal: AskTerminal;
  /** The questions that were put to them before, and were left open. */
  readonly offered: ReadonlySet<string>;
}

/** What a person is awaited to write comes first, then what they are asked. */
async function askPeople(request: Request, refined: RunResult, place: AskingTerminal): Outcome<AskResult> {
  if ((await writeAwaited(request, refined)) > 0) return { at: "go-on" };
  if (refined.status.questions.length === 0) return { at: "settled", refined };
  return await askAbout(request, refined, place);
}

async function runPlan(request: Request, { until = "done", policy: file }: RunOptions): Outcome<RunPlan> {
  const { app, io, mayAsk } = request;
  const policy = await app.sessions.readPolicy(file);
  if (isFailure(policy)) return policy;
  return { until, policy, unattended: !mayAsk, program: io.programFile, remark: reportOnce(request) };
}

/** Going on after an answer is no news. */
function reportOnce({ io, report }: Request): Remark {
  const said = new Set<string>();
  return (text) => {
    if (said.has(text)) return;
    said.add(text);
    for (const line of wrapText(text, widthOf(io.stderr))) report([paintText("yellow", line)]);
  };
}

async function runWatched(request: Request, plan: RunPlan, run: Run): Outcome<RunResult> {
  const watch = watchRun(request, placeOf(request.io));
  try {
    return await run({ ...plan, tell: (news, look) => watch.tell(news, look) });
  } finally {
    watch.stop();
  }
}

function isWaiting({ end, status, awaited }: RunResult): boolean {
  return end === "waiting" && (status.questions.length > 0 || awaited.length > 0);
}

type AskResult = { readonly at: "go-on" } | { readonly at: "settled"; readonly refined: RunResult };

/** Nobody holds the session meanwhile: whoever is asked may take their time. */
async function askAbout(
  { app, context }: Request,
  refined: RunResult,
  { terminal, offered }: AskingTerminal,
): Outcome<AskResult> {
  const { session } = refined.status;
  const [{ withAskSession, askingInterrupted }, { askInbox }] = await Promise.all([
    import("./ask/ask-question.ts"),
    import("./ask/ask-inbox.ts"),
  ]);
  const asked = await withAskSession(context, terminal, (askSession) =>
    askInbox(askSession, { of: { session }, choose: false, offered }),
  );
  if (isFailure(asked)) return asked;
  if (asked.interrupted) return askingInterrupted();
  const status = await app.sessions.status(session);
  if (isFailure(status)) return status;
  // A pause may be the answer that was given; to go on would undo it.
  if (status.state === "PAUSED") return { at: "settled", refined: { ...refined, end: "paused", status } };
  return asked.closed > 0 ? { at: "go-on" } : { at: "settled", refined: { ...refined, status } };
}

/** Under the agents the session has by now: an answer may have named another. */
async function goOn(request: Request, plan: RunPlan, refined: RunResult): Outcome<RunResult> {
  const { session } = refined.status;
  const agents = { engineer: undefined, reviewer: undefined };
  const further = await runWatched(request, plan, (input) =>
    request.app.sessions.resume(session, { ...input, ...agents }),
  );
  if (!isFailure(further) || further.code !== "ended") return further;
  const status = await request.app.sessions.status(session);
  if (isFailure(status)) return status;
  const spec = status.output === null ? null : join(refined.folder, "..", "..", "..", status.output);
  return { ...refined, end: "ended", spec, status };
}

const EXITS: Record<RunResult["end"], ExitCode> = {
  ended: EXIT_CODES.done,
  paused: EXIT_CODES.done,
  "round-complete": EXIT_CODES.done,
  waiting: EXIT_CODES.waiting,
  stopped: EXIT_CODES.interrupted,
  fenced: EXIT_CODES.locked,
};

/** What a run came to, for somebody who stands in the folder of the request. */
export function runAnswer(refined: RunResult, request: Request): Answer {
  return {
    data: refined,
    lines: (width) =>
      request.quiet ? [] : [...runLines(refined, request, width), ...finishedLines(refined, request, width)],
    exitCode: EXITS[refined.end],
  };
}

/** Without what one does with a finished spec. */
export function runLines(refined: RunResult, request: Request, width: number): readonly Line[] {
  const cwd = currentFolder(request);
  return [
    ...endLines(refined, request),
    ...awaitedLines(refined, { cwd, width }),
    ...waitingLines(refined, width, request),
  ];
}

function finishedLines({ spec, status }: RunResult, request: Request, width: number): readonly Line[] {
  if (spec === null) return [];
  const { session } = status;
  const steps = [
    { words: `why ${quoteWord(nearPath(spec, request.context.cwd))}:LINE`, does: "where a line comes from" },
    { words: `plan ${session}`, does: "turn the spec into tasks" },
    { words: "board", does: "see the tasks" },
    { words: "build", does: "build them" },
  ];
  return ["", [paintText("bold", "Next")], ...nextStepLines(steps, { request, width })];
}

function endLines({ end, folder, spec, status }: RunResult, request: Request): Line[] {
  const cwd = currentFolder(request);
  const { session, state, completedRounds, gaps } = status;
  const words: Record<RunResult["end"], string> = {
    ended: `${session} ended as ${state}`,
    paused: `${session} is paused`,
    "round-complete": `${session}: round ${completedRounds} is complete`,
    waiting: `${session} waits for you`,
    stopped: `${session} was stopped; nothing is lost`,
    fenced: `${session} was taken over`,
  };
  const rounds = `${completedRounds} round${completedRounds === 1 ? "" : "s"}`;
  const next: Record<RunResult["end"], string | null> = {
    ended: null,
    paused: `resume ${session}`,
    "round-complete": `resume ${session}`,
    waiting: null,
    stopped: `resume ${session}`,
    fenced: `status ${session}`,
  };
  const command = next[end];
  return [
    [paintText("bold", words[end]), `  ${rounds}, ${gapsLeft(gaps)}`],
    ...(spec === null
      ? []
      : [[paintText("dim", "finished spec: "), paintText("green", nearPath(spec, cwd))]]),
    [paintText("dim", "documents: "), nearPath(folder, cwd)],
    ...(command === null ? [] : [[paintText("dim", "go on: "), typedCommand(request, command)]]),
  ];
}

function waitingLines({ end, folder, status }: RunResult, width: number, request: Request): Line[] {
  const { questions } = status;
  if (questions.length === 0) return [];
  const after =
    end === "waiting"
      ? [["", paintText("dim", "then: "), typedCommand(request, `resume ${status.session}`)] as const]
      : [];
  const style = { folder: nearPath(folder, currentFolder(request)) };
  return ["", ...questions.flatMap((question) => [...questionLines(question, width, style), ""]), ...after];
}
