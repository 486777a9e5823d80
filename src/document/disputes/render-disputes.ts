// `dispute.md`: every dispute with both positions, those that wait for a person first. A view that nothing reads back.
import type {
  Dispute,
  DisputeReason,
  DisputeSide,
  DisputeState,
  Position,
} from "../../core/board/dispute.ts";
import type { DisputesDocument } from "../../core/board/disputes-document.ts";
import { assertNever } from "../../core/shared/assert-never.ts";
import { escapeText, fitsInLine, quoteText } from "../render/free-text.ts";

const REASON_WORDS: Record<DisputeReason, string> = {
  architecture_disagreement: "Architecture disagreement",
  specification_ambiguity: "Specification ambiguity",
  specification_interpretation: "Specification interpretation",
  guideline_conflict: "Guideline conflict",
  security_concern: "Security concern",
  scope_disagreement: "Scope disagreement",
  other: "Other",
};

const POSITION_TITLES: Record<DisputeSide, string> = {
  coder: "Coder Position",
  reviewer: "Reviewer Position",
};

const STATUS_WORDS: Record<DisputeState["at"], string> = {
  open: "AWAITING HUMAN DECISION",
  resolved: "RESOLVED",
  withdrawn: "WITHDRAWN",
};

const RULE = "---";

export function renderDisputes({ open, closed }: DisputesDocument): string {
  const active = ["# Active Disputes", ...(open.length === 0 ? ["None."] : separateDisputes(open))];
  const settled = closed.length === 0 ? [] : [RULE, "# Resolved Disputes", ...separateDisputes(closed)];
  return `${[...active, ...settled].join("\n\n")}\n`;
}

function separateDisputes(disputes: readonly Dispute[]): readonly string[] {
  return disputes.flatMap((dispute, index) => [...(index === 0 ? [] : [RULE]), ...renderDispute(dispute)]);
}

function renderDispute(dispute: Dispute): readonly string[] {
  const { id, state, positions } = dispute;
  return [
    `## Dispute: ${id} (${state.at.toUpperCase()})`,
    ...disputeFacts(dispute),
    ...position("coder", positions.coder),
    ...position("reviewer", positions.reviewer),
    "### Status",
    STATUS_WORDS[state.at],
  ];
}

/** A line each where all are short; a long one stands in a quote of its own. */
function disputeFacts(dispute: Dispute): readonly string[] {
  const { task, taskTitle, weight, raisedBy, reason, detail, files, createdAt, createdBy } = dispute;
  const notes = dispute.state.at === "open" ? null : dispute.state.notes;
  return [
    lines([
      `**Task:** ${escapeText(taskTitle)} (${task})`,
      `**Reason:** ${REASON_WORDS[reason]}`,
      `**Raised by:** ${raisedBy} (${escapeText(createdBy)})${weight === "minor" ? ", minor" : ""}`,
      `**Created:** ${createdAt}`,
      `**Files:** ${files.length === 0 ? "none known" : files.map(escapeText).join(", ")}`,
      ...closureLines(dispute.state),
    ]),
    ...text("Detail", detail === notes ? null : detail),
    ...text("Notes", notes),
  ];
}

function closureLines(state: DisputeState): readonly string[] {
  switch (state.at) {
    case "open":
      return [];
    case "resolved":
      return [
        `**Resolution:** ${state.decision.toUpperCase()} (${state.closed.at}, ${escapeText(state.closed.by)})`,
      ];
    case "withdrawn":
      return [`**Withdrawn:** ${state.closed.at}, ${escapeText(state.closed.by)}`];
    default:
      return assertNever(state);
  }
}

/** Two blanks at its end keep a line apart from the next in every viewer. */
function lines(all: readonly string[]): string {
  return all.join("  \n");
}

function text(label: string, words: string | null): readonly string[] {
  if (words === null) return [];
  return fitsInLine(words)
    ? [`**${label}:** ${escapeText(words)}`]
    : [`**${label}:**`, quoteText(words).join("\n")];
}

function position(side: DisputeSide, given: Position): readonly string[] {
  const title = `### ${POSITION_TITLES[side]}`;
  if (given.at !== "given") return [title, "not given"];
  const model = given.model === null ? "" : ` (${escapeText(given.model)})`;
  return [`${title}${model}`, quoteText(given.text).join("\n")];
}
