// What a user's word does to gaps, with the decision that records it.
import type { GapId } from "../../../shared/gap-id.ts";
import { isRefusal, type Refusal } from "../../../shared/refusal.ts";
import { blockerNotes } from "../../foundations.ts";
import type { Gap } from "../../gap.ts";
import { closingPhrase, closingRefusal } from "../../gate.ts";
import { type Issue, moveIssue } from "../../issue.ts";
import { undecidedIssues } from "../disputed.ts";
import type { Draft } from "../draft.ts";
import { acceptanceMove, reopening } from "../gap-change.ts";
import { displacementReason, enterDraft, reopenedMarks } from "../review-proposal.ts";
import { currentRound, gapsOf, issuesOf, type LiveSession } from "../session.ts";

export interface GapDecision {
  readonly title: string;
  /** The word the user chose. */
  readonly option: string;
  readonly decision: string;
  readonly by: string;
  /** Where it is about more than the one gap. */
  readonly gaps?: readonly GapId[];
  /** What the gap was blocked for. */
  readonly need?: string;
  readonly rationale?: string | null;
  readonly actionForEngineer?: string | null;
  readonly actionForGap?: string | null;
}

/** What the user decided about a gap, with the severity it has now. */
export function recordGapDecision(draft: Draft, id: GapId, about: GapDecision): Refusal | null {
  const { option, need, by, gaps = [id], ...said } = about;
  return draft.recordDecision({
    ...said,
    about: { of: "other", option, ...(need === undefined ? {} : { need }) },
    gaps,
    severity: draft.gap(id).severity.level,
    decidedBy: by,
  });
}

interface GapClosure {
  readonly gaps: readonly GapId[];
  readonly to: "USER_DEFERRED" | "WONT_FIX";
  readonly by: string;
  /** What was typed to acknowledge that a grave gap is closed. */
  readonly phrase?: string | null;
  reasonFor(gap: GapId): string;
}

export function putAside(draft: Draft, { gaps, to, by, reasonFor, phrase }: GapClosure): Refusal | null {
  const named = [...new Set(gaps)];
  const refused = named.reduce<Refusal | null>((first, id) => first ?? unknownGap(draft, id), null);
  if (refused !== null) return refused;
  if (to === "WONT_FIX") {
    const unacknowledged = closingRefusal(
      named.map((id) => draft.gap(id)),
      phrase ?? null,
    );
    if (unacknowledged !== null) return unacknowledged;
  }
  for (const id of named) {
    const reason = reasonFor(id);
    const round = currentRound(draft.session);
    const refused = draft.tryMove(
      id,
      { actor: "User", to, round, grounds: { because: "reason", reason } },
      reason,
    );
    if (refused !== null) return refused;
    const gap = draft.gap(id);
    const unrecorded = recordGapDecision(draft, id, {
      title: `${to === "WONT_FIX" ? "Not to be fixed" : "Deferred"}: ${gap.title}`,
      option: to,
      decision: to === "WONT_FIX" ? closureWords(gap, phrase ?? null) : `${id} is deferred.`,
      by,
      rationale: reason,
      actionForGap: to,
    });
    if (unrecorded !== null) return unrecorded;
  }
  return null;
}

function closureWords(gap: Gap, phrase: string | null): string {
  const asked = closingPhrase([gap]) !== null && phrase !== null;
  const acknowledged = asked ? ` Acknowledged: "${phrase}".` : "";
  return `${gap.id} is closed without a solution.${acknowledged}`;
}

interface UserMove {
  readonly gap: GapId;
  readonly reason: string;
  readonly by: string;
}

/** With the gaps that the same text settles. Whatever was still open on them is overruled by the same decision. */
export function acceptGap(draft: Draft, { gap: id, reason, by }: UserMove): Refusal | null {
  const gap = draft.gap(id);
  const { session } = draft;
  const round = currentRound(session);
  const gaps = gapsAcceptedTogether(session, gap);
  const facts = {
    round,
    reason,
    unfit: proposalProblem(session, gap, gaps),
    openCriticalConflicts: undecidedIssues(session).filter(
      (issue) => issue.severity === "CRITICAL" && issue.gaps.some((one) => gaps.includes(one)),
    ),
    during: session.work.round?.number ?? session.work.completedRounds,
  };
  for (const one of gaps) {
    const refused = draft.tryMove(one, acceptanceMove(draft.gap(one), facts), reason === "" ? null : reason);
    if (refused !== null) return { ...refused, ...unmarkingFix(session, gaps) };
  }
  const at = draft.gap(id).state.at;
  if (at === "ACCEPTED") enterDraft(draft, gaps, round);
  const overruled = issuesOf(session).filter(
    (issue) => issue.state.at === "OPEN" && issue.gaps.some((one) => gaps.includes(one)),
  );
  const unrecorded = recordAcceptance(draft, gap, { gaps, reason, by, overruled });
  if (unrecorded !== null) return unrecorded;
  for (const issue of overruled) overrule(draft, issue, round);
  return null;
}

/** Those that one text settles are accepted together. */
function gapsAcceptedTogether(
  { work: { proposals, gaps } }: LiveSession,
  { id, state }: Gap,
): readonly GapId[] {
  const together = proposals[id]?.together ?? [id];
  return state.at === "ACCEPTED"
    ? [id]
    : together.filter((one) => one === id || gaps[one]?.state.at === state.at);
}

function recordAcceptance(
  draft: Draft,
  { id, title }: Gap,
  about: { gaps: readonly GapId[]; reason: string; by: string; overruled: readonly Issue[] },
): Refusal | null {
  const at = draft.gap(id).state.at;
  const ids = about.gaps.join(", ");
  const decision = at === "RESOLVED" ? `${ids} is resolved.` : `${ids} is accepted as it is proposed.`;
  const issues = about.overruled.map((issue) => issue.id).join(", ");
  return recordGapDecision(draft, id, {
    title: `Accepted: ${title}`,
    option: "accept",
    gaps: about.gaps,
    decision: issues === "" ? decision : `${decision} Overruled: ${issues}.`,
    by: about.by,
    rationale: about.reason === "" ? null : about.reason,
    actionForGap: at,
  });
}

/** Why what is proposed for a gap cannot be accepted as it stands; `null` where it can. */
function proposalProblem(session: LiveSession, { id, state }: Gap, gaps: readonly GapId[]): string | null {
  if (session.work.proposals[id] === undefined) return "nothing is proposed for it";
  return state.at === "ACCEPTED" ? null : displacementReason(session, gaps);
}

/** How a text may be taken after all that takes the marks of open gaps away. */
function unmarkingFix(session: LiveSession, gaps: readonly GapId[]): Pick<Refusal, "fix"> {
  const texts = gaps.flatMap((gap) => session.work.proposals[gap] ?? []);
  const close = reopenedMarks(session, texts).map((gap) => `\`parley gap close ${gap}\``);
  if (close.length === 0) return {};
  const others = close.length === 1 ? "that gap" : "those gaps";
  return {
    fix: `Give ${others} up with ${close.join(" and ")}, or go on with \`parley resume\`: the Engineer revises the text, and may resolve them together.`,
  };
}

function overrule(draft: Draft, issue: Issue, round: number): void {
  const decision = draft.session.work.decisions.at(-1)?.id;
  if (decision === undefined) throw new Error(`${issue.id} is overruled without a decision`);
  const moved = moveIssue(issue, { to: "OVERRULED", actor: "User", decision });
  if (isRefusal(moved)) throw new Error(moved.message);
  draft.emit("IssueMoved", { issue: issue.id, from: issue.state.at, state: moved.state, round });
}

/** What it names in vain, an unknown gap or one that waits for this one, is kept, and holds nothing up. */
export function blockGap(
  draft: Draft,
  { gap: id, blockers, reason, by }: UserMove & { readonly blockers: readonly GapId[] },
): Refusal | null {
  const { blockedBy: before, title, state } = draft.gap(id);
  if (blockers.includes(id)) return { refused: "blocked-by", message: `${id} cannot wait for itself` };
  const blockedBy = [...new Set([...before, ...blockers])];
  if (blockedBy.length === before.length) {
    const message =
      blockers.length === 0
        ? `${id} is to wait for no gap`
        : `${id} waits for ${blockers.join(", ")} already`;
    return { refused: "blocked-by", message };
  }
  draft.emit("GapBlocked", { gap: id, blockedBy, round: currentRound(draft.session) });
  const added = blockedBy.filter((blocker) => !before.includes(blocker));
  return recordGapDecision(draft, id, {
    title: `Order: ${title}`,
    option: "block",
    decision: orderText(draft, id, added),
    by,
    rationale: reason === "" ? null : reason,
    actionForGap: state.at,
  });
}

/** What the gap waits for from now on, and what it is told to wait for in vain. */
function orderText({ session }: Draft, id: GapId, added: readonly GapId[]): string {
  const settled = session.work.settled.map((one) => one.id);
  const notes = blockerNotes(gapsOf(session), settled).filter(
    ({ gap, blockers }) => gap === id && added.some((blocker) => blockers.includes(blocker)),
  );
  const waited = added.filter((blocker) => !notes.some(({ blockers }) => blockers.includes(blocker)));
  const waits = waited.length === 0 ? [] : [`${id} waits for ${waited.join(", ")}.`];
  return [...waits, ...notes.map(({ text }) => `${text}.`)].join(" ");
}

export function giveInput(
  draft: Draft,
  { gap, text, by }: { gap: GapId; text: string; by: string },
): Refusal | null {
  const round = currentRound(draft.session);
  const { state } = draft.gap(gap);
  const need = state.at === "BLOCKED_EXTERNAL" ? { need: state.need } : {};
  draft.emit("InputGiven", { gap, text });
  const refused = draft.tryMove(gap, {
    actor: "User",
    to: "OPEN",
    round,
    grounds: { because: "input", input: text },
  });
  return refused ?? recordInput(draft, { gap, text, by, to: "OPEN", ...need });
}

interface UserInput {
  readonly gap: GapId;
  readonly text: string;
  readonly by: string;
  readonly to: "OPEN" | "NEEDS_REVISION";
  /** What the gap was blocked for. */
  readonly need?: string;
}

export function recordInput(draft: Draft, { gap, text, by, to, need }: UserInput): Refusal | null {
  return recordGapDecision(draft, gap, {
    title: `Input for ${draft.gap(gap).title}`,
    option: "input",
    ...(need === undefined ? {} : { need }),
    decision: text,
    by,
    actionForEngineer: `${to === "OPEN" ? "Resolve" : "Revise"} ${gap} on the basis of this input.`,
    actionForGap: to,
  });
}

export function reopenGap(draft: Draft, { gap: id, reason, by }: UserMove): Refusal | null {
  const round = currentRound(draft.session);
  const refused = draft.tryMove(id, reopening(draft.gap(id), { round, reason }), reason);
  if (refused !== null) return refused;
  const { title, state } = draft.gap(id);
  return recordGapDecision(draft, id, {
    title: `Reopened: ${title}`,
    option: "reopen",
    decision: `${id} is taken up again.`,
    by,
    rationale: reason,
    actionForEngineer: `Revise ${id}: ${reason}`,
    actionForGap: state.at,
  });
}

export function unknownGap({ session }: Draft, id: GapId): Refusal | null {
  if (session.work.gaps[id] !== undefined) return null;
  return { refused: "gap", message: `${id} is not a gap of this session` };
}
