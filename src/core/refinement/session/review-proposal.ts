import { compareGapIds, type GapId } from "../../shared/gap-id.ts";
import { isGrave } from "../../shared/severity.ts";
import { reviewMove } from "../acceptance.ts";
import { isLeft, isSettledByText } from "../gap-state.ts";
import { blocksAcceptance } from "../issue.ts";
import { editsApply } from "../spec-draft.ts";
import { gapsOfText, openConflictsOf } from "./disputed.ts";
import type { Draft } from "./draft.ts";
import { currentRound, gapsOf, issuesOf, type LiveSession, type Proposal } from "./session.ts";
import { isSettled } from "./turn.ts";

/** What a review, new or standing, makes of proposals: gap by gap, but those that one text settles together. */
export function applyReview(
  draft: Draft,
  gaps: readonly GapId[],
  review: { needsRevision: boolean; round: number; note: string | null },
): void {
  const own = gaps.filter((gap) => draft.gap(gap).state.at === "PROPOSED");
  if (own.length === 0) return;
  const openGraveIssues = issuesOf(draft.session)
    .filter((issue) => blocksAcceptance(issue) && issue.gaps.some((gap) => own.includes(gap)))
    .map((issue) => issue.id);
  const openGraveConflicts = openConflictsOf(draft.session)
    .filter(({ entry: { issue } }) => isGrave(issue.severity) && issue.gaps.some((gap) => own.includes(gap)))
    .map(({ conflict }) => conflict.id);
  const facts = { verdictNeedsRevision: review.needsRevision, openGraveIssues, openGraveConflicts };
  const move = reviewMove(facts, review.round);
  if (move === null) return;
  const displaced = move.to === "ACCEPTED" ? displacementReason(draft.session, own) : null;
  if (displaced !== null) {
    sendBack(draft, own, { round: review.round, reason: displaced });
    return;
  }
  for (const gap of own) draft.move(gap, move, review.note ?? reasonOf(facts, withoutOne(own, gap)));
  if (move.to === "ACCEPTED") enterDraft(draft, own, review.round);
}

/** Why the texts proposed for the gaps can no longer enter the draft; `null` where they can. */
export function displacementReason(session: LiveSession, gaps: readonly GapId[]): string | null {
  const others = sharedGapsLeftOut(session, gaps);
  if (others.length > 0) return `its text also settles ${others.join(", ")}, which was taken away since`;
  return misfitReason(
    session,
    gaps.flatMap((gap) => session.work.proposals[gap] ?? []),
  );
}

/** Why texts do not fit the draft and the gaps that are open now. */
function misfitReason(session: LiveSession, texts: readonly Proposal[]): string | null {
  const reopened = unmarkingReason(session, texts);
  if (reopened !== null) return reopened;
  const edits = texts.flatMap((text) => text.edits ?? []);
  return editsApply(session.work.draft, edits)
    ? null
    : "the passage it replaces has changed since it was proposed";
}

/** Gaps that were settled when texts took their marks away, and are no longer. */
export function reopenedMarks({ work: { gaps } }: LiveSession, texts: readonly Proposal[]): readonly GapId[] {
  const unmarked = new Set(texts.flatMap(({ unmarks = [] }) => unmarks));
  return [...unmarked].filter((gap) => isLeft(gaps[gap]?.state.at ?? "WONT_FIX"));
}

/** Why texts may not take away what they took away when they were proposed. */
function unmarkingReason(session: LiveSession, texts: readonly Proposal[]): string | null {
  const reopened = reopenedMarks(session, texts);
  return reopened.length === 0
    ? null
    : `its text takes away the mark of ${reopened.join(", ")}, which was reopened since`;
}

/** Such texts go back as soon as they can; one that is with the Reviewer waits for what that finds. */
export function sendBackUnmarking(draft: Draft): void {
  const { round, proposals } = draft.session.work;
  const reviewed = round?.reviewer == null || isSettled(round.reviewer) ? [] : round.reviewer.gaps;
  for (const proposal of Object.values(proposals)) {
    const { gap } = proposal;
    if (draft.gap(gap).state.at !== "PROPOSED" || reviewed.includes(gap)) continue;
    const reason = unmarkingReason(draft.session, [proposal]);
    if (reason !== null) sendBack(draft, [gap], { round: currentRound(draft.session), reason });
  }
}

/** Gaps that the same texts settle, and that were taken away since: their marks are to stay. */
function sharedGapsLeftOut(
  { work: { gaps: all, proposals } }: LiveSession,
  gaps: readonly GapId[],
): readonly GapId[] {
  const together = new Set(gaps.flatMap((gap) => proposals[gap]?.together ?? []));
  return [...together].filter((gap) => !gaps.includes(gap) && !isSettledByText(all[gap]?.state.at ?? "OPEN"));
}

/** The accepted texts take their places. */
export function enterDraft(draft: Draft, gaps: readonly GapId[], round: number): void {
  if (gaps.some((gap) => draft.session.work.proposals[gap]?.edits != null))
    draft.emit("DraftEdited", { gaps, round });
}

/** What was accepted in an earlier round is resolved; at the end, whatever is accepted. */
export function resolveAccepted(
  draft: Draft,
  at: { readonly round: number; readonly lastCompletedRound: number; readonly terminating: boolean },
): void {
  const { round, lastCompletedRound, terminating } = at;
  for (const { id, state } of gapsOf(draft.session)) {
    if (state.at !== "ACCEPTED" || (!terminating && state.round >= round)) continue;
    if (draft.session.work.proposals[id] === undefined) continue;
    const grounds = { because: "drafted", inDraft: true, lastCompletedRound, terminating } as const;
    draft.move(id, { actor: "Mediator", to: "RESOLVED", round, grounds });
  }
}

/** The draft has moved under them, or what they settle has: the Engineer is shown how it is now. */
function sendBack(
  draft: Draft,
  gaps: readonly GapId[],
  { round, reason }: { readonly round: number; readonly reason: string },
): void {
  for (const gap of gaps) {
    const grounds = { because: "displaced" } as const;
    draft.move(gap, { actor: "Mediator", to: "NEEDS_REVISION", round, grounds }, reason);
  }
}

/** Gaps whose texts are one, each group by its first gap, in the order of ids. */
export function proposalGroups(
  { work: { proposals, amendments } }: LiveSession,
  gaps: readonly GapId[],
): readonly (readonly GapId[])[] {
  const texts = { ...proposals, ...amendments };
  const seen = new Set<GapId>();
  return gaps.toSorted(compareGapIds).flatMap((gap) => {
    if (seen.has(gap)) return [];
    const group = gapsOfText(gap, texts).filter((other) => gaps.includes(other));
    for (const other of group) seen.add(other);
    return [group];
  });
}

/** The amendment takes the place of the accepted text, unless its review objects or the draft has moved under it. */
export function amend(
  draft: Draft,
  gaps: readonly GapId[],
  { refused }: { readonly refused: boolean },
): boolean {
  const { amendments } = draft.session.work;
  const round = currentRound(draft.session);
  const texts = gaps.flatMap((gap) => amendments[gap] ?? []);
  const reason = refused ? "its review objects" : misfitReason(draft.session, texts);
  const taken = reason === null;
  for (const gap of gaps) draft.emit("AmendmentSettled", { gap, round, taken, reason });
  if (taken) enterDraft(draft, gaps, round);
  return taken;
}

/** What is one text comes back as one, and says so of those that nothing was said against. */
function reasonOf(
  facts: { verdictNeedsRevision: boolean; openGraveIssues: readonly string[] },
  others: readonly GapId[],
): string | null {
  const shared = others.length === 0 ? "" : ` (one text with ${others.join(", ")})`;
  if (facts.openGraveIssues.length > 0) return `open: ${facts.openGraveIssues.join(", ")}${shared}`;
  return facts.verdictNeedsRevision ? `the verdict asks for a revision${shared}` : null;
}

function withoutOne(gaps: readonly GapId[], gap: GapId): readonly GapId[] {
  return gaps.filter((other) => other !== gap);
}
