// Rounds are undone: asked for, looked at, ordered, made, and what was decided in them taken up again.

import type { DecisionEntry } from "../../documents/decisions-document.ts";
import { archiveName } from "../../shared/archive-name.ts";
import { assertNever } from "../../shared/assert-never.ts";
import { compareGapIds, type GapId } from "../../shared/gap-id.ts";
import type { Refusal } from "../../shared/refusal.ts";
import { isRefusal } from "../../shared/refusal.ts";
import { compareSeverities } from "../../shared/severity.ts";
import type { Gap } from "../gap.ts";
import { splitGap } from "../gap-split.ts";
import { isAssignable, isOpen } from "../gap-state.ts";
import {
  decisionsQuestion,
  type RollbackTarget,
  rollbackLimitQuestion,
  rollbackQuestion,
  rootCauseQuestion,
} from "../questions/rollback-questions.ts";
import { roundsOf } from "../records/round-log.ts";
import {
  type GivenContext,
  type PendingRollback,
  type RollbackOrder,
  type RollbackWish,
  timesUndone,
  type UndoneRound,
} from "../rollback/rollback.ts";
import { findRootCause } from "../rollback/root-cause.ts";
import { bindBoth } from "./bind-both.ts";
import { changeGap } from "./change-gap.ts";
import type { Draft } from "./draft.ts";
import { alignConvergence } from "./halt.ts";
import { dismissUndone } from "./person-calls.ts";
import { type Checkpoint, currentRound, type LiveSession, type SessionWork } from "./session.ts";
import type { CommandOf } from "./session-command.ts";
import { rollbackSettings } from "./settings.ts";

/** The newest round: the one under way, else the last that was complete. */
export function newestRound({ work: { round, completedRounds } }: LiveSession): number {
  return round?.number ?? completedRounds;
}

type Request = Pick<PendingRollback, "reason" | "by" | "trigger" | "via"> &
  Partial<Pick<PendingRollback, "mode" | "wish">> & {
    /** `null`: the end of the round before the newest. */
    readonly to: number | null;
  };

/** Nothing new begins until it is made, or dropped. */
export function requestRollback(draft: Draft, request: Request): Refusal | null {
  const { session } = draft;
  const { mode } = rollbackSettings(session.settings);
  const to = request.to ?? newestRound(session) - 1;
  const refused = targetRefusal(session, to);
  if (refused !== null) return refused;
  const { rollback, questions } = session.work;
  if (rollback !== null) {
    const asked = questions.find(({ subject }) => subject.of === "rollback")?.id;
    return {
      refused: "rollback-pending",
      message: `a rollback to the end of round ${rollback.to} is already under way`,
      fix:
        asked === undefined
          ? "Where nobody is at it, `parley resume` makes it; `parley rollback --drop` drops it."
          : `Answer ${asked} first.`,
    };
  }
  const unwritten = session.ledger.archives.filter(({ written }) => written === null);
  if (unwritten.length > 0)
    return {
      refused: "rollback-pending",
      message: `the last rollback is made, but ${unwritten.map(({ name }) => name).join(", ")} is still to be written`,
      fix: "`parley resume` writes it; then ask again if more is to be undone.",
    };
  if (!mayRollBack(session)) return askAboutLimit(draft, request.reason);
  const { reason, by, trigger, via, wish = null } = request;
  const said = { to, reason, by, trigger, wish, mode: request.mode ?? mode };
  draft.emit("RollbackRequested", { ...said, ...(via === undefined ? {} : { via }) });
  return null;
}

/** Whether the session has a rollback left. */
export function mayRollBack({ ledger, settings }: LiveSession): boolean {
  return ledger.rollbacks.length < rollbackSettings(settings).sessionMax;
}

function targetRefusal(session: LiveSession, to: number): Refusal | null {
  const newest = newestRound(session);
  if (newest === 0) return { refused: "no-round", message: "no round has begun: there is nothing to undo" };
  if (Number.isInteger(to) && to >= 0 && to < newest && checkpointOf(session, to) !== null) return null;
  return {
    refused: "rollback-target",
    message: `the session cannot go back to the end of round ${to}: round ${newest} is the newest`,
    fix: `Possible: ${session.checkpoints.map(({ round }) => round).join(", ")}.`,
  };
}

function checkpointOf({ checkpoints }: LiveSession, to: number): Checkpoint["before"] | null {
  return checkpoints.find(({ round }) => round === to)?.before ?? null;
}

function askAboutLimit(draft: Draft, reason: string): Refusal | null {
  const { work, ledger } = draft.session;
  if (work.questions.some(({ kind }) => kind === "rollback-limit"))
    return {
      refused: "rollback-limit",
      message: "every rollback of this session is used, and you are being asked how to go on",
    };
  draft.ask(rollbackLimitQuestion({ rollbacks: ledger.rollbacks, reason }));
  return null;
}

/** Whether retries that are used up undo the round without anybody being asked. */
export function isAutomatic(session: LiveSession, round: number): boolean {
  const { work, ledger, settings } = session;
  return (
    rollbackSettings(settings).mode === "AUTO_RETRY" &&
    work.rollback === null &&
    ledger.askAboutRound !== round &&
    mayRollBack(session) &&
    timesUndone(ledger.rollbacks, round) === 0
  );
}

/** What the documents show decides whether somebody is asked, and what. */
export function analyseRollback(draft: Draft, { analysis }: CommandOf<"AnalyseRollback">): Refusal | null {
  const { session } = draft;
  const pending = session.work.rollback;
  if (pending === null || pending.analysis !== null)
    return { refused: "not-owed", message: "no rollback waits to be looked at" };
  const round = newestRound(session);
  const { rollbacks, askAboutRound } = session.ledger;
  const { analysisThreshold, sessionMax } = rollbackSettings(session.settings);
  const earlier = rollbacks.flatMap((one) => {
    const of = one.rounds.some((undone) => undone.round === round);
    return of && one.analysis !== null ? [{ reason: one.reason, analysis: one.analysis }] : [];
  });
  const times = timesUndone(rollbacks, round) + 1;
  const threshold = pending.mode === "STRICT" ? 1 : analysisThreshold;
  const attempts = [...earlier, { reason: pending.reason, analysis }];
  const before = checkpointOf(session, pending.to);
  const maySplit = (gap: GapId) =>
    before !== null && !isRefusal(splitParts(session, { gap, titles: TWO }, before));
  const cause = times >= threshold ? findRootCause(attempts, maySplit) : null;
  draft.emit("RollbackAnalysed", { analysis, rootCause: cause });
  const facts = {
    pending: { ...pending, analysis, rootCause: cause },
    round,
    targets: rollbackTargets(session),
    rollbacks,
    sessionMax,
  };
  if (pending.wish !== null) return orderRollback(draft, orderOfWish(draft.session, pending, pending.wish));
  if (pending.mode === "AUTO_RETRY" && times === 1 && askAboutRound !== round)
    return orderRollback(draft, { way: "auto", adjustments: adjustmentsOf(draft.session) });
  draft.ask(cause === null ? rollbackQuestion(facts) : rootCauseQuestion({ ...facts, cause }));
  return null;
}

function orderOfWish(
  session: LiveSession,
  { by, via }: PendingRollback,
  { way, text }: RollbackWish,
): OrderFacts {
  switch (way) {
    case "same":
      return { way };
    case "narrow":
      return { way, gaps: simplestGaps(session), adjustments: adjustmentsOf(session) };
    case "context":
      return {
        way,
        adjustments: adjustmentsOf(session),
        ...(text === null ? {} : { context: { text, by, ...(via === undefined ? {} : { via }) } }),
      };
    default:
      return assertNever(way);
  }
}

/** What the analysis has for the next attempt. */
export function adjustmentsOf({ work: { rollback } }: LiveSession): readonly string[] {
  return (rollback?.analysis?.adjustments ?? []).map(({ text }) => text);
}

/** Of the gaps that the newest round was given: lowest severity, fewest dependencies, id. */
export function simplestGaps(session: LiveSession): readonly GapId[] {
  const gaps = givenGaps(session, newestRound(session)).flatMap((id) => session.work.gaps[id] ?? []);
  const [simplest] = [...gaps].sort(
    (a, b) =>
      compareSeverities(b.severity.level, a.severity.level) ||
      a.blockedBy.length - b.blockedBy.length ||
      compareGapIds(a.id, b.id),
  );
  return simplest === undefined ? [] : [simplest.id];
}

export function givenGaps({ work }: LiveSession, round: number): readonly GapId[] {
  const log = roundsOf(work).find((one) => one.round === round);
  const given = (log?.transitions ?? []).filter(({ to }) => to === "IN_PROGRESS").map(({ gap }) => gap);
  return [...new Set(given)];
}

/** Of the gaps that are named, one that the round could not take when it is done again. */
export function untakableGap(session: LiveSession, gaps: readonly GapId[]): GapId | null {
  const known = checkpointOf(session, session.work.rollback?.to ?? 0)?.work.gaps ?? {};
  return gaps.find((id) => !isAssignable(known[id]?.state.at ?? "WONT_FIX")) ?? null;
}

type OrderFacts = Pick<RollbackOrder, "way"> & Partial<RollbackOrder>;

export function orderRollback(draft: Draft, facts: OrderFacts): Refusal | null {
  const pending = draft.session.work.rollback;
  if (pending === null) return { refused: "no-rollback", message: "no rollback is under way" };
  const to = facts.to ?? pending.to;
  const refused = targetRefusal(draft.session, to);
  if (refused !== null) return refused;
  const nothing = { adjustments: [], gaps: null, split: null, userDecision: null };
  const { gaps } = facts;
  draft.emit("RollbackOrdered", {
    ...nothing,
    ...facts,
    to,
    gaps: gaps === undefined || gaps === null || gaps.length === 0 ? null : gaps,
  });
  return null;
}

/** Where a rollback could go back to, newest first. */
export function rollbackTargets(session: LiveSession): readonly RollbackTarget[] {
  const newest = newestRound(session);
  return session.checkpoints
    .filter(({ round }) => round < newest)
    .map(
      ({ round, before }): RollbackTarget => ({
        round,
        open: Object.values(before.work.gaps).filter(({ state }) => isOpen(state.at)).length,
        decisionsSince: decisionsSince(session.work, before).length,
        roundsUndone: newest - round,
        from: newest - round <= session.settings.backupRetentionRounds ? "backup" : "log",
      }),
    )
    .reverse();
}

/** The work is put back; nothing else is. */
export function undoRounds(draft: Draft, command: CommandOf<"UndoRounds">): Refusal | null {
  const { session } = draft;
  const pending = session.work.rollback;
  const order = pending?.order ?? null;
  if (pending === null || order === null) return { refused: "not-owed", message: "no rollback is ordered" };
  const before = checkpointOf(session, order.to);
  if (before === null) throw new Error(`nothing is known of the end of round ${order.to}`);
  const wasAsked = isAskedAboutDecisions(session);
  const rounds = roundsToUndo(session, order.to);
  const files = rounds.flatMap(({ round }) => command.rounds.find((one) => one.round === round) ?? []);
  if (files.length !== rounds.length || files.length !== command.rounds.length)
    return { refused: "changed", message: "other rounds are to be undone by now" };
  withdrawNewQuestions(draft, before, `round ${newestRound(session)} was rolled back`);
  dismissUndone(draft, order.to);
  const retry = retryOf(session, order, before);
  const { reason, by, trigger, mode, analysis, rootCause } = pending;
  draft.emit("RoundsRolledBack", {
    rollback: {
      to: order.to,
      mode,
      trigger,
      reason,
      by,
      adjustments: order.adjustments,
      ...(order.context === undefined ? {} : { context: order.context.text }),
      userDecision: order.userDecision,
      rootCause:
        rootCause === null ? null : { detected: rootCause.detected, recommended: rootCause.recommended },
      split: order.split?.gap ?? null,
      analysis,
      rounds,
    },
    archives: rounds.map(({ archive: name }, index) => ({ name, files: files[index]?.files ?? [] })),
    settings: settingsAfter(session, before),
    restored: command.restored,
    retry,
  });
  alignConvergence(draft);
  const refused =
    (order.split === null || isRefusal(splitParts(session, order.split, before))
      ? null
      : splitAfter(draft, order.split, by)) ??
    (order.context === undefined ? null : bindContext(draft, order.context));
  if (refused !== null) return refused;
  if (wasAsked || rounds.some(({ decisions }) => decisions.length > 0)) askAboutDecisions(draft);
  return null;
}

/** Recorded now, and not when it was said: it is not undone with the rounds. */
function bindContext(draft: Draft, { text, by, ...said }: GivenContext): Refusal | null {
  const title = `Context for round ${currentRound(draft.session)}, done again`;
  return draft.carryOut(said, () => bindBoth(draft, { title, text, option: "context", by }));
}

/** Newest first, with what goes with each. */
export function roundsToUndo(session: LiveSession, to: number): readonly UndoneRound[] {
  const { work, ledger } = session;
  const newest = newestRound(session);
  const undone = decisionsSince(work, checkpointOf(session, to));
  return roundsOf(work)
    .filter(({ round, started }) => round > to && round <= newest && started !== null)
    .map(({ round }): UndoneRound => {
      const attempt = timesUndone(ledger.rollbacks, round) + 1;
      return {
        round,
        attempt,
        archive: archiveName(round, attempt),
        decisions: undone.filter((decision) => roundOfDecision(decision, { to, newest }) === round),
        gaps: givenGaps(session, round),
      };
    })
    .sort((a, b) => b.round - a.round);
}

function decisionsSince(work: SessionWork, before: Checkpoint["before"] | null): readonly DecisionEntry[] {
  const known = new Set((before?.work.decisions ?? []).map(({ id }) => id));
  return work.decisions.filter(({ id }) => !known.has(id));
}

/** What came after the last round, and before a next one that never began, goes with it. */
function roundOfDecision({ round }: DecisionEntry, { to, newest }: { to: number; newest: number }): number {
  return Math.min(Math.max(round, to + 1), newest);
}

/** What was asked since has lost its subject; what was open then is open again. */
function withdrawNewQuestions(draft: Draft, before: Checkpoint["before"], reason: string): void {
  const known = new Set(before.work.questions.map(({ id }) => id));
  for (const { id } of draft.session.work.questions)
    if (!known.has(id)) draft.emit("QuestionWithdrawn", { question: id, reason });
}

/** A limit or a threshold that an undone answer changed is what it was; what the configuration says stays. */
function settingsAfter(
  { settings, work }: LiveSession,
  before: Checkpoint["before"],
): LiveSession["settings"] {
  if (work.limitsAnswered === before.work.limitsAnswered) return settings;
  const { limits, thresholds } = before.settings;
  return { ...settings, limits, thresholds };
}

function retryOf(
  session: LiveSession,
  order: RollbackOrder,
  before: Checkpoint["before"],
): { readonly adjustments: readonly string[]; readonly gaps: readonly GapId[] | null } | null {
  const { adjustments } = order;
  if (order.split !== null) {
    const parts = splitParts(session, order.split, before);
    return { adjustments, gaps: isRefusal(parts) ? null : parts.slice(0, 1).map(({ id }) => id) };
  }
  const free = (order.gaps ?? []).filter((id) => isAssignable(before.work.gaps[id]?.state.at ?? "WONT_FIX"));
  if (adjustments.length === 0 && free.length === 0) return null;
  return { adjustments, gaps: free.length === 0 ? null : free };
}

/** Whatever they are called. */
const TWO = ["a", "b"] as const;

type Split = NonNullable<RollbackOrder["split"]>;

function splitParts(
  { ledger }: LiveSession,
  { gap, titles }: Split,
  before: Checkpoint["before"],
): readonly Gap[] | Refusal {
  const whole = before.work.gaps[gap];
  if (whole === undefined) return { refused: "gap", message: `${gap} came with the round that is undone` };
  const split = splitGap(whole, {
    actor: "User",
    round: before.work.completedRounds + 1,
    parts: titles.map((title) => ({ title, description: whole.description })),
    used: ledger.gapIds,
  });
  return isRefusal(split) ? split : split.subGaps;
}

function splitAfter(draft: Draft, { gap, titles }: Split, by: string): Refusal | null {
  return changeGap(draft, {
    type: "ChangeGap",
    at: draft.at,
    gap,
    change: { do: "split", titles },
    reason: "its round was undone",
    by,
  });
}

/** Of all that are set aside, whichever rollback did it. */
export function askAboutDecisions(draft: Draft): void {
  const { setAside, rollbacks } = draft.session.ledger;
  if (setAside.length === 0 || isAskedAboutDecisions(draft.session)) return;
  draft.ask(decisionsQuestion({ setAside, rollback: rollbacks.length }));
}

function isAskedAboutDecisions({ work }: LiveSession): boolean {
  return work.questions.some(({ kind }) => kind === "decisions");
}

export function noteArchive(draft: Draft, { name, sha256, bytes }: CommandOf<"NoteArchive">): Refusal | null {
  const archive = draft.session.ledger.archives.find((one) => one.name === name);
  if (archive === undefined)
    return { refused: "no-archive", message: `${name} is no archive of this session` };
  if (archive.written === null) draft.emit("ArchiveWritten", { name, sha256, bytes });
  return null;
}

/** "Ask me this time", or "by itself again". */
export function changeRollbackMode(draft: Draft, { ask }: CommandOf<"ChangeRollbackMode">): Refusal | null {
  const { session } = draft;
  const round = Math.max(1, newestRound(session));
  if (ask) {
    draft.emit("RollbackModeChanged", { askAboutRound: round });
    return null;
  }
  const { settings } = session;
  if (rollbackSettings(settings).mode !== "AUTO_RETRY") {
    const rollback = { ...rollbackSettings(settings), mode: "AUTO_RETRY" as const };
    draft.changeSettings({ ...settings, rollback }, "rollbacks retry by themselves again");
  }
  draft.emit("RollbackModeChanged", { askAboutRound: null });
  return null;
}
