import { statusMarker as marker } from "../../app/board/status-named.ts";
import type { BoardOverview, StatusCounts } from "../../app/wire/board.ts";
import { cutText, padText } from "../columns.ts";
import { command } from "../command.ts";
import { besideTerm, columnFor, formatCount, type Line, paintText } from "../text.ts";

export const BOARD = command({
  name: "board",
  summary: "See the board on one screen: how much is done, what is next and why, what is disputed.",
  arguments: [],
  options: [],
  examples: [{ line: "parley board", does: "counts, sections, next task, disputes" }],
  run: ({ app }) => app.board.look(),
  lines: (board, { quiet, width }) => (quiet ? [countsText(board.counts)] : overviewLines(board, width)),
});

const LABEL_COLUMN = 10;
const NAME_MOST = 40;
/** So that all of it stays on one screen. */
const SECTIONS_SHOWN_MAX = 10;
const DISPUTES_SHOWN_MAX = 4;

function overviewLines(board: BoardOverview, width: number): readonly Line[] {
  const row = (label: string, text: string): Line[] =>
    besideTerm(paintText("dim", label), text, { term: LABEL_COLUMN, width });
  const skipped = board.skipped === 0 ? "" : `, ${board.skipped} skipped`;
  return [
    ...row("tasks", `${board.tasks}: ${countsText(board.counts)}${skipped}`),
    ...sectionLines(board),
    ...row("next", nextText(board)),
    ...row("", board.next.why),
    ...disputeLines(board, width),
  ];
}

function countsText(counts: StatusCounts): string {
  return Object.entries(counts)
    .map(([status, count]) => `${marker(status)} ${count}`)
    .join("  ");
}

function nextText({ next: { does, id, title } }: BoardOverview): string {
  return id === null ? does : `${does} ${id} ${title}`;
}

function sectionLines({ sections }: BoardOverview): readonly Line[] {
  const shown = sections.slice(0, SECTIONS_SHOWN_MAX);
  const nameOf = (name: string | null): string => cutText(name ?? "(no section)", NAME_MOST);
  const column = columnFor(
    shown.map(({ name }) => nameOf(name)),
    NAME_MOST,
  );
  const lines = shown.map(({ name, skipped, tasks, counts }): Line => {
    const disputed = counts.disputed === 0 ? "" : `, ${counts.disputed} disputed`;
    const done = `${counts.completed}/${tasks} done${disputed}`;
    return [`  ${padText(nameOf(name), column)}`, done, paintText("dim", skipped ? "  skipped" : "")];
  });
  const more = sections.length - shown.length;
  return more > 0 ? [...lines, [paintText("dim", `  and ${formatCount(more, "section")} more`)]] : lines;
}

function disputeLines(
  { disputes: { open, stale, timeoutDays, list } }: BoardOverview,
  width: number,
): readonly Line[] {
  if (open === 0) return besideTerm(paintText("dim", "disputes"), "none open", { term: LABEL_COLUMN, width });
  const old = stale === 0 ? "" : `, ${stale} of them for more than ${formatCount(timeoutDays, "day")}`;
  const shown = list.slice(0, DISPUTES_SHOWN_MAX);
  const more = list.length - shown.length;
  return [
    ...besideTerm(paintText("dim", "disputes"), `${open} open${old}`, { term: LABEL_COLUMN, width }),
    ...shown.map(({ id, taskTitle, reason, daysOpen, stale: isStale }): Line => {
      const age = formatCount(daysOpen, "day");
      const room = Math.max(20, width - id.length - reason.length - age.length - 8);
      return [
        "  ",
        paintText("bold", id),
        ` ${cutText(taskTitle, room)}  ${reason}  `,
        isStale ? paintText("yellow", age) : age,
      ];
    }),
    ...(more > 0 ? [[paintText("dim", `  and ${more} more: parley dispute list --status open`)]] : []),
  ];
}
