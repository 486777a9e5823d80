import type { Note } from "../../core/documents/note.ts";
import type {
  RetryDetail,
  RoundRecord,
  StatusDocument,
  ValidationLog,
} from "../../core/documents/status-document.ts";
import { parseTimestamp } from "../../core/shared/timestamp.ts";
import { ROLLBACK_HISTORY, readRollbackHistory, readRollbackSummary } from "../record/rollback.ts";
import {
  convergenceRows,
  coverageRows,
  disagreementFlags,
  gapTransitions,
  roleOutcomes,
  usageLines,
} from "../record/round-tables.ts";
import { findSection, normalTitle, readSections, requireSection, type Section } from "../record/section.ts";
import * as tables from "./status-tables.ts";
import { TITLES } from "./status-titles.ts";

interface ReadStatus {
  /** `null` where the text does not say which session it is about, or how many rollbacks that has left. */
  readonly document: StatusDocument | null;
  readonly notes: readonly Note[];
}

export function readStatus(text: string): ReadStatus {
  const { root, notes: markdownNotes } = readSections(text);
  const notes: Note[] = [...markdownNotes];
  const top = root.sections.find(({ level }) => level === 1) ?? root;
  const section = (title: string) => requireSection(top, title, notes);
  noteUnknownSections(top, notes);
  const head = tables.head.read(top, notes);
  const inventory = section(TITLES.inventory);
  const detection = section(TITLES.detection);
  const usage = section(TITLES.usage);
  const body = {
    configuration: tables.settings.read(section(TITLES.configuration), notes),
    gaps: tables.inventory.read(inventory, notes),
    settled: tables.settled.read(below(inventory, TITLES.settled), notes),
    coverage: coverageRows.read(below(inventory, TITLES.coverage), notes),
    convergence: convergenceRows.read(section(TITLES.convergence), notes),
    rounds: readRounds(section(TITLES.rounds), notes),
    validation: readValidation(section(TITLES.validation), notes),
    examples: tables.examples.read(section(TITLES.examples), notes),
    detection: {
      heuristics: tables.heuristics.read(below(detection, TITLES.heuristics), notes),
      disagreeRates: tables.disagreeRates.read(below(detection, TITLES.disagreeRates), notes),
    },
    timing: tables.timing.read(section(TITLES.timing), notes),
    usage: usageLines.read(usage, notes),
    agentChanges: tables.agentChanges.read(below(usage, TITLES.agentChanges), notes),
    rollbacks: readRollbackHistory(top, notes),
  };
  section(ROLLBACK_HISTORY);
  const rollbackSummary = readRollbackSummary(top, notes);
  if (head === null || rollbackSummary === null) return { document: null, notes };
  return { document: { ...head, ...body, rollbackSummary }, notes };
}

const KNOWN: ReadonlySet<string> = new Set([...Object.values(TITLES), ROLLBACK_HISTORY].map(normalTitle));

function noteUnknownSections(top: Section, notes: Note[]): void {
  for (const { title, line } of top.sections) {
    if (KNOWN.has(normalTitle(title))) continue;
    notes.push({ code: "unknown-section", line, message: "no section of this title is known here" });
  }
}

function below(section: Section | null, title: string): Section | null {
  return section === null ? null : findSection(section, title);
}

function readRounds(section: Section | null, notes: Note[]): readonly RoundRecord[] {
  return (section?.sections ?? []).flatMap((round) => {
    const number = /^round (\d{1,9})$/.exec(normalTitle(round.title))?.[1];
    if (number === undefined) {
      notes.push({ code: "unreadable-heading", line: round.line, message: "the title names no round" });
      return [];
    }
    return {
      round: Number(number),
      outcomes: roleOutcomes.read(findSection(round, TITLES.outcomes), notes),
      transitions: gapTransitions.read(findSection(round, TITLES.transitions), notes),
      flags: disagreementFlags.read(findSection(round, TITLES.flags), notes),
    };
  });
}

function readValidation(section: Section | null, notes: Note[]): ValidationLog {
  return {
    summary: tables.validationSummary.read(below(section, TITLES.validationSummary), notes),
    log: tables.validationLog.read(below(section, TITLES.validationLog), notes),
    retries: (below(section, TITLES.retries)?.sections ?? []).flatMap(
      (retry) => readRetry(retry, notes) ?? [],
    ),
  };
}

/** What stands before it is the role, whatever it holds. */
const RETRY_TITLE = /(?:^| )Retry (\d{1,9}) \((\S{20})\)$/;

function readRetry(section: Section, notes: Note[]): RetryDetail | null {
  const match = RETRY_TITLE.exec(section.title);
  const timestamp = parseTimestamp(match?.[2] ?? "");
  if (match === null || timestamp === null) {
    const message = "the title names no role, retry and time";
    notes.push({ code: "unreadable-heading", line: section.line, message });
    return null;
  }
  const fields = tables.retryDetail.read(section, notes);
  if (fields === null) return null;
  return { ...fields, role: section.title.slice(0, match.index), retry: Number(match[1]), timestamp };
}
