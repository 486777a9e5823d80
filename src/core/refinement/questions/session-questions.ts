// Questions about the session as a whole: whether it gets anywhere, and how it may end.

import { formatCount } from "../../shared/format-count.ts";
import { SEVERITIES } from "../../shared/severity.ts";
import { narrowSuggestions, type Warning } from "../convergence.ts";
import { inventory, type RoundNet } from "../counting.ts";
import type { Gap } from "../gap.ts";
import { GAP_STATES, isOpen } from "../gap-state.ts";
import type { Gate } from "../gate.ts";
import type { Side } from "../role.ts";
import type { SpendMeasure } from "../session/settings.ts";
import { type ReachedCap, raisedLimit, type Spend, uncountedCalls, unpricedCalls } from "../session/spend.ts";
import type { EndingCause, EndingOption, MaxRoundsOption } from "../termination.ts";
import { buildQuestion, gapEvidence, type QuestionDraft } from "./build-question.ts";
import { listOf } from "./gap-questions.ts";
import type { Evidence } from "./question.ts";
import type { Need } from "./question-kinds.ts";

const CAUSES: Record<Warning["causes"][number], string> = {
  STALLED: "no net progress for too many rounds",
  NET_BELOW_THRESHOLD: "the weighted net fell below the threshold",
  NEW_CRITICAL: "a new CRITICAL gap appeared",
};

interface DivergenceFacts {
  readonly warning: Warning;
  readonly gaps: readonly Gap[];
  /** Of the round that raised it; `null` where that is long past. */
  readonly net: RoundNet | null;
}

export function divergenceQuestion({ warning, gaps, net }: DivergenceFacts): QuestionDraft {
  const suggested = narrowSuggestions(gaps);
  return buildQuestion({
    kind: "divergence",
    subject: { of: "round", round: warning.raisedIn },
    why: `Round ${warning.raisedIn} raised a divergence warning: ${warning.causes.map((cause) => CAUSES[cause]).join("; ")}.`,
    evidence: [...netEvidence(net), ...inventoryEvidence(gaps)],
    effects: {
      narrow: `You say which; rounds go on with the others.${suggested.length === 0 ? "" : ` Suggested: ${listOf(suggested)}.`}`,
      accept: "The count of flat rounds starts again.",
      normal: "Both thresholds are doubled for the rest of the session.",
      ...(gaps.some(isCriticalAndOpen) ? { prioritise: "The others wait for the round after it." } : {}),
      pause: "Nothing more runs; after `resume` this is asked again.",
      force: "The session ends as STALL_EXIT, once you have acknowledged what is left.",
      rollback: `Round ${warning.raisedIn} and all after it are undone; how to go on is asked first.`,
    },
    blocks: [],
    continues: ["further rounds, CRITICAL gaps first"],
  });
}

function isCriticalAndOpen({ severity, state }: Gap): boolean {
  return severity.level === "CRITICAL" && isOpen(state.at);
}

function netEvidence(net: RoundNet | null): readonly Evidence[] {
  if (net === null) return [];
  const text = `resolved ${listOf(net.resolved)}; new ${listOf(net.created)}; net ${net.unweighted}, weighted ${net.weighted}`;
  return [{ file: "status.md", line: null, text: net.note === null ? text : `${text} (${net.note})` }];
}

function inventoryEvidence(gaps: readonly Gap[]): readonly Evidence[] {
  const counts = inventory(gaps);
  return GAP_STATES.flatMap((state) => {
    const row = SEVERITIES.filter((severity) => counts[state][severity] > 0).map(
      (severity) => `${counts[state][severity]} ${severity}`,
    );
    return row.length === 0 ? [] : [{ file: "status.md", line: null, text: `${state}: ${row.join(", ")}` }];
  });
}

const MAX_ROUNDS_EFFECTS: Record<MaxRoundsOption, string> = {
  extend: "Five more rounds are allowed, never more than the hard limit.",
  accept: "The session ends as MAX_ROUNDS, once you have acknowledged what is left.",
  abandon: "The session ends as ABANDONED; no spec is written.",
};

export function maxRoundsQuestion(about: {
  rounds: number;
  gaps: readonly Gap[];
  options: readonly MaxRoundsOption[];
}): QuestionDraft {
  return buildQuestion({
    kind: "max-rounds",
    subject: { of: "session" },
    why: `${formatCount(about.rounds, "round")} ${about.rounds === 1 ? "is" : "are"} done, which is the limit, and gaps are still open.`,
    evidence: inventoryEvidence(about.gaps),
    effects: Object.fromEntries(about.options.map((option) => [option, MAX_ROUNDS_EFFECTS[option]])),
    blocks: ["every further round"],
    continues: [],
  });
}

const ENDING_CAUSES: Record<EndingCause, string> = {
  "grave-deferred": "a CRITICAL or HIGH gap is deferred",
  "too-much-deferred": "too much is deferred",
  "conflict-open": "a conflict is not decided",
  "final-review-failed": "the Final Review did not come about",
  "final-review-not-ready": "the Final Review says NOT_READY and names no blocker",
};

const ENDING_EFFECTS: Record<EndingOption, string> = {
  reopen: "The gaps you name are taken up again, and rounds go on.",
  "review-again": "The Final Review runs once more.",
  accept: "The session ends as GOOD_ENOUGH or USER_APPROVED, once you have acknowledged what is left.",
  abandon: "The session ends as ABANDONED; no spec is written.",
};

export function endingQuestion(about: {
  causes: readonly EndingCause[];
  gaps: readonly Gap[];
  options: readonly EndingOption[];
}): QuestionDraft {
  return buildQuestion({
    kind: "ending",
    subject: { of: "session" },
    why: `No gap is open, but the session is not complete: ${about.causes.map((cause) => ENDING_CAUSES[cause]).join("; ")}.`,
    evidence: inventoryEvidence(about.gaps),
    effects: Object.fromEntries(about.options.map((option) => [option, ENDING_EFFECTS[option]])),
    blocks: ["the end of the session"],
    continues: [],
  });
}

/** What a gate is about; as long as it says the same, it is the same question. */
export function gateReason(gate: Gate): string {
  const left = [
    ...(gate.gaps.length === 0
      ? []
      : [`${formatCount(gate.gaps.length, `${gate.class} gap`)}: ${listOf(gate.gaps)}`]),
    ...(gate.conflicts.length === 0 ? [] : [`undecided conflicts: ${gate.conflicts.join(", ")}`]),
  ];
  return `Ending now leaves ${left.join("; ")}.`;
}

/** What it takes to pass stands in the option's needs and, for a phrase, in its effect. */
export function gateQuestion(
  gate: Gate,
  { gaps, spec }: { gaps: readonly Gap[]; spec: string },
): QuestionDraft {
  const left = gate.gaps.flatMap((id) => gaps.filter((gap) => gap.id === id));
  const phrase = gate.phrase === null ? "" : ` Type exactly: ${gate.phrase}`;
  const rationales = gate.rationaleFor.length === 0 ? "" : " Give a rationale for each gap.";
  const question = buildQuestion({
    kind: "gate",
    subject: { of: "gate", class: gate.class },
    why: gateReason(gate),
    evidence: left.map((gap) => gapEvidence(gap, spec)),
    effects: {
      acknowledge: `What is left is recorded as known limitations.${rationales}${phrase}`,
      back: "The session does not end; what led here is asked again.",
    },
    blocks: ["the end of the session"],
    continues: [],
  });
  const needs: readonly Need[] = [
    ...(gate.phrase === null ? [] : (["phrase"] as const)),
    ...(gate.rationaleFor.length === 0 ? [] : (["rationale"] as const)),
  ];
  return {
    ...question,
    options: question.options.map((option) => (option.id === "acknowledge" ? { ...option, needs } : option)),
  };
}

export function spendQuestion(
  role: Side,
  { reached, spend: spentSoFar }: { readonly reached: ReachedCap; readonly spend: Spend },
): QuestionDraft {
  const { measure } = reached;
  return buildQuestion({
    kind: "spend",
    subject: { of: "spend", role },
    why: `${describeSpend(role, reached)}: no further call of the ${role} is started.`,
    evidence: unknownEvidence(spentSoFar, measure),
    effects: {
      raise: `The limit${reached.scope === "run" ? " of one run" : ""} becomes ${roundAmount(raisedLimit(reached))} ${measure}, and work goes on.`,
      pause: "Nothing more runs until `resume`.",
      accept: "The session ends with what is there, once you have acknowledged what is left.",
      abandon: "The session ends as ABANDONED; no spec is written.",
    },
    blocks: [`every call of the ${role}`],
    continues: [],
  });
}

function describeSpend(role: Side, { scope, measure, spent, cap, run }: ReachedCap): string {
  const amounts = `${roundAmount(spent)} of ${roundAmount(cap)} ${measure}`;
  if (run !== null) {
    return `One run may use ${roundAmount(cap)} ${measure}, and the ${run.role}'s run by ${run.agent} in round ${run.round} has used ${roundAmount(spent)}`;
  }
  return scope === "session" ? `The session has used ${amounts}` : `The ${role} has used ${amounts}`;
}

/** A limit counts what is known: what is not in it is named beside it. */
function unknownEvidence(spent: Spend, measure: SpendMeasure): readonly Evidence[] {
  if (measure !== "tokens" && measure !== "usd") return [];
  const calls = measure === "usd" ? unpricedCalls(spent) : uncountedCalls(spent);
  if (calls === 0) return [];
  const named = spent.unknown.filter(({ of }) => of.includes(measure));
  const rest = calls > named.length ? [`${formatCount(calls - named.length, "earlier call")}`] : [];
  return [
    ...named.map(
      ({ role, agent, round, outcome }) =>
        `not counted in full: the ${role}'s call of ${agent} in round ${round} (${outcome})`,
    ),
    ...rest.map((words) => `not counted in full: ${words}`),
  ].map((text) => ({ file: null, line: null, text }));
}

const CENT = 0.01;

/** Less than a cent is shown as exactly as it was set. */
function roundAmount(amount: number): string {
  if (amount > 0 && amount < CENT) return String(Number(amount.toPrecision(2)));
  return String(Math.round(amount * 100) / 100);
}
