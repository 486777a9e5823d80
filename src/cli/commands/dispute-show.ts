import { showDispute } from "../../app/board/disputes-look.ts";
import type { DisputeView, WholeDispute } from "../../app/board/disputes-view.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { counted } from "../counted.ts";
import { beside, type Line, painted } from "../text.ts";

const LABEL_COLUMN = 12;

export async function run(request: Request): Promise<Answer | Failure> {
  const dispute = await showDispute(request.surroundings, request.arguments[0] ?? "");
  if (isFailure(dispute)) return dispute;
  return {
    data: dispute,
    lines: (width) => (request.quiet ? [headline(dispute)] : disputeLines(dispute, width)),
  };
}

function headline({ id, status, reason, weight }: DisputeView): Line {
  return [painted("bold", id), `  ${status}  ${reason}${weight === "minor" ? ", minor" : ""}`];
}

function disputeLines(dispute: WholeDispute, width: number): Line[] {
  const row = (label: string, text: string | null): Line[] => {
    if (text === null || text.trim() === "") return [];
    const [first = "", ...rest] = text.trim().split("\n");
    return [
      ...beside(painted("dim", label), first, { term: LABEL_COLUMN, width }),
      ...rest.flatMap((line) => beside("", line, { term: LABEL_COLUMN, width })),
    ];
  };
  const { id, status, createdBy, createdAt, raisedBy, files, detail, notes } = dispute;
  return [
    headline(dispute),
    ...row("task", taskWords(dispute)),
    ...row("raised by", `${raisedBy} (${createdBy})`),
    ...row("created", createdAt),
    ...row("files", files.length === 0 ? "none known" : files.join(", ")),
    ...row("detail", detail === notes ? null : detail),
    ...row("coder", positionWords(dispute.coderPosition, dispute.coderModel)),
    ...row("reviewer", positionWords(dispute.reviewerPosition, dispute.reviewerModel)),
    ...row(status === "resolved" ? "resolution" : "status", stateWords(dispute)),
    ...row("notes", notes),
    ...(status === "open"
      ? [[painted("dim", "decide: "), `parley dispute resolve ${id} --decision coder|reviewer|custom`]]
      : []),
  ];
}

function taskWords({ taskId, taskTitle, taskStatus }: WholeDispute): string {
  return `${taskId} "${taskTitle}", ${taskStatus ?? "removed since"}`;
}

function positionWords(position: string | null, model: string | null): string {
  if (position === null) return "not given";
  return model === null ? position : `(${model}) ${position}`;
}

function stateWords({ status, daysOpen, resolution, resolvedBy, resolvedAt }: WholeDispute): string {
  if (status === "open") return `awaiting human decision for ${counted(daysOpen ?? 0, "day")}`;
  return `${(resolution ?? status).toUpperCase()} (${resolvedAt}, ${resolvedBy})`;
}
