import { type ImportedChecklist, importChecklist } from "../../app/board/import-checklist.ts";
import { statusMarker as marker } from "../../app/board/status-marker.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { counted } from "../counted.ts";
import { type Line, painted, wrapped } from "../text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, arguments: given, options, quiet } = request;
  const dryRun = options.has("--dry-run");
  const imported = await importChecklist(surroundings, { file: given[0] ?? "", dryRun });
  if (isFailure(imported)) return imported;
  return {
    data: imported,
    lines: (width) => (quiet ? imported.added.flatMap(({ id }) => id ?? []) : importLines(imported, width)),
  };
}

function importLines(imported: ImportedChecklist, width: number): readonly Line[] {
  const { file, dryRun, sections, added, known, differing, unread } = imported;
  const verb = dryRun ? "would be added" : "added";
  const summary = `${counted(added.length, "task")} ${verb}, ${counted(sections.length, "section")} new, ${known} known already`;
  return [
    ...wrapped(summary, width),
    ...differing.map(({ line, task, there, board }): Line => {
      const said = `${task} is ${marker(board)} on the board, ${marker(there)} there: the board's stands`;
      return [painted("dim", `${file}:${line} `), said];
    }),
    ...(unread.length === 0
      ? []
      : [[painted("yellow", `not understood: ${counted(unread.length, "line")}`)]]),
    ...unread.map(({ line, message }): Line => [painted("dim", `${file}:${line} `), message]),
  ];
}
