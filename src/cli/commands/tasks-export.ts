import { type ExportedChecklist, exportChecklist } from "../../app/board/export-checklist.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { counted } from "../counted.ts";
import { type Line, painted } from "../text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, arguments: given, options, quiet } = request;
  const dryRun = options.has("--dry-run");
  const exported = await exportChecklist(surroundings, { file: given[0] ?? "", dryRun });
  if (isFailure(exported)) return exported;
  const { text } = exported;
  if (text === null) return { data: exported, lines: () => (quiet ? [] : summary(exported)) };
  if (!request.json) for (const line of summary(exported)) request.report(line);
  return { data: exported, lines: () => text.replace(/\r?\n$/, "").split(/\r?\n/) };
}

function summary({
  file,
  dryRun,
  differs,
  changed,
  added,
  moved,
  notes,
}: ExportedChecklist): readonly Line[] {
  const counts = `${changed.length} changed, ${added.length} added, ${moved.length} moved`;
  const said = differs ? counts : dryRun ? "would stay as it is" : "is level already";
  return [
    [painted("bold", file), ` ${said}`],
    ...(notes.length === 0 ? [] : [[painted("dim", `${counted(notes.length, "line")} left alone:`)]]),
    ...notes.map(({ line, message }): Line => [painted("dim", `${file}:${line} `), message]),
  ];
}
