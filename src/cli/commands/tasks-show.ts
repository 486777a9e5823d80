import { showTask, type TaskView } from "../../app/board/show-task.ts";
import { statusMarker as marker } from "../../app/board/status-marker.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { taskLine } from "../task-lines.ts";
import { beside, type Line, painted } from "../text.ts";

const LABEL_COLUMN = 12;

export async function run({ surroundings, arguments: given, quiet }: Request): Promise<Answer | Failure> {
  const task = await showTask(surroundings, given[0] ?? "");
  if (isFailure(task)) return task;
  return { data: task, lines: (width) => (quiet ? [taskLine(task, width)] : viewLines(task, width)) };
}

function viewLines(task: TaskView, width: number): readonly Line[] {
  const row = (label: string, text: string | null): Line[] =>
    text === null || text === ""
      ? []
      : text
          .split("\n")
          .flatMap((line, index) =>
            beside(painted("dim", index === 0 ? label : ""), line, { term: LABEL_COLUMN, width }),
          );
  const named = ({ id, status, title }: { id: string; status: string; title: string }): string =>
    `${id} ${marker(status)} ${title}`;
  return [
    taskLine(task, width),
    ...row("status", statusText(task)),
    ...row("section", task.section),
    ...row("source", task.sourceFile),
    ...row("after", task.foundations.map(named).join("\n")),
    ...row("waits for", task.waitsFor.join(", ")),
    ...row("holds up", task.dependents.map(named).join("\n")),
    ...row("dispute", task.dispute),
    ...row("disputes", task.disputes.filter((id) => id !== task.dispute).join(", ")),
    ...row("rejections", task.rejectionCount === 0 ? null : String(task.rejectionCount)),
    ...task.feedback.flatMap(({ role, text, at }) => row("feedback", `${role}, ${at}: ${text}`)),
    ...row("notes", task.notes),
    ...row("added", `${task.createdAt} by ${task.createdBy}`),
    ...row("changed", task.updatedAt === task.createdAt ? null : task.updatedAt),
  ];
}

function statusText({ status, skipped, passedOver }: TaskView): string {
  const over = skipped ? ", skipped" : passedOver ? ", skipped with its section" : "";
  return `${status} ${marker(status)}${over}`;
}
