// The summary that closes a session, written and read.
import type { LeftHole } from "../../core/documents/final-review-document.ts";
import type { Note } from "../../core/documents/note.ts";
import type {
  ClosingSummaryDocument,
  KnownLimitation,
  LimitationSubject,
  RemarkRow,
  TextRow,
} from "../../core/documents/summary-document.ts";
import { parseGapId } from "../../core/shared/gap-id.ts";
import { parseIssueId } from "../../core/shared/issue-id.ts";
import {
  duration,
  gapId,
  issueId,
  listOf,
  orNone,
  severity,
  text,
  timestamp,
  wholeNumber,
} from "../record/codec.ts";
import { field, optionalField, optionalTextField, recordFields, textField } from "../record/fields.ts";
import { convergenceRows, coverageRows, gapCounts, usageLines } from "../record/round-tables.ts";
import {
  findSection,
  heading,
  joinBlocks,
  namedHeading,
  namedTitle,
  orNoneSaid,
  readSections,
  requireSection,
  type Section,
} from "../record/section.ts";
import { recordTable } from "../record/table.ts";
import { escapeText } from "../render/free-text.ts";

const head = recordFields<
  Omit<
    ClosingSummaryDocument,
    "gaps" | "limitations" | "remarks" | "texts" | "coverage" | "leftHoles" | "convergence" | "usage"
  >
>({
  session: textField("Session"),
  type: textField("Type"),
  trigger: textField("Trigger"),
  rounds: field("Rounds", wholeNumber),
  started: field("Started", timestamp),
  ended: field("Ended", timestamp),
  totalSeconds: field("Duration", duration),
  activeSeconds: field("Active", duration),
  waitingSeconds: field("Waiting", duration),
  output: optionalTextField("Output", "said"),
});

const limitation = recordFields<Omit<KnownLimitation, "about" | "title">>({
  severity: optionalField("Severity", severity),
  rationale: optionalTextField("Rationale", "said"),
});

const remarks = recordTable<RemarkRow>({
  issue: { title: "Issue", of: issueId },
  severity: { title: "Severity", of: severity },
  gaps: { title: "Gap", of: listOf(gapId) },
  title: { title: "Remark", of: text },
  suggestion: { title: "Suggestion", of: orNone(text) },
});

const texts = recordTable<TextRow>({
  gap: { title: "Gap", of: orNone(gapId) },
  note: { title: "Note", of: text },
});

const leftHoles = recordTable<LeftHole>({
  section: { title: "Section", of: text },
  text: { title: "Left to the Implementer", of: text },
});

const TITLES = {
  gaps: "Gap Summary",
  limitations: "Known Limitations",
  remarks: "Open Remarks",
  texts: "Texts Worth a Look",
  coverage: "Coverage",
  leftHoles: "Left to the Implementer",
  convergence: "Convergence History",
  usage: "Usage",
} as const;

export function renderClosingSummary(document: ClosingSummaryDocument): string {
  const blocks = joinBlocks(
    heading(1, "Session Complete"),
    head.write(document),
    heading(2, TITLES.gaps),
    gapCounts.write(document.gaps),
    heading(2, TITLES.limitations),
    orNoneSaid(joinBlocks(...document.limitations.map(renderLimitation))),
    heading(2, TITLES.remarks),
    remarks.write(document.remarks),
    heading(2, TITLES.texts),
    texts.write(document.texts),
    ...(document.coverage.length === 0
      ? []
      : [heading(2, TITLES.coverage), coverageRows.write(document.coverage)]),
    ...(document.leftHoles.length === 0
      ? []
      : [heading(2, TITLES.leftHoles), leftHoles.write(document.leftHoles)]),
    heading(2, TITLES.convergence),
    convergenceRows.write(document.convergence),
    heading(2, TITLES.usage),
    usageLines.write(document.usage),
  );
  return `${blocks.join("\n")}\n`;
}

function renderLimitation({ about, title, ...fields }: KnownLimitation): readonly string[] {
  return joinBlocks(namedHeading(3, nameOf(about), escapeText(title)), limitation.write(fields));
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

interface ReadClosingSummary {
  /** `null` where the text does not say which session ended, and how. */
  readonly document: ClosingSummaryDocument | null;
  readonly notes: readonly Note[];
}

export function readClosingSummary(source: string): ReadClosingSummary {
  const { root, notes: markdownNotes } = readSections(source);
  const notes: Note[] = [...markdownNotes];
  const top = root.sections.find(({ level }) => level === 1) ?? root;
  const section = (title: string) => requireSection(top, title, notes);
  const fields = head.read(top, notes);
  const body = {
    gaps: gapCounts.read(section(TITLES.gaps), notes),
    limitations: (section(TITLES.limitations)?.sections ?? []).flatMap(
      (one) => readLimitation(one, notes) ?? [],
    ),
    remarks: remarks.read(section(TITLES.remarks), notes),
    texts: texts.read(section(TITLES.texts), notes),
    coverage: coverageRows.read(findSection(top, TITLES.coverage), notes),
    leftHoles: leftHoles.read(findSection(top, TITLES.leftHoles), notes),
    convergence: convergenceRows.read(section(TITLES.convergence), notes),
    usage: usageLines.read(section(TITLES.usage), notes),
  };
  return { document: fields === null ? null : { ...fields, ...body }, notes };
}

function readLimitation(section: Section, notes: Note[]): KnownLimitation | null {
  const { name, title } = namedTitle(section.title);
  const about = subjectNamed(name);
  if (about === null) {
    const message = "the title names no gap, conflict or question";
    notes.push({ code: "unreadable-heading", line: section.line, message });
    return null;
  }
  const fields = limitation.read(section, notes);
  return fields === null ? null : { about, title, ...fields };
}

function subjectNamed(name: string): LimitationSubject | null {
  const gap = parseGapId(name);
  if (gap !== null) return { of: "gap", gap };
  const issue = parseIssueId(name);
  if (issue !== null) return { of: "conflict", issue };
  const number = /^Q(\d{1,9})$/.exec(name)?.[1];
  return number === undefined ? null : { of: "question", number: Number(number) };
}
