// How events change the issues; the decider and the records fold them alike.
import { assertNever } from "../../shared/assert-never.ts";
import type { GapId } from "../../shared/gap-id.ts";
import type { IssueId } from "../../shared/issue-id.ts";
import { relink } from "../gap-split.ts";
import type { IssueEntry, SessionWork } from "./session.ts";
import type { RestatedRemark, SessionEventOf } from "./session-event.ts";

type Issues = SessionWork["issues"];

type IssueEvent = SessionEventOf<"IssueRaised" | "IssueRaisedAgain" | "IssueMoved">;

export function evolveIssues(issues: Issues, event: IssueEvent): Issues {
  switch (event.type) {
    case "IssueRaised": {
      const { issue, alias, title, location, impact, suggestion } = event.data;
      const aliases = alias === null ? [] : [alias];
      return { ...issues, [issue.id]: { issue, aliases, title, location, impact, suggestion } };
    }
    case "IssueRaisedAgain": {
      const { issue: id, alias, severity } = event.data;
      const entry = entryOf(issues, id);
      const known = alias === null || entry.aliases.includes(alias);
      const aliases = known ? entry.aliases : [...entry.aliases, alias];
      return { ...issues, [id]: { ...entry, aliases, issue: { ...entry.issue, severity } } };
    }
    case "IssueMoved": {
      const { issue: id, state } = event.data;
      const entry = entryOf(issues, id);
      return { ...issues, [id]: { ...entry, issue: { ...entry.issue, state } } };
    }
    default:
      return assertNever(event);
  }
}

/** What is left of a remark stands beside what was suggested. */
export function restateRemarks(issues: Issues, remarks: readonly RestatedRemark[] | undefined): Issues {
  if (remarks === undefined) return issues;
  const restated = remarks.map(({ issue, left }) => [issue, { ...entryOf(issues, issue), left }]);
  return { ...issues, ...Object.fromEntries(restated) };
}

function entryOf(issues: Issues, id: IssueId): IssueEntry {
  const entry = issues[id];
  if (entry === undefined) throw new Error(`${id} was never raised`);
  return entry;
}

/** What was said of a whole is said of its parts. */
export function issuesOfParts(issues: Issues, whole: GapId, parts: readonly GapId[]): Issues {
  const linked = Object.entries(issues).map(([id, entry]) => {
    const gaps = relink(entry.issue.gaps, whole, parts);
    return [id, gaps === entry.issue.gaps ? entry : { ...entry, issue: { ...entry.issue, gaps } }] as const;
  });
  return Object.fromEntries(linked);
}
