// The history of rollbacks closes both `status.md` and `decisions.md`, so that nothing before it depends on it.
import type { RollbackEntry, RollbackSummary } from "../../core/documents/rollback-history.ts";
import { escapeText } from "../render/free-text.ts";
import { words } from "./formats.ts";
import {
  field,
  heading,
  joinBlocks,
  NONE_SAID,
  renderItems,
  textField,
  textOrNoneField,
} from "./record-blocks.ts";

/** A document with its history of rollbacks, without the summary where that is `null`. */
export function withHistory(
  body: string,
  entries: readonly RollbackEntry[],
  summary: RollbackSummary | null,
): string {
  return `${body}\n${renderRollbackHistory(entries, summary).join("\n")}\n`;
}

function renderRollbackHistory(
  entries: readonly RollbackEntry[],
  summary: RollbackSummary | null,
): readonly string[] {
  return joinBlocks(
    heading(2, "Rollback History"),
    ...(entries.length === 0 ? [NONE_SAID] : entries.map(renderEntry)),
    ...(summary === null ? [] : [renderSummary(summary)]),
  );
}

function renderEntry(entry: RollbackEntry): readonly string[] {
  const { round, attempt, timestamp, mode, reason, context, adjustments, rootCause, userDecision } = entry;
  return joinBlocks(
    heading(3, `Round ${round} - Rollback ${attempt}`),
    renderItems(
      field("Timestamp", timestamp),
      field("Mode", escapeText(mode)),
      textField("Reason", reason),
      textField("Context From The User", context),
      ...adjustments.map((adjustment) => textField("Adjustment Applied", adjustment)),
      textField("Root Cause Detected", rootCause?.detected ?? null),
      textField("Recommendation", rootCause?.recommendation ?? null),
      textField("User Decision", userDecision),
      textField("Archive", entry.archive),
      textField("Outcome", entry.outcome),
    ),
    ...renderAutoRetry(entry),
  );
}

/** Nobody was asked: whoever reads it hears here what was done instead. */
function renderAutoRetry({
  round,
  attempt,
  adjustments,
  autoRetry,
}: RollbackEntry): readonly (readonly string[])[] {
  if (autoRetry === null) return [];
  return [
    heading(4, `Round ${round} Auto-Retry`),
    renderItems(
      field("Attempt", `${attempt} of 2 before user prompt`),
      textOrNoneField("Failure Pattern", autoRetry.patterns.join("; ") || null),
      field("Auto-Adjustments Applied", adjustments.length),
      field("Note", "User not prompted. Second failure will trigger interactive mode."),
    ),
  ];
}

function renderSummary(summary: RollbackSummary): readonly string[] {
  const { used, limit, successfulRetries, rootCauseAnalyses, gapsSplit } = summary;
  return joinBlocks(
    heading(3, "Session Rollback Summary"),
    renderItems(
      field("Total Rollbacks", used),
      field("Limit", limit),
      field("Successful Retries", successfulRetries),
      field("Root Cause Analyses", rootCauseAnalyses),
      field("Gaps Split", words.write(gapsSplit)),
      field("Remaining Rollbacks", `${Math.max(0, limit - used)} of ${limit}`),
    ),
  );
}
