import { type DataOf, type Happened, ofType } from "./happened.ts";
import { type Ledger, turnOf } from "./ledger.ts";
import { isBlank, type Report, type Rule, sameMembers } from "./rule.ts";
import { IS_GRAVE, LOW_PRECEDENTS, type Severity } from "./tables.ts";

type Decision = DataOf<"DecisionRecorded">["decision"];
type Answer = DataOf<"QuestionAnswered">["answer"];
type Question = DataOf<"QuestionAsked">["question"];
type Fault = (message: string) => void;

const GRAVE: readonly Severity[] = ["CRITICAL", "HIGH"];
const SMALL: readonly Severity[] = ["MEDIUM", "LOW"];

/** What is disagreed with is answered by the review of its round, and what stands then is the user's to decide, once. */
export class ConflictRule implements Rule {
  readonly name = "conflicts";
  /** The options that the user chose for LOW conflicts, newest last. */
  readonly #low: string[] = [];
  /** Questions as they stood when they were answered in the command at hand. */
  #answers: { readonly question: Question; readonly answer: Answer }[] = [];
  /** What was undecided before the command at hand. */
  #before: ReadonlySet<string> = new Set();
  /** Of those: CRITICAL ones that somebody disagrees with. */
  #critical: readonly string[] = [];
  #command = "";
  #gatesPassed = new Set<string>();
  #ended = false;
  /** By issue: the round of the newest answer that disagrees with it. */
  readonly #statedIn = new Map<string, number>();

  take(event: Happened, ledger: Ledger, report: Report): void {
    const fault: Fault = (message) => report(event.version, message);
    if (event.commandId !== this.#command) {
      this.#command = event.commandId;
      this.#before = undecided(ledger);
      this.#critical = [...ledger.openConflicts(["CRITICAL"]), ...ledger.disagreements.keys()].filter(
        (id) => ledger.issues.get(id)?.severity === "CRITICAL",
      );
    }
    switch (event.type) {
      case "IssuesAnswered":
        for (const { issue, status } of event.data.answers) {
          if (status === "DISAGREE") this.#statedIn.set(issue, event.data.round);
          else this.#statedIn.delete(issue);
        }
        return;
      case "DisagreementStated":
        if (event.data.stated !== null) checkArguable(event.data.stated.issue, ledger, fault);
        return;
      case "DisagreementSettled":
        if (!ledger.disagreements.has(event.data.issue)) fault(`nobody disagrees with ${event.data.issue}`);
        return;
      case "ConflictOpened":
        checkOpening(event.data.conflict, ledger, fault);
        return;
      case "ConflictWithdrawn":
        if (ledger.conflicts.get(event.data.conflict)?.at !== "open")
          fault(`the conflict on ${event.data.conflict} is withdrawn, but not open`);
        if (isBlank(event.data.reason))
          fault(`the conflict on ${event.data.conflict} is withdrawn for no reason`);
        return;
      case "DecisionRecorded":
        this.#decide(event.data.decision, ledger, fault);
        return;
      case "QuestionAsked":
        checkQuestion(event.data.question, ledger, fault);
        return;
      case "QuestionAnswered": {
        const question = ledger.questions.get(event.data.answer.question);
        if (question !== undefined) this.#answers.push({ question, answer: event.data.answer });
        return;
      }
      case "IssueRated":
        // What was decided before may be taken up again in one command: the rating first, then the gap.
        if (event.data.severity !== "CRITICAL")
          this.#critical = this.#critical.filter((id) => id !== event.data.issue);
        return;
      case "GapMoved": {
        const { gap, state, actor } = event.data;
        if (state.at !== "ACCEPTED" || actor !== "User") return;
        const open = this.#critical.filter((id) => ledger.issues.get(id)?.gaps.some((one) => one === gap));
        if (open.length > 0) fault(`the user accepts ${gap} with ${open.join(", ")} undecided`);
        return;
      }
      case "RoundCompleted": {
        const critical = ledger.openConflicts(["CRITICAL"]);
        if (critical.length > 0)
          fault(`round ${event.data.round} completes with ${critical.join(", ")} in conflict`);
        checkReviewed(event.data.round, ledger, fault);
        return;
      }
      case "EndingRequested":
      case "EndingWithdrawn":
        this.#gatesPassed.clear();
        return;
      case "GatePassed":
        this.#gatesPassed.add(event.data.class);
        return;
      case "SessionEnded":
        this.#end(event.data.type, ledger, fault);
        return;
      default:
        return;
    }
  }

  settle(command: readonly Happened[], ledger: Ledger, report: Report): void {
    const last = command.at(-1);
    if (last === undefined) return;
    checkClosings(command, { before: this.#before, report });
    checkAcceptances(command, ledger, report);
    checkSettlements(command, ledger, report);
    checkRecovered(command, ledger, report);
    // While it is asked whether the round is undone, what was put to its review waits.
    if (!ledger.rollingBack)
      for (const { version, data } of ofType(command, "TurnSettled"))
        if (data.role === "reviewer")
          checkReviewed(data.round, ledger, (message) => report(version, message));
    for (const { question, answer } of this.#answers)
      checkEffect(
        { question, answer, command: followingFrom(answer, command), statedIn: this.#statedIn },
        ledger,
        (message) => report(last.version, message),
      );
    this.#answers = [];
    this.#ended ||= ofType(command, "SessionEnded").length > 0;
    if (!this.#ended) checkAsked(ledger, (message) => report(last.version, message));
  }

  #decide(
    { about, severity, decidedBy, decision, reappliedFrom }: Decision,
    ledger: Ledger,
    fault: Fault,
  ): void {
    if (about.of !== "conflict") return;
    const { issue, option } = about;
    // What is taken up again binds, and is a precedent, also where nobody argues about it any more.
    if (reappliedFrom !== null && ledger.conflicts.get(issue)?.at !== "open") {
      if (severity === "LOW") this.#low.push(option);
      return;
    }
    if (ledger.conflicts.get(issue)?.at !== "open") fault(`${issue} is decided, but is no open conflict`);
    if (isBlank(decision)) fault(`${issue} is decided without a word of what`);
    if (option === "D" && severity !== "CRITICAL") fault(`${issue} is ${severity}, and decided by D`);
    if (severity !== ledger.issues.get(issue)?.severity) fault(`${issue} is decided as ${severity}`);
    if (decidedBy === "precedent") {
      const recent = this.#low.slice(-LOW_PRECEDENTS);
      const all = recent.length === LOW_PRECEDENTS && recent.every((one) => one === "B");
      if (severity !== "LOW" || option !== "B" || !all)
        fault(
          `${issue} (${severity}) goes to ${option} by precedent after ${this.#low.join(" ") || "nothing"}`,
        );
    } else if (severity === "LOW") this.#low.push(option);
  }

  #end(type: DataOf<"SessionEnded">["type"], ledger: Ledger, fault: Fault): void {
    if (type === "ABANDONED") return;
    const blocking = type === "COMPLETE" || type === "GOOD_ENOUGH" ? GRAVE : (["CRITICAL"] as const);
    const open = ledger.openConflicts(blocking);
    if (open.length > 0) fault(`the session ends as ${type} with ${open.join(", ")} in conflict`);
    const high = ledger.openConflicts(["HIGH"]);
    if (high.length > 0 && !this.#gatesPassed.has("HIGH"))
      fault(`the session ends with ${high.join(", ")} in conflict, and nobody has acknowledged it`);
  }
}

/** Issues that may not close by silence. */
function undecided(ledger: Ledger): ReadonlySet<string> {
  const open = [...ledger.conflicts].filter(([, { at }]) => at === "open").map(([id]) => id);
  const flagged = [...ledger.flags].filter(([, { outcome }]) => outcome === null).map(([id]) => id);
  return new Set([...ledger.disagreements.keys(), ...open, ...flagged]);
}

function checkArguable(id: string, ledger: Ledger, fault: Fault): void {
  const issue = ledger.issues.get(id);
  if (issue === undefined) fault(`${id} is disagreed with, but was never raised`);
  else if (issue.at !== "OPEN") fault(`${id} is disagreed with, but is ${issue.at}`);
  else if (issue.decided) fault(`${id} is argued again, though it is decided`);
}

function checkOpening(
  { id, source }: DataOf<"ConflictOpened">["conflict"],
  ledger: Ledger,
  fault: Fault,
): void {
  const issue = ledger.issues.get(id);
  if (issue === undefined || issue.at !== "OPEN") {
    fault(`a conflict on ${id}, which is ${issue?.at ?? "unknown"}`);
    return;
  }
  if (issue.decided) fault(`${id} is decided, yet opens a second conflict`);
  const before = ledger.conflicts.get(id);
  if (before?.at === "open" && source.type !== before.type) fault(`the conflict on ${id} is open already`);
}

/** Grave ones are asked about one by one, D is for CRITICAL ones, and at most one option is recommended. */
function checkQuestion(
  { id, kind, subject, options, recommended }: Question,
  ledger: Ledger,
  fault: Fault,
): void {
  if (subject.of === "conflicts") {
    const grave = subject.conflicts.filter((one) => IS_GRAVE[ledger.issues.get(one)?.severity ?? "CRITICAL"]);
    if (grave.length > 0) fault(`${id} puts ${grave.join(", ")} to the user among others`);
    if (subject.conflicts.length < 2)
      fault(`${id} is about several conflicts, and names ${subject.conflicts.length}`);
  }
  if (kind !== "conflict" || subject.of !== "conflict") return;
  const critical = ledger.issues.get(subject.conflict)?.severity === "CRITICAL";
  const offered = options.map((option) => option.id);
  if (!offered.includes("a") || !offered.includes("b")) fault(`${id} does not offer both positions`);
  if (offered.includes("d") !== critical) fault(`${id} ${critical ? "lacks" : "offers"} D`);
  if (critical ? recommended !== "a" : recommended !== null && recommended !== "c")
    fault(`${id} recommends ${recommended ?? "nothing"}`);
}

/** While something about an issue is undecided, only a word of the Reviewer or of the user settles it. */
function checkClosings(
  command: readonly Happened[],
  { before, report }: { readonly before: ReadonlySet<string>; readonly report: Report },
): void {
  const withdrawn = ofType(command, "DisagreementSettled").filter(({ data }) => data.outcome === "withdrawn");
  const flagged = ofType(command, "FlagSettled").filter(({ data }) => data.outcome === "answered");
  for (const { version, data } of ofType(command, "IssueMoved")) {
    if (data.state.at !== "CLOSED" || !before.has(data.issue)) continue;
    const said = [...withdrawn, ...flagged].some((event) => event.data.issue === data.issue);
    if (!said) report(version, `${data.issue} is closed, though what is said against it is undecided`);
  }
}

/** By the end of its command, nothing accepted has a grave conflict on it. */
function checkAcceptances(command: readonly Happened[], ledger: Ledger, report: Report): void {
  const moves = ofType(command, "GapMoved").filter(({ data }) => data.state.at === "ACCEPTED");
  for (const { version, data } of moves) {
    if (ledger.gaps.get(data.gap)?.state.at !== "ACCEPTED") continue;
    const open = ledger
      .openConflicts(GRAVE)
      .filter((id) => (ledger.issues.get(id)?.gaps ?? []).some((gap) => gap === data.gap));
    if (open.length > 0) report(version, `${data.gap} is accepted with ${open.join(", ")} in conflict`);
  }
}

/** A withdrawal closes the issue; what is not withdrawn is in conflict, unless it was already, or is settled. */
function checkSettlements(command: readonly Happened[], ledger: Ledger, report: Report): void {
  for (const { version, data } of ofType(command, "DisagreementSettled")) {
    const at = ledger.issues.get(data.issue)?.at;
    if (data.outcome === "withdrawn" && at === "OPEN")
      report(version, `${data.issue} is withdrawn, yet open`);
    const conflict = ledger.conflicts.get(data.issue)?.at;
    if (
      data.outcome === "conflict" &&
      (conflict === undefined || conflict === "withdrawn") &&
      at === "OPEN"
    ) {
      const gone = ofType(command, "ConflictWithdrawn").some((event) => event.data.conflict === data.issue);
      if (!gone) report(version, `${data.issue} stands, yet is in no conflict`);
    }
  }
  for (const { version, data } of ofType(command, "ConflictOpened")) {
    const { id, source } = data.conflict;
    const settled = ofType(command, "DisagreementSettled").some(
      (event) => event.data.issue === id && event.data.outcome === "conflict",
    );
    const converted = ofType(command, "FlagSettled").some(
      (event) => event.data.issue === id && event.data.outcome === "converted",
    );
    const restated = ofType(command, "TurnSettled").some((event) => event.data.role === "answer-issue");
    if (source.type === "EXPLICIT" ? !settled && !restated : !converted)
      report(version, `a conflict on ${id} out of nothing`);
  }
}

/** A ruling that is taken up again settles its issue: overruled, or open with that decision. */
function checkRecovered(command: readonly Happened[], ledger: Ledger, report: Report): void {
  for (const { version, data } of ofType(command, "DecisionRecorded")) {
    const { decision, recovers } = data;
    if (recovers === undefined || decision.about.of !== "conflict") continue;
    const { issue, option } = decision.about;
    if (ledger.issues.get(issue)?.at !== "OPEN") continue;
    const noted = ofType(command, "IssueMoved").some(
      (event) => "decision" in event.data.state && event.data.state.decision === decision.id,
    );
    if (!noted || option === "B")
      report(version, `${decision.id} takes up ${recovers} again, and leaves ${issue} as it was`);
  }
}

/** Once the Reviewer's turn is over, nothing that was put to it is left in the air. */
function checkReviewed(round: number, ledger: Ledger, fault: Fault): void {
  const left = [...ledger.disagreements].filter(([, due]) => due <= round).map(([id]) => id);
  if (left.length > 0) fault(`${turnOf({ round, role: "reviewer", lane: "-" })} leaves ${left.join(", ")}`);
}

/** Everything in conflict is put to the user, but not before the rate as a whole is, nor small ones during a review. */
function checkAsked(ledger: Ledger, fault: Fault): void {
  const questions = [...ledger.questions.values()];
  const rated = questions.some(({ kind }) => kind === "disagree-rate");
  const reconsidering = [...ledger.answering.values()].some(({ because }) => because === "rate");
  const put = new Set<string>(
    questions.flatMap(({ subject }): readonly string[] => {
      if (subject.of === "conflict") return [subject.conflict];
      return subject.of === "conflicts" ? subject.conflicts : [];
    }),
  );
  const stale = [...put].filter((id) => ledger.conflicts.get(id)?.at !== "open");
  if (stale.length > 0) fault(`the user is asked about ${stale.join(", ")}, which is not in conflict`);
  if (rated || reconsidering || ledger.rollingBack) return;
  const underReview = ledger.round !== null && !isReviewed(ledger);
  const due = [...ledger.openConflicts(GRAVE), ...(underReview ? [] : ledger.openConflicts(SMALL))];
  const kept = due.filter((id) => !put.has(id));
  if (kept.length > 0) fault(`${kept.join(", ")} is in conflict, and nobody is asked`);
}

function isReviewed({ round }: Ledger): boolean {
  return round?.outcomes.has(turnOf({ round: round.number, role: "reviewer", lane: "-" })) === true;
}

interface Answered {
  readonly question: Question;
  readonly answer: Answer;
  readonly command: readonly Happened[];
  readonly statedIn: ReadonlyMap<string, number>;
}

/** Who gives an answer otherwise gives later ones again: each has its own part of the command. */
function followingFrom(answer: Answer, command: readonly Happened[]): readonly Happened[] {
  const from = command.findIndex(
    (event) => event.type === "QuestionAnswered" && event.data.answer.question === answer.question,
  );
  const length = command.slice(from + 1).findIndex(({ type }) => type === "QuestionAnswered");
  return length < 0 ? command.slice(from) : command.slice(from, from + 1 + length);
}

/** What each option of a question about disagreement must lead to. */
function checkEffect(answered: Answered, ledger: Ledger, fault: Fault): void {
  const { question, answer, command } = answered;
  const { subject } = question;
  const lacks = (what: string) => fault(`${answer.option} to ${question.id} (${question.kind}) ${what}`);
  if (subject.of === "conflict")
    checkRuling({ id: subject.conflict, option: answer.option.toUpperCase(), command }, ledger, lacks);
  if (subject.of === "conflicts") {
    const open = subject.conflicts;
    if (answer.option === "each") {
      const asked = ofType(command, "QuestionAsked").flatMap(({ data }): readonly string[] =>
        data.question.subject.of === "conflict" ? [data.question.subject.conflict] : [],
      );
      if (!open.every((id) => asked.includes(id))) lacks("does not put each of them to the user");
    } else
      for (const id of open) checkRuling({ id, option: answer.option.toUpperCase(), command }, ledger, lacks);
  }
  if (subject.of === "rate") checkRateEffect(answered, ledger, lacks);
  if (subject.of === "flag") checkFlagEffect(answered, ledger, lacks);
}

function checkRuling(
  {
    id,
    option,
    command,
  }: { readonly id: string; readonly option: string; readonly command: readonly Happened[] },
  ledger: Ledger,
  lacks: Fault,
): void {
  const decision = ofType(command, "DecisionRecorded").find(
    ({ data: { decision: one } }) => one.about.of === "conflict" && one.about.issue === id,
  )?.data.decision;
  if (decision?.about.of !== "conflict" || decision.about.option !== option) {
    lacks(`records no decision ${option} on ${id}`);
    return;
  }
  const moved = ofType(command, "IssueMoved").find(({ data }) => data.issue === id)?.data.state;
  if (option === "B") {
    if (moved?.at !== "OVERRULED" || moved.decision !== decision.id) lacks(`does not overrule ${id}`);
    return;
  }
  if (moved?.at !== "OPEN" || moved.decision !== decision.id)
    lacks(`does not leave ${id} open with its decision`);
  for (const gap of ledger.issues.get(id)?.gaps ?? []) {
    const at = ledger.gaps.get(gap)?.state.at;
    if (at === "PROPOSED" || at === "ACCEPTED" || at === "RESOLVED") lacks(`leaves ${gap} ${at}`);
  }
}

function checkRateEffect(answered: Answered, ledger: Ledger, lacks: Fault): void {
  const { question, answer, command, statedIn } = answered;
  if (question.subject.of !== "rate") return;
  const { round } = question.subject;
  const requested = ofType(command, "AnswersRequested").map(({ data }) => data);
  const rated = ofType(command, "IssueRated").map(({ data }) => data);
  switch (answer.option) {
    case "accept":
      if (requested.length > 0 || rated.length > 0) lacks("does more than accept");
      return;
    case "revise": {
      const open = [...ledger.conflicts].filter(
        ([id, { at }]) => at === "open" && statedIn.get(id) === round,
      );
      const issues: readonly string[] = requested.flatMap((one) => one.issues);
      if (
        !sameMembers(
          issues,
          open.map(([id]) => id),
        )
      )
        lacks(`asks about ${issues.join(", ") || "nothing"}`);
      return;
    }
    case "review-reviewer":
      for (const [id, severity] of Object.entries(answer.severities ?? {})) {
        if (ledger.issues.get(id)?.severity !== severity) lacks(`does not rate ${id} ${severity}`);
        if (!IS_GRAVE[severity] && ledger.conflicts.get(id)?.at === "open") lacks(`leaves ${id} in conflict`);
      }
      return;
    case "mediate": {
      const bound = ofType(command, "DecisionRecorded").some(
        ({ data: { decision } }) => decision.decision === answer.text?.trim(),
      );
      if (!bound) lacks("binds nobody");
      return;
    }
    default:
      lacks("is no answer");
  }
}

const FLAG_OUTCOMES: Readonly<Record<string, DataOf<"FlagSettled">["outcome"]>> = {
  request: "requested",
  convert: "converted",
  waive: "waived",
  clarify: "clarified",
  "false-positive": "false-positive",
};

function checkFlagEffect({ question, answer, command }: Answered, ledger: Ledger, lacks: Fault): void {
  if (question.subject.of !== "flag") return;
  const { issue } = question.subject;
  const settled = ofType(command, "FlagSettled").find(({ data }) => data.issue === issue)?.data.outcome;
  if (settled !== FLAG_OUTCOMES[answer.option])
    lacks(`leaves the flag on ${issue} ${settled ?? "as it was"}`);
  const decided = ofType(command, "DecisionRecorded").map(({ data }) => data.decision.decision);
  switch (answer.option) {
    case "request": {
      const asked = ofType(command, "AnswersRequested").some(({ data }) =>
        data.issues.some((id) => id === issue),
      );
      if (!asked) lacks(`asks nobody about ${issue}`);
      return;
    }
    case "convert": {
      const opened = ofType(command, "ConflictOpened").some(
        ({ data: { conflict } }) => conflict.id === issue && conflict.source.type === "IMPLICIT_CONVERTED",
      );
      if (!opened) lacks(`opens no conflict on ${issue}`);
      return;
    }
    case "waive":
      if (ledger.issues.get(issue)?.at !== "WAIVED" || decided.length === 0) lacks(`does not waive ${issue}`);
      return;
    case "clarify":
      if (!decided.includes(answer.text?.trim() ?? "")) lacks("binds nobody");
      return;
    case "false-positive":
      if (ledger.issues.get(issue)?.at !== "OPEN") lacks(`settles ${issue}`);
      return;
    default:
      lacks("is no answer");
  }
}
