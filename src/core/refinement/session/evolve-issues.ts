// How events change the issues, and what is told of them.
import type { GapId } from "../../shared/gap-id.ts";
import type { IssueId } from "../../shared/issue-id.ts";
import { relink } from "../gap-split.ts";
import { changeRound } from "../records/round-log.ts";
import type { IssueEntry, SessionWork } from "./session.ts";
import type { RestatedRemark, SessionEventOf } from "./session-event.ts";

type Issues = SessionWork["issues"];

export function raiseIssue(work: SessionWork, data: SessionEventOf<"IssueRaised">["data"]): SessionWork {
  const { issue, alias, title, location, impact, suggestion } = data;
  const { id, severity, gaps, round, state } = issue;
  const entry = { issue, aliases: alias === null ? [] : [alias], title, location, impact, suggestion };
  const row = { issue: id, severity, gaps, title, state: state.at };
  return changeRound({ ...work, issues: { ...work.issues, [id]: entry } }, round, (log) => ({
    ...log,
    issues: [...log.issues, row],
  }));
}

export function raiseIssueAgain(
  work: SessionWork,
  { issue: id, alias, severity, round }: SessionEventOf<"IssueRaisedAgain">["data"],
): SessionWork {
  const entry = entryOf(work.issues, id);
  const known = alias === null || entry.aliases.includes(alias);
  const aliases = known ? entry.aliases : [...entry.aliases, alias];
  const issue = { ...entry.issue, severity };
  const { gaps, state } = issue;
  const row = { issue: id, severity, gaps, title: entry.title, state: `${state.at}, raised again` };
  return changeRound(
    { ...work, issues: { ...work.issues, [id]: { ...entry, aliases, issue } } },
    round,
    (log) => ({
      ...log,
      issues: [...log.issues, row],
    }),
  );
}

/** A round's summary tells how its issues stood at its end; what later rounds make of them is theirs. */
export function moveIssue(
  work: SessionWork,
  { issue: id, state, round }: SessionEventOf<"IssueMoved">["data"],
): SessionWork {
  const entry = entryOf(work.issues, id);
  const moved = { ...entry, issue: { ...entry.issue, state } };
  return changeRound({ ...work, issues: { ...work.issues, [id]: moved } }, round, (log) => ({
    ...log,
    issues: log.issues.map((row) => (row.issue === id ? { ...row, state: state.at } : row)),
  }));
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
