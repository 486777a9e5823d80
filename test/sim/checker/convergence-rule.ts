import { assertNever } from "../../../src/core/shared/assert-never.ts";
import { type DataOf, type Happened, ofType } from "./happened.ts";
import type { Ledger } from "./ledger.ts";
import { type Report, type Rule, sameMembers } from "./rule.ts";

type Recorded = DataOf<"ConvergenceChanged">["state"];
type Active = Exclude<Recorded, { at: "PAUSED" } | { at: "COMPLETE" }>;
type Answer = DataOf<"QuestionAnswered">["answer"];
type Thresholds = DataOf<"SettingsChanged">["settings"]["thresholds"];
type AskedEvent = Extract<Happened, { type: "QuestionAsked" }>;
type Fault = (message: string) => void;
type Cause = Extract<Active, { at: "DIVERGENCE_WARNING" }>["causes"][number];

interface Course {
  readonly active: Active;
  readonly paused: boolean;
  readonly complete: boolean;
}

const START: Course = { active: { at: "CONVERGING" }, paused: false, complete: false };

interface Given {
  readonly version: number;
  readonly answer: Answer;
  /** As they were when the answer came. */
  readonly thresholds: Thresholds | null;
}

/** What the first four answers to a warning have in common: the count of flat rounds starts again. */
const RESETTING: readonly string[] = ["narrow", "accept", "normal", "prioritise"];

/** Where the session is heading, worked out from the nets, the thresholds and the user's answers. */
export class ConvergenceRule implements Rule {
  readonly name = "convergence";
  #ended = false;
  #expected = START;
  #recorded = START;
  /** The user wants the next round to take CRITICAL gaps only. */
  #prioritised = false;
  /** The round whose warning was last asked about. */
  #askedAbout: number | null = null;
  /** Answers to a warning in the command at hand. */
  #given: Given[] = [];

  take(event: Happened, ledger: Ledger, report: Report): void {
    const fault: Fault = (message) => report(event.version, message);
    switch (event.type) {
      case "RoundStarted":
        this.#startRound(event.data, ledger, fault);
        return;
      case "RoundCompleted":
        this.#completeRound(event.data, ledger, fault);
        return;
      case "QuestionAsked":
        this.#asked(event, report);
        return;
      case "QuestionAnswered":
        this.#answer(event.version, event.data.answer, ledger);
        return;
      case "SessionPaused":
      case "SessionResumed": {
        const paused = event.type === "SessionPaused";
        if (ledger.paused === paused) fault(`${event.type}, but it is so already`);
        this.#expected = { ...this.#expected, paused };
        this.#recorded = { ...this.#recorded, paused };
        return;
      }
      case "ConvergenceChanged":
        this.#recorded = courseOf(event.data.state, this.#recorded);
        return;
      default:
        return;
    }
  }

  settle(command: readonly Happened[], ledger: Ledger, report: Report): void {
    const version = command.at(-1)?.version ?? 0;
    if (ofType(command, "SpecPublished").length > 0) return;
    this.#ended ||= ofType(command, "SessionEnded").length > 0;
    if (this.#recorded.complete && !this.#ended) report(version, "COMPLETE without an end");
    if (!this.#recorded.complete && !sameAs(this.#expected, this.#recorded)) {
      report(version, `the session is ${inWords(this.#expected)}, recorded is ${inWords(this.#recorded)}`);
    }
    this.#expected = this.#recorded;
    for (const given of this.#given) {
      const lack = effectShortfall(given, command, ledger);
      if (lack !== null) report(given.version, `the answer ${given.answer.option}: ${lack}`);
    }
    this.#given = [];
  }

  #startRound(round: DataOf<"RoundStarted">, ledger: Ledger, fault: Fault): void {
    const { active } = this.#expected;
    const isOpen = [...ledger.questions.values()].some(({ kind }) => kind === "divergence");
    if (isOpen && active.at !== "DIVERGENCE_WARNING") fault("a warning that is over is still asked about");
    checkFocus(round, { active, prioritised: this.#prioritised, ledger }, fault);
    this.#prioritised = false;
  }

  #completeRound(round: DataOf<"RoundCompleted">, ledger: Ledger, fault: Fault): void {
    const { active } = this.#expected;
    if (active.at === "DIVERGENCE_WARNING" && active.raisedIn !== this.#askedAbout) {
      fault(`nobody was asked about the warning of round ${active.raisedIn}`);
    }
    checkStallCount(round, ledger, fault);
    this.#expected = { ...this.#expected, active: afterRound(active, round, ledger) };
  }

  #answer(version: number, answer: Answer, ledger: Ledger): void {
    if (ledger.questions.get(answer.question)?.kind !== "divergence") return;
    this.#given.push({ version, answer, thresholds: ledger.settings?.thresholds ?? null });
    if (RESETTING.includes(answer.option)) {
      this.#prioritised = answer.option === "prioritise";
      this.#expected = { ...this.#expected, active: { at: "CONVERGING" } };
    }
  }

  #asked({ version, data }: AskedEvent, report: Report): void {
    if (data.question.kind !== "divergence") return;
    const { active } = this.#recorded;
    if (active.at === "DIVERGENCE_WARNING") this.#askedAbout = active.raisedIn;
    else report(version, "divergence is asked about without a warning");
  }
}

/** What came of an answer to a warning, besides the course itself. */
function effectShortfall(given: Given, command: readonly Happened[], ledger: Ledger): string | null {
  const { answer, thresholds: before } = given;
  const after = ledger.settings?.thresholds;
  switch (answer.option) {
    case "narrow": {
      const left = answer.gaps.find((id) => ledger.gaps.get(id)?.state.at !== "USER_DEFERRED");
      return left === undefined ? null : `${left} is not deferred`;
    }
    case "normal": {
      const doubled =
        after?.stallThreshold === 2 * (before?.stallThreshold ?? 0) &&
        after.divergenceThreshold === 2 * (before?.divergenceThreshold ?? 0);
      return doubled ? null : "the thresholds are not doubled";
    }
    case "pause":
      return ledger.paused ? null : "the session is not paused";
    case "force": {
      const forced = ofType(command, "EndingRequested").some(({ data }) => data.type === "STALL_EXIT");
      return forced ? null : "no STALL_EXIT is requested";
    }
    default:
      return null;
  }
}

function courseOf(state: Recorded, before: Course): Course {
  switch (state.at) {
    case "PAUSED":
      return { active: state.before, paused: true, complete: false };
    case "COMPLETE":
      return { ...before, complete: true };
    case "CONVERGING":
    case "FLAT":
    case "DIVERGENCE_WARNING":
      return { active: state, paused: false, complete: false };
    default:
      return assertNever(state);
  }
}

function afterRound(before: Active, round: DataOf<"RoundCompleted">, ledger: Ledger): Active {
  const { net, countsTowardsStall: counts } = round;
  const gained = net.weighted > 0;
  const flatBefore = before.at === "CONVERGING" ? 0 : before.flatRounds;
  const flat = !counts ? flatBefore : gained ? 0 : flatBefore + 1;
  if (before.at === "DIVERGENCE_WARNING" && !gained) return { ...before, flatRounds: flat };
  const causes = causesOf(round, flat, ledger);
  if (causes.length > 0) return { at: "DIVERGENCE_WARNING", flatRounds: flat, raisedIn: round.round, causes };
  if (gained && (counts || before.at === "DIVERGENCE_WARNING")) return { at: "CONVERGING" };
  return counts ? { at: "FLAT", flatRounds: flat } : before;
}

function causesOf(round: DataOf<"RoundCompleted">, flat: number, { settings }: Ledger): readonly Cause[] {
  if (settings === null) return [];
  const { stallThreshold, divergenceThreshold } = settings.thresholds;
  const causes: Cause[] = [];
  if (round.countsTowardsStall && flat >= stallThreshold) causes.push("STALLED");
  if (round.net.weighted < -divergenceThreshold) causes.push("NET_BELOW_THRESHOLD");
  if (settings.criticalOverride && round.net.newCritical.length > 0) causes.push("NEW_CRITICAL");
  return causes;
}

/**
 * A round does not count where a role was skipped, everything was blocked or taken away, or one without a gain closed a
 * grave issue of an earlier round. Some lanes skipped and others not, or a review that did not come about, can be read
 * either way.
 */
function checkStallCount(
  { countsTowardsStall, net }: DataOf<"RoundCompleted">,
  { round }: Ledger,
  fault: Fault,
): void {
  if (round === null) return;
  const outcomes = [...round.outcomes].map(([turn, outcome]) => ({
    isReview: turn.includes(" reviewer "),
    outcome,
  }));
  const lanes = outcomes.filter(({ isReview }) => !isReview).map(({ outcome }) => outcome);
  const reviews = outcomes.filter(({ isReview }) => isReview).map(({ outcome }) => outcome);
  const all = (outcome: string) => lanes.length > 0 && lanes.every((one) => one === outcome);
  const reviewed = reviews.some((one) => one === "VALID" || one === "UNCHANGED");
  if (countsTowardsStall && (all("SKIP") || reviews.includes("SKIP")))
    fault("a round with a role skipped counts");
  const { taken, away, closedGrave, focus } = round;
  const allAway = taken.size > 0 && [...taken].every((id) => away.has(id));
  const onItsWay = closedGrave && net.weighted <= 0;
  const remarks = focus === "remarks";
  if (countsTowardsStall && remarks) fault("a round of remarks counts");
  if (countsTowardsStall && allAway) fault("a round with all gaps blocked or taken away counts");
  if (countsTowardsStall && onItsWay) fault("a round that closed a grave issue counts");
  if (!countsTowardsStall && !allAway && !onItsWay && !remarks && all("VALID") && reviewed)
    fault("a round with both roles at work does not count");
}

function checkFocus(
  { focus }: DataOf<"RoundStarted">,
  { active, prioritised, ledger }: { active: Active; prioritised: boolean; ledger: Ledger },
  fault: Fault,
): void {
  // The rule of remarks looks at these.
  if (focus === "remarks") return;
  const isCritical = (id: string) => ledger.gaps.get(id)?.severity.level === "CRITICAL";
  const held = ledger.gapsInConflict();
  const assignable = [...ledger.gapsIn("OPEN"), ...ledger.gapsIn("NEEDS_REVISION")];
  const critical = assignable.some((id) => isCritical(id) && !held.has(id));
  const warned = active.at === "DIVERGENCE_WARNING";
  const due = prioritised ? "only-critical" : warned ? "critical-first" : "foundations";
  // With no CRITICAL gap to take up, what was prioritised makes no difference.
  if (focus !== due && !(prioritised && !critical)) fault(`the focus is ${due}, not ${focus}`);
}

function sameCourse(left: Active, right: Active): boolean {
  if (left.at !== right.at) return false;
  if (left.at === "CONVERGING" || right.at === "CONVERGING") return true;
  if (left.flatRounds !== right.flatRounds) return false;
  if (left.at === "FLAT" || right.at === "FLAT") return true;
  return left.raisedIn === right.raisedIn && sameMembers(left.causes, right.causes);
}

function sameAs(left: Course, right: Course): boolean {
  return left.paused === right.paused && sameCourse(left.active, right.active);
}

function inWords({ active, paused }: Course): string {
  return `${paused ? "PAUSED, before " : ""}${JSON.stringify(active)}`;
}
