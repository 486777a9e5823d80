import type { GapId } from "../../shared/gap-id.ts";
import type { IssueEntry, SessionWork } from "./session.ts";

/**
 * The issue that a document means, by its id or by what any review called it; where several have the name, the newest
 * that is open. `gaps`: those that the document is about.
 */
export function issueNamed(
  { issues }: Pick<SessionWork, "issues">,
  written: string,
  gaps: readonly GapId[],
): IssueEntry | null {
  const meant = Object.values(issues).filter(
    ({ issue, aliases }) =>
      (issue.id === written || aliases.includes(written)) && issue.gaps.some((gap) => gaps.includes(gap)),
  );
  return meant.findLast(({ issue }) => issue.state.at === "OPEN") ?? meant.at(-1) ?? null;
}
