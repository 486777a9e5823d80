// Where a session stands, as data for people and programs; folds only the core, so that looking is quick.

import { openCount } from "../../core/refinement/counting.ts";
import type { Gap } from "../../core/refinement/gap.ts";
import { coverageRows, stateWord } from "../../core/refinement/records/status-of.ts";
import { usageTotal } from "../../core/refinement/records/usage.ts";
import { cutWords } from "../../core/refinement/session/fork.ts";
import { gapsOf, holesFound, type LiveSession } from "../../core/refinement/session/session.ts";
import { rollbackSettings } from "../../core/refinement/session/settings.ts";
import { isLimited, totalSpent, uncountedCalls, unpricedCalls } from "../../core/refinement/session/spend.ts";
import { compareSeverities } from "../../core/shared/severity.ts";
import type { GapRow } from "../wire/gap.ts";
import type { SessionView } from "../wire/session.ts";

export function sessionState(session: LiveSession): SessionView {
  const gaps = gapsOf(session);
  const { fork } = session;
  return {
    session: session.id,
    spec: session.spec.path,
    state: stateWord(session),
    round: session.work.round?.number ?? session.work.completedRounds,
    completedRounds: session.work.completedRounds,
    maxRounds: session.settings.limits.maxRounds,
    open: openCount(gaps),
    gaps: [...gaps].sort((a, b) => compareSeverities(a.severity.level, b.severity.level)).map(gapRow),
    survey: surveySummary(session),
    coverage: coverageRows(session),
    running: session.ledger.calls.map(({ key, agent }) => ({ key, agent })),
    questions: session.work.questions,
    spent: totalSpent(session.ledger.spend),
    unpricedCalls: unpricedCalls(session.ledger.spend),
    uncountedCalls: uncountedCalls(session.ledger.spend),
    costUnseen: hasUnseenCost(session),
    rollbacks: {
      used: session.ledger.rollbacks.length,
      max: rollbackSettings(session.settings).sessionMax,
      goesBackTo: session.work.rollback?.to ?? null,
    },
    output: session.ledger.published?.path ?? null,
    forkedFrom: fork === undefined ? null : { session: fork.origin, cut: cutWords(fork.cut) },
    inherited: fork === undefined ? null : usageTotal(fork.inherited),
    updatedAt: session.lastEventAt,
  };
}

export function gapRow({ id, title, severity, state }: Gap): GapRow {
  return { id, title, severity: severity.level, state: state.at };
}

export function hasUnseenCost({ settings, ledger: { spend } }: LiveSession): boolean {
  return unpricedCalls(spend) > 0 && isLimited(settings, "usd");
}

function surveySummary({ work: { survey } }: LiveSession): SessionView["survey"] {
  if (survey.at === "none" || survey.at === "due") return null;
  const found = holesFound(survey);
  return survey.at === "done"
    ? { outcome: survey.outcome, detail: survey.detail, found }
    : { outcome: null, detail: "", found };
}
