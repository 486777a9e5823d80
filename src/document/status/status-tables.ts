// The tables of `status.md`.

import { inventory as countByState } from "../../core/refinement/counting.ts";
import type { Gap } from "../../core/refinement/gap.ts";
import { originText, stateDetail } from "../../core/refinement/records/gap-words.ts";
import type {
  AgentChange,
  DisagreeRate,
  ExampleUse,
  HeuristicMetric,
  RoundTiming,
  Setting,
  ValidationLogRow,
  ValidationSummaryRow,
} from "../../core/refinement/records/status-document.ts";
import type { SettledEntry } from "../../core/refinement/settled-entry.ts";
import { duration, factor, number, orNone, share, text, word, words, yesNo } from "../record/formats.ts";
import { column, recordTable } from "../record/record-blocks.ts";
import { gapCounts } from "../record/round-tables.ts";

export const settings = recordTable<Setting>([
  column("Setting", text, ({ name }) => name),
  column("Value", text, ({ value }) => value),
]);

export const inventory = recordTable<Gap>([
  column("Gap", word, ({ id }) => id),
  column("Severity", word, ({ severity }) => severity.level),
  column("Set By", text, ({ severity }) => severity.setBy),
  column("State", text, ({ state }) => state.at),
  column("Entered", number, ({ roundEntered }) => roundEntered),
  column("Updated", number, ({ roundUpdated }) => roundUpdated),
  column("Blocked By", words, ({ blockedBy }) => blockedBy),
  column("Origin", text, ({ origin, alias = null }) => originText(origin, alias)),
  column("Title", text, ({ title }) => title),
  column("Detail", orNone(text), ({ state }) => stateDetail(state)),
]);

export const settled = recordTable<SettledEntry>([
  column("Gap", word, ({ id }) => id),
  column("State", text, ({ state }) => state),
  column("Title", text, ({ title }) => title),
]);

/** How many there are of each state × severity; the states in the order in which they occur. */
export function renderGapCounts(gaps: readonly Gap[]): readonly string[] {
  const counts = countByState(gaps);
  const states = [...new Set(gaps.map(({ state }) => state.at))];
  return gapCounts.write(states.map((state) => ({ state, ...counts[state] })));
}

export const validationSummary = recordTable<ValidationSummaryRow>([
  column("Round", number, ({ round }) => round),
  column("Role", text, ({ role }) => role),
  column("Outcome", text, ({ outcome }) => outcome),
  column("Attempts", number, ({ attempts }) => attempts),
  column("Final Failure Type", orNone(text), ({ finalFailure }) => finalFailure),
]);

export const validationLog = recordTable<ValidationLogRow>([
  column("Timestamp", word, ({ timestamp }) => timestamp),
  column("Round", number, ({ round }) => round),
  column("Role", text, ({ role }) => role),
  column("Attempt", number, ({ attempt }) => attempt),
  column("Validation", text, ({ validation }) => validation),
  column("Result", text, ({ result }) => result),
  column("Message", orNone(text), ({ message }) => message),
]);

export const examples = recordTable<ExampleUse>([
  column("Timestamp", word, ({ timestamp }) => timestamp),
  column("Round", number, ({ round }) => round),
  column("Role", text, ({ role }) => role),
  column("Failure Type", orNone(text), ({ failureType }) => failureType),
  column("Tier", number, ({ tier }) => tier),
  column("Source", text, ({ source }) => source),
  column("Tokens", number, ({ tokens }) => tokens),
  column("Truncated", yesNo, ({ truncated }) => truncated),
  column("Retry Succeeded", orNone(yesNo), ({ succeeded }) => succeeded),
]);

interface TierCount {
  readonly tier: number;
  readonly attached: number;
  readonly succeeded: number;
  readonly failed: number;
}

const tierCounts = recordTable<TierCount>([
  column("Tier", number, ({ tier }) => tier),
  column("Attached", number, ({ attached }) => attached),
  column("Succeeded", number, ({ succeeded }) => succeeded),
  column("Failed", number, ({ failed }) => failed),
]);

/** What the log amounts to: how often each tier was attached, and how the retries with it went. */
export function renderTierCounts(uses: readonly ExampleUse[]): readonly string[] {
  const tiers = [...new Set(uses.map(({ tier }) => tier))].sort((a, b) => a - b);
  return tierCounts.write(
    tiers.map((tier) => {
      const own = uses.filter((use) => use.tier === tier);
      const ended = (as: boolean) => own.filter(({ succeeded }) => succeeded === as).length;
      return { tier, attached: own.length, succeeded: ended(true), failed: ended(false) };
    }),
  );
}

export const heuristics = recordTable<HeuristicMetric>([
  column("Heuristic", text, ({ heuristic }) => heuristic),
  column("Flagged", number, ({ flagged }) => flagged),
  column("Confirmed", number, ({ confirmed }) => confirmed),
  column("False Positives", number, ({ falsePositives }) => falsePositives),
  column("Weight Last Used", factor, ({ weight }) => weight),
  column("Precision", share, ({ confirmed, falsePositives }) => ({
    part: confirmed,
    whole: confirmed + falsePositives,
  })),
]);

export const disagreeRates = recordTable<DisagreeRate>([
  column("Round", number, ({ round }) => round),
  column("DISAGREEs", number, ({ stated }) => stated),
  column("Of HIGH/CRITICAL", number, ({ disagreed }) => disagreed),
  column("HIGH/CRITICAL Answered", number, ({ answered }) => answered),
  column("Verdict", text, ({ verdict }) => verdict),
  column("Rate", share, ({ disagreed, answered }) => ({ part: disagreed, whole: answered })),
]);

export const agentChanges = recordTable<AgentChange>([
  column("Timestamp", word, ({ timestamp }) => timestamp),
  column("Round", number, ({ round }) => round),
  column("Role", text, ({ role }) => role),
  column("Agent", text, ({ agent }) => agent),
  column("Instead Of", orNone(text), ({ insteadOf }) => insteadOf),
  column("Because", orNone(text), ({ because }) => because),
]);

export const timing = recordTable<RoundTiming>([
  column("Round", number, ({ round }) => round),
  column("Started", word, ({ started }) => started),
  column("Finished", orNone(word), ({ finished }) => finished),
  column("Active", duration, ({ activeSeconds }) => activeSeconds),
  column("Waiting", duration, ({ waitingSeconds }) => waitingSeconds),
  column("Total", duration, ({ activeSeconds, waitingSeconds }) => activeSeconds + waitingSeconds),
]);
