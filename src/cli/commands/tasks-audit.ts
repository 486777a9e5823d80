import { statusMarker as marker } from "../../app/board/status-marker.ts";
import { type AuditRow, auditOf } from "../../app/board/task-audit.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { beside, type Line, painted } from "../text.ts";

const INDENT_COLUMN = 4;

export async function run({ surroundings, arguments: given, quiet }: Request): Promise<Answer | Failure> {
  const rows = await auditOf(surroundings, given[0]);
  if (isFailure(rows)) return rows;
  return {
    data: rows,
    lines: (width) => {
      if (rows.length === 0) return ["Nothing has happened yet."];
      return rows.flatMap((row) => (quiet ? [headline(row)] : [headline(row), ...notesOf(row, width)]));
    },
  };
}

function headline({ taskId, fromStatus, toStatus, actor, commitSha, createdAt }: AuditRow): Line {
  const commit = commitSha === null ? "" : `  ${commitSha}`;
  const about = taskId === null ? "" : `  ${taskId}`;
  return [
    painted("dim", createdAt),
    painted("bold", about),
    `  ${moveText(fromStatus, toStatus)}`,
    `  ${actor}`,
    painted("dim", commit),
  ];
}

function moveText(from: string | null, to: string | null): string {
  if (from === to) return to === null ? "" : `${to} ${marker(to)}`;
  return [from, to].map((status) => (status === null ? "–" : `${status} ${marker(status)}`)).join(" → ");
}

function notesOf({ notes }: AuditRow, width: number): readonly Line[] {
  if (notes === null) return [];
  const lines = notes.split("\n").filter((line) => line.trim() !== "");
  return lines.flatMap((line) => beside("", line, { term: INDENT_COLUMN, width }));
}
