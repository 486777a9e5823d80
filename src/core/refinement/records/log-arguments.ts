// How disagreement gets into the log of its round.
import type { IssueId } from "../../shared/issue-id.ts";
import type { Conflict } from "../conflicts/conflict.ts";
import { groundWords, type ReviewerAnswer, type StatedDisagreement } from "../conflicts/disagreement.ts";
import type { Escalation, Flag, FlagOutcome, Weights } from "../conflicts/flag.ts";
import type { Issue } from "../issue.ts";
import type { ArguedSubject, RoundArguments } from "./round-arguments.ts";
import { changeRound, type Logs, lastRound, type RoundLog } from "./round-log.ts";

/** As much of a session as is needed to tell what is argued about. */
interface ArguedWork extends Logs {
  readonly issues: Readonly<Record<IssueId, { readonly issue: Issue; readonly title: string }>>;
}

function subjectOf({ issues }: ArguedWork, id: IssueId): ArguedSubject {
  const entry = issues[id];
  return {
    issue: id,
    severity: entry?.issue.severity ?? null,
    gaps: entry?.issue.gaps ?? [],
    title: entry?.title ?? "",
  };
}

function changeArguments<Work extends ArguedWork>(
  work: Work,
  round: number,
  change: (argued: RoundArguments) => Partial<RoundArguments>,
): Work {
  return changeRound(
    work,
    round,
    (log): RoundLog => ({ ...log, argued: { ...log.argued, ...change(log.argued) } }),
  );
}

export function logDisagreement<Work extends ArguedWork>(work: Work, stated: StatedDisagreement): Work {
  const { issue, position, restsOn, round } = stated;
  const row = { ...subjectOf(work, issue), position, restsOn: groundWords(restsOn), answer: null };
  return changeArguments(work, round, (argued) => ({
    stated: [...argued.stated.filter((one) => one.issue !== issue), row],
  }));
}

export function logDisagreementAnswer<Work extends ArguedWork>(
  work: Work,
  about: { readonly issue: IssueId; readonly round: number; readonly answer: string },
): Work {
  return changeArguments(work, about.round, ({ stated }) => ({
    stated: stated.map((one) => (one.issue === about.issue ? { ...one, answer: about.answer } : one)),
  }));
}

export function logRate<Work extends ArguedWork>(
  work: Work,
  rate: NonNullable<RoundArguments["rate"]>,
): Work {
  return changeArguments(work, rate.count.round, () => ({ rate }));
}

export function logConflict<Work extends ArguedWork>(work: Work, { id, round, source }: Conflict): Work {
  const answered =
    source.type === "EXPLICIT"
      ? logDisagreementAnswer(work, {
          issue: id,
          round: source.disagreement.round,
          answer: answerWord(source.reviewer),
        })
      : work;
  const row = { ...subjectOf(work, id), type: source.type, fate: null, late: false };
  return changeArguments(answered, round, ({ conflicts }) => ({
    conflicts: conflicts.some(({ issue }) => issue === id)
      ? // Argued about in other words, it is the conflict it was.
        conflicts.map((one) => (one.issue === id ? { ...one, type: source.type, fate: null } : one))
      : [...conflicts, row],
  }));
}

function answerWord(reviewer: ReviewerAnswer): string {
  switch (reviewer.said) {
    case "withdraws":
      return sayWhy("WITHDRAW", reviewer.why);
    case "stands":
      return sayWhy("STAND", reviewer.why);
    case "raised-again":
      return "raised again";
    case "nothing":
      return "no answer";
    case "no-review":
      return "no review";
  }
}

function sayWhy(word: string, why: string): string {
  return why === "" ? word : `${word}: ${why}`;
}

/** Found by the conflict itself: it may have opened in any round. */
export function logConflictFate<Work extends ArguedWork>(
  work: Work,
  about: { readonly conflict: Conflict | undefined; readonly fate: string },
): Work {
  const { conflict, fate } = about;
  if (conflict === undefined) return work;
  const late = lastRound(work) > conflict.round;
  return changeArguments(work, conflict.round, ({ conflicts }) => ({
    conflicts: conflicts.map((one) => (one.issue === conflict.id ? { ...one, fate, late } : one)),
  }));
}

/** One that comes back after its round has the row it had; what that round's summary told of it stays. */
export function logFlag<Work extends ArguedWork>(
  work: Work,
  raised: { readonly flag: Flag; readonly escalation: Escalation; readonly weights?: Weights },
): Work {
  const { issue, round } = raised.flag;
  const { gaps } = subjectOf(work, issue);
  const row = { ...raised, gaps, outcome: null, atEnd: null };
  const late = lastRound(work) > round;
  // One that is put to the user again was weighed when it was found.
  const again = ({ weights }: RoundArguments["flags"][number]) =>
    weights === undefined ? row : { weights, ...row };
  return changeArguments(work, round, ({ flags }) => ({
    flags: flags.some(({ flag }) => flag.issue === issue)
      ? flags.map((one) => (one.flag.issue !== issue ? one : late ? { ...one, outcome: null } : again(one)))
      : [...flags, row],
  }));
}

export function logFlagOutcome<Work extends ArguedWork>(
  work: Work,
  about: { readonly issue: IssueId; readonly round: number; readonly outcome: FlagOutcome },
): Work {
  const { issue, round, outcome } = about;
  const change = lastRound(work) > round ? { outcome } : { outcome, atEnd: outcome };
  return changeArguments(work, round, ({ flags }) => ({
    flags: flags.map((one) => (one.flag.issue === issue ? { ...one, ...change } : one)),
  }));
}
