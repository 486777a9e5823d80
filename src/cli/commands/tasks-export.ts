import { exportChecklist } from "../../app/board/export-checklist.ts";
import { statusMarker as marker } from "../../app/board/status-marker.ts";
import type { ExportedChecklist } from "../../app/board/write-out-checklist.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { counted } from "../counted.ts";
import { type Line, painted } from "../text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, arguments: given, options, quiet } = request;
  const dryRun = options.has("--dry-run");
  const exported = await exportChecklist(surroundings, { file: given[0] ?? "", dryRun });
  if (isFailure(exported)) return exported;
  const { checklist, notices } = exported;
  for (const notice of notices) request.report(notice);
  const { text } = checklist;
  if (text === null) return { data: checklist, lines: () => (quiet ? [] : summary(checklist)) };
  if (!request.json) for (const line of summary(checklist)) request.report(line);
  return { data: checklist, lines: () => text.replace(/\r?\n$/, "").split(/\r?\n/) };
}

function summary(exported: ExportedChecklist): readonly Line[] {
  const { file, dryRun, overwritten, notes } = exported;
  const over = dryRun ? "would be written over" : "written over";
  return [
    [painted("bold", file), ` ${outcome(exported)}`],
    ...(overwritten.length === 0
      ? []
      : [[painted("yellow", `${over}, though changed by hand: ${counted(overwritten.length, "marker")}`)]]),
    ...overwritten.map(({ line, there, board, task }): Line => {
      return [painted("dim", `${file}:${line} `), `${marker(there)} → ${marker(board)} ${task}`];
    }),
    ...(notes.length === 0 ? [] : [[painted("dim", `${counted(notes.length, "line")} left alone:`)]]),
    ...notes.map(({ line, message }): Line => [painted("dim", `${file}:${line} `), message]),
  ];
}

function outcome({ dryRun, differs, level, changed, added, linked, removed }: ExportedChecklist): string {
  const gone = removed.length === 0 ? "" : `, ${removed.length} removed`;
  const named = linked.length === 0 ? "" : `, ${linked.length} linked by a comment`;
  if (differs) return `${changed.length} changed, ${added.length} added${gone}${named}`;
  const stays = dryRun ? "would stay as it is" : "stays as it is";
  if (!level) return `${stays}, and is not as the board is`;
  return dryRun ? stays : "is level already";
}
