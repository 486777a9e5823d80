// What `status.md` and a round's `summary.md` tell of disagreement.
import { CONFLICT_TYPE_WORDS } from "../../documents/decisions-document.ts";
import type { ArgumentRows } from "../../documents/round-record.ts";
import { confirmsFlag, type EvidenceLine, FULL_WEIGHTS, HEURISTICS } from "../conflicts/flag.ts";
import { RATE_LIMITS } from "../conflicts/rate-limits.ts";
import type { RoundLog } from "./round-log.ts";
import type { DisagreeRate, HeuristicMetric } from "./status-document.ts";

/** `atEnd`: only what was known when the round was over, since its summary is written then. */
export function argumentRows({ argued }: RoundLog, { atEnd }: { readonly atEnd: boolean }): ArgumentRows {
  return {
    disagreements: argued.stated,
    flags: argued.flags.map(({ flag, gaps, escalation, ...became }) => ({
      issue: flag.issue,
      gaps,
      heuristics: flag.heuristics.join(", "),
      confidence: flag.confidence,
      evidence: flag.evidence.map((line) => evidenceText(flag.file, line)).join("; "),
      escalation: ESCALATION_WORDS[escalation],
      answer: atEnd ? became.atEnd : became.outcome,
    })),
    conflicts: argued.conflicts.map(({ type, fate, late, ...subject }) => ({
      ...subject,
      type: CONFLICT_TYPE_WORDS[type],
      fate: atEnd && late ? null : fate,
    })),
  };
}

const ESCALATION_WORDS = { log: "only logged", ask: "asked", block: "holds the round" } as const;

function evidenceText(file: string, { line, text }: EvidenceLine): string {
  return `${file}:${line} ${text}`;
}

/** Of the flags of this session; the weights are the project's, as the command had them that raised the last flag. */
export function heuristicMetrics(rounds: readonly RoundLog[]): readonly HeuristicMetric[] {
  const flags = rounds.flatMap(({ argued }) => argued.flags);
  if (flags.length === 0) return [];
  const weights = flags.at(-1)?.weights ?? FULL_WEIGHTS;
  return HEURISTICS.map((heuristic) => {
    const own = flags.filter(({ flag }) => flag.heuristics.includes(heuristic));
    const judged = own.map(({ outcome }) => (outcome === null ? null : confirmsFlag(outcome)));
    return {
      heuristic,
      flagged: own.length,
      confirmed: judged.filter((right) => right === true).length,
      falsePositives: judged.filter((right) => right === false).length,
      weight: weights[heuristic],
    };
  });
}

export function disagreeRates(log: RoundLog): readonly DisagreeRate[] {
  const { round, disagreements, argued } = log;
  if (argued.rate === null)
    return disagreements === 0
      ? []
      : [{ round, stated: disagreements, disagreed: 0, answered: 0, verdict: "NOT_EVALUATED" }];
  const { count, passed } = argued.rate;
  // Every limit is looked at; all that are passed are named, the gravest first.
  const verdict = RATE_LIMITS.filter((limit) => passed.includes(limit)).join(", ") || "ALLOW";
  return [{ round, stated: count.stated, disagreed: count.grave, answered: count.answered, verdict }];
}
