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
  const plan = await proposePlan(surroundings, request.arguments[0]);
  if (isFailure(plan)) return plan;
  if (file !== undefined) {
    const document = await readDocument(surroundings, file);
    return isFailure(document) ? document : await added(request, plan, document.text);
  }
  if (yes) return await added(request, plan, plan.text);
  return mayAsk && !dryRun ? await edited(request, plan) : printed(request, plan);
}

async function added(request: Request, plan: ProposedPlan, text: string): Promise<Answer | Failure> {
  const done = await addPlan(request.surroundings, plan, text);
  if (isFailure(done)) return done;
  const { added: tasks } = done;
  return {
    data: { ...done, text: null },
    lines: (width) => (request.quiet ? tasks.map(({ id }) => id) : addedLines(done, width)),
  };
}

async function edited(request: Request, plan: ProposedPlan): Promise<Answer | Failure> {
  // With all that starts an editor, only where one is started.
  const { editPlan } = await import("../../app/board/edit-plan.ts");
  const left = await editPlan(request.surroundings, plan);
  if (isFailure(left)) return left;
  const answer = await added(request, plan, left.text);
  if (!isFailure(answer)) await left.discard();
  return answer;
}

function printed(request: Request, { session, spec, text }: ProposedPlan): Answer {
  if (!request.json) {
    const file = "plan.md";
    request.report([painted("dim", "nothing was added. As it is: "), `parley plan ${session} --yes`]);
    request.report([
      painted("dim", "or edited: "),
      `parley plan ${session} --dry-run > ${file}, then parley plan ${session} --from ${file}`,
    ]);
  }
  return {
    data: { session, spec, added: [], known: 0, dropped: [], text },
    lines: () => text.trimEnd().split("\n"),
  };
}

function addedLines({ added: tasks, known, dropped }: AddedPlan, width: number): readonly Line[] {
  return [
    ...tasks.map((task) => taskLine(task, width)),
    `${counted(tasks.length, "task")} added${known === 0 ? "" : `, ${known} on the board already`}`,
    ...(dropped.length === 0 ? [] : [`taken out, so nothing waits for it: ${dropped.join(", ")}`]),
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
