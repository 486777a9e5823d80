// How events change the issues, and what is told of them.
import type { DecisionId } from "../../shared/decision-id.ts";
import type { GapId } from "../../shared/gap-id.ts";
import type { ConflictId, IssueId } from "../../shared/issue-id.ts";
import type { Conflict, ConflictState } from "../conflicts/conflict.ts";
import { withCount } from "../conflicts/rate-limits.ts";
import { relink } from "../gap-split.ts";
import {
  logConflict,
  logConflictFate,
  logDisagreement,
  logDisagreementAnswer,
  logFlag,
  logFlagOutcome,
  logRate,
} from "../records/log-arguments.ts";
import { changeRound } from "../records/round-log.ts";
import type { Drafting, IssueEntry, SessionWork } from "./session.ts";
import type { RestatedRemark, SessionEventOf } from "./session-event.ts";

type Issues = SessionWork["issues"];

export function raiseIssue(work: SessionWork, data: SessionEventOf<"IssueRaised">["data"]): SessionWork {
  const { issue, alias, title, location, impact, suggestion, text, document, line } = data;
  const { id, severity, gaps, round, state } = issue;
  const entry = {
    issue,
    aliases: alias === null ? [] : [alias],
    title,
    location,
    impact,
    suggestion,
    ...(text === undefined ? {} : { text }),
    source: { document, line },
  };
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

/** What the user says it weighs stands in the record of the round that raised it, too. */
export function rateIssue(
  work: SessionWork,
  { issue: id, severity }: SessionEventOf<"IssueRated">["data"],
): SessionWork {
  const entry = entryOf(work.issues, id);
  const rated = { ...entry, issue: { ...entry.issue, severity }, ratedByUser: true as const };
  return { ...work, issues: { ...work.issues, [id]: rated } };
}

export function answerIssues(
  work: SessionWork,
  { round, answers, justification, document }: SessionEventOf<"IssuesAnswered">["data"],
): SessionWork {
  const given = answers.map((answer) => [answer.issue, { ...answer, round, document }] as const);
  return { ...work, answers: { ...work.answers, ...Object.fromEntries(given) }, justification };
}

export function settleDisagreement(
  work: SessionWork,
  { issue, outcome, why }: SessionEventOf<"DisagreementSettled">["data"],
): SessionWork {
  const { [issue]: stated, ...others } = work.disagreements;
  const settled = { ...work, disagreements: others };
  // What becomes a conflict says so itself.
  if (stated === undefined || outcome === "conflict") return settled;
  const words = outcome === "withdrawn" ? "WITHDRAW" : "let go by the Engineer";
  const answer = why === "" ? words : `${words}: ${why}`;
  return logDisagreementAnswer(settled, { issue, round: stated.round, answer });
}

export function stateDisagreement(
  work: SessionWork,
  { round, stated }: SessionEventOf<"DisagreementStated">["data"],
): SessionWork {
  const repeated = stated !== null && work.disagreements[stated.issue]?.round === round;
  const noted = repeated
    ? work
    : changeRound(work, round, (log) => ({ ...log, disagreements: log.disagreements + 1 }));
  if (stated === null) return noted;
  const disagreements = { ...work.disagreements, [stated.issue]: stated };
  return logDisagreement({ ...noted, disagreements }, stated);
}

export function countDisagreements(
  work: SessionWork,
  { count, passed }: SessionEventOf<"DisagreementsCounted">["data"],
): SessionWork {
  const counted = { ...work, disagreeCounts: withCount(work.disagreeCounts, count), disagreeLimits: passed };
  return logRate(counted, { count, passed });
}

export function withDraft(
  drafting: Drafting,
  { conflict, lane, by, draft }: SessionEventOf<"DraftTaken">["data"],
): Drafting {
  if (drafting.conflict !== conflict) return drafting;
  return { ...drafting, taken: [...drafting.taken, { lane, by, draft }] };
}

/** The conflict has its synthesis, or the reason why it has none. */
export function settleDraft(
  work: SessionWork,
  { conflict: id, draft, why }: SessionEventOf<"DraftSettled">["data"],
): SessionWork {
  const conflict = work.conflicts[id];
  const drafting = work.drafting.filter((one) => one.conflict !== id);
  if (conflict === undefined) return { ...work, drafting };
  const drafted: Conflict = draft === null ? { ...conflict, undrafted: why } : { ...conflict, draft };
  return { ...work, drafting, conflicts: { ...work.conflicts, [id]: drafted } };
}

export function openConflict(
  work: SessionWork,
  { conflict }: SessionEventOf<"ConflictOpened">["data"],
): SessionWork {
  return logConflict({ ...work, conflicts: { ...work.conflicts, [conflict.id]: conflict } }, conflict);
}

/** A decision that nobody was asked for says so. */
export function decidedWords({ decisions }: Pick<SessionWork, "decisions">, id: DecisionId): string {
  const entry = decisions.find((decision) => decision.id === id);
  return entry?.decidedBy === "precedent" ? `${id}, by precedent` : id;
}

export function settleConflict(work: SessionWork, id: ConflictId, state: SettledConflict): SessionWork {
  const conflict = work.conflicts[id];
  if (conflict === undefined) return work;
  const fate = state.at === "decided" ? decidedWords(work, state.decision) : `withdrawn: ${state.reason}`;
  const settled = { ...work, conflicts: { ...work.conflicts, [id]: { ...conflict, state } } };
  // What its round told of one that was settled before stays, also when a ruling on its issue is taken up again.
  return conflict.state.at === "open" ? logConflictFate(settled, { conflict, fate }) : settled;
}

type SettledConflict = Exclude<ConflictState, { readonly at: "open" }>;

export function raiseFlag(work: SessionWork, data: SessionEventOf<"FlagRaised">["data"]): SessionWork {
  const { flag, escalation, weights } = data;
  const flags = { ...work.flags, [flag.issue]: { flag, escalation, outcome: null } };
  return logFlag({ ...work, flags }, { flag, escalation, ...(weights === undefined ? {} : { weights }) });
}

export function settleFlag(work: SessionWork, data: SessionEventOf<"FlagSettled">["data"]): SessionWork {
  const { issue, outcome } = data;
  const raised = work.flags[issue];
  if (raised === undefined) return work;
  const flags = { ...work.flags, [issue]: { ...raised, outcome } };
  return logFlagOutcome({ ...work, flags }, data);
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
