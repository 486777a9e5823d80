import { type DataOf, type Happened, ofType } from "./happened.ts";
import { type Ledger, type RoundEntry, turnOf } from "./ledger.ts";
import type { Report, Rule } from "./rule.ts";

type Start = DataOf<"RoundStarted">;
type Fault = (message: string) => void;

/** Rounds come one after the other, each with an outcome for everyone before it completes. */
export function roundRule(): Rule {
  return {
    name: "rounds",
    take(event, ledger, report) {
      const fault: Fault = (message) => report(event.version, message);
      switch (event.type) {
        case "RoundStarted":
          return checkStart(event.data, ledger, fault);
        case "ReviewOpened":
          return checkOpening(event.data, ledger, fault);
        case "ProposalReviewed":
          return checkReview(event.data, ledger, fault);
        case "TurnRestarted":
        case "TurnSettled":
          return checkTurn(event, ledger, fault);
        case "RoundCompleted":
          return checkCompletion(event.data, ledger, fault);
        default:
          return;
      }
    },
    settle(command, ledger, report) {
      checkOutcomes(command, ledger, report);
      for (const { version } of ofType(command, "ReviewOpened")) checkProposals(version, ledger, report);
      for (const { version, data } of ofType(command, "RoundCompleted")) {
        checkLoose(version, data.round, { ledger, report });
      }
    },
  };
}

function checkStart(start: Start, ledger: Ledger, fault: Fault): void {
  if (ledger.round !== null) fault(`round ${start.round} starts within round ${ledger.round.number}`);
  if (start.round !== ledger.completed + 1) fault(`round ${start.round} follows round ${ledger.completed}`);
  if (start.backup.round !== start.round - 1)
    fault(`round ${start.round} has a backup of ${start.backup.round}`);
  if (start.incarnation < 0) fault(`round ${start.round} has the incarnation ${start.incarnation}`);
  checkAssignment(start, ledger, fault);
}

function checkAssignment({ lanes, focus }: Start, ledger: Ledger, fault: Fault): void {
  const gaps = lanes.flatMap((lane) => lane.gaps);
  const names = lanes.map(({ lane }) => lane);
  if (new Set(names).size !== names.length) fault("two lanes have one name");
  if (lanes.some((lane) => lane.gaps.length === 0)) fault("a lane has no gap");
  if (new Set(gaps).size !== gaps.length) fault("a gap is assigned twice");
  // Those of a round of remarks are accepted, and are looked at by its own rule.
  if (focus === "remarks") return;
  const most = ledger.settings?.limits.gapsPerRound ?? 0;
  const passages = passagesOf(gaps, ledger);
  if (passages > most) fault(`${passages} passages are assigned, of at most ${most}`);
  for (const id of gaps) {
    const state = ledger.gaps.get(id)?.state.at;
    const free = state === "OPEN" || state === "NEEDS_REVISION" || state === "IN_PROGRESS";
    if (!free) fault(`${id} is assigned, but is ${state ?? "unknown"}`);
  }
}

/** The gaps of one passage count once; a gap without a passage counts by itself. */
function passagesOf(ids: readonly string[], { gaps }: Ledger): number {
  const blocks = ids.flatMap((id) => {
    const origin = gaps.get(id)?.origin;
    return origin?.from === "source" && origin.block !== undefined ? [origin.block] : [];
  });
  let [count, end] = [ids.length - blocks.length, -1];
  for (const block of blocks.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (block.from >= end) count += 1;
    end = Math.max(end, block.to);
  }
  return count;
}

function checkOpening(opening: DataOf<"ReviewOpened">, { round }: Ledger, fault: Fault): void {
  if (round?.number !== opening.round) {
    fault(`a review of round ${opening.round}, not under way`);
    return;
  }
  if (round.proposals !== null) fault(`the review of round ${opening.round} opens twice`);
  const waiting = openLanes(round);
  if (waiting.length > 0) fault(`the review opens before ${waiting.join(", ")} has an outcome`);
}

function openLanes(round: RoundEntry): readonly string[] {
  return [...round.lanes.keys()].filter(
    (lane) => !round.outcomes.has(turnOf({ round: round.number, role: "engineer", lane })),
  );
}

/** A proposal that was never reviewed goes to the next review; what goes there is a proposal. */
function checkProposals(version: number, ledger: Ledger, report: Report): void {
  const put = new Set<string>(ledger.round?.proposals ?? []);
  for (const id of put) {
    if (!ledger.gapsIn("PROPOSED").has(id) && ledger.gaps.get(id)?.amendment == null)
      report(version, `${id} is put to the Reviewer without a proposal`);
  }
  for (const id of ledger.gapsIn("PROPOSED")) {
    const gap = ledger.gaps.get(id);
    const reviewed = gap?.proposal != null && gap.reviews.has(gap.proposal);
    if (!reviewed && !put.has(id) && !isHeldForLoss(id, ledger))
      report(version, `the proposal of ${id} is kept from the Reviewer`);
  }
}

/** What a text loses is for the user to allow before anybody reviews it. */
function isHeldForLoss(id: string, { questions, gaps }: Ledger): boolean {
  const together = gaps.get(id)?.together ?? [id];
  return [...questions.values()].some(
    ({ kind, subject }) => kind === "loss" && subject.of === "gap" && together.includes(subject.gap),
  );
}

function checkReview(review: DataOf<"ProposalReviewed">, { round, gaps }: Ledger, fault: Fault): void {
  if (round?.number !== review.round) {
    fault(`${review.gap} is reviewed under round ${review.round}`);
    return;
  }
  if (!(round.proposals ?? []).some((id) => id === review.gap))
    fault(`${review.gap} was not put to the Reviewer`);
  if (gaps.get(review.gap)?.proposal == null) fault(`${review.gap} is reviewed without a proposal`);
  const passed = round.passed.has(turnOf({ round: round.number, role: "reviewer", lane: "-" }));
  if (!passed) fault(`${review.gap} is reviewed, but no review has passed the gate`);
}

type TurnEvent = Extract<Happened, { type: "TurnRestarted" | "TurnSettled" }>;

function checkTurn({ type, data }: TurnEvent, { round }: Ledger, fault: Fault): void {
  if (data.role === "final" || (data.round === 0 && round === null)) return;
  // Asked beside the rounds.
  if (data.role === "answer-issue") return;
  if (round?.number !== data.round) {
    fault(`${type} of ${turnOf(data)}, not under way`);
    return;
  }
  if (type === "TurnSettled" && round.outcomes.has(turnOf(data))) fault(`${turnOf(data)} has two outcomes`);
  if (type === "TurnRestarted" && data.role === "engineer" && round.proposals !== null) {
    fault(`${turnOf(data)} starts again though the review is open`);
  }
}

/** Only what passed the gate is VALID. */
function checkOutcomes(command: readonly Happened[], ledger: Ledger, report: Report): void {
  for (const { version, data } of ofType(command, "TurnSettled")) {
    if (data.outcome !== "VALID" || data.role === "final") continue;
    if (data.role === "answer-issue") {
      if (!ledger.answersPassed.has(turnOf(data)))
        report(version, `${turnOf(data)} is VALID, but nothing passed`);
      continue;
    }
    if (ledger.round === null) continue;
    if (!ledger.round.passed.has(turnOf(data)))
      report(version, `${turnOf(data)} is VALID, but nothing passed`);
  }
}

function checkCompletion(done: DataOf<"RoundCompleted">, ledger: Ledger, fault: Fault): void {
  const { round } = ledger;
  if (round?.number !== done.round) {
    fault(`round ${done.round} completes, but is not under way`);
    return;
  }
  const waiting = openLanes(round);
  if (waiting.length > 0) fault(`round ${done.round} completes before ${waiting.join(", ")} has an outcome`);
  const reviewed = round.outcomes.has(turnOf({ round: done.round, role: "reviewer", lane: "-" }));
  if (round.proposals === null && !reviewed) fault(`round ${done.round} completes before its review opens`);
  if ((round.proposals ?? []).length > 0 && !reviewed) {
    fault(`round ${done.round} completes before the Reviewer has an outcome`);
  }
  const running = [...ledger.running].filter((key) => {
    const call = ledger.calls.get(key);
    return call?.round === done.round && call.role !== "answer-issue";
  });
  if (running.length > 0) fault(`round ${done.round} completes while ${running.join(", ")} runs`);
}

/** What must not be left over from a completed round. */
function checkLoose(
  version: number,
  round: number,
  { ledger, report }: { ledger: Ledger; report: Report },
): void {
  for (const { id, subject } of ledger.questions.values()) {
    const beside = subject.of === "turn" && (subject.role === "final" || subject.role === "answer-issue");
    if (subject.of === "turn" && !beside && subject.round === round) {
      report(version, `round ${round} completes while ${id} about a turn of it is open`);
    }
  }
  const assigned = ledger.round === null ? [...ledger.gapsIn("IN_PROGRESS")] : [];
  if (assigned.length > 0) report(version, `round ${round} leaves ${assigned.join(", ")} IN_PROGRESS`);
}
