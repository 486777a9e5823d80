// `round_NNN/summary.md`, written and read.
import type { Note } from "../../core/documents/note.ts";
import type {
  NewGapRow,
  OpenQuestion,
  RaisedIssue,
  RoundSummaryDocument,
} from "../../core/documents/summary-document.ts";
import type { DecisionId } from "../../core/shared/decision-id.ts";
import { decisionId, gapId, issueId, listOf, orNone, severity, text, timestamp } from "../record/codec.ts";
import { field, recordFields, textField, textsField } from "../record/fields.ts";
import {
  convergenceRows,
  disagreementFlags,
  gapTransitions,
  roleOutcomes,
  usageLines,
} from "../record/round-tables.ts";
import {
  heading,
  joinBlocks,
  normalTitle,
  orNoneSaid,
  readSections,
  requireSection,
  type Section,
} from "../record/section.ts";
import { recordTable } from "../record/table.ts";

const head = recordFields<Pick<RoundSummaryDocument, "session" | "completed">>({
  session: textField("Session"),
  completed: field("Completed", timestamp),
});

const issues = recordTable<RaisedIssue>({
  issue: { title: "Issue", of: issueId },
  severity: { title: "Severity", of: severity },
  gaps: { title: "Gap", of: listOf(gapId) },
  state: { title: "State", of: text },
  title: { title: "Title", of: text },
});

const newGaps = recordTable<NewGapRow>({
  gap: { title: "Gap", of: gapId },
  severity: { title: "Severity", of: severity },
  origin: { title: "Origin", of: text },
  title: { title: "Title", of: text },
});

const questions = recordTable<OpenQuestion>({
  question: { title: "Question", of: text },
  kind: { title: "Kind", of: text },
  about: { title: "About", of: text },
  blocks: { title: "Blocks", of: orNone(text) },
});

const decisions = recordTable<{ readonly decision: DecisionId }>({
  decision: { title: "Decision", of: decisionId },
});

const warnings = recordFields<Pick<RoundSummaryDocument, "warnings">>({ warnings: textsField("Warning") });

const TITLES = {
  outcomes: "Role Outcomes",
  transitions: "Gap Transitions",
  issues: "Issues Raised",
  newGaps: "New Gaps",
  flags: "Disagreement Flags",
  questions: "Open Questions",
  decisions: "Decisions",
  warnings: "Warnings",
  convergence: "Convergence",
  usage: "Usage",
} as const;

export function renderRoundSummary(document: RoundSummaryDocument): string {
  const { session, round, completed } = document;
  const blocks = joinBlocks(
    heading(1, `Round ${round} Summary`),
    head.write({ session, completed }),
    heading(2, TITLES.outcomes),
    roleOutcomes.write(document.outcomes),
    heading(2, TITLES.transitions),
    gapTransitions.write(document.transitions),
    heading(2, TITLES.issues),
    issues.write(document.issues),
    heading(2, TITLES.newGaps),
    newGaps.write(document.newGaps),
    heading(2, TITLES.flags),
    disagreementFlags.write(document.flags),
    heading(2, TITLES.questions),
    questions.write(document.questions),
    heading(2, TITLES.decisions),
    decisions.write(document.decisions.map((decision) => ({ decision }))),
    heading(2, TITLES.warnings),
    orNoneSaid(warnings.write(document)),
    heading(2, TITLES.convergence),
    convergenceRows.write(document.convergence),
    heading(2, TITLES.usage),
    usageLines.write(document.usage),
  );
  return `${blocks.join("\n")}\n`;
}

interface ReadRoundSummary {
  /** `null` where the text does not say of which session and round it is. */
  readonly document: RoundSummaryDocument | null;
  readonly notes: readonly Note[];
}

export function readRoundSummary(source: string): ReadRoundSummary {
  const { root, notes: markdownNotes } = readSections(source);
  const notes: Note[] = [...markdownNotes];
  const top = root.sections.find(({ level }) => level === 1) ?? root;
  const round = /^round (\d{1,9}) summary$/.exec(normalTitle(top.title))?.[1];
  if (round === undefined) {
    notes.push({ code: "unreadable-heading", line: top.line, message: "the title names no round" });
  }
  const fields = head.read(top, notes);
  const body = readBody(top, notes);
  return {
    document: round === undefined || fields === null ? null : { round: Number(round), ...fields, ...body },
    notes,
  };
}

function readBody(
  top: Section,
  notes: Note[],
): Omit<RoundSummaryDocument, "session" | "round" | "completed"> {
  const section = (title: string) => requireSection(top, title, notes);
  const warned = section(TITLES.warnings);
  return {
    outcomes: roleOutcomes.read(section(TITLES.outcomes), notes),
    transitions: gapTransitions.read(section(TITLES.transitions), notes),
    issues: issues.read(section(TITLES.issues), notes),
    newGaps: newGaps.read(section(TITLES.newGaps), notes),
    flags: disagreementFlags.read(section(TITLES.flags), notes),
    questions: questions.read(section(TITLES.questions), notes),
    decisions: decisions.read(section(TITLES.decisions), notes).map(({ decision }) => decision),
    warnings: (warned === null ? null : warnings.read(warned, notes))?.warnings ?? [],
    convergence: convergenceRows.read(section(TITLES.convergence), notes),
    usage: usageLines.read(section(TITLES.usage), notes),
  };
}
