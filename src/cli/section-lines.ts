import type { ChangedSection } from "../app/board/change-section.ts";
import type { SectionRow } from "../app/board/list-tasks.ts";
import { type Failure, isFailure } from "../app/failure.ts";
import type { Answer, Request } from "./command.ts";
import { type Line, painted } from "./text.ts";

function sectionLine({ id, name, skipped }: SectionRow): Line {
  return [painted("bold", id), ` ${name}`, painted("dim", skipped ? "  skipped" : "")];
}

/** Of a command that changes one section; `did` where it is not there any more. */
export function sectionAnswer(
  { quiet, report }: Request,
  changed: ChangedSection | Failure,
  did = "",
): Answer | Failure {
  if (isFailure(changed)) return changed;
  const { section, notices } = changed;
  for (const notice of notices) report([painted("yellow", notice)]);
  return {
    data: section,
    lines: () => (quiet ? [section.id] : [[...piecesOf(sectionLine(section)), painted("dim", did)]]),
  };
}

function piecesOf(line: Line) {
  return typeof line === "string" ? [line] : line;
}
