// `decisions.md`.
import type { ConflictOption, DecisionEntry } from "../../core/documents/decisions-document.ts";
import type { RollbackEntry } from "../../core/documents/rollback-history.ts";
import { supersededDecisions } from "../../core/refinement/binding-decisions.ts";
import { DECIDED_VIA_WORDS } from "../../core/shared/decided-via.ts";
import type { DecisionId } from "../../core/shared/decision-id.ts";
import { field, renderItems, renderParagraphs, textField, textOrNoneField } from "../record/fields.ts";
import { words } from "../record/formats.ts";
import { renderRollbackHistory } from "../record/rollback.ts";
import { heading, joinBlocks, NONE_SAID, namedHeading } from "../record/section.ts";
import { escapeText } from "../render/free-text.ts";

const CONFLICT_TYPES = { EXPLICIT: "Explicit DISAGREE", IMPLICIT_CONVERTED: "Implicit (converted)" } as const;

const OPTION_NAMES: Record<ConflictOption, string> = {
  A: "A (Reviewer)",
  B: "B (Engineer)",
  C: "C (Synthesis)",
  D: "D (User specifies)",
};

export function renderDecisions(
  decisions: readonly DecisionEntry[],
  rollbacks: readonly RollbackEntry[] = [],
): string {
  const superseded = supersededDecisions(decisions);
  const entries = decisions.map((entry, index) =>
    joinBlocks(
      groupTitle(entry) === groupTitle(decisions[index - 1]) ? [] : heading(2, groupTitle(entry)),
      renderEntry(entry, superseded.get(entry.id) ?? null),
    ),
  );
  const blocks = joinBlocks(
    heading(1, "Decisions"),
    ["What the user decided, oldest first. What is not superseded binds every later round."],
    ...(entries.length === 0 ? [NONE_SAID] : entries),
    ...(rollbacks.length === 0 ? [] : [renderRollbackHistory(rollbacks, null)]),
  );
  return `${blocks.join("\n")}\n`;
}

function groupTitle(entry: DecisionEntry | undefined): string {
  if (entry === undefined) return "";
  const kind = entry.about.of === "conflict" ? "Conflict Resolutions" : "Other Decisions";
  return `Round ${entry.round} ${kind}`;
}

function renderEntry(entry: DecisionEntry, supersededBy: DecisionId | null): readonly string[] {
  const { about, via, reappliedFrom } = entry;
  const conflict = about.of === "conflict" ? about : null;
  return joinBlocks(
    namedHeading(3, conflict?.issue ?? entry.id, escapeText(entry.title)),
    renderItems(
      field("Decision ID", entry.id),
      field("Superseded By", supersededBy),
      field("Conflict Type", conflict && CONFLICT_TYPES[conflict.type]),
      field("Gap Affected", words.write(entry.gaps)),
      field("Severity", entry.severity),
    ),
    ...(conflict === null
      ? []
      : [
          ["**Positions:**"],
          renderItems(textField("Reviewer", conflict.reviewer), textField("Engineer", conflict.engineer)),
        ]),
    ["**Resolution:**"],
    renderItems(
      textField("Chosen Option", about.of === "conflict" ? OPTION_NAMES[about.option] : about.option),
      textField("Decision", entry.decision),
      textOrNoneField("Rationale", entry.rationale),
      textOrNoneField("Constraints", entry.constraints),
    ),
    ["**Action Required:**"],
    renderItems(
      textOrNoneField("For Engineer", entry.actionForEngineer),
      textOrNoneField("For Gap", entry.actionForGap),
    ),
    renderParagraphs(
      textField("Decided By", entry.decidedBy),
      field("Decided Where", via === undefined ? null : DECIDED_VIA_WORDS[via]),
      field("Timestamp", entry.timestamp),
      field(
        "Re-applied From",
        reappliedFrom && `Rolled-back round ${reappliedFrom.round}, ${escapeText(reappliedFrom.archive)}`,
      ),
    ),
  );
}
