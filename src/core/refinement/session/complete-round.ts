import { isGrave } from "../../shared/severity.ts";
import { advanceConvergence, type Convergence, questionChange } from "../convergence.ts";
import { openCount, type RoundNet, roundNet, tallyResolved } from "../counting.ts";
import { newGapsOfRound } from "../gap.ts";
import { triesOf } from "../gap-tries.ts";
import { divergenceQuestion } from "../questions/session-questions.ts";
import type { Draft } from "./draft.ts";
import { resolveAccepted } from "./review-proposal.ts";
import { gapsOf, issuesOf, type LiveSession, type Round } from "./session.ts";
import { dropAmendment } from "./settle-amendments.ts";
import { outcomeOf } from "./turn.ts";

/** What a round brought, and what that says about where the session is going. */
export function completeRound(draft: Draft): void {
  const { round } = draft.session.work;
  if (round === null) throw new Error("no round is under way");
  for (const { gap } of Object.values(draft.session.work.amendments)) {
    dropAmendment(draft, gap, "nobody has reviewed it");
  }
  resolveAccepted(draft, { round: round.number, lastCompletedRound: round.number, terminating: false });
  const net = netOf(draft, round.number);
  const onItsWay = net.net.weighted <= 0 && closedGraveIssue(draft.session, round.number);
  const countsTowardsStall = !onItsWay && countsAsWork(draft.session, round);
  draft.emit("RoundCompleted", {
    round: round.number,
    net: net.net,
    openStart: draft.session.work.openStart,
    openEnd: openCount(gapsOf(draft.session)),
    countsTowardsStall,
    counted: net.counted,
  });
  judgeConvergence(draft, { round: round.number, net: net.net, countsTowardsStall });
}

function netOf({ session }: Draft, round: number) {
  const { resolved, counted } = tallyResolved(session.work.movesSinceRound, new Set(session.work.counted));
  const gaps = gapsOf(session);
  const net = roundNet(
    gaps.filter((gap) => resolved.includes(gap.id)),
    newGapsOfRound(gaps, round),
  );
  return { net, counted: [...counted] };
}

/** A round of remarks, or one in which a role was skipped or every gap was out of reach, says nothing about progress. */
function countsAsWork(session: LiveSession, { number, lanes, reviewer, focus }: Round): boolean {
  if (focus === "remarks") return false;
  const review = reviewer === null ? null : outcomeOf(reviewer);
  const skipped = lanes.map(outcomeOf).includes("SKIP") || review === "SKIP" || review === "UNREVIEWED";
  const gaps = triesOf(number, session.work.tries);
  const outOfReach = gaps.length > 0 && gaps.every(({ end }) => end === "blocked" || end === "taken-away");
  // One that was to stand in for them, and never began, makes no difference.
  const blocked = lanes.length > 0 && lanes.every((lane) => outcomeOf(lane) === "BLOCKED");
  return !skipped && !blocked && !outOfReach;
}

/** A proposal that an earlier grave issue was lifted from is on its way, and no stall. */
function closedGraveIssue(session: LiveSession, number: number): boolean {
  return issuesOf(session).some(
    ({ severity, round, state }) =>
      isGrave(severity) && round < number && state.at === "CLOSED" && state.round === number,
  );
}

interface RoundResult {
  readonly round: number;
  readonly net: RoundNet;
  readonly countsTowardsStall: boolean;
}

function judgeConvergence(draft: Draft, { round, net, countsTowardsStall }: RoundResult): void {
  const {
    settings,
    work: { convergence: before, nextFocus },
  } = draft.session;
  const completed = {
    round,
    weightedNet: net.weighted,
    newCriticalGaps: net.newCritical.length,
    countsTowardsStall,
  };
  const state = advanceConvergence(before, completed, {
    ...settings.thresholds,
    criticalOverride: settings.criticalOverride,
  });
  draft.emit("ConvergenceChanged", { state, nextFocus, because: `round ${round}` });
  askOrWithdraw(draft, { before, after: state, net });
}

function askOrWithdraw(
  draft: Draft,
  change: { before: Convergence; after: Convergence; net: RoundNet },
): void {
  const { before, after, net } = change;
  const wanted = questionChange(before, after);
  const open = draft.session.work.questions.find(({ kind }) => kind === "divergence");
  if ((wanted === "withdraw" || wanted === "replace") && open !== undefined) {
    const reason = wanted === "withdraw" ? "the round made progress" : "a new warning takes its place";
    draft.emit("QuestionWithdrawn", { question: open.id, reason });
  }
  if ((wanted === "ask" || wanted === "replace") && after.at === "DIVERGENCE_WARNING") {
    draft.ask(divergenceQuestion({ warning: after, gaps: gapsOf(draft.session), net }));
  }
}
