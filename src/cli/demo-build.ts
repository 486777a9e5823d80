// `parley demo build`: four tasks, a rejection, and a dispute that a person decides.
import { makeApp } from "../app/app.ts";
import { isFailure, type Outcome } from "../app/failure.ts";
import { BUILD_DEMO } from "../app/make-demo.ts";
import type { BuildResult } from "../app/wire/build.ts";
import type { WholeDispute } from "../app/wire/dispute.ts";
import { askTerminal } from "./ask/ask-terminal.ts";
import type { Answer, Request } from "./command.ts";
import { buildAndAsk, buildAnswer } from "./commands/build.ts";
import { nearPath } from "./printer.ts";
import { widthOf } from "./terminal.ts";
import { commandLines, type Line, paintText, wrapText } from "./text.ts";

const INTRODUCTION =
  "A small library, with a bare repository as its remote, is built task by task from its spec. Coder and reviewer are scripts, so nothing leaves this machine and nothing costs anything; git, the tests and everything parley does are real. One task ends in a dispute, and that is yours to decide.";

const WISH = {
  task: undefined,
  section: undefined,
  once: false,
  parallel: undefined,
  coder: undefined,
  reviewer: undefined,
} as const;

export async function demonstrateBuild(
  request: Request,
  { dir }: { readonly dir: string | undefined },
): Outcome<Answer> {
  const { io, context, quiet, report } = request;
  const width = widthOf(io.stderr);
  for (const line of wrapText(INTRODUCTION, width)) report([paintText("dim", line)]);
  const folder = await request.app.project.buildDemo({ dir, program: io.programFile });
  if (isFailure(folder)) return folder;
  const around = { ...context, cwd: `${folder}/${BUILD_DEMO.project}` };
  const there = { ...request, app: makeApp(around), context: around };
  for (const { title, source } of BUILD_DEMO.tasks) {
    const added = await there.app.tasks.add({
      ...{ title, source, after: [] },
      ...{ section: undefined, notes: undefined, before: undefined, files: [] },
    });
    if (isFailure(added)) return added;
  }
  report("");
  const first = await buildAndAsk(there, WISH);
  if (isFailure(first)) return first;
  const decided = first.end === "done" ? await decideDispute(there) : false;
  if (isFailure(decided)) return decided;
  const built = decided ? await buildAndAsk(there, WISH, { told: false }) : first;
  if (isFailure(built)) return built;
  // What both builds did, as it stands now.
  const all = { ...built, tasks: joinTasks(first, built) };
  const told = buildAnswer(all, there, WISH);
  const where = nearPath(around.cwd, context.cwd);
  return {
    ...told,
    data: { demo: folder, ...all },
    lines: (columns) => (quiet ? [] : ["", ...told.lines(columns), "", ...lookLines(where, all, columns)]),
  };
}

function joinTasks(first: BuildResult, last: BuildResult): BuildResult["tasks"] {
  return first.tasks.map((task) => last.tasks.find(({ id }) => id === task.id) ?? task);
}

/** Whether there is anything to build after it. */
async function decideDispute(request: Request): Outcome<boolean> {
  const { app, report, io } = request;
  const listed = await app.disputes.list({ status: "open", stale: false });
  if (isFailure(listed)) return listed;
  const [dispute] = listed.disputes;
  if (dispute === undefined) return false;
  for (const line of disputeLines(dispute, widthOf(io.stderr))) report(line);
  const decision = await decisionOn(request);
  if (isFailure(decision)) return decision;
  const resolved = await app.disputes.resolve({ dispute: dispute.id, ...decision });
  if (isFailure(resolved)) return resolved;
  report([
    paintText("cyan", "decided"),
    ` for the ${decision.decision}${decision.notes === undefined ? "" : `: ${decision.notes}`}`,
  ]);
  report("");
  return resolved.moved?.to === "in_progress";
}

interface Decided {
  readonly decision: string;
  readonly notes: string | undefined;
}

async function decisionOn(request: Request): Outcome<Decided> {
  const terminal = askTerminal(request);
  if (terminal === null) return BUILD_DEMO.decision;
  const [{ askingInterrupted }, { openPrompts }] = await Promise.all([
    import("./ask/ask-question.ts"),
    import("./ask/prompts.ts"),
  ]);
  const prompts = await openPrompts(terminal, request.context.cancel);
  const reply = await prompts.one({
    message: "Who is right?",
    choices: [
      { value: "reviewer", label: "The reviewer", hint: `the coder is told: ${BUILD_DEMO.decision.notes}` },
      { value: "coder", label: "The coder", hint: "the code stays as it landed" },
    ],
  });
  if (reply.at === "interrupted") return askingInterrupted();
  return reply.at === "given" && reply.value === "coder"
    ? { decision: "coder", notes: undefined }
    : BUILD_DEMO.decision;
}

const INDENT = "  ";

function disputeLines(
  {
    taskTitle,
    reason,
    coderPosition,
    reviewerPosition,
  }: Pick<WholeDispute, "taskTitle" | "reason" | "coderPosition" | "reviewerPosition">,
  width: number,
): readonly Line[] {
  const side = (name: string, position: string | null): readonly Line[] => [
    [INDENT, paintText("bold", name)],
    ...wrapText(position ?? "gives no position", width - 2 * INDENT.length).map(
      (line) => INDENT + INDENT + line,
    ),
  ];
  return [
    "",
    [
      paintText("bold", "One dispute is open: "),
      taskTitle,
      paintText("dim", ` (${reason.replaceAll("_", " ")})`),
    ],
    ...side("Coder", coderPosition),
    ...side("Reviewer", reviewerPosition),
    "",
  ];
}

function lookLines(folder: string, { tasks }: BuildResult, width: number): readonly Line[] {
  const disputed = tasks[2];
  const look = (line: string, words: string): readonly Line[] => [
    ...commandLines(INDENT, line, width).map((one) => one),
    [INDENT, INDENT, paintText("dim", words)],
  ];
  return [
    [paintText("bold", "What to look at"), `, after cd ${folder}`],
    ...look("git log --stat origin/main", "what landed, with the task and the agent of each commit"),
    ...(disputed === undefined
      ? []
      : look(`parley tasks show ${disputed.id}`, "a task with its rounds, findings and dispute")),
    ...(disputed?.commit == null
      ? []
      : look(`parley why --commit ${disputed.commit.slice(0, 8)}`, "what a commit came of")),
    ...look("parley tasks audit", "who moved what, and when"),
    ...look("cat dispute.md", "the dispute with both positions and the decision"),
  ];
}
