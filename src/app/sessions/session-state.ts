// Where a session stands, as data for people and programs; folds only the core, so that looking is quick.

import { openCount } from "../../core/refinement/open-count.ts";
import { coverageOf } from "../../core/refinement/records/coverage-of.ts";
import type { SessionRecord } from "../../core/refinement/records/session-record.ts";
import { gapsOf, type LiveSession } from "../../core/refinement/session/session.ts";
import { isLimited, totalSpent, uncountedCalls, unpricedCalls } from "../../core/refinement/session/spend.ts";
import { compareSeverities } from "../../core/shared/severity.ts";
import type { SessionView } from "../wire/session.ts";

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
