import { type DataOf, type Happened, ofType } from "./happened.ts";
import type { GapEntry, Ledger } from "./ledger.ts";
import { isBlank, type Report, type Rule } from "./rule.ts";
import { GATES, isLegalStep, SEVERITY_WEIGHT, TERMINAL } from "./tables.ts";

const GRAMMAR = /^GAP-[A-Z]{2,10}-\d{3}[a-z]?$/;
const SPLIT_PARTS_MIN = 2;

type Move = DataOf<"GapMoved">;
type Fault = (message: string) => void;

/** Gaps enter once, move only as the lifecycle allows, and carry what their state needs. */
export function gapRule(): Rule {
  return {
    name: "gaps",
    take(event, ledger, report) {
      const fault: Fault = (message) => report(event.version, message);
      if (event.type === "SessionStarted") checkInitial(event.data.gaps, fault);
      if (event.type === "GapEntered") checkEntry(event.data.gap, ledger, fault);
      if (event.type === "GapMoved") checkMove(event.data, ledger, fault);
      if (event.type === "GapRated") checkRating(event.data, ledger, fault);
      if (event.type === "ProposalMade") checkProposal(event.data, ledger, fault);
    },
    settle(command, ledger, report) {
      for (const { version, data } of ofType(command, "GapMoved")) {
        const gap = ledger.gaps.get(data.gap);
        if (gap === undefined) continue;
        const shortfall = guardShortfall(data, gap, { command, ledger });
        if (shortfall !== null) report(version, `${data.gap} to ${data.state.at}: ${shortfall}`);
      }
      checkSources(command, ledger, report);
    },
  };
}

function checkInitial(gaps: DataOf<"SessionStarted">["gaps"], fault: Fault): void {
  const ids = new Set(gaps.map(({ id }) => id));
  if (ids.size !== gaps.length) fault("a gap stands twice in the first inventory");
  for (const id of ids) if (!GRAMMAR.test(id)) fault(`${id} is no gap's id`);
}

function checkEntry(gap: DataOf<"GapEntered">["gap"], ledger: Ledger, fault: Fault): void {
  if (!GRAMMAR.test(gap.id)) fault(`${gap.id} is no gap's id`);
  if (ledger.gaps.has(gap.id)) fault(`the id ${gap.id} is used again`);
  // What a survey brings is looked at by its own rule.
  if (gap.state.at !== "OPEN" && gap.origin.from !== "survey") fault(`${gap.id} enters as ${gap.state.at}`);
  if (!ledger.isNow(gap.roundEntered)) fault(`${gap.id} enters with round ${gap.roundEntered}`);
  const isChosen = gap.origin.from === "survey" && gap.severity.setBy === "user";
  if (gap.severity.enteredAs !== gap.severity.level && !isChosen)
    fault(`${gap.id} does not enter as what it is rated`);
  const parent = gap.origin.from === "split" ? ledger.gaps.get(gap.origin.parent) : null;
  if (parent === undefined) fault(`${gap.id} is a part of a gap that does not exist`);
  else if (parent !== null && parent.severity.level !== gap.severity.level) {
    fault(`${gap.id} is ${gap.severity.level}, but its whole ${parent.severity.level}`);
  }
}

function checkMove(move: Move, ledger: Ledger, fault: Fault): void {
  const gap = ledger.gaps.get(move.gap);
  if (gap === undefined) {
    fault(`${move.gap} does not exist`);
    return;
  }
  const from = gap.state.at;
  const named = `${move.gap} ${from} → ${move.state.at} by the ${move.actor}`;
  if (move.from !== from) fault(`${move.gap} is ${from}, not ${move.from}`);
  if (!isLegalStep(from, move.state.at, move.actor)) fault(`${named} is no step of the lifecycle`);
  // At the end of a session what is accepted is resolved under the last completed round.
  const last = move.state.at === "RESOLVED" && move.round === ledger.completed;
  if (!last && !ledger.isNow(move.round)) fault(`${named} under round ${move.round}`);
  const lack = dataShortfall(move, gap, ledger);
  if (lack !== null) fault(`${named}: ${lack}`);
}

/** What the new state, or the way to it, must say. */
function dataShortfall(
  { state, reason, actor, round }: Move,
  { state: from }: GapEntry,
  ledger: Ledger,
): string | null {
  switch (state.at) {
    case "IN_PROGRESS":
      return state.before === from.at ? null : `the state before was ${from.at}, not ${state.before}`;
    case "USER_DEFERRED":
    case "WONT_FIX":
      return isBlank(state.reason) ? "there is no reason" : null;
    case "BLOCKED_EXTERNAL":
      return typeof state.need === "string" ? null : "there is no word of what is needed";
    case "ACCEPTED":
      if (actor === "User" && isBlank(reason)) return "there is no reason";
      // Between rounds it counts from the last one that is over.
      return state.round === (ledger.round === null ? ledger.completed : round)
        ? null
        : `it says round ${state.round}`;
    case "SUPERSEDED":
      return new Set(state.by).size < SPLIT_PARTS_MIN ? "too few parts" : null;
    case "OPEN":
    case "NEEDS_REVISION":
      if (from.at === "IN_PROGRESS" && actor === "Mediator" && from.before !== state.at) {
        return `the state before was ${from.before}`;
      }
      return TERMINAL.includes(from.at) && isBlank(reason) ? "reopened without a reason" : null;
    default:
      return null;
  }
}

function checkRating({ gap: id, severity }: DataOf<"GapRated">, ledger: Ledger, fault: Fault): void {
  const gap = ledger.gaps.get(id);
  if (gap === undefined) {
    fault(`${id} does not exist`);
    return;
  }
  const before = gap.severity;
  if (severity.enteredAs !== before.enteredAs) fault(`${id} entered as ${before.enteredAs}`);
  if (severity.setBy === "user") return;
  if (severity.setBy !== "reviewer") {
    fault(`${id} is rated by ${severity.setBy}`);
    return;
  }
  if (SEVERITY_WEIGHT[severity.level] <= SEVERITY_WEIGHT[before.level]) {
    fault(`the Reviewer takes ${id} from ${before.level} to ${severity.level}`);
  }
  if (before.setBy === "user") fault(`the Reviewer overrules the user's severity of ${id}`);
}

function checkProposal({ gap, key, round }: DataOf<"ProposalMade">, ledger: Ledger, fault: Fault): void {
  if (!ledger.gaps.has(gap)) fault(`a proposal for ${gap}, which does not exist`);
  if (round !== ledger.round?.number) fault(`a proposal for ${gap} under round ${round}`);
  const call = ledger.calls.get(key);
  if (call?.role !== "engineer" || call.finished === null) fault(`no finished run ${key} made a proposal`);
}

interface Surroundings {
  readonly command: readonly Happened[];
  readonly ledger: Ledger;
}

/** What the move lacks when all that came with it is known. */
function guardShortfall(move: Move, gap: GapEntry, around: Surroundings): string | null {
  const { command, ledger } = around;
  const has = (type: "ProposalMade" | "InputGiven") =>
    ofType(command, type).some(({ data }) => data.gap === move.gap);
  const { at } = move.state;
  if (at === "ACCEPTED" && move.actor === "User") return userAcceptanceShortfall(move, gap, ledger);
  if (at === "WONT_FIX") return closingShortfall(gap, command);
  if (at === "ACCEPTED") return acceptanceShortfall(gap, ledger);
  if (at === "NEEDS_REVISION" && move.actor === "Reviewer") return objectionShortfall(gap, ledger);
  if (at === "PROPOSED" && move.actor === "Engineer")
    return has("ProposalMade") ? null : "nothing is proposed";
  if (at === "PROPOSED") return settlementShortfall(gap, ledger);
  if (at === "BLOCKED_EXTERNAL") return has("ProposalMade") ? "blocked, and proposed all the same" : null;
  if (at === "OPEN" && move.from === "BLOCKED_EXTERNAL")
    return has("InputGiven") ? null : "no input is given";
  if (at === "RESOLVED" && move.actor === "Mediator") return resolutionShortfall(gap, around);
  if (at === "IN_PROGRESS") return assignmentShortfall(move, ledger);
  if (at === "SUPERSEDED") return splitShortfall(move, ledger);
  return null;
}

function acceptanceShortfall(gap: GapEntry, ledger: Ledger): string | null {
  const review = gap.proposal === null ? undefined : gap.reviews.get(gap.proposal);
  if (review === undefined) return "what is proposed has had no review";
  const grave = ledger.openGraveIssues(gap);
  if (grave.length > 0) return `${grave.join(", ")} is open`;
  const overtaken = ruledAt(gap, ledger) > review.version;
  return review.needsRevision && !overtaken ? "the review asks for a revision" : null;
}

/** The user's word takes the place of a review, and of every issue that was left. */
function userAcceptanceShortfall({ reason }: Move, gap: GapEntry, ledger: Ledger): string | null {
  if (gap.proposal === null) return "nothing is proposed";
  if (isBlank(reason)) return "there is no reason";
  const left = [...gap.issues].filter((id) => ledger.issues.get(id)?.at === "OPEN");
  return left.length === 0 ? null : `${left.join(", ")} is still open`;
}

/** A grave gap is closed for good only with the words of its gate. */
function closingShortfall(gap: GapEntry, command: readonly Happened[]): string | null {
  // What is taken up again is done again in its order: the gap was less grave when it was closed.
  const recovered = ofType(command, "DecisionRecorded").some(({ data }) => data.recovers !== undefined);
  if (recovered && ofType(command, "GapRated").some(({ data }) => data.gap === gap.id)) return null;
  const { level } = gap.severity;
  const gates = [GATES.CRITICAL, GATES.HIGH, GATES["MEDIUM/LOW"]];
  const own = gates.findIndex(({ severities }) => severities.includes(level));
  if (gates[own]?.phrase === null) return null;
  // What is said of a CRITICAL gap beside it covers a HIGH one.
  const phrases = gates.slice(0, own + 1).flatMap(({ phrase }) => phrase ?? []);
  const acknowledged = ofType(command, "DecisionRecorded").some(
    ({ data: { decision } }) =>
      decision.gaps.some((id) => id === gap.id) &&
      phrases.some((phrase) => decision.decision.includes(phrase)),
  );
  return acknowledged ? null : "nobody has acknowledged it";
}

/** Those of the gaps that the same text settles count as well. */
function graveIssuesOn(gap: GapEntry, ledger: Ledger): readonly string[] {
  return gap.together.flatMap((id) => {
    const one = ledger.gaps.get(id);
    return one === undefined ? [] : ledger.openGraveIssues(one);
  });
}

function objectionShortfall(gap: GapEntry, ledger: Ledger): string | null {
  const review = gap.proposal === null ? undefined : gap.reviews.get(gap.proposal);
  if (review === undefined) return "what is proposed has had no review";
  const objects = review.needsRevision || graveIssuesOn(gap, ledger).length > 0;
  return objects ? null : "the review does not object";
}

/** What is said of one gap is said of those that the same text settles. */
function ruledAt(gap: GapEntry, { gaps }: Ledger): number {
  return Math.max(gap.ruledAt, ...gap.together.map((id) => gaps.get(id)?.ruledAt ?? 0));
}

function settlementShortfall(gap: GapEntry, ledger: Ledger): string | null {
  const grave = ledger.openGraveIssues(gap);
  if (grave.length > 0) return `${grave.join(", ")} is open`;
  return ruledAt(gap, ledger) > 0 ? null : "no issue was overruled or waived";
}

function resolutionShortfall(gap: GapEntry, { command, ledger }: Surroundings): string | null {
  const ends = ofType(command, "SessionEnded").length > 0;
  if (ends || ledger.completed > gap.acceptedIn) return null;
  return `no round has completed since round ${gap.acceptedIn}`;
}

function assignmentShortfall({ gap }: Move, { round }: Ledger): string | null {
  const assigned = [...(round?.lanes.values() ?? [])].some((gaps) => gaps.has(gap));
  return assigned ? null : "it is not assigned to a round";
}

function splitShortfall({ gap, state }: Move, ledger: Ledger): string | null {
  const parts = state.at === "SUPERSEDED" ? state.by : [];
  const stranger = parts.find((id) => {
    const origin = ledger.gaps.get(id)?.origin;
    return origin?.from !== "split" || origin.parent !== gap;
  });
  return stranger === undefined ? null : `${stranger} is no part of it`;
}

/** Only what passed the gate proposes and reviews anything: a run that failed is never an approval. */
function checkSources(command: readonly Happened[], ledger: Ledger, report: Report): void {
  for (const { version, data } of ofType(command, "ProposalMade")) {
    const judged = ledger.calls.get(data.key)?.judged;
    if (judged !== "passed" && judged !== "partly") {
      report(version, `the proposal for ${data.gap} stands in a document that did not pass`);
    }
  }
}
