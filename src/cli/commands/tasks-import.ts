import { importChecklist } from "../../app/board/import-checklist.ts";
import { statusMarker as marker } from "../../app/board/status-marker.ts";
import type { ImportedChecklist } from "../../app/board/take-in-checklist.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { counted } from "../counted.ts";
import { type Line, painted, wrapped } from "../text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, arguments: given, options, quiet } = request;
  const [dryRun, update] = [options.has("--dry-run"), options.has("--update")];
  const imported = await importChecklist(surroundings, { file: given[0] ?? "", update, dryRun });
  if (isFailure(imported)) return imported;
  const { checklist, notices } = imported;
  for (const notice of notices) request.report(notice);
  return {
    data: checklist,
    lines: (width) => (quiet ? checklist.added.flatMap(({ id }) => id ?? []) : importLines(checklist, width)),
  };
}

function importLines(imported: ImportedChecklist, width: number): readonly Line[] {
  const { file, dryRun, sections, added, known, updated, unread } = imported;
  const verb = dryRun ? "would be added" : "added";
  const taken = updated.length === 0 ? "" : `, ${updated.length} ${dryRun ? "would be " : ""}updated`;
  const summary = `${counted(added.length, "task")} ${verb}, ${counted(sections.length, "section")} new, ${known} known already${taken}`;
  const at = (line: number, said: string): Line => [painted("dim", `${file}:${line} `), said];
  return [
    ...wrapped(summary, width),
    ...knownLines(imported).map(({ line, said }) => at(line, said)),
    ...(unread.length === 0
      ? []
      : [[painted("yellow", `not understood: ${counted(unread.length, "line")}`)]]),
    ...unread.map(({ line, message }) => at(line, message)),
  ];
}

interface Said {
  readonly line: number;
  readonly said: string;
}

/** What is to be told of lines that were tasks already, or were once. */
function knownLines(imported: ImportedChecklist): readonly Said[] {
  const { updated, refused, differing, retitled, removed } = imported;
  return [
    ...updated.map(({ line, task, status, title }) => {
      const moved = status === null ? [] : [`${marker(status.from)} → ${marker(status.to)}`];
      const renamed = title === null ? [] : [`"${title.from}" → "${title.to}"`];
      return { line, said: [task, ...moved, ...renamed].join(" ") };
    }),
    ...refused.map(({ line, there, reason }) => {
      return { line, said: `${marker(there)} was not taken: ${reason}` };
    }),
    ...differing.map(({ line, task, there, board, byHand }) => {
      const [ours, theirs] = [marker(board), marker(there)];
      const said = `${task} is ${ours} on the board, ${theirs} there: the board's stands`;
      return { line, said: byHand ? `${said}; --update takes the file's` : `${said}, and export writes it` };
    }),
    ...retitled.map(({ line, task, board }) => {
      const said = `${task} is called "${board}" on the board: the board's stands; --update takes the file's`;
      return { line, said };
    }),
    ...removed.map(({ line, task, title }) => {
      const said = `"${title}" (${task}) was removed from the board and is not added again: \`parley tasks add\` does`;
      return { line, said };
    }),
  ].sort((a, b) => a.line - b.line);
}
