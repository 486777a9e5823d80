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
import { SEVERITIES } from "../../core/shared/severity.ts";
import { duration, number, orNone, signed, text, word } from "./formats.ts";
import { column, recordTable } from "./table.ts";

export const roleOutcomes = recordTable<RoleOutcome>([
  column("Role", text, ({ role }) => role),
  column("Outcome", text, ({ outcome }) => outcome),
  column("Detail", orNone(text), ({ detail }) => detail),
]);

export const gapTransitions = recordTable<GapTransition>([
  column("Gap", word, ({ gap }) => gap),
  column("From", text, ({ from }) => from),
  column("To", text, ({ to }) => to),
  column("Actor", text, ({ actor }) => actor),
  column("Reason", orNone(text), ({ reason }) => reason),
]);

export const disagreementFlags = recordTable<DisagreementFlag>([
  column("Issue", word, ({ issue }) => issue),
  column("Gap", word, ({ gap }) => gap),
  column("Heuristics", text, ({ heuristics }) => heuristics),
  column("Confidence", text, ({ confidence }) => confidence),
  column("Evidence", text, ({ evidence }) => evidence),
  column("Answer", orNone(text), ({ answer }) => answer),
]);

export const convergenceRows = recordTable<ConvergenceRow>([
  column("Round", number, ({ round }) => round),
  column("Gaps Start", number, ({ gapsStart }) => gapsStart),
  column("Resolved", number, ({ resolved }) => resolved),
  column("New", number, ({ created }) => created),
  column("Gaps End", number, ({ gapsEnd }) => gapsEnd),
  column("Net", signed, ({ net }) => net),
  column("Weighted Net", signed, ({ weightedNet }) => weightedNet),
  column("State", text, ({ state }) => state),
  column("Note", orNone(text), ({ note }) => note),
]);

export const coverageRows = recordTable<CoverageRow>([
  column("Section", text, ({ section }) => section),
  column("Found By", text, ({ foundBy }) => foundBy),
  column("Found", number, ({ found }) => found),
  column("Closed", number, ({ closed }) => closed),
  column("Left", number, ({ left }) => left),
]);

export const usageLines = recordTable<UsageLine>([
  column("Round", orNone(number), ({ round }) => round),
  column("Role", text, ({ role }) => role),
  column("Agent", orNone(text), ({ agent }) => agent),
  column("Calls", number, ({ calls }) => calls),
  column("Tokens In", orNone(number), ({ inputTokens }) => inputTokens),
  column("Cached", orNone(number), ({ cachedInputTokens }) => cachedInputTokens),
  column("Tokens Out", orNone(number), ({ outputTokens }) => outputTokens),
  column("Cost", text, ({ cost }) => cost),
  column("Active", duration, ({ activeSeconds }) => activeSeconds),
]);

export const gapCounts = recordTable<GapCount>([
  column("State", text, ({ state }) => state),
  ...SEVERITIES.map((severity) => column(severity, number, (count: GapCount) => count[severity])),
  column("Total", number, (count) => SEVERITIES.reduce((sum, severity) => sum + count[severity], 0)),
]);
