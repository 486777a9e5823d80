import type { Fault } from "./simulate.ts";

export interface NamedFault extends Fault {
  /** A world that shows it. */
  readonly seed: number;
  readonly name: string;
}

const CORE = "src/core/refinement";

/** Faults that somebody might well make, each of which the simulation must find. */
export const FAULTS: readonly NamedFault[] = [
  {
    name: "a resolved gap counts again when it is accepted and then resolved",
    seed: 4,
    file: `${CORE}/resolved-tally.ts`,
    from: "countsAsResolved(to) && !counted.has(gap)",
    to: "countsAsResolved(to)",
  },
  {
    name: "questions that have lost their subject stay open",
    seed: 3,
    file: `${CORE}/session/follow-up.ts`,
    from: "  openReview(draft);\n  withdrawStale(draft);",
    to: "  openReview(draft);",
  },
  {
    name: "three retries in place of two",
    seed: 7,
    file: `${CORE}/validation/failure-type.ts`,
    from: "RETRIES_MAX = 2",
    to: "RETRIES_MAX = 3",
  },
  {
    name: "an agent that crashes is launched for ever",
    seed: 3,
    file: `${CORE}/session/turn.ts`,
    from: "launch - launchesForgiven < LAUNCHES_MAX",
    to: "launch - launchesForgiven < Number.POSITIVE_INFINITY",
  },
  {
    name: "a stall is noticed one round late",
    seed: 4,
    file: `${CORE}/convergence.ts`,
    from: "flatRounds >= settings.stallThreshold",
    to: "flatRounds > settings.stallThreshold",
  },
  {
    name: "the review of an earlier text decides a changed one",
    seed: 5,
    file: `${CORE}/session/take-engineer-output.ts`,
    from: "if (before?.substance !== substance || before.review === null) return false;",
    to: "if (before === undefined || before.review === null) return false;",
  },
  {
    name: "a question can be answered twice",
    seed: 1,
    file: `${CORE}/session/evolve.ts`,
    from: "questions: without(event.data.answer.question),",
    to: "questions: session.questions,",
  },
  {
    name: "a blocked gap weighs as much as an open one",
    seed: 15,
    file: `${CORE}/gap-state.ts`,
    from: "BLOCKED_EXTERNAL: { weight: 0.25",
    to: "BLOCKED_EXTERNAL: { weight: 1",
  },
  {
    name: "a review closes issues of gaps it did not look at",
    seed: 14,
    file: `${CORE}/issue-lifecycle.ts`,
    from: "return issue.gaps.every((gap) => review.gaps.includes(gap));",
    to: "return true;",
  },
  {
    name: "a session ends without its gates",
    seed: 2,
    file: `${CORE}/session/owed.ts`,
    from: 'return openGate(session, next) === null ? [mediate("end")] : gateStep(session);',
    to: 'return [mediate("end")];',
  },
  {
    name: "one call more than the limit allows",
    seed: 19,
    file: `${CORE}/session/spend.ts`,
    from: "spent[measure] >= limit",
    to: "spent[measure] > limit",
  },
  {
    name: "the backup carries the number of the round that follows",
    seed: 1,
    file: `${CORE}/session/mediate.ts`,
    from: "backup: { round: session.completedRounds, ...backup }",
    to: "backup: { round, ...backup }",
  },
  {
    name: "more runs side by side than allowed",
    seed: 32,
    file: `${CORE}/session/owed.ts`,
    from: "Math.max(0, atOnce - running)",
    to: "atOnce",
  },
  {
    name: "one round more than the limit allows",
    seed: 1,
    file: `${CORE}/termination.ts`,
    from: "facts.completedRounds >= facts.limits.maxRounds",
    to: "facts.completedRounds > facts.limits.maxRounds",
  },
  {
    name: "a session is complete though a grave gap is deferred",
    seed: 84,
    file: `${CORE}/termination.ts`,
    from: "deferred.some((gap) => isGrave(gap.severity.level))",
    to: "false",
  },
  {
    name: "a provider that takes no more is asked for ever",
    seed: 49,
    file: `${CORE}/session/waiting.ts`,
    from: "|| waits >= WAITS_MAX",
    to: "|| waits < 0",
  },
  {
    name: "a call is not held until its provider may be asked again",
    seed: 1,
    file: "src/runner/held-calls.ts",
    from: "if (untilMs === 0 || untilMs <= this.#holding.nowMs())",
    to: "if (untilMs >= 0)",
  },
  {
    name: "a wait costs a launch",
    seed: 1,
    file: `${CORE}/session/evolve-turns.ts`,
    from: '(outcome === "cancelled" || waited ? 1 : 0)',
    to: '(outcome === "cancelled" ? 1 : 0)',
  },
  {
    name: "agents take over from each other in a circle",
    seed: 36,
    file: `${CORE}/session/fallback.ts`,
    from: "agent !== failed && !session.givenUp[role].some((one) => one.agent === agent)",
    to: "agent !== failed",
  },
  {
    name: "what an agent wrote that trespassed is judged",
    seed: 58,
    file: "src/core/shared/agent-outcome.ts",
    from: 'trespassed: { next: "ask"',
    to: 'trespassed: { next: "judge"',
  },
  {
    name: "a call that came to its end is made again after a crash",
    seed: 1,
    file: "src/runner/recover-call.ts",
    from: "const recovered = await agent.recover(call.key, onEvent, cancel);",
    to: 'const recovered = { at: "unknown" } as Awaited<ReturnType<AgentPort["recover"]>>;',
  },
  {
    name: "a snapshot says that it is of the version before",
    seed: 5,
    file: "src/engine/session-engine.ts",
    from: "{ version: this.version, text }",
    to: "{ version: this.version - 1, text }",
  },
  {
    name: "the files of the round under way are taken for level",
    seed: 1,
    file: "src/engine/session-engine.ts",
    from: "this.#levelFrom = lastRound(this.record);",
    to: "this.#levelFrom = lastRound(this.record) + 1;",
  },
];
