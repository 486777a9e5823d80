// The summary that closes a session.
import type { ReportedHole } from "../../core/documents/final-review-document.ts";
import type {
  ClosingSummaryDocument,
  KnownLimitation,
  LimitationSubject,
  RemarkRow,
  TextRow,
} from "../../core/documents/summary-document.ts";
import { duration, orNone, text, word, words } from "../record/formats.ts";
import {
  blockOrNone,
  column,
  field,
  heading,
  joinBlocks,
  namedHeading,
  recordTable,
  renderItems,
  textField,
  textOrNoneField,
} from "../record/record-blocks.ts";
import { convergenceRows, coverageRows, gapCounts, usageLines } from "../record/round-tables.ts";
import { escapeText } from "../render/free-text.ts";

const remarks = recordTable<RemarkRow>([
  column("Issue", word, ({ issue }) => issue),
  column("Severity", word, ({ severity }) => severity),
  column("Gap", words, ({ gaps }) => gaps),
  column("Remark", text, ({ title }) => title),
  column("Suggestion", orNone(text), ({ suggestion }) => suggestion),
]);

const texts = recordTable<TextRow>([
  column("Gap", orNone(word), ({ gap }) => gap),
  column("Note", text, ({ note }) => note),
]);

const leftHoles = recordTable<ReportedHole>([
  column("Section", text, ({ section }) => section),
  column("Left to the Implementer", text, ({ text }) => text),
]);

export function renderClosingSummary(document: ClosingSummaryDocument): string {
  const blocks = joinBlocks(
    heading(1, "Session Complete"),
    renderHead(document),
    heading(2, "Gap Summary"),
    gapCounts.write(document.gaps),
    heading(2, "Known Limitations"),
    blockOrNone(joinBlocks(...document.limitations.map(renderLimitation))),
    heading(2, "Open Remarks"),
    remarks.write(document.remarks),
    heading(2, "Texts Worth a Look"),
    texts.write(document.texts),
    ...(document.coverage.length === 0
      ? []
      : [heading(2, "Coverage"), coverageRows.write(document.coverage)]),
    ...(document.leftHoles.length === 0
      ? []
      : [heading(2, "Left to the Implementer"), leftHoles.write(document.leftHoles)]),
    heading(2, "Convergence History"),
    convergenceRows.write(document.convergence),
    heading(2, "Usage"),
    usageLines.write(document.usage),
  );
  return `${blocks.join("\n")}\n`;
}

function renderHead(document: ClosingSummaryDocument): readonly string[] {
  return renderItems(
    textField("Session", document.session),
    textField("Type", document.type),
    textField("Trigger", document.trigger),
    field("Rounds", document.rounds),
    ...(document.undone === 0 ? [] : [field("Rounds undone", document.undone)]),
    field("Started", document.started),
    field("Ended", document.ended),
    field("Duration", duration.write(document.totalSeconds)),
    field("Active", duration.write(document.activeSeconds)),
    field("Waiting", duration.write(document.waitingSeconds)),
    textOrNoneField("Output", document.output),
  );
}

function renderLimitation({ about, title, severity, rationale }: KnownLimitation): readonly string[] {
  return joinBlocks(
    namedHeading(3, nameOf(about), escapeText(title)),
    renderItems(field("Severity", severity), textOrNoneField("Rationale", rationale)),
  );
}

function nameOf(about: LimitationSubject): string {
  switch (about.of) {
    case "gap":
      return about.gap;
    case "conflict":
    case "remark":
      return about.issue;
    case "question":
      return `Q${about.number}`;
  }
}
