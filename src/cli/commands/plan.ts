import { type AddedPlan, addPlan, type ProposedPlan, proposePlan } from "../../app/board/plan-session.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import { readDocument } from "../../app/read-document.ts";
import type { Answer, Request } from "../command.ts";
import { counted } from "../counted.ts";
import { optionText } from "../option-text.ts";
import { taskLine } from "../task-lines.ts";
import { type Line, painted } from "../text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, options, mayAsk } = request;
  const file = optionText(request, "--from");
  const [dryRun, yes] = [options.has("--dry-run"), options.has("--yes")];
  if ([dryRun, yes, file !== undefined].filter(Boolean).length > 1) return onlyOne();
  const wishes = { session: request.arguments[0], again: options.has("--again") };
  const plan = await proposePlan(surroundings, wishes);
  if (isFailure(plan)) return plan;
  if (file !== undefined) {
    const document = await readDocument(surroundings, file);
    if (isFailure(document)) return document;
    const done = await addPlan(surroundings, plan, document.text);
    return isFailure(done) ? done : addedAnswer(request, done);
  }
  if (yes) return await addedAsProposed(request, plan, plan.text);
  if (!mayAsk || dryRun) return printed(request, plan);
  return plan.tasks === 0 ? addedAnswer(request, nothingNew(plan)) : await edited(request, plan);
}

/** What was left out of the proposal counts as if it had been in it. */
async function addedAsProposed(
  request: Request,
  plan: ProposedPlan,
  text: string,
): Promise<Answer | Failure> {
  const done = await addPlan(request.surroundings, plan, text);
  if (isFailure(done)) return done;
  const known = plan.known + done.known;
  return addedAnswer(request, { ...done, known, removed: [...plan.removed, ...done.removed] });
}

function nothingNew({ session, spec, known, removed }: ProposedPlan): AddedPlan {
  return { session, spec, added: [], known, removed, dropped: [], notices: [] };
}

function addedAnswer(request: Request, done: AddedPlan): Answer {
  const { notices, ...data } = done;
  for (const notice of notices) request.report([painted("yellow", notice)]);
  return {
    data: { ...data, text: null },
    lines: (width) => (request.quiet ? done.added.map(({ id }) => id) : addedLines(done, width)),
  };
}

async function edited(request: Request, plan: ProposedPlan): Promise<Answer | Failure> {
  // With all that starts an editor, only where one is started.
  const { editPlan } = await import("../../app/board/edit-plan.ts");
  const left = await editPlan(request.surroundings, plan, (files) => reportKept(request, plan, files));
  if (isFailure(left)) return left;
  const answer = await addedAsProposed(request, plan, left.text);
  if (isFailure(answer)) return left.refused(answer);
  await left.discard();
  return answer;
}

function reportKept({ report }: Request, { session }: ProposedPlan, files: readonly string[]): void {
  report(["a plan that was edited earlier and never added is left as it is; this is a new one"]);
  for (const file of files) {
    report([painted("dim", "add that one: "), `parley plan ${session} --from ${file}`]);
  }
}

function printed(request: Request, plan: ProposedPlan): Answer {
  const { text } = plan;
  const { notices: _, ...data } = nothingNew(plan);
  if (!request.json) for (const line of howOn(plan)) request.report(line);
  return { data: { ...data, text }, lines: () => text.trimEnd().split("\n") };
}

function howOn({ session, tasks, known, removed }: ProposedPlan): readonly Line[] {
  const file = "plan.md";
  const ways: readonly Line[] = [
    [painted("dim", "nothing was added. As it is: "), `parley plan ${session} --yes`],
    [
      painted("dim", "or edited: "),
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

function addedLines({ added: tasks, known, removed, dropped }: AddedPlan, width: number): readonly Line[] {
  return [
    ...tasks.map((task) => taskLine(task, width)),
    `${counted(tasks.length, "task")} added${known === 0 ? "" : `, ${known} on the board already`}`,
    ...removedLines(removed),
    ...(dropped.length === 0 ? [] : [`no task, so nothing waits for it: ${dropped.join(", ")}`]),
  ];
}

function onlyOne(): Failure {
  return {
    failed: "usage",
    code: "several-ways",
    message: "--dry-run, --yes and --from are three ways to go on",
    fix: "give one of them",
  };
}
