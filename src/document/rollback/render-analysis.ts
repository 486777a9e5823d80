// The report on an undone round, for whoever wants to know why it failed.
import { confidenceGround } from "../../core/refinement/rollback/adjustments.ts";
import {
  type FoundPattern,
  type ProducedGap,
  ROLLBACK_PATTERNS,
  type RollbackAnalysis,
  type RollbackPattern,
  recurringPatterns,
  type StructureCheck,
} from "../../core/refinement/rollback/rollback-analysis.ts";
import type { Timestamp } from "../../core/shared/timestamp.ts";
import { number, text, word } from "../record/formats.ts";
import {
  column,
  field,
  heading,
  joinBlocks,
  NONE_SAID,
  recordTable,
  renderItems,
  textOrNoneField,
} from "../record/record-blocks.ts";
import { codeSpan, escapeText, oneLine } from "../render/free-text.ts";

interface AnalysisReport {
  readonly round: number;
  /** The how manyth rollback of this round. */
  readonly attempt: number;
  readonly reason: string;
  readonly timestamp: Timestamp;
  readonly analysis: RollbackAnalysis;
  /** Of the earlier attempts at the same round. */
  readonly previous: readonly RollbackAnalysis[];
}

export function renderAnalysis({
  round,
  attempt,
  reason,
  timestamp,
  analysis,
  previous,
}: AnalysisReport): string {
  const recurring = recurringPatterns(previous);
  const blocks = joinBlocks(
    heading(2, `Rollback Analysis - Round ${round}`),
    heading(3, "Failure Summary"),
    renderItems(
      textOrNoneField("Rollback Reason", reason === "" ? null : reason),
      field("Attempt Number", `${attempt} of this round`),
      field("Timestamp", timestamp),
    ),
    heading(3, "Content Analysis"),
    heading(4, "What Was Produced"),
    produced.write(analysis.produced),
    heading(4, "Structural Completeness"),
    checks.write(analysis.checks),
    heading(3, "Pattern Detection"),
    heading(4, "Detected Patterns"),
    orNone(analysis.patterns.flatMap(renderPattern)),
    ...renderContradictions(analysis),
    heading(4, "Historical Comparison"),
    history.write(comparedPatterns(analysis, previous)),
    heading(3, "Recommended Adjustments"),
    ...renderAdjustments(analysis),
    heading(3, "Adjustment Confidence"),
    orNone(
      analysis.adjustments.map(
        ({ pattern, confidence }, index) =>
          `- Adjustment ${index + 1}: ${confidence} (${confidenceGround(pattern, recurring)})`,
      ),
    ),
  );
  return `${blocks.join("\n")}\n`;
}

const produced = recordTable<ProducedGap>([
  column("Gap", word, ({ gap }) => gap),
  column("Addressed", word, ({ addressed }) => addressed),
  column("Sections Present", text, ({ sections }) => sections.join(", ") || "None"),
  column("Example Count", number, ({ examples }) => examples),
]);

const checks = recordTable<StructureCheck>([
  column("Check", text, ({ check }) => check),
  column("Status", word, ({ passed }) => (passed ? "PASS" : "FAIL")),
]);

function orNone(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? NONE_SAID : lines;
}

function renderPattern({ pattern, detail, evidence }: FoundPattern): readonly string[] {
  return [`- **${pattern}:** ${escapeText(detail)}`, ...evidence.map(renderLine)];
}

/** What an agent wrote is shown in code, so that none of it is a statement here. */
function renderLine({ file, line, text: quoted }: FoundPattern["evidence"][number]): string {
  const said = oneLine(quoted);
  return `  - ${escapeText(`${file}:${line}`)}${said === "" ? "" : `: ${codeSpan(said)}`}`;
}

function renderContradictions({ contradictions }: RollbackAnalysis): readonly (readonly string[])[] {
  if (contradictions.length === 0) return [];
  const lines = contradictions.flatMap(({ gap, evidence }) => [
    `- ${gap} says two things that cannot both hold:`,
    ...evidence.map(renderLine),
  ]);
  return [heading(4, "Contradictions"), lines];
}

interface ComparedPattern {
  readonly pattern: RollbackPattern;
  readonly now: boolean;
  readonly before: string;
}

const history = recordTable<ComparedPattern>([
  column("Pattern", word, ({ pattern }) => pattern),
  column("This Attempt", word, ({ now }) => (now ? "Yes" : "No")),
  column("Previous Attempts", text, ({ before }) => before),
]);

/** Those of this attempt and of the earlier ones. */
function comparedPatterns(
  analysis: RollbackAnalysis,
  previous: readonly RollbackAnalysis[],
): readonly ComparedPattern[] {
  const now = recurringPatterns([analysis]);
  const before = recurringPatterns(previous);
  return ROLLBACK_PATTERNS.filter((pattern) => now.has(pattern) || before.has(pattern)).map((pattern) => {
    const times = previous.filter((one) => recurringPatterns([one]).has(pattern)).length;
    const told = times === 0 ? "No" : `Yes (${times} of ${previous.length})`;
    return {
      pattern,
      now: now.has(pattern),
      before: previous.length === 0 ? "N/A (first attempt)" : told,
    };
  });
}

function renderAdjustments({ adjustments }: RollbackAnalysis): readonly (readonly string[])[] {
  if (adjustments.length === 0) return [NONE_SAID];
  const items = adjustments.flatMap(({ pattern, text: adjustment }, index) => [
    `${index + 1}. **For ${pattern}:**`,
    `   Add to prompt: ${escapeText(adjustment)}`,
  ]);
  return [["Based on detected patterns:"], items];
}
