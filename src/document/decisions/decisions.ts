// `decisions.md`, written and read.
import {
  CONFLICT_OPTIONS,
  type ConflictOption,
  type DecisionSubject,
  type DecisionsDocument,
  type ReappliedFrom,
  type RecordedDecision,
} from "../../core/documents/decisions-document.ts";
import type { Note } from "../../core/documents/note.ts";
import { DECIDED_VIA, DECIDED_VIA_WORDS, type DecidedVia } from "../../core/shared/decided-via.ts";
import { parseDecisionId } from "../../core/shared/decision-id.ts";
import { parseIssueId } from "../../core/shared/issue-id.ts";
import { type Codec, decisionId, gapId, listOf, named, severity, text, timestamp } from "../record/codec.ts";
import { field, optionalField, optionalTextField, recordFields, textField } from "../record/fields.ts";
import { readRollbackHistory, renderRollbackHistory } from "../record/rollback.ts";
import {
  heading,
  joinBlocks,
  NONE_SAID,
  namedHeading,
  namedTitle,
  normalTitle,
  readSections,
  type Section,
} from "../record/section.ts";
import { escapeText } from "../render/free-text.ts";

/** An entry as it stands on the page: what only one kind of decision has may be absent. */
interface EntryFields extends Omit<RecordedDecision, "round" | "title" | "about" | "via"> {
  readonly via: DecidedVia | null;
  readonly type: "EXPLICIT" | "IMPLICIT_CONVERTED" | null;
  readonly reviewer: string | null;
  readonly engineer: string | null;
  readonly option: string;
}

const conflictType = named<"EXPLICIT" | "IMPLICIT_CONVERTED">([
  ["Explicit DISAGREE", "EXPLICIT"],
  ["Implicit (converted)", "IMPLICIT_CONVERTED"],
]);

const decidedVia = named<DecidedVia>(DECIDED_VIA.map((via) => [DECIDED_VIA_WORDS[via], via]));

const reappliedFrom: Codec<ReappliedFrom> = {
  expects: "a rolled-back round and its archive",
  align: "left",
  write: ({ round, archive }) => `Rolled-back round ${round}, ${escapeText(archive)}`,
  read: (source) => {
    const [whole, round] = /^rolled-back round (\d{1,9}),[ \t]?/i.exec(source) ?? [];
    if (whole === undefined) return undefined;
    return { round: Number(round), archive: text.read(source.slice(whole.length)) ?? "" };
  },
};

const ENTRY = recordFields<EntryFields>(
  {
    id: field("Decision ID", decisionId),
    supersededBy: optionalField("Superseded By", decisionId),
    type: optionalField("Conflict Type", conflictType),
    gaps: field("Gap Affected", listOf(gapId)),
    severity: optionalField("Severity", severity),
    reviewer: optionalTextField("Reviewer", "omitted"),
    engineer: optionalTextField("Engineer", "omitted"),
    option: textField("Chosen Option"),
    decision: textField("Decision"),
    rationale: optionalTextField("Rationale", "said"),
    constraints: optionalTextField("Constraints", "said"),
    actionForEngineer: optionalTextField("For Engineer", "said"),
    actionForGap: optionalTextField("For Gap", "said"),
    decidedBy: textField("Decided By"),
    via: optionalField("Decided Where", decidedVia),
    timestamp: field("Timestamp", timestamp),
    reappliedFrom: optionalField("Re-applied From", reappliedFrom),
  },
  ["Positions", "Resolution", "Action Required"],
);

const OPTION_NAMES: Record<ConflictOption, string> = {
  A: "A (Reviewer)",
  B: "B (Engineer)",
  C: "C (Synthesis)",
  D: "D (User specifies)",
};

export function renderDecisions({ decisions, rollbacks }: DecisionsDocument): string {
  const blocks = joinBlocks(
    heading(1, "Decisions"),
    ["What the user decided, oldest first. What is not superseded binds every later round."],
    ...(decisions.length === 0
      ? [NONE_SAID]
      : decisions.map((entry, index) => renderEntry(entry, decisions[index - 1]))),
    ...(rollbacks.length === 0 ? [] : [renderRollbackHistory(rollbacks, null)]),
  );
  return `${blocks.join("\n")}\n`;
}

function renderEntry(entry: RecordedDecision, before: RecordedDecision | undefined): readonly string[] {
  const { about, title, id } = entry;
  const group = groupTitle(entry);
  const fields = fieldsOf(entry);
  const isConflict = about.of === "conflict";
  return joinBlocks(
    before !== undefined && groupTitle(before) === group ? [] : heading(2, group),
    namedHeading(3, isConflict ? about.issue : id, escapeText(title)),
    ENTRY.write(fields, { keys: ["id", "supersededBy", "type", "gaps", "severity"] }),
    ...(isConflict ? [["**Positions:**"], ENTRY.write(fields, { keys: ["reviewer", "engineer"] })] : []),
    ["**Resolution:**"],
    ENTRY.write(fields, { keys: ["option", "decision", "rationale", "constraints"] }),
    ["**Action Required:**"],
    ENTRY.write(fields, { keys: ["actionForEngineer", "actionForGap"] }),
    ENTRY.write(fields, { keys: ["decidedBy", "via", "timestamp", "reappliedFrom"], as: "paragraphs" }),
  );
}

function groupTitle({ round, about }: RecordedDecision): string {
  return about.of === "conflict" ? `Round ${round} Conflict Resolutions` : `Round ${round} Other Decisions`;
}

function fieldsOf(entry: RecordedDecision): EntryFields {
  const { round: _round, title: _title, about, via = null, ...known } = entry;
  const rest = { ...known, via };
  if (about.of === "other")
    return { ...rest, type: null, reviewer: null, engineer: null, option: about.option };
  const { type, reviewer, engineer, option } = about;
  return { ...rest, type, reviewer, engineer, option: OPTION_NAMES[option] };
}

export function readDecisions(source: string): {
  readonly document: DecisionsDocument;
  readonly notes: readonly Note[];
} {
  const { root, notes: markdownNotes } = readSections(source);
  const notes = [...markdownNotes];
  const decisions = sectionsBelow(root).flatMap((group) => {
    const round = /^round (\d{1,9}) (?:conflict resolutions|other decisions|decisions)$/.exec(
      normalTitle(group.title),
    )?.[1];
    if (round === undefined) return [];
    return group.sections.flatMap((section) => readEntry(section, Number(round), notes) ?? []);
  });
  return { document: { decisions, rollbacks: readRollbackHistory(root, notes) }, notes };
}

/** The sections of the document, whether or not it has a title of its own above them. */
function sectionsBelow(root: Section): readonly Section[] {
  return root.sections.flatMap((section) => [section, ...(section.level === 1 ? section.sections : [])]);
}

function readEntry(section: Section, round: number, notes: Note[]): RecordedDecision | null {
  const { name, title } = namedTitle(section.title);
  const issue = parseIssueId(name);
  if (issue === null && parseDecisionId(name) === null) {
    notes.push({
      code: "unreadable-heading",
      line: section.line,
      message: "the title names no issue and no decision",
    });
    return null;
  }
  const fields = ENTRY.read(section, notes);
  if (fields === null) return null;
  const { type, reviewer, engineer, option, via, ...rest } = fields;
  const about: DecisionSubject | null =
    issue === null
      ? { of: "other", option }
      : conflictOf({
          issue,
          type: type ?? "EXPLICIT",
          reviewer: reviewer ?? "",
          engineer: engineer ?? "",
          option,
        });
  if (about === null) {
    notes.push({
      code: "unreadable-field",
      line: section.line,
      message: "the chosen option is none of A, B, C, D",
    });
    return null;
  }
  return { ...rest, ...(via === null ? {} : { via }), round, title, about };
}

type Conflict = Extract<DecisionSubject, { of: "conflict" }>;

function conflictOf(fields: Omit<Conflict, "of" | "option"> & { readonly option: string }): Conflict | null {
  const [, chosen] = /^(?:option )?([A-Z])\b/i.exec(fields.option) ?? [];
  const option = CONFLICT_OPTIONS.find((letter) => letter === chosen?.toUpperCase());
  return option === undefined ? null : { of: "conflict", ...fields, option };
}
