// `parley plan`: a finished spec as sections and tasks.

import type { ProposedPlan } from "../../app/board/plan-session.ts";
import { type Failure, isFailure, type Outcome, usageFailure } from "../../app/failure.ts";
import type { AddedPlan } from "../../app/wire/plan.ts";
import { DRY_RUN } from "../board-options.ts";
import { type Answer, command, fileOption, flagOption, type Request } from "../command.ts";
import { nextStepLines } from "../next-steps.ts";
import { SESSION_ARGUMENT } from "../session-options.ts";
import { taskLine } from "../task-line.ts";
import { formatCount, type Line, paintText } from "../text.ts";

export const PLAN = command({
  name: "plan",
  summary: "Turn a finished spec into sections and tasks.",
  details: [
    "One task for each gap that was settled, and one for each heading under which the author required something, each with its source and what it comes after. In a terminal the plan opens in your editor first; what is left of it when you close it is added. Elsewhere it is printed, and --yes adds it as it is.",
    'The task of a gap has the gap\'s title; where that is a question or a mark such as TODO, it is "Build:" with the heading over the text that settled it, and what was asked in brackets. Planning again knows a task by the gap or heading it came from, whatever its title is now: only what is new is added, and what was removed from the board stays away unless --again is given.',
    "A plan that was edited and not added stays in .parley/plans until you add it with --from or delete it.",
  ],
  arguments: [{ ...SESSION_ARGUMENT, summary: "Its name, or the beginning of it; by default the only one." }],
  options: [
    { ...DRY_RUN, summary: "Print the plan; add nothing." },
    flagOption("--yes", "Add the plan as it is, without an editor."),
    flagOption("--again", "Also plan what was removed from the board."),
    fileOption("--from", "Add the plan as it stands in FILE: one that was printed, and edited."),
  ],
  endsItself: true,
  examples: [
    { line: "parley plan checkout", does: "edit the plan, then add it" },
    { line: "parley plan checkout --dry-run > plan.md", does: "to edit it at leisure" },
    { line: "parley plan checkout --from plan.md", does: "add what is left of it" },
  ],
  run: async (request) => {
    const { app, args, options, mayAsk } = request;
    const { dryRun, yes, again, from: file } = options;
    if ([dryRun, yes, file !== undefined].filter(Boolean).length > 1) return conflictingModes();
    const plan = await app.plan.propose({ ...args, again });
    if (isFailure(plan)) return plan;
    if (file !== undefined) {
      const document = await app.project.readDocument(file);
      if (isFailure(document)) return document;
      const done = await app.plan.add(plan, document.text);
      return isFailure(done) ? done : addedAnswer(request, done);
    }
    if (yes) return await addProposed(request, plan, plan.text);
    if (!mayAsk || dryRun) return printPlan(request, plan);
    return plan.tasks === 0 ? addedAnswer(request, nothingNew(plan)) : await editPlan(request, plan);
  },
});

/** What was left out of the proposal counts as if it had been in it. */
async function addProposed(request: Request, plan: ProposedPlan, text: string): Outcome<Answer> {
  const done = await request.app.plan.add(plan, text);
  if (isFailure(done)) return done;
  const known = plan.known + done.known;
  return addedAnswer(request, { ...done, known, removed: [...plan.removed, ...done.removed] });
}

function nothingNew({ session, spec, known, removed }: ProposedPlan): AddedPlan {
  return { session, spec, added: [], known, removed, dropped: [], notices: [] };
}

function addedAnswer(request: Request, done: AddedPlan): Answer {
  const { notices, ...data } = done;
  for (const notice of notices) request.report([paintText("yellow", notice)]);
  return {
    data: { ...data, text: null },
    lines: (width) => (request.quiet ? done.added.map(({ id }) => id) : addedLines(done, request, width)),
  };
}

async function editPlan(request: Request, plan: ProposedPlan): Outcome<Answer> {
  const left = await request.app.plan.edit(plan, (files) => reportKept(request, plan, files));
  if (isFailure(left)) return left;
  const answer = await addProposed(request, plan, left.text);
  if (isFailure(answer)) return left.refused(answer);
  await left.discard();
  return answer;
}

function reportKept({ report }: Request, { session }: ProposedPlan, files: readonly string[]): void {
  report(["a plan that was edited earlier and never added is left as it is; this is a new one"]);
  for (const file of files) {
    report([paintText("dim", "add that one: "), `parley plan ${session} --from ${file}`]);
  }
}

function printPlan(request: Request, plan: ProposedPlan): Answer {
  const { text } = plan;
  const { notices: _, ...data } = nothingNew(plan);
  if (!request.json) for (const line of waysToAdd(plan)) request.report(line);
  return { data: { ...data, text }, lines: () => text.trimEnd().split("\n") };
}

function waysToAdd({ session, tasks, known, removed }: ProposedPlan): readonly Line[] {
  const file = "plan.md";
  const ways: readonly Line[] = [
    [paintText("dim", "nothing was added. As it is: "), `parley plan ${session} --yes`],
    [
      paintText("dim", "or edited: "),
      `parley plan ${session} --dry-run > ${file}, then parley plan ${session} --from ${file}`,
    ],
  ];
  return [
    ...(known === 0 ? [] : [`on the board already, and left out: ${known}`]),
    ...removedLines(removed),
    ...(tasks === 0 ? ["nothing is left to plan"] : ways),
  ];
}

function removedLines(removed: AddedPlan["removed"]): readonly string[] {
  const names = removed.map(({ item, title }) => `${item} "${title}"`).join(", ");
  return removed.length === 0
    ? []
    : [`removed from the board, and not added again without --again: ${names}`];
}

function addedLines(
  { added: tasks, known, removed, dropped }: AddedPlan,
  request: Request,
  width: number,
): readonly Line[] {
  const steps = [
    { words: "board", does: "see the tasks" },
    { words: "build", does: "build them" },
  ];
  return [
    ...tasks.map((task) => taskLine(task, width)),
    `${formatCount(tasks.length, "task")} added${known === 0 ? "" : `, ${known} on the board already`}`,
    ...removedLines(removed),
    ...(dropped.length === 0 ? [] : [`no task, so nothing waits for it: ${dropped.join(", ")}`]),
    ...(tasks.length === 0
      ? []
      : ["", [paintText("bold", "Next")], ...nextStepLines(steps, { request, width })]),
  ];
}

function conflictingModes(): Failure {
  return usageFailure(
    "several-ways",
    "--dry-run, --yes and --from are three ways to go on",
    "give one of them",
  );
}
