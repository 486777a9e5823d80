// The history of rollbacks closes both `status.md` and `decisions.md`. A file restored from its backup is the
// backup's own bytes up to this section, and the section written anew.
import type { Note } from "../../core/documents/note.ts";
import type { RollbackEntry, RollbackSummary } from "../../core/documents/rollback-history.ts";
import { escapeText } from "../render/free-text.ts";
import { gapId, listOf, text, timestamp, wholeNumber } from "./codec.ts";
import { field, optionalTextField, recordFields, textField, textsField } from "./fields.ts";
import {
  findSection,
  heading,
  joinBlocks,
  NONE_SAID,
  normalTitle,
  readSections,
  type Section,
} from "./section.ts";

export const ROLLBACK_HISTORY = "Rollback History";
const ROLLBACK_SUMMARY = "Session Rollback Summary";

interface EntryFields extends Omit<RollbackEntry, "round" | "attempt" | "rootCause"> {
  readonly detected: string | null;
  readonly recommendation: string | null;
}

const ENTRY = recordFields<EntryFields>({
  timestamp: field("Timestamp", timestamp),
  mode: field("Mode", text),
  reason: textField("Reason"),
  adjustments: textsField("Adjustment Applied"),
  detected: optionalTextField("Root Cause Detected", "omitted"),
  recommendation: optionalTextField("Recommendation", "omitted"),
  userDecision: optionalTextField("User Decision", "omitted"),
  archive: textField("Archive"),
  outcome: optionalTextField("Outcome", "omitted"),
});

const SUMMARY = recordFields<RollbackSummary>(
  {
    used: field("Total Rollbacks", wholeNumber),
    limit: field("Limit", wholeNumber),
    successfulRetries: field("Successful Retries", wholeNumber),
    rootCauseAnalyses: field("Root Cause Analyses", wholeNumber),
    gapsSplit: field("Gaps Split", listOf(gapId)),
  },
  ["Remaining Rollbacks"],
);

/** The section, without the summary where that is `null`. */
export function renderRollbackHistory(
  entries: readonly RollbackEntry[],
  summary: RollbackSummary | null,
): readonly string[] {
  return joinBlocks(
    heading(2, ROLLBACK_HISTORY),
    ...(entries.length === 0 ? [NONE_SAID] : entries.map(renderEntry)),
    ...(summary === null ? [] : [renderSummary(summary)]),
  );
}

function renderEntry({ round, attempt, rootCause, ...rest }: RollbackEntry): readonly string[] {
  const { detected = null, recommendation = null } = rootCause ?? {};
  return joinBlocks(
    heading(3, `Round ${round} - Rollback ${attempt}`),
    ENTRY.write({ ...rest, detected, recommendation }),
  );
}

function renderSummary(summary: RollbackSummary): readonly string[] {
  const left = Math.max(0, summary.limit - summary.used);
  return joinBlocks(heading(3, ROLLBACK_SUMMARY), [
    ...SUMMARY.write(summary),
    `- **Remaining Rollbacks:** ${left} of ${summary.limit}`,
  ]);
}

export function readRollbackHistory(root: Section, notes: Note[]): readonly RollbackEntry[] {
  const history = findSection(root, ROLLBACK_HISTORY);
  return (history?.sections ?? []).flatMap((section) => {
    if (normalTitle(section.title) === normalTitle(ROLLBACK_SUMMARY)) return [];
    const entry = readEntry(section, notes);
    return entry === null ? [] : [entry];
  });
}

function readEntry(section: Section, notes: Note[]): RollbackEntry | null {
  const [, round, attempt] =
    /^round (\d{1,9}) [-–—] rollback (\d{1,9})$/.exec(normalTitle(section.title)) ?? [];
  if (round === undefined) {
    const message = `"${escapeText(section.title)}" names no round and rollback`;
    notes.push({ code: "unreadable-heading", line: section.line, message });
    return null;
  }
  const fields = ENTRY.read(section, notes);
  if (fields === null) return null;
  const { detected, recommendation, ...rest } = fields;
  const rootCause = detected === null || recommendation === null ? null : { detected, recommendation };
  return { round: Number(round), attempt: Number(attempt), ...rest, rootCause };
}

export function readRollbackSummary(root: Section, notes: Note[]): RollbackSummary | null {
  const section = findSection(root, ROLLBACK_SUMMARY);
  return section === null ? null : SUMMARY.read(section, notes);
}

/** A backup's text with another history at its end: every byte before that section stays as it is. */
export function withRollbackHistory(
  backup: string,
  entries: readonly RollbackEntry[],
  summary: RollbackSummary | null,
): string {
  const { root } = readSections(backup);
  const old = findSection(root, ROLLBACK_HISTORY);
  const before = old === null ? backup : backup.slice(0, startOfLine(backup, old.line));
  const gap = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  return `${before}${gap}${renderRollbackHistory(entries, summary).join("\n")}\n`;
}

function startOfLine(text: string, line: number): number {
  const ends = text.matchAll(/\r\n|\n|\r/g);
  let start = 0;
  for (let passed = 1; passed < line; passed++) {
    const end = ends.next();
    if (end.done === true) return text.length;
    start = end.value.index + end.value[0].length;
  }
  return start;
}
