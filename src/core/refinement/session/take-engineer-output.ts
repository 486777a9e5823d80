import type { EngineerDocument, GapMarker, Resolution } from "../../documents/engineer-document.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { roundFolder } from "../../shared/round-folder.ts";
import { assignGaps } from "../assignment.ts";
import { engineerMove } from "../engineer-outcome.ts";
import { blocked as blockedQuestion } from "../questions/gap-questions.ts";
import { documentName } from "../role.ts";
import { failed } from "../validation/failed.ts";
import { judgeEngineer } from "../validation/judge-engineer.ts";
import type { EngineerJudgement } from "../validation/judgement.ts";
import type { Draft } from "./draft.ts";
import { enterProposedGaps } from "./enter-gaps.ts";
import { findTurn } from "./find-turn.ts";
import { stillAtHand } from "./owed.ts";
import { escalate, type Failed, mayRetry, retryTurn } from "./retry-turn.ts";
import { applyReview } from "./review-proposal.ts";
import { gapsOf, issuesOf, type Round } from "./session.ts";
import type { Output, OutputContent } from "./session-command.ts";
import type { TurnOutcome } from "./session-event.ts";
import { isSettled, nextKey, placeOf, type Turn } from "./turn.ts";

type Content = Extract<OutputContent, { of: "engineer" }>;

/** In one round at most so many gaps are taken up in place of blocked ones. */
export const REPLACEMENTS_MAX = 3;

export function takeEngineerOutput(draft: Draft, turn: Turn, output: Output): void {
  const content = output.content?.of === "engineer" ? output.content : null;
  const assigned = stillAtHand(draft.session, turn);
  // The user took its gaps away while it ran: there is nothing to judge it by.
  if (assigned.length === 0) return;
  const judgement = judgeEngineer(
    { written: output.written, document: content?.document ?? null, notes: content?.notes ?? [] },
    { assigned, knownGaps: gapsOf(draft.session).map((gap) => gap.id), issues: issuesOf(draft.session) },
  );
  const rest = assigned.filter((gap) => !judgement.blocked.some((block) => block.gap === gap));
  const { verdict } = judgement;
  const failure = !verdict.ok && rest.length > 0 ? verdict : null;
  logJudgement(draft, turn, { judgement, failed: failure });
  block(draft, turn, judgement.blocked);
  if (failure !== null) retryOrAsk(draft, turn, { failed: failure, rest, judgement });
  else if (verdict.ok && content !== null) adopt(draft, turn, { content, output, judgement });
  else if (!takeAnother(draft, turn)) settle(draft, turn, { outcome: "BLOCKED", output, judgement });
  askAboutBlocked(draft, turn, { blocked: judgement.blocked, output });
}

interface Judged {
  readonly judgement: EngineerJudgement;
  readonly failed: Failed | null;
}

function logJudgement(draft: Draft, turn: Turn, { judgement, failed }: Judged): void {
  const blocked = judgement.blocked.map(({ gap }) => gap);
  const passed =
    blocked.length > 0 && !judgement.verdict.ok
      ? `blocked: ${blocked.join(", ")}`
      : judgement.verdict.message;
  draft.emit("OutputJudged", {
    ...placeOf(turn),
    key: nextKey(draft.session.id, turn),
    attempt: turn.attempt,
    failure: failed?.failureType ?? null,
    message: failed?.message ?? passed,
    line: failed?.line ?? null,
    warnings: judgement.warnings,
    gapsAddressed: judgement.gapsAddressed,
  });
}

function block(draft: Draft, turn: Turn, blocked: EngineerJudgement["blocked"]): void {
  for (const { gap, need } of blocked) {
    const grounds = { because: "blocked", need } as const;
    draft.move(gap, { actor: "Engineer", to: "BLOCKED_EXTERNAL", round: turn.round, grounds }, need);
  }
}

/** Asked last, when it is known under which name the document that says so is kept. */
function askAboutBlocked(
  draft: Draft,
  turn: Turn,
  about: { blocked: EngineerJudgement["blocked"]; output: Output },
): void {
  const state = findTurn(draft.session, turn)?.state;
  const counts = state?.at === "settled" && state.document?.sha256 === about.output.ref?.sha256;
  const name = documentName(turn.role, turn.lane, counts ? null : turn.attempt);
  const file = `${roundFolder(turn.round)}/${name}`;
  const spec = draft.session.spec.path;
  for (const { gap, need } of about.blocked) {
    const evidence = markersOn(gap, about.output).map(({ line, text }) => ({ file, line, text }));
    draft.ask(blockedQuestion(draft.gap(gap), { round: turn.round, need, spec, evidence }));
  }
}

/** What the document says of a gap it is blocked on; a marker that names none speaks of whichever has no other. */
function markersOn(gap: GapId, { content }: Output): readonly GapMarker[] {
  const markers = content?.of === "engineer" ? content.document.blocked : [];
  const own = markers.filter((marker) => marker.gap === gap);
  const said = own.length > 0 ? own : markers.filter((marker) => marker.gap === null);
  return said.map((marker) => ({
    ...marker,
    text: marker.text === "" ? "BLOCKED_NEEDS_INPUT" : marker.text,
  }));
}

interface Failing {
  readonly failed: Failed;
  readonly rest: readonly GapId[];
  readonly judgement: EngineerJudgement;
}

/** An Engineer that is not sure is given more to go by, once; any other failure has its own repair. */
function retryOrAsk(draft: Draft, turn: Turn, { failed, rest, judgement }: Failing): void {
  const uncertain = !turn.uncertaintyUsed && judgement.uncertain.some(({ gap }) => rest.includes(gap));
  if (mayRetry(turn)) retryTurn(draft, turn, { failed, gaps: rest, uncertain });
  else escalate(draft, turn, failed);
}

interface Adopted {
  readonly content: Content;
  readonly output: Output;
  readonly judgement: EngineerJudgement;
}

function adopt(draft: Draft, turn: Turn, { content, output, judgement }: Adopted): void {
  const { document } = content;
  const blocked = judgement.blocked.map(({ gap }) => gap);
  const unsure = onceMore(turn, judgement);
  const unchanged: GapId[] = [];
  for (const gap of stillAtHand(draft.session, turn).filter((id) => !blocked.includes(id))) {
    if (judgement.gapsAddressed.includes(gap)) {
      if (propose(draft, turn, { gap, content, output })) unchanged.push(gap);
    } else if (!unsure.some((doubt) => doubt.gap === gap)) giveBack(draft, gap, turn.round);
  }
  enterProposedGaps(draft, document.newGaps, (line) => ({
    from: "gap",
    parent: parentOf(document, line, judgement),
  }));
  logDisagreements(draft, turn, { document, output });
  if (unsure.length > 0) {
    retryUnsure(draft, turn, unsure);
    return;
  }
  const same = unchanged.length === judgement.gapsAddressed.length;
  settle(draft, turn, { outcome: same ? "UNCHANGED" : "VALID", output, judgement });
}

type Doubts = EngineerJudgement["uncertain"];

/** A doubt about one gap has its one retry also where the document closes another. */
function onceMore(turn: Turn, { uncertain }: EngineerJudgement): Doubts {
  return turn.uncertaintyUsed || !mayRetry(turn) ? [] : uncertain;
}

function retryUnsure(draft: Draft, turn: Turn, unsure: Doubts): void {
  const gaps = unsure.map(({ gap }) => gap);
  const message = unsure.map(({ gap, text }) => `${gap}: ${text}`).join("; ");
  retryTurn(draft, turn, {
    failed: failed("NO_GAPS_ADDRESSED", { message, subjects: gaps }),
    gaps,
    uncertain: true,
  });
}

interface Proposing {
  readonly gap: GapId;
  readonly content: Content;
  readonly output: Output;
}

/** True where the substance is one that has been reviewed: then the earlier review decides. */
function propose(draft: Draft, turn: Turn, { gap, content, output }: Proposing): boolean {
  const sections = content.document.resolutions.flatMap((one, index) =>
    one.gaps.includes(gap) ? [{ one, substance: content.substances[index] ?? "" }] : [],
  );
  const resolution = sections.find(({ one }) => one.confidence !== null)?.one;
  const substance = sections.map((section) => section.substance).join("+");
  if (resolution === undefined || output.ref === null) {
    throw new Error(`${gap} counts as addressed, but no resolution of it was found`);
  }
  const before = draft.session.proposals[gap];
  const facts = {
    round: turn.round,
    need: "",
    heading: true,
    confidence: true,
    body: true,
    blockedMarker: false,
  };
  const move = engineerMove(draft.gap(gap), facts);
  if (move === null) throw new Error(`${gap} is addressed, but cannot be proposed`);
  draft.move(gap, move);
  draft.emit(
    "ProposalMade",
    proposalOf({ gap, resolution, substance, turn, document: output.ref.sha256, draft }),
  );
  if (before?.substance !== substance || before.review === null) return false;
  applyReview(draft, gap, {
    needsRevision: before.review.needsRevision,
    round: turn.round,
    note: "unchanged: the earlier review stands",
  });
  return true;
}

interface ProposalFacts {
  readonly gap: GapId;
  readonly resolution: Resolution;
  readonly substance: string;
  readonly turn: Turn;
  readonly document: string;
  readonly draft: Draft;
}

function proposalOf({ gap, resolution, substance, turn, document, draft }: ProposalFacts) {
  return {
    gap,
    round: turn.round,
    key: nextKey(draft.session.id, turn),
    document,
    line: resolution.line,
    confidence: resolution.confidence ?? "LOW",
    substance,
    hasSpecText: resolution.specText !== null,
  };
}

export function giveBack(draft: Draft, gap: GapId, round: number): void {
  const { state } = draft.gap(gap);
  if (state.at !== "IN_PROGRESS") return;
  draft.move(
    gap,
    { actor: "Mediator", to: state.before, round, grounds: { because: "unaddressed" } },
    "not addressed",
  );
}

/** A new gap comes from the resolution it stands under. */
function parentOf(document: EngineerDocument, line: number, judgement: EngineerJudgement): GapId {
  const above = document.resolutions.findLast((resolution) => resolution.line <= line)?.gaps ?? [];
  const parent = above.find((gap) => judgement.gapsAddressed.includes(gap)) ?? judgement.gapsAddressed[0];
  if (parent === undefined) throw new Error("a document that addresses no gap introduces none");
  return parent;
}

function logDisagreements(
  draft: Draft,
  turn: Turn,
  { document, output }: { document: EngineerDocument; output: Output },
): void {
  for (const { issueId, engineerPosition, rationale, line } of document.disagreements) {
    draft.emit("DisagreementStated", {
      round: turn.round,
      issue: issueId,
      position: engineerPosition,
      rationale,
      document: output.ref?.sha256 ?? "",
      line,
    });
  }
}

/** The round goes on with another gap in place of those that are blocked. */
function takeAnother(draft: Draft, turn: Turn): boolean {
  const { round } = draft.session;
  if (round === null || turn.lane !== "-") return false;
  if (round.replacementsStopped || round.replacements >= REPLACEMENTS_MAX) return false;
  const [gap] = assignGaps({
    gaps: gapsOf(draft.session),
    gapsPerRound: 1,
    focus: round.focus,
    held: new Set(othersAtWork(round, turn)),
  });
  if (gap === undefined) return false;
  draft.move(gap, {
    actor: "Mediator",
    to: "IN_PROGRESS",
    round: turn.round,
    grounds: { because: "assigned" },
  });
  draft.emit("TurnRestarted", {
    ...placeOf(turn),
    gaps: [gap],
    retry: null,
    retries: 0,
    guidance: null,
    launchAgain: false,
    replacement: true,
    because: `${turn.gaps.join(", ")} blocked: ${gap} is taken instead`,
  });
  return true;
}

/** A gap that the user took away and gave back is still in the hands of the run that had it. */
function othersAtWork({ lanes }: Round, turn: Turn): readonly GapId[] {
  return lanes.filter((lane) => lane.lane !== turn.lane && !isSettled(lane)).flatMap((lane) => lane.gaps);
}

function settle(
  draft: Draft,
  turn: Turn,
  about: { outcome: TurnOutcome; output: Output; judgement: EngineerJudgement },
): void {
  const { outcome, output, judgement } = about;
  const gaps = outcome === "BLOCKED" ? judgement.blocked.map(({ gap }) => gap) : judgement.gapsAddressed;
  draft.emit("TurnSettled", {
    ...placeOf(turn),
    outcome,
    detail: gaps.join(", ") || null,
    document: output.ref,
  });
}
