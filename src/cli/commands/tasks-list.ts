import { listTasks, type TaskList } from "../../app/board/list-tasks.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import { cutText } from "../columns.ts";
import type { Answer, Request } from "../command.ts";
import { optionText } from "../option-text.ts";
import { taskLine } from "../task-lines.ts";
import { type Line, painted, wrapped } from "../text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const status = optionText(request, "--status");
  const section = optionText(request, "--section");
  const list = await listTasks(request.surroundings, { status, section });
  if (isFailure(list)) return list;
  const { tasks } = list;
  return {
    data: tasks,
    lines: (width) => {
      if (request.quiet) return tasks.map(({ id }) => id);
      return tasks.length === 0 ? whyNone(list, { status, section }, width) : bySection(list, width);
    },
  };
}

interface Filter {
  readonly status: string | undefined;
  readonly section: string | undefined;
}

function whyNone({ isEmpty }: TaskList, { status, section }: Filter, width: number): readonly Line[] {
  if (isEmpty) {
    return [
      "There is no task yet.",
      [painted("dim", "add one: "), "parley tasks add TITLE, or parley tasks import FILE"],
    ];
  }
  const filters = [
    ...(status === undefined ? [] : [`--status ${status}`]),
    ...(section === undefined ? [] : [`--section ${section}`]),
  ];
  const matched = filters.length === 0 ? "Every task is completed." : `No task matches ${filters.join(" ")}.`;
  const left = status === undefined && section !== undefined ? " Completed ones are left out." : "";
  const hint: readonly Line[] =
    status === undefined ? [[painted("dim", "see all: "), "parley tasks list --status all"]] : [];
  return [...wrapped(`${matched}${left}`, width), ...hint];
}

const SKIPPED = "  skipped";

function bySection({ tasks, skippedSections }: TaskList, width: number): readonly Line[] {
  const lines: Line[] = [];
  let section: string | null = null;
  for (const task of tasks) {
    if (task.section !== null && task.sectionId !== section) {
      if (lines.length > 0) lines.push("");
      const aside = skippedSections.has(task.sectionId ?? "") ? SKIPPED : "";
      const name = cutText(task.section, width - aside.length);
      lines.push([painted("cyan", name), painted("dim", aside)]);
    }
    section = task.sectionId;
    lines.push(taskLine(task, width));
  }
  return lines;
}
