// Which files a session's folder holds, and what each is made of.
import type { DecisionEntry, TakenBackDecision } from "../../documents/decisions-document.ts";
import type { RollbackEntry, RollbackSummary } from "../../documents/rollback-history.ts";
import type { ClosingSummaryDocument } from "../../documents/summary-document.ts";
import { ONLY_LANE } from "../../shared/call-key.ts";
import { roundFolder } from "../../shared/round-folder.ts";
import { documentName } from "../role.ts";
import type { LiveSession } from "../session/session.ts";
import { rollbackEntries, rollbackSummary } from "./rollbacks-of.ts";
import { countedAttempt, type RoundLog, roundsOf, type TurnLog, turnsOf } from "./round-log.ts";
import type { StatusDocument } from "./status-document.ts";
import { statusDocument } from "./status-of.ts";
import { closingSummary, type RoundSummaryDocument, roundSummary } from "./summaries-of.ts";

interface SessionFile {
  /** Relative to the session's folder, with `/`. */
  readonly path: string;
  readonly content: FileContent;
}

export type FileContent =
  | ({ readonly of: "rendered" } & OwnDocument)
  | { readonly of: "blob"; readonly sha256: string }
  /** For `mergedDocument`, in this order. */
  | { readonly of: "merged"; readonly blobs: readonly string[] }
  /** The whole session, for somebody without parley. */
  | { readonly of: "for-review"; readonly session: LiveSession }
  /** A backup put back, with the history of rollbacks after it. */
  | {
      readonly of: "restored";
      readonly sha256: string;
      readonly rollbacks: readonly RollbackEntry[];
      readonly summary: RollbackSummary | null;
    };

export type OwnDocument =
  | { readonly kind: "status"; readonly document: StatusDocument }
  | {
      readonly kind: "decisions";
      readonly decisions: readonly DecisionEntry[];
      readonly takenBack: readonly TakenBackDecision[];
      readonly rollbacks: readonly RollbackEntry[];
    }
  | { readonly kind: "round-summary"; readonly document: RoundSummaryDocument }
  | { readonly kind: "closing-summary"; readonly document: ClosingSummaryDocument };

export interface FileQuery {
  /**
   * The rounds before it are left out: once the next round has begun, a round's files never change. Files that
   * belong to no round are always listed.
   */
  readonly sinceRound?: number;
}

export function sessionFiles(
  session: LiveSession,
  { sinceRound = 0 }: FileQuery = {},
): readonly SessionFile[] {
  const own: readonly SessionFile[] = [
    { path: "source.md", content: { of: "blob", sha256: session.spec.sha256 } },
    { path: "status.md", content: statusContent(session) },
    { path: "decisions.md", content: decisionsContent(session) },
  ];
  const rounds = roundsOf(session.work).filter(({ round }) => round > 0 && round >= sinceRound);
  return [
    ...own,
    ...backupFiles(session),
    ...rounds.flatMap((log) => roundFiles(session, log)),
    ...surveyFiles(session),
    ...finalReviewFiles(session),
    ...(session.ledger.forReview ? [reviewFile(session)] : []),
    ...(session.ledger.ended === null ? [] : [closingFile(session)]),
    ...(session.ledger.published === null ? [] : [blobFile(SPEC_MAP, session.ledger.published.map)]),
  ];
}

function statusContent(session: LiveSession): FileContent {
  const { restored } = session;
  if (restored === null) return { of: "rendered", kind: "status", document: statusDocument(session) };
  const rollbacks = rollbackEntries(session);
  return { of: "restored", sha256: restored.status, rollbacks, summary: rollbackSummary(session) };
}

function decisionsContent(session: LiveSession): FileContent {
  const { restored, work, ledger } = session;
  const rollbacks = rollbackEntries(session);
  if (restored !== null) return { of: "restored", sha256: restored.decisions, rollbacks, summary: null };
  const { decisions } = work;
  return { of: "rendered", kind: "decisions", decisions, takenBack: ledger.takenBack, rollbacks };
}

/** Where each line of the finished spec comes from. */
const SPEC_MAP = "spec-map.json";

function reviewFile(session: LiveSession): SessionFile {
  return { path: "for_review.md", content: { of: "for-review", session } };
}

function closingFile(session: LiveSession): SessionFile {
  const document = closingSummary(session);
  return { path: "summary.md", content: { of: "rendered", kind: "closing-summary", document } };
}

/** Only the newest are kept. */
function backupFiles(session: LiveSession): readonly SessionFile[] {
  const backups = roundsOf(session.work).flatMap(({ backup }) => backup ?? []);
  const kept = Math.max(0, backups.length - session.settings.backupRetentionRounds);
  return backups
    .slice(kept)
    .flatMap(({ round, status, decisions }) => [
      blobFile(`status_backup_round_${round}.md`, status),
      blobFile(`decisions_backup_round_${round}.md`, decisions),
    ]);
}

function roundFiles(session: LiveSession, log: RoundLog): readonly SessionFile[] {
  const engineer = turnsOf(log, "engineer");
  const addenda = turnsOf(log, "answer-issue");
  const merged = mergedFiles([...engineer, ...addenda]);
  const files = [
    ...merged,
    ...[...engineer, ...addenda, ...turnsOf(log, "reviewer")]
      .flatMap(turnFiles)
      // The run that several gaps share has its text in the merged document, which has the same name.
      .filter(({ path }) => !merged.some((file) => file.path === path)),
    ...(log.completed === null ? [] : [summaryFile(session, log.round)]),
  ];
  return files.map(({ path, content }) => ({ path: `${roundFolder(log.round)}/${path}`, content }));
}

function summaryFile(session: LiveSession, round: number): SessionFile {
  const document = roundSummary(session, round);
  return { path: "summary.md", content: { of: "rendered", kind: "round-summary", document } };
}

/** Several runs have a document each, and one that puts them together; answers to the user come last. */
function mergedFiles(turns: readonly TurnLog[]): readonly SessionFile[] {
  const blobs = turns.flatMap(({ document, documents }) => documents ?? document ?? []);
  if (blobs.length === 0 || turns.every(({ lane }) => lane === ONLY_LANE)) return [];
  return [{ path: documentName("engineer", ONLY_LANE), content: { of: "merged", blobs } }];
}

function turnFiles(turn: TurnLog): readonly SessionFile[] {
  const { role, lane, document, documents } = turn;
  const name = documentName(role, lane);
  // Of several attempts that count together, each can still be looked up by itself.
  if (documents !== undefined && documents.length > 1)
    return [{ path: name, content: { of: "merged", blobs: documents } }, ...attemptFiles(turn, null)];
  const counted = document === null ? [] : [blobFile(name, document)];
  return [...counted, ...attemptFiles(turn, countedAttempt(turn)?.number ?? null)];
}

/**
 * An attempt that may still become the turn's document has no file of its own yet. Whatever had one keeps it: of an attempt
 * that failed for some gaps, or was followed by another, the rest may come to count later.
 */
function attemptFiles(turn: TurnLog, counted: number | null): readonly SessionFile[] {
  const { role, lane, attempts, outcome } = turn;
  return attempts.flatMap(({ number, document, judged }) => {
    const isLast = number === attempts.at(-1)?.number;
    const isOver = outcome !== null || !isLast || (judged !== null && judged.failure !== null);
    const counts = number === counted && isLast && judged?.failure == null;
    if (document === null || counts || !isOver) return [];
    return [blobFile(documentName(role, lane, number), document)];
  });
}

/** Before the first round; each by its own name. */
function surveyFiles(session: LiveSession): readonly SessionFile[] {
  return roundsOf(session.work)
    .slice(0, 1)
    .flatMap((log) => [...turnsOf(log, "survey"), ...turnsOf(log, "second-survey")])
    .flatMap(turnFiles);
}

/** The latest one counts, whichever round it followed; its attempts are numbered through the session. */
function finalReviewFiles(session: LiveSession): readonly SessionFile[] {
  const turns = roundsOf(session.work).flatMap((log) => turnsOf(log, "final"));
  const latest = turns.findLast(({ document }) => document !== null);
  const counted = latest === undefined ? null : (countedAttempt(latest)?.number ?? null);
  const file =
    latest === undefined || latest.document === null
      ? []
      : [blobFile(documentName("final", ONLY_LANE), latest.document)];
  return [...file, ...turns.flatMap((turn) => attemptFiles(turn, counted))];
}

function blobFile(path: string, sha256: string): SessionFile {
  return { path, content: { of: "blob", sha256 } };
}

/**
 * The documents of runs that went on side by side as one, in the order given. The rule between them is the one
 * mark that a reader takes for the end of a section and for part of none.
 */
export function mergedDocument(texts: readonly string[]): string {
  const parts = texts.map((text) =>
    text
      .replace(/^\uFEFF/, "")
      .replace(LEADING_BLANK_LINES, "")
      .trimEnd(),
  );
  return `${parts.filter((part) => part !== "").join("\n\n---\n\n")}\n`;
}

const LEADING_BLANK_LINES = /^(?:[ \t]*(?:\r\n|\n|\r))+/;
