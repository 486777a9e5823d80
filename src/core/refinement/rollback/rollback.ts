// Rounds that are undone: how it is asked for, what is recorded of it, and what the next attempt is told.
import type { DecisionEntry } from "../../documents/decisions-document.ts";
import type { DecidedVia } from "../../shared/decided-via.ts";
import type { DecisionId } from "../../shared/decision-id.ts";
import type { GapId } from "../../shared/gap-id.ts";
import type { Timestamp } from "../../shared/timestamp.ts";
import type { QuestionId } from "../questions/question.ts";
import type { GapCommand } from "../session/gap-change.ts";
import type { Adjustment, RollbackAnalysis } from "./rollback-analysis.ts";
import type { RootCause } from "./root-cause.ts";

export const ROLLBACK_MODES = ["INTERACTIVE", "AUTO_RETRY", "STRICT"] as const;
export type RollbackMode = (typeof ROLLBACK_MODES)[number];

/** What a session allows of it. */
export interface RollbackSettings {
  readonly mode: RollbackMode;
  /** So often may one round be undone before its cause is looked for. */
  readonly analysisThreshold: number;
  readonly sessionMax: number;
}

/** For sessions of an older parley, which did not say. */
export const ROLLBACK_DEFAULTS: RollbackSettings = {
  mode: "INTERACTIVE",
  analysisThreshold: 2,
  sessionMax: 7,
};

/** What set it off. */
type RollbackTrigger = "user" | "escalation" | "divergence" | "retries";

/** How the session goes on after it. */
type RetryWay = "same" | "narrow" | "context" | "split" | "reassign" | "auto";

/** One that was asked for and has not been made. */
export interface PendingRollback {
  /** The end of this round is where it goes back to. */
  readonly to: number;
  readonly reason: string;
  readonly by: string;
  /** Where the word of the person came from who asked for it; absent where none did, and in older logs. */
  readonly via?: DecidedVia;
  readonly trigger: RollbackTrigger;
  readonly mode: RollbackMode;
  readonly requestedAt: Timestamp;
  /** What the command said of how to go on, so that nobody is asked. */
  readonly wish: RollbackWish | null;
  /** `null` until the documents of the round were looked at. */
  readonly analysis: RollbackAnalysis | null;
  readonly rootCause: RootCause | null;
  /** `null` until it is known how to go on. */
  readonly order: RollbackOrder | null;
}

export interface RollbackWish {
  readonly way: Extract<RetryWay, "same" | "narrow" | "context">;
  readonly text: string | null;
}

export interface RollbackOrder {
  readonly way: RetryWay;
  readonly to: number;
  /** What the analysis suggests to the Engineer; in older logs what the user added stands among it. */
  readonly adjustments: readonly string[];
  /** What the user adds; it is decided once the rounds are undone. */
  readonly context?: GivenContext;
  /** What the round takes up when it is done again; `null`: as ever. */
  readonly gaps: readonly GapId[] | null;
  /** A gap that is split before the round is done again. */
  readonly split: { readonly gap: GapId; readonly titles: readonly string[] } | null;
  /** As the history tells it; `null` where nobody was asked. */
  readonly userDecision: string | null;
}

export interface GivenContext {
  readonly text: string;
  readonly by: string;
  readonly via?: DecidedVia;
  /** Absent where the user said it unasked. */
  readonly question?: QuestionId;
}

/** One that was made; several rounds undone at once are one. */
export interface Rollback {
  readonly at: Timestamp;
  readonly to: number;
  readonly mode: RollbackMode;
  readonly trigger: RollbackTrigger;
  readonly reason: string;
  readonly by: string;
  readonly adjustments: readonly string[];
  /** What the user added, which binds as a decision; absent where nothing was, and in older logs. */
  readonly context?: string;
  readonly userDecision: string | null;
  readonly rootCause: Pick<RootCause, "detected" | "recommended"> | null;
  readonly split: GapId | null;
  /** Of the newest round, which is the one that is looked at. */
  readonly analysis: RollbackAnalysis | null;
  /** Newest first. */
  readonly rounds: readonly UndoneRound[];
  /** `null` until the round was done again, or the session ended without it. */
  readonly outcome: string | null;
}

export interface UndoneRound {
  readonly round: number;
  /** The how manyth of this round. */
  readonly attempt: number;
  readonly archive: string;
  /** What was decided in it, and binds nobody any more. */
  readonly decisions: readonly DecisionEntry[];
  /** The gaps it was given. */
  readonly gaps: readonly GapId[];
}

/** A file of an undone round, as a blob. */
export interface ArchivedFile {
  /** In the round's folder. */
  readonly path: string;
  readonly sha256: string;
}

/** What became of the archive of an undone round. */
export interface RoundArchive {
  readonly name: string;
  readonly round: number;
  readonly attempt: number;
  readonly at: Timestamp;
  readonly files: readonly ArchivedFile[];
  /** `null` while it is still to be written. */
  readonly written: { readonly sha256: string; readonly bytes: number } | null;
}

/** A decision of an undone round that the user has not spoken about since. */
export interface SetAsideDecision {
  readonly decision: DecisionEntry;
  readonly round: number;
  readonly archive: string;
  /** What the user had done to the gap of their own accord. */
  readonly command?: GapCommand;
}

/** The documents at the end of a round, as blobs. */
export interface Backup extends RestoredFiles {
  readonly round: number;
  /** How many characters of each come before the history of rollbacks that closes it; absent in older logs. */
  readonly bodyChars?: { readonly status: number; readonly decisions: number };
}

/** `status.md` and `decisions.md` of some moment, as blobs. */
export interface RestoredFiles {
  readonly status: string;
  readonly decisions: string;
}

export interface RecoveredDecision {
  readonly id: DecisionId;
  /** What is to hold instead of what was decided; `null`: the same. */
  readonly text: string | null;
}

/** What is said of an attempt that came to the end of its round. */
export const RETRY_COMPLETED = "Retry completed";

/** What an analysis suggests, and how sure that is; it is not the user's word. */
export type Suggestion = Pick<Adjustment, "text" | "confidence">;

/** Of what the next attempt is told, what the analysis suggests. */
export function suggestionsOf({
  adjustments,
  analysis,
}: Pick<Rollback, "adjustments" | "analysis">): readonly Suggestion[] {
  return (analysis?.adjustments ?? [])
    .filter(({ text }) => adjustments.includes(text))
    .map(({ text, confidence }) => ({ text, confidence }));
}

/** The rollback after which a round is done again. */
export function rollbackBefore(rollbacks: readonly Rollback[], round: number): Rollback | null {
  return rollbacks.findLast(({ to }) => to + 1 === round) ?? null;
}

/** How often a round was undone so far. */
export function timesUndone(rollbacks: readonly Rollback[], round: number): number {
  return rollbacks.filter(({ rounds }) => rounds.some((one) => one.round === round)).length;
}
