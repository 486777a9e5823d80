// The tables that `status.md` and the summaries have in common.
import type {
  ArgumentRows,
  ConflictRow,
  ConvergenceRow,
  CoverageRow,
  DisagreementFlag,
  DisagreementRow,
  GapTransition,
  RoleOutcome,
  UsageLine,
} from "../../core/documents/round-record.ts";
import type { GapCount } from "../../core/documents/summary-document.ts";
import { SEVERITIES } from "../../core/shared/severity.ts";
import { duration, number, orNone, signed, text, word, words } from "./formats.ts";
import { column, heading, recordTable } from "./record-blocks.ts";

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

const disagreements = recordTable<DisagreementRow>([
  column("Issue", word, ({ issue }) => issue),
  column("Severity", orNone(word), ({ severity }) => severity),
  column("Engineer Position", text, ({ position }) => position),
  column("Rests On", text, ({ restsOn }) => restsOn),
  column("Reviewer's Answer", orNone(text), ({ answer }) => answer),
]);

const conflicts = recordTable<ConflictRow>([
  column("Conflict", word, ({ issue }) => issue),
  column("Severity", orNone(word), ({ severity }) => severity),
  column("Gap", words, ({ gaps }) => gaps),
  column("Type", text, ({ type }) => type),
  column("Outcome", text, ({ fate }) => fate ?? "open"),
  column("Title", text, ({ title }) => title),
]);

const disagreementFlags = recordTable<DisagreementFlag>([
  column("Issue", word, ({ issue }) => issue),
  column("Gap", words, ({ gaps }) => gaps),
  column("Heuristics", text, ({ heuristics }) => heuristics),
  column("Confidence", text, ({ confidence }) => confidence),
  column("Evidence", text, ({ evidence }) => evidence),
  column("Escalation", text, ({ escalation }) => escalation),
  column("Answer", orNone(text), ({ answer }) => answer),
]);

/** What was stated and what came of it, where there is any; what was flagged, always. */
export function renderArguments(rows: ArgumentRows, level: number): readonly (readonly string[])[] {
  return [
    ...(rows.disagreements.length === 0
      ? []
      : [heading(level, "Disagreements"), disagreements.write(rows.disagreements)]),
    heading(level, "Disagreement Flags"),
    disagreementFlags.write(rows.flags),
    ...(rows.conflicts.length === 0 ? [] : [heading(level, "Conflicts"), conflicts.write(rows.conflicts)]),
  ];
}

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
