import { listTasks } from "../../app/board/list-tasks.ts";
import type { TaskRow } from "../../app/board/task-row.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { optionText } from "../option-text.ts";
import { taskLine } from "../task-lines.ts";
import { type Line, painted } from "../text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const status = optionText(request, "--status");
  const section = optionText(request, "--section");
  const tasks = await listTasks(request.surroundings, { status, section });
  if (isFailure(tasks)) return tasks;
  const hint = status === undefined ? ["see all: parley tasks list --status all"] : [];
  return {
    data: tasks,
    lines: (width) => {
      if (request.quiet) return tasks.map(({ id }) => id);
      return tasks.length === 0 ? ["No such task.", ...hint] : bySection(tasks, width);
    },
  };
}

function bySection(tasks: readonly TaskRow[], width: number): readonly Line[] {
  const lines: Line[] = [];
  let section: string | null = null;
  for (const task of tasks) {
    if (task.section !== null && task.section !== section) {
      if (lines.length > 0) lines.push("");
      lines.push([painted("cyan", task.section)]);
    }
    section = task.section;
    lines.push(taskLine(task, width));
  }
  return lines;
}
