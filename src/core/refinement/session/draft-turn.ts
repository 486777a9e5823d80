// Option C of a conflict, drafted by an agent where no rule makes one. It is asked twice, with the positions in both orders;
// what fails, or cannot be compared, is left out: nobody waits for it, and nobody is asked about it.
import type { ConflictId } from "../../shared/issue-id.ts";
import { isGrave } from "../../shared/severity.ts";
import { type Conflict, type DraftedSynthesis, isSilent } from "../conflicts/conflict.ts";
import { needsDraft } from "../conflicts/conflict-options.ts";
import { addressesBoth, contradictionOf, type OptionDraft } from "../conflicts/option-draft.ts";
import { type ArguedIssue, issueTextOf } from "../questions/conflict-questions.ts";
import { PERSON, SIDES, type Side } from "../role.ts";
import { judgeDraft } from "../validation/judge-draft.ts";
import type { Draft } from "./draft.ts";
import { logJudgement, mayRetry, retryTurn } from "./judged-turn.ts";
import { agentFor, currentRound, type Drafting, type LiveSession, type TakenDraft } from "./session.ts";
import type { Output } from "./session-command.ts";
import { findCapFor } from "./spend.ts";
import { isSettled, type Turn } from "./turn.ts";

/** For what is about to be put to the user. */
export function requestDrafts(draft: Draft, conflicts: readonly ArguedIssue[]): void {
  const { drafter } = draft.session.settings.agents;
  if (drafter === undefined) return;
  for (const argued of conflicts) {
    const { conflict, entry } = argued;
    if (!isGrave(entry.issue.severity) || isDrafted(conflict) || isDrafting(draft.session, conflict.id))
      continue;
    if (!needsDraft(conflict, issueTextOf(entry))) continue;
    const about = { conflict: conflict.id, round: currentRound(draft.session) };
    const limit = limitReached(draft.session);
    if (limit !== null) draft.emit("DraftSettled", { ...about, draft: null, why: limit });
    else draft.emit("DraftRequested", { ...about, lanes: lanesOf(conflict.id, drafter) });
  }
}

/** A person is not led by the order of two positions, and would not write the same twice. */
function lanesOf(conflict: ConflictId, drafter: string): readonly string[] {
  return drafter === PERSON ? [`${conflict}.1`] : [`${conflict}.1`, `${conflict}.2`];
}

function isDrafted({ draft, undrafted }: Conflict): boolean {
  return draft !== null || undrafted !== undefined;
}

export function isDrafting({ work: { drafting } }: LiveSession, id: ConflictId): boolean {
  return drafting.some(({ conflict }) => conflict === id);
}

/** What a person writes costs nothing. */
function limitReached(session: LiveSession): string | null {
  if (agentFor(session, "drafter") === PERSON) return null;
  const reached = findCapFor(session.ledger.spend, "drafter", session.settings);
  return reached === null ? null : `the limit of ${reached.measure} for the ${reached.scope} is reached`;
}

export function takeDraftOutput(draft: Draft, turn: Turn, output: Output): void {
  const drafting = draftingAt(draft.session, turn);
  if (drafting === null) return;
  const content = output.content?.of === "draft" ? output.content : null;
  const { drafted, ...judgement } = judgeDraft({
    written: output.written,
    document: content?.document ?? null,
    notes: content?.notes ?? [],
  });
  logJudgement(draft, turn, judgement);
  const { verdict } = judgement;
  const by = turn.lastCall?.agent ?? agentFor(draft.session, "drafter");
  if (verdict.ok && drafted !== null && output.ref !== null) {
    const { conflict } = drafting;
    const { round, lane } = turn;
    draft.emit("DraftTaken", { conflict, round, lane, by, document: output.ref.sha256, draft: drafted });
    draft.settleTurn(turn, { outcome: "VALID", detail: verdict.message, document: output.ref });
  } else if (!verdict.ok && mayRetry(turn)) {
    retryTurn(draft, turn, { failed: verdict, gaps: [], uncertain: false });
  } else {
    giveUpDraft(draft, turn, `${turn.retries + 1} documents of ${by} did not pass the gate`);
  }
}

/** One draft alone says nothing about the order of the positions: then there is none. */
export function giveUpDraft(draft: Draft, turn: Turn, why: string): void {
  const drafting = draftingAt(draft.session, turn);
  if (drafting === null) return;
  draft.settleTurn(turn, { outcome: "SKIP", detail: `left out: ${why}` });
  leaveOut(draft, drafting, why);
}

function draftingAt({ work: { drafting } }: LiveSession, { lane }: Turn): Drafting | null {
  return drafting.find(({ turns }) => turns.some((turn) => turn.lane === lane)) ?? null;
}

function leaveOut(draft: Draft, { conflict, turns }: Drafting, why: string): void {
  for (const turn of openTurns(draft.session, conflict))
    draft.settleTurn(turn, { outcome: "IDLE", detail: why });
  const round = turns[0]?.round ?? currentRound(draft.session);
  draft.emit("DraftSettled", { conflict, round, draft: null, why });
}

function openTurns({ work: { drafting } }: LiveSession, id: ConflictId): readonly Turn[] {
  const turns = drafting.find(({ conflict }) => conflict === id)?.turns ?? [];
  return turns.filter((turn) => !isSettled(turn));
}

/** Drafts that all have come are compared; those that nobody needs, or nobody may pay for, are left out. */
export function followDrafts(draft: Draft): void {
  for (const drafting of draft.session.work.drafting) {
    const why = idleReason(draft.session, drafting);
    if (why !== null) leaveOut(draft, drafting, why);
    else if (drafting.turns.every(isSettled)) settleDrafts(draft, drafting);
  }
}

function idleReason(session: LiveSession, { conflict, turns }: Drafting): string | null {
  if (session.work.conflicts[conflict]?.state.at !== "open") return "the conflict is settled";
  if (session.settings.agents.drafter === undefined) return "no drafter is named any more";
  // What runs is paid for; a further call is not made.
  return turns.some(({ state }) => state.at === "due") ? limitReached(session) : null;
}

function settleDrafts(draft: Draft, { conflict: id, turns, taken }: Drafting): void {
  const round = turns[0]?.round ?? currentRound(draft.session);
  const conflict = draft.session.work.conflicts[id];
  const [first, second] = turns.map(({ lane }) => taken.find((one) => one.lane === lane));
  if (conflict === undefined || first === undefined) throw new Error(`the drafts of ${id} are missing`);
  const differs = second === undefined ? null : contradictionOf(first.draft, second.draft);
  if (differs !== null) {
    const why = `the two drafts of ${first.by} contradict each other: ${differs}`;
    draft.emit("DraftSettled", { conflict: id, round, draft: null, why });
    return;
  }
  const synthesis = synthesisOf(draft.session, conflict, first);
  draft.emit("DraftSettled", { conflict: id, round, draft: synthesis, why: "the drafts agree" });
}

/** Nobody can say that a position which was never stated is met. */
function synthesisOf(session: LiveSession, conflict: Conflict, { by, draft }: TakenDraft): DraftedSynthesis {
  return {
    by,
    text: textOf(draft),
    tradeOff: draft.tradeOff,
    addressesBoth: addressesBoth(draft) && !isSilent(conflict),
    relatedTo: SIDES.filter((side) => isRelated(session, by, side)),
  };
}

function textOf({ text, values }: OptionDraft): string {
  return values === null ? text : `${text}\nValues: ${values}`;
}

function isRelated(session: LiveSession, by: string, side: Side): boolean {
  const { families = {} } = session.settings;
  const other = agentFor(session, side);
  return by === other || (families[by] !== undefined && families[by] === families[other]);
}
