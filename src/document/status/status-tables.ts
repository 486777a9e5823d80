// The tables and lists of `status.md`.
import type {
  AgentChange,
  DisagreeRate,
  ExampleUse,
  HeuristicMetric,
  InventoryGap,
  RetryDetail,
  RoundTiming,
  Setting,
  SettledGap,
  StatusDocument,
  ValidationLogRow,
  ValidationSummaryRow,
} from "../../core/documents/status-document.ts";
import {
  duration,
  factor,
  gapId,
  listOf,
  orNone,
  severity,
  text,
  timestamp,
  wholeNumber,
  yesNo,
} from "../record/codec.ts";
import { field, optionalTextField, recordFields, textField } from "../record/fields.ts";
import { recordTable } from "../record/table.ts";

type StatusHead = Pick<StatusDocument, "session" | "spec" | "round" | "state" | "updated">;

export const head = recordFields<StatusHead>({
  session: textField("Session"),
  spec: textField("Spec"),
  round: field("Round", wholeNumber),
  state: textField("State"),
  updated: field("Updated", timestamp),
});

export const settings = recordTable<Setting>({
  name: { title: "Setting", of: text },
  value: { title: "Value", of: text },
});

export const inventory = recordTable<InventoryGap>({
  gap: { title: "Gap", of: gapId },
  severity: { title: "Severity", of: severity },
  setBy: { title: "Set By", of: text },
  state: { title: "State", of: text },
  roundEntered: { title: "Entered", of: wholeNumber },
  roundUpdated: { title: "Updated", of: wholeNumber },
  blockedBy: { title: "Blocked By", of: listOf(gapId) },
  origin: { title: "Origin", of: text },
  title: { title: "Title", of: text },
  detail: { title: "Detail", of: orNone(text) },
});

export const settled = recordTable<SettledGap>({
  gap: { title: "Gap", of: gapId },
  state: { title: "State", of: text },
  title: { title: "Title", of: text },
});

export const validationSummary = recordTable<ValidationSummaryRow>({
  round: { title: "Round", of: wholeNumber },
  role: { title: "Role", of: text },
  outcome: { title: "Outcome", of: text },
  attempts: { title: "Attempts", of: wholeNumber },
  finalFailure: { title: "Final Failure Type", of: orNone(text) },
});

export const validationLog = recordTable<ValidationLogRow>({
  timestamp: { title: "Timestamp", of: timestamp },
  round: { title: "Round", of: wholeNumber },
  role: { title: "Role", of: text },
  attempt: { title: "Attempt", of: wholeNumber },
  validation: { title: "Validation", of: text },
  result: { title: "Result", of: text },
  message: { title: "Message", of: orNone(text) },
});

/** Role, number and time stand in the title of a retry. */
export const retryDetail = recordFields<Omit<RetryDetail, "role" | "retry" | "timestamp">>({
  round: field("Round", wholeNumber),
  failureType: textField("Failure Type"),
  promptModification: textField("Prompt Modification"),
  exampleAttached: optionalTextField("Example Attached", "said"),
  outcome: optionalTextField("Outcome", "omitted"),
});

export const examples = recordTable<ExampleUse>({
  timestamp: { title: "Timestamp", of: timestamp },
  round: { title: "Round", of: wholeNumber },
  role: { title: "Role", of: text },
  failureType: { title: "Failure Type", of: orNone(text) },
  tier: { title: "Tier", of: wholeNumber },
  source: { title: "Source", of: text },
  tokens: { title: "Tokens", of: wholeNumber },
  truncated: { title: "Truncated", of: yesNo },
  succeeded: { title: "Retry Succeeded", of: orNone(yesNo) },
});

interface TierCount {
  readonly tier: number;
  readonly attached: number;
  readonly succeeded: number;
  readonly failed: number;
}

const tierCounts = recordTable<TierCount>({
  tier: { title: "Tier", of: wholeNumber },
  attached: { title: "Attached", of: wholeNumber },
  succeeded: { title: "Succeeded", of: wholeNumber },
  failed: { title: "Failed", of: wholeNumber },
});

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

export const heuristics = recordTable<HeuristicMetric>(
  {
    heuristic: { title: "Heuristic", of: text },
    flagged: { title: "Flagged", of: wholeNumber },
    confirmed: { title: "Confirmed", of: wholeNumber },
    falsePositives: { title: "False Positives", of: wholeNumber },
    weight: { title: "Weight", of: factor },
  },
  [
    {
      title: "Precision",
      show: ({ confirmed, falsePositives }) => percentage(confirmed, confirmed + falsePositives),
    },
  ],
);

export const disagreeRates = recordTable<DisagreeRate>(
  {
    round: { title: "Round", of: wholeNumber },
    disagreed: { title: "Disagreed", of: wholeNumber },
    answered: { title: "HIGH/CRITICAL Answered", of: wholeNumber },
    verdict: { title: "Verdict", of: text },
  },
  [{ title: "Rate", show: ({ disagreed, answered }) => percentage(disagreed, answered) }],
);

function percentage(part: number, whole: number): string {
  return whole === 0 ? "-" : `${Math.round((part / whole) * 100)} %`;
}

export const agentChanges = recordTable<AgentChange>({
  timestamp: { title: "Timestamp", of: timestamp },
  round: { title: "Round", of: wholeNumber },
  role: { title: "Role", of: text },
  agent: { title: "Agent", of: text },
  insteadOf: { title: "Instead Of", of: orNone(text) },
  because: { title: "Because", of: orNone(text) },
});

export const timing = recordTable<RoundTiming>(
  {
    round: { title: "Round", of: wholeNumber },
    started: { title: "Started", of: timestamp },
    finished: { title: "Finished", of: orNone(timestamp) },
    activeSeconds: { title: "Active", of: duration },
    waitingSeconds: { title: "Waiting", of: duration },
  },
  [
    {
      title: "Total",
      show: ({ activeSeconds, waitingSeconds }) => duration.write(activeSeconds + waitingSeconds),
    },
  ],
);
