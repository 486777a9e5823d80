// A person hands in the document of a call of a build. It is judged at once, whether or not a build runs; whoever comes
// second is told so.
import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { type Board, findTask } from "../../core/board/board.ts";
import type { BoardEvent } from "../../core/board/board-event.ts";
import { type Task, taskName } from "../../core/board/task.ts";
import { parseActor, type Who } from "../../core/board/who.ts";
import type { BuildCall } from "../../core/build/build-state.ts";
import { retryWords } from "../../core/build/decide/steps.ts";
import type { WorkPurpose } from "../../core/build/task-work.ts";
import type { CallKey } from "../../core/shared/call-key.ts";
import type { BoardEngine } from "../../engine/board-engine.ts";
import { submitBuildDocument } from "../../engine/build-call.ts";
import { readBuildText } from "../../engine/build-output.ts";
import { buildForm } from "../../prompts/build/build-sheet.ts";
import { boardChange, openBoardToChange } from "../board/change-board.ts";
import { taskNamed } from "../board/find-on-board.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome, refusedFailure, usageFailure } from "../failure.ts";
import { type HandedInText, readHandedInText, runOf } from "../handed-in-text.ts";
import type { OpenProject } from "../project.ts";
import { submitWords } from "../sessions/session-words.ts";
import { whoami } from "../sessions/system-ports.ts";
import { withProject } from "../sessions/with-project.ts";
import type { AwaitedWork, SubmittedWork } from "../wire/awaited.ts";
import { awaitedWork } from "./awaited-work.ts";
import { layOutOwedWork } from "./lay-out-owed-work.ts";
import { findWorkToMend, sheetFor } from "./work-inbox.ts";

interface SubmitWorkInput {
  readonly role: WorkPurpose;
  /** `-` is our own input; without one, the file that was laid out. */
  readonly file: string | undefined;
  /** By its id or the beginning of it; without one, of whichever task one is awaited. */
  readonly task: string | undefined;
  /** Only this very call: what was written for one is not meant for the next. */
  readonly call?: CallKey;
}

export async function submitWork(context: CommandContext, input: SubmitWorkInput): Outcome<SubmittedWork> {
  return await withProject(context, "read-write", async (project) => {
    const opened = await openBoardToChange(project);
    const { engine } = opened;
    const awaited = findAwaited(context, project, engine.state, input);
    if (isFailure(awaited)) return awaited;
    const call = callOf(engine.state, awaited.key);
    const handedIn = await readHandedInText(context, project, {
      awaited,
      file: input.file,
      unchanged: (said) => sameAsBefore(project, engine, call, said),
    });
    if (isFailure(handedIn)) return handedIn;
    const text = keepLines(handedIn);
    const unfit = refuseAside(awaited, text);
    if (unfit !== null) return unfit;
    const submitted = await submitBuildDocument(engine, call, { text, by: authorOf(call), id: randomUUID() });
    const changed = await boardChange(opened, submitted);
    if (isFailure(changed)) return changed.code === "not-running" ? submittedTooLate(input.role) : changed;
    for (const notice of changed.notices) project.warn?.(notice);
    await layOutOwedWork(context, project, engine);
    return describeSubmitted(project, engine.state, { awaited, events: changed.events });
  });
}

/** A person counts lines from the top of the file, where our comment stood. */
function keepLines({ text, linesAbove }: HandedInText): string {
  return `${"\n".repeat(linesAbove)}${text}`;
}

function callOf({ build }: Board, key: CallKey): BuildCall {
  const call = build.calls.find((started) => started.key === key);
  if (call === undefined) throw new Error(`${key} is not under way`);
  return call;
}

/** In whose part they wrote it: what a coder disputes, the coder raised. */
function authorOf({ role }: BuildCall): Who {
  const actor = parseActor(whoami());
  if (actor === null) throw new Error(`${whoami()} is no actor`);
  return { actor, role: role === "drafter" ? "human" : role };
}

function findAwaited(
  { cwd }: CommandContext,
  project: OpenProject,
  board: Board,
  { role, file, task: word, call }: SubmitWorkInput,
): AwaitedWork | Failure {
  const task = word === undefined ? null : taskNamed(board, word);
  if (isFailure(task)) return task;
  const all = awaitedWork(project, board);
  const meant = all.filter(
    (one) =>
      one.role === role &&
      (task === null || one.task.id === task.id) &&
      (call === undefined || one.key === call),
  );
  const [only, another] = meant;
  if (only === undefined) return call === undefined ? notAwaited(role, task, all) : submittedTooLate(role);
  if (another === undefined) return only;
  // A file that was laid out is meant for its call.
  const runs = resolve(project.folder, "runs");
  const run = file === undefined || file === "-" ? null : runOf(runs, resolve(cwd, file));
  return meant.find((one) => run !== null && run === runOf(runs, one.file)) ?? severalAwaited(role, meant);
}

function notAwaited(role: WorkPurpose, task: Task | null, all: readonly AwaitedWork[]): Failure {
  const on = task === null ? "" : ` on ${taskName(task)}`;
  return refusedFailure(
    "not-awaited",
    `no document of the ${ROLE_NAMES[role]}${on} is awaited from a person`,
    all.length === 0
      ? "go on with `parley build`"
      : `awaited: ${all.map((one) => `\`parley ${submitWords(one, null)}\``).join(", ")}`,
  );
}

const ROLE_NAMES: Readonly<Record<WorkPurpose, string>> = {
  coder: "Coder",
  reviewer: "Reviewer of code",
  position: "other side of a dispute",
  guide: "Drafter",
};

function severalAwaited(role: WorkPurpose, meant: readonly AwaitedWork[]): Failure {
  const tasks = [...new Set(meant.map(({ task }) => task.id))];
  return usageFailure(
    "several-calls",
    `${meant.length} documents of the ${ROLE_NAMES[role]} are awaited`,
    tasks.length > 1
      ? `say which: ${tasks.map((id) => `--task ${id}`).join(" or ")}`
      : `hand in the file that was laid out: ${meant.map((one) => one.file).join(" or ")}`,
  );
}

function submittedTooLate(role: WorkPurpose): Failure {
  return refusedFailure(
    "not-awaited",
    `the document of the ${ROLE_NAMES[role]} was handed in already, or is not awaited any more; yours was not taken`,
    "go on with `parley build`",
  );
}

/** What a person left as it was is not handed in: it would cost an attempt. */
async function sameAsBefore(
  project: OpenProject,
  engine: BoardEngine,
  call: BuildCall,
  text: string,
): Promise<string | null> {
  if (text === buildForm(sheetFor(project, engine, call)).trim()) return "nothing is filled in there yet";
  return text === (await findWorkToMend(project, engine, call.key))?.trim()
    ? "this is the text that could not be taken, unchanged"
    : null;
}

/** What is said beside the work is asked for once: out of its form it would count as not said. */
function refuseAside({ role, file }: AwaitedWork, text: string): Failure | null {
  if (role === "coder" || role === "reviewer") return null;
  const { reading } = readBuildText(role, text, Buffer.byteLength(text));
  if (reading.at === "read") return null;
  const said = reading.faults.map(({ line, message }) =>
    line === null ? message : `Line ${line}: ${message}`,
  );
  return refusedFailure("form", said.join(" "), "mend it, and hand it in again", file);
}

function describeSubmitted(
  project: OpenProject,
  board: Board,
  {
    awaited: { task, role, lane, key },
    events,
  }: { readonly awaited: AwaitedWork; readonly events: readonly BoardEvent[] },
): SubmittedWork {
  const failure = failureIn(events);
  const held = board.questions.filter((question) => question.task === task.id || question.task === null);
  const awaited = awaitedWork(project, board);
  return {
    session: null,
    ...{ task, role, lane, key, accepted: failure === null, failure, warnings: [] },
    readAs: readAs(events),
    state: board.build.paused === null ? "active" : "paused",
    taken: [],
    retry: failure !== null && findTask(board, task.id as Task["id"]) !== null,
    openQuestions: held.map(({ id }) => id),
    awaited,
  };
}

/** So that whoever wrote it sees that it was understood. */
function readAs(events: readonly BoardEvent[]): string | null {
  for (const event of events) {
    if (event.type === "ReviewGiven") {
      const { verdict, findings, fates } = event.data;
      const raised = findings.map(({ id, severity, title }) => `${id} ${severity} ${title}`);
      const settled = fates.map(({ finding, status }) => `${finding} ${status}`);
      return [verdict, ...raised, ...settled].join("; ");
    }
    if (event.type === "CoderReported") {
      const { outcome, answers } = event.data;
      const said = answers.map(({ finding, status }) => `${finding} ${status}`);
      return [OUTCOMES[outcome], ...said].join("; ");
    }
    if (event.type === "AttemptFailed" && event.data.retry.because === "blocked")
      return "blocked: the user is asked";
  }
  return null;
}

const OUTCOMES: Readonly<Record<Extract<BoardEvent, { type: "CoderReported" }>["data"]["outcome"], string>> =
  {
    done: "done",
    "no-change-needed": "no change needed",
    disputed: "disputed",
  };

/** A coder who lacks something has said so in its form. */
function failureIn(events: readonly BoardEvent[]): SubmittedWork["failure"] {
  const failed = events.find(
    (event) => event.type === "AttemptFailed" && event.data.retry.because === "form",
  );
  if (failed?.type !== "AttemptFailed") return null;
  return { type: "form", message: retryWords(failed.data.retry).join("\n"), line: null };
}
