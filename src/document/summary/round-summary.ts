// `round_NNN/summary.md`.
import type { OpenQuestion, RaisedIssue } from "../../core/documents/summary-document.ts";
import type { Gap } from "../../core/refinement/gap.ts";
import { originText } from "../../core/refinement/records/gap-words.ts";
import type { RoundSummaryDocument } from "../../core/refinement/records/summaries-of.ts";
import type { DecisionId } from "../../core/shared/decision-id.ts";
import { orNone, text, word, words } from "../record/formats.ts";
import {
  blockOrNone,
  column,
  field,
  heading,
  joinBlocks,
  recordTable,
  renderItems,
  textField,
} from "../record/record-blocks.ts";
import {
  convergenceRows,
  gapTransitions,
  renderArguments,
  roleOutcomes,
  usageLines,
} from "../record/round-tables.ts";

const issues = recordTable<RaisedIssue>([
  column("Issue", word, ({ issue }) => issue),
  column("Severity", word, ({ severity }) => severity),
  column("Gap", words, ({ gaps }) => gaps),
  column("State", text, ({ state }) => state),
  column("Title", text, ({ title }) => title),
]);

const newGaps = recordTable<Gap>([
  column("Gap", word, ({ id }) => id),
  column("Severity", word, ({ severity }) => severity.level),
  column("Origin", text, ({ origin, alias }) => originText(origin, alias ?? null)),
  column("Title", text, ({ title }) => title),
]);

const questions = recordTable<OpenQuestion>([
  column("Question", text, ({ question }) => question),
  column("Kind", text, ({ kind }) => kind),
  column("About", text, ({ about }) => about),
  column("Blocks", orNone(text), ({ blocks }) => blocks),
]);

const decisions = recordTable<{ readonly decision: DecisionId }>([
  column("Decision", word, ({ decision }) => decision),
]);

export function renderRoundSummary(document: RoundSummaryDocument): string {
  const { session, round, completed } = document;
  const blocks = joinBlocks(
    heading(1, `Round ${round} Summary`),
    renderItems(textField("Session", session), field("Completed", completed)),
    heading(2, "Role Outcomes"),
    roleOutcomes.write(document.outcomes),
    heading(2, "Gap Transitions"),
    gapTransitions.write(document.transitions),
    heading(2, "Issues Raised"),
    issues.write(document.issues),
    heading(2, "New Gaps"),
    newGaps.write(document.newGaps),
    ...renderArguments(document, 2),
    heading(2, "Open Questions"),
    questions.write(document.questions),
    heading(2, "Decisions"),
    decisions.write(document.decisions.map((decision) => ({ decision }))),
    heading(2, "Warnings"),
    blockOrNone(renderItems(...document.warnings.map((warning) => textField("Warning", warning)))),
    heading(2, "Convergence"),
    convergenceRows.write(document.convergence),
    heading(2, "Usage"),
    usageLines.write(document.usage),
  );
  return `${blocks.join("\n")}\n`;
}
