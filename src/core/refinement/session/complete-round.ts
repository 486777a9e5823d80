import { afterRound, type Convergence, questionChange } from "../convergence.ts";
import { newGapsOfRound } from "../gap.ts";
import { openCount } from "../open-count.ts";
import { divergence } from "../questions/session-questions.ts";
import { tallyResolved } from "../resolved-tally.ts";
import { type RoundNet, roundNet } from "../round-net.ts";
import type { Draft } from "./draft.ts";
import { gapsOf, type Round } from "./session.ts";
import { outcomeOf } from "./turn.ts";

/** What a round brought, and what that says about where the session is going. */
export function completeRound(draft: Draft): void {
  const { round } = draft.session;
  if (round === null) throw new Error("no round is under way");
  resolveAccepted(draft, round.number);
  const net = netOf(draft, round.number);
  const countsTowardsStall = isWholeRound(round);
  draft.emit("RoundCompleted", {
    round: round.number,
    net: net.net,
    openStart: draft.session.openStart,
    openEnd: openCount(gapsOf(draft.session)),
    countsTowardsStall,
    counted: net.counted,
  });
  judgeConvergence(draft, { round: round.number, net: net.net, countsTowardsStall });
}

function resolveAccepted(draft: Draft, round: number): void {
  for (const gap of gapsOf(draft.session)) {
    if (gap.state.at !== "ACCEPTED" || gap.state.round >= round) continue;
    if (draft.session.proposals[gap.id] === undefined) continue;
    const grounds = {
      because: "drafted",
      inDraft: true,
      lastCompletedRound: round,
      terminating: false,
    } as const;
    draft.move(gap.id, { actor: "Mediator", to: "RESOLVED", round, grounds });
  }
}

function netOf({ session }: Draft, round: number) {
  const { resolved, counted } = tallyResolved(session.movesSinceRound, new Set(session.counted));
  const gaps = gapsOf(session);
  const net = roundNet(
    gaps.filter((gap) => resolved.includes(gap.id)),
    newGapsOfRound(gaps, round),
  );
  return { net, counted: [...counted] };
}

/** A round in which a role was skipped, or every gap was blocked, says nothing about progress. */
function isWholeRound({ lanes, reviewer }: Round): boolean {
  const outcomes = lanes.map(outcomeOf);
  const review = reviewer === null ? null : outcomeOf(reviewer);
  const skipped = outcomes.includes("SKIP") || review === "SKIP" || review === "UNREVIEWED";
  const allBlocked = outcomes.length > 0 && outcomes.every((outcome) => outcome === "BLOCKED");
  return !skipped && !allBlocked;
}

interface RoundResult {
  readonly round: number;
  readonly net: RoundNet;
  readonly countsTowardsStall: boolean;
}

function judgeConvergence(draft: Draft, { round, net, countsTowardsStall }: RoundResult): void {
  const { convergence: before, settings, nextFocus } = draft.session;
  const completed = {
    round,
    weightedNet: net.weighted,
    newCriticalGaps: net.newCritical.length,
    countsTowardsStall,
  };
  const state = afterRound(before, completed, {
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
  const open = draft.session.questions.find(({ kind }) => kind === "divergence");
  if ((wanted === "withdraw" || wanted === "replace") && open !== undefined) {
    const reason = wanted === "withdraw" ? "the round made progress" : "a new warning takes its place";
    draft.emit("QuestionWithdrawn", { question: open.id, reason });
  }
  if ((wanted === "ask" || wanted === "replace") && after.at === "DIVERGENCE_WARNING") {
    draft.ask(divergence({ warning: after, gaps: gapsOf(draft.session), net }));
  }
}
