// The tables that `status.md` and the summaries have in common.
import type {
  ConvergenceRow,
  CoverageRow,
  DisagreementFlag,
  GapTransition,
  RoleOutcome,
  UsageLine,
} from "../../core/documents/round-record.ts";
import type { GapCount } from "../../core/documents/summary-document.ts";
import { decimal, duration, gapId, issueId, orNone, signed, text, wholeNumber } from "./codec.ts";
import { recordTable } from "./table.ts";

export const roleOutcomes = recordTable<RoleOutcome>({
  role: { title: "Role", of: text },
  outcome: { title: "Outcome", of: text },
  detail: { title: "Detail", of: orNone(text) },
});

export const gapTransitions = recordTable<GapTransition>({
  gap: { title: "Gap", of: gapId },
  from: { title: "From", of: text },
  to: { title: "To", of: text },
  actor: { title: "Actor", of: text },
  reason: { title: "Reason", of: orNone(text) },
});

export const disagreementFlags = recordTable<DisagreementFlag>({
  issue: { title: "Issue", of: issueId },
  gap: { title: "Gap", of: gapId },
  heuristics: { title: "Heuristics", of: text },
  confidence: { title: "Confidence", of: text },
  evidence: { title: "Evidence", of: text },
  answer: { title: "Answer", of: orNone(text) },
});

export const convergenceRows = recordTable<ConvergenceRow>({
  round: { title: "Round", of: wholeNumber },
  gapsStart: { title: "Gaps Start", of: decimal },
  resolved: { title: "Resolved", of: wholeNumber },
  created: { title: "New", of: wholeNumber },
  gapsEnd: { title: "Gaps End", of: decimal },
  net: { title: "Net", of: signed },
  weightedNet: { title: "Weighted Net", of: signed },
  state: { title: "State", of: text },
  note: { title: "Note", of: orNone(text) },
});

export const coverageRows = recordTable<CoverageRow>({
  section: { title: "Section", of: text },
  foundBy: { title: "Found By", of: text },
  found: { title: "Found", of: wholeNumber },
  closed: { title: "Closed", of: wholeNumber },
  left: { title: "Left", of: wholeNumber },
});

export const usageLines = recordTable<UsageLine>({
  round: { title: "Round", of: orNone(wholeNumber) },
  role: { title: "Role", of: text },
  agent: { title: "Agent", of: orNone(text) },
  calls: { title: "Calls", of: wholeNumber },
  inputTokens: { title: "Tokens In", of: orNone(wholeNumber) },
  cachedInputTokens: { title: "Cached", of: orNone(wholeNumber) },
  outputTokens: { title: "Tokens Out", of: orNone(wholeNumber) },
  cost: { title: "Cost", of: text },
  activeSeconds: { title: "Active", of: duration },
});

export const gapCounts = recordTable<GapCount>(
  {
    state: { title: "State", of: text },
    critical: { title: "CRITICAL", of: wholeNumber },
    high: { title: "HIGH", of: wholeNumber },
    medium: { title: "MEDIUM", of: wholeNumber },
    low: { title: "LOW", of: wholeNumber },
  },
  [{ title: "Total", show: ({ critical, high, medium, low }) => String(critical + high + medium + low) }],
);
