// Where a session stands, as data for people and programs; folds only the core, so that looking is quick.
import type { CoverageRow } from "../../core/documents/round-record.ts";
import { openCount } from "../../core/refinement/open-count.ts";
import type { Question } from "../../core/refinement/questions/question.ts";
import { coverageOf } from "../../core/refinement/records/coverage-of.ts";
import type { RecordedSurvey, SessionRecord } from "../../core/refinement/records/session-record.ts";
import { gapsOf, type LiveSession } from "../../core/refinement/session/session.ts";
import {
  isLimited,
  type Spent,
  totalSpent,
  uncountedCalls,
  unpricedCalls,
} from "../../core/refinement/session/spend.ts";
import { compareSeverities, type Severity } from "../../core/shared/severity.ts";

export interface SessionView {
  readonly session: string;
  readonly spec: string;
  /** The convergence state, PAUSED, or how it ended. */
  readonly state: string;
  readonly round: number;
  readonly completedRounds: number;
  readonly maxRounds: number;
  readonly open: number;
  readonly gaps: readonly {
    readonly id: string;
    readonly title: string;
    readonly severity: Severity;
    readonly state: string;
  }[];
  /** What became of the survey; `null` where there is none. */
  readonly survey: RecordedSurvey | null;
  /** What was found where and by whom, and what became of it; without a survey there is nothing to compare. */
  readonly coverage: readonly CoverageRow[];
  readonly running: readonly { readonly key: string; readonly agent: string }[];
  readonly questions: readonly Question[];
  readonly spent: Spent;
  /** Of so many calls nobody knows what they cost; `spent.usd` is what is known. */
  readonly unpricedCalls: number;
  /** Of so many calls nobody knows how many tokens they used. */
  readonly uncountedCalls: number;
  /** A limit in dollars is set, and those calls count nothing towards it. */
  readonly costUnseen: boolean;
  /** The finished spec, from the project's root. */
  readonly output: string | null;
  readonly updatedAt: string;
}

export function sessionState(session: LiveSession, record: SessionRecord): SessionView {
  const gaps = gapsOf(session);
  return {
    session: session.id,
    spec: session.spec.path,
    state: record.ended?.type ?? (session.at === "paused" ? "PAUSED" : session.work.convergence.at),
    round: session.work.round?.number ?? session.work.completedRounds,
    completedRounds: session.work.completedRounds,
    maxRounds: session.settings.limits.maxRounds,
    open: openCount(gaps),
    gaps: [...gaps]
      .sort((a, b) => compareSeverities(a.severity.level, b.severity.level))
      .map(({ id, title, severity, state }) => ({ id, title, severity: severity.level, state: state.at })),
    survey: record.survey,
    coverage: record.survey === null ? [] : coverageOf(gaps),
    running: session.ledger.calls.map(({ key, agent }) => ({ key, agent })),
    questions: session.work.questions,
    spent: totalSpent(session.ledger.spend),
    unpricedCalls: unpricedCalls(session.ledger.spend),
    uncountedCalls: uncountedCalls(session.ledger.spend),
    costUnseen: costUnseen(session),
    output: session.ledger.published?.path ?? null,
    updatedAt: session.lastEventAt,
  };
}

export function costUnseen({ settings, ledger: { spend } }: LiveSession): boolean {
  return unpricedCalls(spend) > 0 && isLimited(settings, "usd");
}
