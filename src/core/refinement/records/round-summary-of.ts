import type { RoundSummaryDocument } from "../../documents/summary-document.ts";
import type { LiveSession } from "../session/session.ts";
import { shownQuestion } from "./recorded-question.ts";
import type { RoundLog } from "./round-log.ts";
import { roleOutcomes } from "./status-of.ts";
import { turnTitle } from "./turn-log.ts";
import { roundUsage } from "./usage-lines.ts";
import { warningText } from "./validation-of.ts";

/** What `round_NNN/summary.md` says. Asking for a round that is not completed is a bug. */
export function roundSummary({ id, work, ledger }: LiveSession, round: number): RoundSummaryDocument {
  const log = work.past.find((past) => past.round === round);
  if (log === undefined || log.completed === null) throw new RangeError(`round ${round} is not completed`);
  return {
    session: id,
    round,
    completed: log.completed,
    outcomes: roleOutcomes(log),
    transitions: log.transitions,
    issues: log.issues,
    newGaps: log.newGaps,
    flags: [],
    questions: log.questions ?? work.questions.map(shownQuestion),
    decisions: log.decisions,
    warnings: warningsOf(log),
    convergence: log.convergence === null ? [] : [log.convergence],
    usage: roundUsage(ledger.usage, round),
  };
}

/** Of the documents that passed; what else was wrong with the others does not matter any more. */
function warningsOf({ turns }: RoundLog): readonly string[] {
  return turns.flatMap((turn) =>
    turn.attempts.flatMap(({ judged }) =>
      judged === null || judged.failure !== null
        ? []
        : judged.warnings.map((warning) => `${turnTitle(turn)}: ${warningText(warning)}`),
    ),
  );
}
