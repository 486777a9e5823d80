// How events change gaps, the texts proposed for them and the draft.
import type { GapId } from "../../shared/gap-id.ts";
import type { Gap } from "../gap.ts";
import { relink } from "../gap-split.ts";
import { isTerminal } from "../gap-state.ts";
import { triesAfter } from "../gap-tries.ts";
import { stateDetail } from "../records/gap-words.ts";
import { changeRound } from "../records/round-log.ts";
import { applyEdits, draftOfSource, type EditsToApply, takeBack } from "../spec-draft.ts";
import { issuesOfParts } from "./evolve-issues.ts";
import type { NotedText, SessionWork } from "./session.ts";
import type { SessionEventOf, SessionEventType } from "./session-event.ts";

type DataOf<Type extends SessionEventType> = SessionEventOf<Type>["data"];

export function enterGap(work: SessionWork, { gap: entered, alias }: DataOf<"GapEntered">): SessionWork {
  const gap = alias === null ? entered : { ...entered, alias };
  const { id, roundEntered } = gap;
  const known = {
    ...work,
    gaps: { ...work.gaps, [id]: gap },
    gapAliases: alias === null ? work.gapAliases : { ...work.gapAliases, [alias]: id },
    // What a survey finds was there at the start.
    initialGaps: work.initialGaps + (roundEntered === 0 ? 1 : 0),
  };
  return changeRound(known, roundEntered, (log) => ({ ...log, newGaps: [...log.newGaps, gap] }));
}

export function updateGap(work: SessionWork, id: GapId, change: Partial<Gap>): SessionWork {
  return { ...work, gaps: { ...work.gaps, [id]: { ...gapAt(work, id), ...change } } };
}

function gapAt({ gaps }: SessionWork, id: GapId): Gap {
  const gap = gaps[id];
  if (gap === undefined) throw new Error(`${id} is not in the session`);
  return gap;
}

export function moveGap(
  work: SessionWork,
  { gap: id, from, state, actor, round, reason }: DataOf<"GapMoved">,
): SessionWork {
  const gap = gapAt(work, id);
  const linked = state.at === "SUPERSEDED" ? withParts(work, id, state.by) : work;
  const moved = {
    ...(actor === "User" ? overtakeFinalReview(linked) : linked),
    gaps: { ...linked.gaps, [id]: { ...gap, state, roundUpdated: round } },
    proposals: isTerminal(from) && !isTerminal(state.at) ? dropReview(work, id) : work.proposals,
    movesSinceRound: [...work.movesSinceRound, { gap: id, from, to: state.at }],
    tries: triesAfter(work.tries, { gap: id, from, to: state.at, actor, round }),
  };
  const transition = { gap: id, from, to: state.at, actor, reason: reason || stateDetail(state) };
  return changeRound(moved, round, (log) => ({ ...log, transitions: [...log.transitions, transition] }));
}

/** What pointed to the whole points to its parts: issues, gaps that build on it, what the user supplied. */
function withParts(work: SessionWork, whole: GapId, parts: readonly GapId[]): SessionWork {
  const gaps = Object.entries(work.gaps).map(([id, gap]) => {
    const blockedBy = relink(gap.blockedBy, whole, parts);
    return [id, blockedBy === gap.blockedBy ? gap : { ...gap, blockedBy }] as const;
  });
  const inputs = work.inputs[whole] ?? [];
  const supplied = inputs.length === 0 ? [] : parts.map((part) => [part, inputs] as const);
  return {
    ...work,
    gaps: Object.fromEntries(gaps),
    issues: issuesOfParts(work.issues, whole, parts),
    inputs: { ...work.inputs, ...Object.fromEntries(supplied) },
  };
}

/** A Final Review, done or under way, was of the spec as it was before the user stepped in. */
function overtakeFinalReview(work: SessionWork): SessionWork {
  const { finalTurn } = work;
  return {
    ...work,
    finalReview: { at: "not-run" },
    finalTurn: finalTurn === null ? null : { ...finalTurn, overtaken: true },
  };
}

/** A review does not outlast the user's reopening: the text is reviewed anew, also if nothing of it changes. */
function dropReview({ proposals }: SessionWork, id: GapId): SessionWork["proposals"] {
  const proposal = proposals[id];
  return proposal === undefined ? proposals : { ...proposals, [id]: { ...proposal, review: null } };
}

export function makeProposal(work: SessionWork, data: DataOf<"ProposalMade">): SessionWork {
  const { amends, at: _, confidence, ...made } = data;
  const { gap, substance, losses, edits } = made;
  const noted = noteTexts(work, [{ gap, losses, plain: isPlain(edits), unsure: confidence === "LOW" }]);
  if (amends === true) {
    const amendment = { ...made, repeats: 0, review: null };
    return { ...noted, amendments: { ...work.amendments, [gap]: amendment } };
  }
  const before = work.proposals[gap];
  // The earlier review stands where the text is the same.
  const review = before?.substance === substance ? before.review : null;
  const repeats = before === undefined || review === null ? 0 : before.repeats + 1;
  return { ...noted, proposals: { ...work.proposals, [gap]: { ...made, repeats, review } } };
}

function isPlain(edits: DataOf<"ProposalMade">["edits"]): boolean {
  return edits?.some(({ target }) => target === "plain") ?? false;
}

/** Of the newest text for each gap, as far as there is something to say. */
function noteTexts(work: SessionWork, proposed: readonly NotedText[]): SessionWork {
  const gaps = new Set(proposed.map(({ gap }) => gap));
  const others = work.texts.filter(({ gap }) => !gaps.has(gap));
  const told = proposed.filter(({ losses, plain, unsure }) => losses.length > 0 || plain || unsure);
  return others.length === work.texts.length && told.length === 0
    ? work
    : { ...work, texts: [...others, ...told] };
}

export function reviewProposal(
  work: SessionWork,
  { gap, round, document, needsRevision }: DataOf<"ProposalReviewed">,
): SessionWork {
  const review = { round, document, needsRevision };
  const amendment = work.amendments[gap];
  if (amendment !== undefined) {
    return { ...work, amendments: { ...work.amendments, [gap]: { ...amendment, review } } };
  }
  const proposal = work.proposals[gap];
  if (proposal === undefined) throw new Error(`${gap} was reviewed without a proposal`);
  return { ...work, proposals: { ...work.proposals, [gap]: { ...proposal, review } } };
}

/** The gap stays where it is: what changes is its text, or nothing. */
export function settleAmendment(
  work: SessionWork,
  { gap, round, taken, reason }: DataOf<"AmendmentSettled">,
): SessionWork {
  const { [gap]: amendment, ...amendments } = work.amendments;
  if (amendment === undefined) throw new Error(`${gap} has no amendment`);
  const state = gapAt(work, gap).state.at;
  const why = taken ? "amended after remarks" : `not amended: ${reason ?? "the earlier text stands"}`;
  const transition = { gap, from: state, to: state, actor: "Reviewer", reason: why };
  const settled = taken
    ? { ...work, amendments, proposals: { ...work.proposals, [gap]: amendment } }
    : { ...work, amendments };
  return changeRound(settled, round, (log) => ({ ...log, transitions: [...log.transitions, transition] }));
}

export function updateDraft(draft: SessionWork["draft"], applying: EditsToApply): SessionWork["draft"] {
  const after = applyEdits(draft, applying);
  if (after === null) throw new Error(`the text of ${applying.gaps.join(", ")} has no place in the draft`);
  return after;
}

export function restoreDraft(draft: SessionWork["draft"], gaps: readonly GapId[]): SessionWork["draft"] {
  const before = takeBack(draft, gaps);
  if (before === null) throw new Error(`the text of ${gaps.join(", ")} cannot be taken back`);
  return before;
}

export function placeEdits(
  work: SessionWork,
  { chars, origins, edits: placed, accepted }: DataOf<"EditsPlaced">,
): SessionWork {
  const gaps = { ...work.gaps };
  for (const { gap: id, origin } of origins) {
    const gap = gaps[id];
    if (gap !== undefined) gaps[id] = { ...gap, origin };
  }
  const proposals = { ...work.proposals };
  for (const { gap, edits } of placed) {
    const proposal = proposals[gap];
    if (proposal !== undefined) proposals[gap] = { ...proposal, edits };
  }
  let draft = draftOfSource(chars);
  for (const gap of accepted) {
    const edits = proposals[gap]?.edits ?? [];
    draft = updateDraft(draft, { edits, gaps: [gap], round: proposals[gap]?.round ?? 0 });
  }
  const texts = placed.map(({ gap, edits }) => ({ gap, losses: [], plain: isPlain(edits), unsure: false }));
  return noteTexts({ ...work, gaps, proposals, draft }, texts);
}
