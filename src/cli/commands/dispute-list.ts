import { type DisputeList, listDisputes } from "../../app/board/disputes-look.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import { cutText, padText } from "../columns.ts";
import type { Answer, Request } from "../command.ts";
import { counted } from "../counted.ts";
import { optionText } from "../option-text.ts";
import { columnFor, type Line, painted } from "../text.ts";

const ID_COLUMN = 10;
const TITLE_MAX = 40;
/** Less of a title tells nothing. */
const TITLE_MIN = 16;
const STATUS_MAX = 20;

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, options, quiet } = request;
  const status = optionText(request, "--status");
  const list = await listDisputes(surroundings, { status, stale: options.has("--stale") });
  if (isFailure(list)) return list;
  const { disputes, timeoutDays } = list;
  return {
    data: disputes,
    lines: (width) => {
      if (quiet) return disputes.map(({ id }) => id);
      if (disputes.length === 0) return [noneOf(list, status)];
      return timeoutDays === null ? table(disputes, width) : staleLines(disputes, timeoutDays, width);
    },
  };
}

type Disputes = DisputeList["disputes"];

function noneOf({ timeoutDays, isEmpty }: DisputeList, status: string | undefined): string {
  if (timeoutDays !== null) return `No dispute has been open for more than ${counted(timeoutDays, "day")}.`;
  return isEmpty ? "There is no dispute yet." : `There is no such dispute: none matches --status ${status}.`;
}

function table(disputes: Disputes, width: number): Line[] {
  const statuses = columnFor(["STATUS", ...disputes.map(({ status }) => status)], STATUS_MAX);
  const reasons = disputes.map(({ reason, weight }) => reason.length + minorWord(weight).length);
  const titles = titleColumn(disputes, width - ID_COLUMN - statuses - Math.max(...reasons));
  const head = `${"ID".padEnd(ID_COLUMN)}${"TASK".padEnd(titles)}${"STATUS".padEnd(statuses)}REASON`;
  return [
    [painted("dim", head)],
    ...disputes.map(
      ({ id, taskTitle, status, reason, weight }): Line => [
        painted("bold", id.padEnd(ID_COLUMN)),
        titleCell(taskTitle, titles),
        status === "open" ? painted("yellow", status.padEnd(statuses)) : status.padEnd(statuses),
        reason,
        painted("dim", minorWord(weight)),
      ],
    ),
  ];
}

function minorWord(weight: string): string {
  return weight === "minor" ? " (minor)" : "";
}

const DAYS_HEAD = "DAYS OPEN";

function staleLines(disputes: Disputes, timeoutDays: number, width: number): Line[] {
  const titles = titleColumn(disputes, width - ID_COLUMN - DAYS_HEAD.length);
  const have = `${counted(disputes.length, "dispute")} ${disputes.length === 1 ? "has" : "have"}`;
  return [
    [painted("yellow", `WARNING: ${have} been open for > ${counted(timeoutDays, "day")}`)],
    "",
    [painted("dim", `${"ID".padEnd(ID_COLUMN)}${"TASK".padEnd(titles)}${DAYS_HEAD}`)],
    ...disputes.map(
      ({ id, taskTitle, daysOpen }): Line => [
        painted("bold", id.padEnd(ID_COLUMN)),
        titleCell(taskTitle, titles),
        String(daysOpen),
      ],
    ),
    "",
    "Run `parley dispute show <id>` for details.",
  ];
}

/** With the two blanks behind it. */
function titleColumn(disputes: Disputes, room: number): number {
  const most = Math.max(TITLE_MIN, Math.min(TITLE_MAX, room - 2));
  return columnFor(["TASK", ...disputes.map(({ taskTitle }) => cutText(taskTitle, most))], most);
}

function titleCell(title: string, column: number): string {
  return padText(cutText(title, column - 2), column);
}
