import { type DisputeList, listDisputes } from "../../app/board/disputes-look.ts";
import type { DisputeView } from "../../app/board/disputes-view.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { optionText } from "../option-text.ts";
import { columnFor, type Line, painted } from "../text.ts";

const ID_COLUMN = 10;
const TITLE_MAX = 40;

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, options, quiet } = request;
  const status = optionText(request, "--status");
  const list = await listDisputes(surroundings, { status, stale: options.has("--stale") });
  if (isFailure(list)) return list;
  const { disputes } = list;
  return {
    data: disputes,
    lines: () => {
      if (quiet) return disputes.map(({ id }) => id);
      if (disputes.length === 0) return [noneOf(list)];
      return list.stale === null ? table(disputes) : staleLines(list.stale);
    },
  };
}

function noneOf({ stale }: DisputeList): string {
  return stale === null
    ? "There is no such dispute."
    : `No dispute has been open for more than ${stale.timeoutDays} days.`;
}

function table(disputes: readonly DisputeView[]): Line[] {
  const titles = titleColumn(disputes);
  const statuses = columnFor(["STATUS", ...disputes.map(({ status }) => status)], TITLE_MAX);
  return [
    [painted("dim", `${"ID".padEnd(ID_COLUMN)}${"TASK".padEnd(titles)}${"STATUS".padEnd(statuses)}REASON`)],
    ...disputes.map(
      ({ id, taskTitle, status, reason, weight }): Line => [
        painted("bold", id.padEnd(ID_COLUMN)),
        short(taskTitle).padEnd(titles),
        status === "open" ? painted("yellow", status.padEnd(statuses)) : status.padEnd(statuses),
        reason,
        painted("dim", weight === "minor" ? " (minor)" : ""),
      ],
    ),
  ];
}

function staleLines({ disputes, timeoutDays }: NonNullable<DisputeList["stale"]>): Line[] {
  const titles = titleColumn(disputes);
  const count = disputes.length === 1 ? "1 dispute has" : `${disputes.length} disputes have`;
  return [
    [painted("yellow", `WARNING: ${count} waited for a decision for more than ${timeoutDays} days`)],
    "",
    [painted("dim", `${"ID".padEnd(ID_COLUMN)}${"TASK".padEnd(titles)}DAYS OPEN`)],
    ...disputes.map(
      ({ id, taskTitle, daysOpen }): Line => [
        painted("bold", id.padEnd(ID_COLUMN)),
        short(taskTitle).padEnd(titles),
        String(daysOpen),
      ],
    ),
    "",
    [painted("dim", "see one: "), "parley dispute show ID"],
  ];
}

function titleColumn(disputes: readonly DisputeView[]): number {
  return columnFor(["TASK", ...disputes.map(({ taskTitle }) => short(taskTitle))], TITLE_MAX);
}

function short(title: string): string {
  return title.length <= TITLE_MAX ? title : `${title.slice(0, TITLE_MAX - 1)}…`;
}
