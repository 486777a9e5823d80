import { type DataOf, type Happened, ofType } from "./happened.ts";
import { type Ledger, payerOf, turnOf } from "./ledger.ts";
import type { Report, Rule } from "./rule.ts";
import {
  AFTER,
  EXTENSION_ROUNDS,
  LAUNCHES_MAX,
  RETRIES_MAX,
  TRIES_MAX,
  WAIT_MS_MAX,
  WAIT_MS_MIN,
  WAITS_MAX,
} from "./tables.ts";

type Start = DataOf<"AgentCallStarted">;
type Restart = DataOf<"TurnRestarted">;
type Answer = DataOf<"QuestionAnswered">["answer"];
type Fault = (message: string) => void;

const KEY = /^([^/\s]+)\/(\d+)\.(\d+)\/([a-z-]+)\/([^/\s]+)\/(\d+)\/(\d+)$/;

/** How far the calls of one turn have come, and how far they may go. */
interface Course {
  attempt: number;
  launch: number;
  attemptsMax: number;
  launchesMax: number;
  key: string | null;
  /** Of this attempt. */
  waits: number;
  /** When its agent may be launched again. */
  notBefore: { readonly agent: string; readonly ms: number } | null;
  /** The last call was the last that its attempt had. */
  usedUp: boolean;
  /** Something since the last call says that the turn goes on. */
  restarted: boolean;
  /** How it stood when the last call started. */
  before: Course | null;
}

interface BesideCourse extends Course {
  readonly wasRunning: boolean;
}

/** Answers after which an agent is launched as often again. */
const LAUNCHING: readonly string[] = ["retry", "other-agent"];

/** No call twice, none too many, none out of turn. */
export class CallRule implements Rule {
  readonly name = "calls";
  readonly #turns = new Map<string, Course>();
  /** Runs beside the rounds, as they stood before rounds that are undone. */
  #beside: ReadonlyMap<string, BesideCourse> = new Map();
  #finalAttempts = 0;
  #finalOpen = false;
  #extendedFrom: number | null = null;
  /** Gaps that a word of the user has made free again, and that no turn has taken up since. */
  readonly #freed = new Set<string>();

  take(event: Happened, ledger: Ledger, report: Report): void {
    const fault: Fault = (message) => report(event.version, message);
    switch (event.type) {
      case "SessionStarted":
      case "SettingsChanged":
        checkLimits(event.data.settings.limits, fault);
        return;
      case "RoundStarted":
        for (const { lane } of event.data.lanes) this.#newTurn(event.data.round, "engineer", lane);
        checkRoundNumber(event.data.round, ledger, fault);
        return;
      case "ReviewOpened":
        this.#newTurn(event.data.round, "reviewer", "-");
        return;
      case "SurveyRequested":
        for (const role of event.data.roles) this.#newTurn(0, role, "-");
        return;
      case "AnswersRequested":
        this.#newTurn(event.data.round, "answer-issue", event.data.question);
        return;
      case "FinalReviewRequested":
        this.#finalOpen = true;
        this.#requestFinal(turnOf({ round: ledger.completed, role: "final", lane: "-" }));
        return;
      case "FinalReviewSettled":
        this.#finalOpen = false;
        return;
      case "TurnRestarted":
        this.#checkReplacement(event.data, ledger, fault);
        this.#restart(event.data, fault);
        return;
      case "QuestionAnswered":
        this.#answer(event.data.answer, ledger);
        return;
      case "RoundsRolledBack":
        for (const [turn, course] of this.#beside) this.#putBack(turn, course, ledger);
        return;
      case "ForkOpened":
        for (const [turn, course] of this.#turns) this.#drop(turn, course, ledger);
        return;
      case "PromptsRefreshed":
        for (const turn of this.#turns.keys()) this.#newSet(turn, TRIES_MAX);
        return;
      case "AgentCallStarted":
        this.#start(event.data, ledger, fault);
        return;
      case "AgentCallFinished":
        checkFinish(event.data, ledger, fault);
        this.#finish(event.data, ledger, fault);
        return;
      case "OutputJudged":
        checkJudgement(event.data, ledger, fault);
        return;
      case "SessionEnded":
        checkLeftRunning(event.data.type, ledger, fault);
        return;
      default:
        return;
    }
  }

  rewind({ running }: Ledger): void {
    const beside = [...this.#turns].filter(([turn]) => turn.includes(" answer-issue "));
    this.#beside = new Map(
      beside.map(([turn, course]) => [turn, { ...course, wasRunning: running.has(course.key ?? "") }]),
    );
  }

  /** A run that was under way is not copied: its turn is due again, and nobody waits for a provider. */
  #drop(turn: string, course: Course, { running }: Ledger): void {
    const due = running.has(course.key ?? "") ? (course.before ?? course) : course;
    this.#turns.set(turn, { ...due, key: null, notBefore: null });
  }

  /** It is due again under keys of its own, as it was then; a run that was at work then and still is goes on. */
  #putBack(turn: string, { wasRunning, ...course }: BesideCourse, { running }: Ledger): void {
    if (wasRunning && running.has(course.key ?? "")) return;
    const due = wasRunning ? (course.before ?? course) : course;
    this.#turns.set(turn, { ...due, key: null });
  }

  settle(command: readonly Happened[], ledger: Ledger, report: Report): void {
    for (const { version, data } of ofType(command, "TurnRestarted")) {
      const cause = isTakenOver(data, command, ledger) ? "taken over" : restartCause(data, command);
      if (cause === null) report(version, `${turnOf(data)} starts afresh although nobody asked for it`);
    }
    for (const gap of freedBy(command)) this.#freed.add(gap);
    this.#checkGivenUp(command, report);
    if (this.#extendedFrom === null || ledger.settings === null) return;
    const { maxRounds, hardLimit } = ledger.settings.limits;
    const due = Math.min(this.#extendedFrom + EXTENSION_ROUNDS, hardLimit);
    if (maxRounds !== due)
      report(command.at(-1)?.version ?? 0, `extended to ${maxRounds} rounds, not ${due}`);
    this.#extendedFrom = null;
  }

  #newTurn(round: number, role: Start["role"], lane: string): void {
    this.#turns.set(turnOf({ round, role, lane }), freshCourse());
  }

  /** Its attempts are counted on over the session, those of undone rounds included. */
  #requestFinal(turn: string): void {
    const course = this.#turns.get(turn);
    if (course !== undefined && course.key !== null) course.attempt = this.#finalAttempts;
    this.#newSet(turn, TRIES_MAX);
  }

  #newSet(turn: string, tries: number): void {
    const course = this.#turns.get(turn) ?? freshCourse();
    this.#turns.set(turn, { ...course, attemptsMax: course.attempt + tries, restarted: true });
  }

  #restart(data: Restart, fault: Fault): void {
    const turn = turnOf(data);
    const course = this.#turns.get(turn) ?? freshCourse();
    this.#turns.set(turn, course);
    course.restarted = true;
    course.notBefore = null;
    if (data.launchAgain) {
      course.launchesMax = course.launch + LAUNCHES_MAX;
      course.waits = 0;
    }
    if (!data.launchAgain && data.retry === null) this.#newSet(turn, Math.max(1, TRIES_MAX - data.retries));
    if (data.retry !== null && (data.retry.number < 1 || data.retry.number > RETRIES_MAX)) {
      fault(`a retry ${data.retry.number} of ${RETRIES_MAX}`);
    }
  }

  /** Gaps that stand in for others are new to the round or just freed, so that replacing comes to an end. */
  #checkReplacement({ replacement, gaps, ...turn }: Restart, { round }: Ledger, fault: Fault): void {
    const had = new Set([...(round?.lanes.values() ?? [])].flatMap((lane) => [...lane]));
    const isNew = gaps.some((gap) => !had.has(gap) || this.#freed.has(gap));
    if (replacement && !isNew) fault(`${turnOf(turn)} takes up nothing new in place of what is blocked`);
    for (const gap of gaps) this.#freed.delete(gap);
  }

  #answer({ question, option }: Answer, ledger: Ledger): void {
    const asked = ledger.questions.get(question);
    if (asked?.kind === "max-rounds" && option === "extend") {
      this.#extendedFrom = ledger.settings?.limits.maxRounds ?? null;
    }
    const course = asked?.subject.of === "turn" ? this.#turns.get(turnOf(asked.subject)) : undefined;
    if (course === undefined) return;
    if (asked?.kind === "execution" && LAUNCHING.includes(option)) {
      course.launchesMax = course.launch + LAUNCHES_MAX;
    }
    if (option !== "human") return;
    // A person's document comes on top of the agent's tries.
    course.attemptsMax = Math.max(course.attemptsMax, course.attempt + 1);
    course.launchesMax = Math.max(course.launchesMax, course.launch + 1);
    course.restarted = true;
  }

  #start(call: Start, ledger: Ledger, fault: Fault): void {
    if (ledger.calls.has(call.key)) fault(`${call.key} is started twice`);
    checkKey(call, ledger, fault);
    checkCompany(call, ledger, fault);
    if (ledger.paused && call.prompt !== null) fault(`${call.key} is started while the session is paused`);
    const place = placeShortfall(call, ledger, this.#finalOpen);
    if (place !== null) fault(`${call.key}: ${place}`);
    const turn = turnOf(call);
    const course = this.#turns.get(turn) ?? freshCourse();
    this.#checkNumbers(call, course, ledger, fault);
    checkWaited(call, course, fault);
    const same = call.attempt === course.attempt;
    const { attempt, launch, key } = call;
    this.#turns.set(turn, {
      ...course,
      attempt,
      launch,
      key,
      launchesMax: same ? course.launchesMax : LAUNCHES_MAX,
      waits: same ? course.waits : 0,
      notBefore: null,
      restarted: false,
      before: { ...course, before: null },
    });
    if (call.role === "final") this.#finalAttempts = Math.max(this.#finalAttempts, attempt);
  }

  /** A launch that we ourselves called off costs nothing, nor does one that waits for its provider. */
  #finish(end: DataOf<"AgentCallFinished">, { calls }: Ledger, fault: Fault): void {
    if (end.waitMs !== undefined) checkWait(end, end.waitMs, fault);
    const course = this.#turns.get(turnOf(end));
    if (course === undefined || course.key !== end.key) return;
    course.usedUp = course.launch >= course.launchesMax;
    if (end.outcome === "cancelled" || end.waitMs !== undefined) course.launchesMax += 1;
    if (end.waitMs === undefined) return;
    course.waits += 1;
    if (course.waits > WAITS_MAX) fault(`wait ${course.waits} of at most ${WAITS_MAX}`);
    const agent = calls.get(end.key)?.agent ?? "";
    course.notBefore = { agent, ms: Date.parse(end.at) + end.waitMs };
  }

  /** An agent that may be launched again is neither replaced nor asked about. */
  #checkGivenUp(command: readonly Happened[], report: Report): void {
    const givenUp =
      ofType(command, "AgentChosen").some(({ data }) => data.insteadOf !== undefined) ||
      ofType(command, "QuestionAsked").some(({ data }) => data.question.kind === "execution");
    for (const { version, data } of ofType(command, "AgentCallFinished")) {
      const early = AFTER[data.outcome] === "launched" && this.#turns.get(turnOf(data))?.usedUp === false;
      if (givenUp && early)
        report(version, `${data.key} ${data.outcome}, and is given up with launches left`);
    }
  }

  #checkNumbers(call: Start, course: Course, ledger: Ledger, fault: Fault): void {
    const before = course.key === null ? undefined : ledger.calls.get(course.key);
    if (before !== undefined && before.finished === null)
      fault(`${call.key}, though ${course.key} still runs`);
    if (call.attempt === course.attempt) {
      if (call.launch !== course.launch + 1) fault(`launch ${call.launch} follows ${course.launch}`);
      if (before?.finished != null && AFTER[before.finished] === "judged")
        fault(`${call.key} repeats a run that came to an end`);
      if (call.launch > course.launchesMax) fault(`launch ${call.launch} of at most ${course.launchesMax}`);
      return;
    }
    const goesOn = call.role === "final" && course.key === null && call.attempt === this.#finalAttempts + 1;
    if (call.attempt !== course.attempt + 1 && !goesOn) {
      fault(`attempt ${call.attempt} follows ${course.attempt}`);
    }
    if (call.launch !== 1) fault(`attempt ${call.attempt} begins with launch ${call.launch}`);
    if (before?.judged === "passed" && !course.restarted) fault(`${call.key} repeats a try that passed`);
    // A Final Review may count its attempts on from those of an earlier round.
    const used = goesOn ? 1 : call.attempt;
    if (used > course.attemptsMax) fault(`attempt ${call.attempt} of at most ${course.attemptsMax}`);
    if (goesOn) course.attemptsMax = call.attempt - 1 + TRIES_MAX;
  }
}

function freshCourse(): Course {
  return {
    attempt: 0,
    launch: 0,
    attemptsMax: TRIES_MAX,
    launchesMax: LAUNCHES_MAX,
    key: null,
    waits: 0,
    notBefore: null,
    usedUp: false,
    restarted: false,
    before: null,
  };
}

/** Times are told by the second. */
const SECOND_MS = 1_000;

/** Another agent has another provider, or may have. */
function checkWaited({ key, agent, at }: Start, { notBefore }: Course, fault: Fault): void {
  if (notBefore === null || notBefore.agent !== agent) return;
  const earlyMs = notBefore.ms - Date.parse(at);
  if (earlyMs >= SECOND_MS) fault(`${key} is started ${earlyMs} ms before its provider may be asked again`);
}

function checkWait({ key, outcome }: DataOf<"AgentCallFinished">, waitMs: number, fault: Fault): void {
  if (AFTER[outcome] !== "waited") fault(`${key} ended as ${outcome}, yet is waited for`);
  if (waitMs < WAIT_MS_MIN || waitMs > WAIT_MS_MAX) fault(`${key} is to wait for ${waitMs} ms`);
}

function checkLimits(limits: DataOf<"SettingsChanged">["settings"]["limits"], fault: Fault): void {
  if (limits.maxRounds > limits.hardLimit) fault(`${limits.maxRounds} rounds, past ${limits.hardLimit}`);
}

function checkRoundNumber(round: number, { settings }: Ledger, fault: Fault): void {
  const { maxRounds, hardLimit } = settings?.limits ?? { maxRounds: 0, hardLimit: 0 };
  if (round > Math.min(maxRounds, hardLimit)) fault(`round ${round} of at most ${maxRounds} (${hardLimit})`);
}

function checkKey(call: Start, ledger: Ledger, fault: Fault): void {
  const [, session, round, incarnation, purpose, lane, attempt, launch] = KEY.exec(call.key) ?? [];
  const said = [session, round, purpose, lane, attempt, launch].join(" ");
  const meant = [ledger.session, call.round, call.role, call.lane, call.attempt, call.launch].join(" ");
  if (said !== meant) fault(`the key ${call.key} does not say ${meant}`);
  if (call.role === "final" || call.role === "answer-issue" || ledger.round === null) return;
  if (Number(incarnation) !== ledger.round.incarnation)
    fault(`the key ${call.key} is of another incarnation`);
}

/** Who runs at the same time. */
function checkCompany(call: Start, ledger: Ledger, fault: Fault): void {
  // What an undone round left at work is stopped, and in nobody's way.
  const running = [...ledger.running].filter((key) => !ledger.undone.has(key));
  const payers = running.map((key) => payerOf(ledger.calls.get(key)?.role ?? "reviewer"));
  const engineers = payers.filter((payer) => payer === "engineer").length;
  const reviewers = payers.length - engineers;
  const engineersMax = ledger.settings?.limits.parallelGaps ?? 1;
  const payer = payerOf(call.role);
  // What the user wants to know is asked beside whatever else goes on, one thing at a time.
  const answers = running.filter((key) => ledger.calls.get(key)?.role === "answer-issue").length;
  if (call.role === "answer-issue") {
    if (answers > 0) fault("a run about single issues goes on already");
    return;
  }
  if (payer === "engineer" && engineers - answers >= engineersMax) {
    fault(`${engineers} runs of the Engineer go on already, of at most ${engineersMax}`);
  }
  if (payer === "reviewer" && reviewers > 0) fault("a run of the Reviewer goes on already");
}

/** Whether it is this turn's time at all. */
function placeShortfall(
  call: Start,
  { round, completed, answering }: Ledger,
  finalOpen: boolean,
): string | null {
  if (call.role === "final") {
    if (!finalOpen || round !== null) return "no Final Review is under way";
    return call.round === completed ? null : `the last completed round is ${completed}`;
  }
  // By its own rule.
  if (isSurvey(call.role)) return round === null && call.round === 0 ? null : "it is not before round 1";
  if (call.role === "answer-issue")
    return answering.has(call.lane) ? null : `nobody has asked about it in ${call.lane}`;
  if (round?.number !== call.round) return `round ${call.round} is not under way`;
  if (round.outcomes.has(turnOf(call))) return "its turn has an outcome already";
  if (call.role === "engineer") return round.lanes.has(call.lane) ? null : `there is no lane ${call.lane}`;
  return (round.proposals ?? []).length > 0 ? null : "nothing is put to the Reviewer";
}

function isSurvey(role: Start["role"]): boolean {
  return role === "survey" || role === "second-survey";
}

function checkFinish(end: DataOf<"AgentCallFinished">, ledger: Ledger, fault: Fault): void {
  const call = ledger.calls.get(end.key);
  if (call === undefined) {
    fault(`${end.key} finishes without a start`);
    return;
  }
  if (call.finished !== null) fault(`${end.key} finishes twice`);
  if (turnOf(call) !== turnOf(end)) fault(`${end.key} finishes as ${turnOf(end)}`);
}

function checkJudgement(judged: DataOf<"OutputJudged">, ledger: Ledger, fault: Fault): void {
  const call = ledger.calls.get(judged.key);
  if (call === undefined || call.finished === null) {
    fault(`${judged.key} is judged before it finished`);
    return;
  }
  if (call.judged !== "no") fault(`${judged.key} is judged twice`);
  if (AFTER[call.finished] !== "judged") fault(`${judged.key} ${call.finished}, yet is judged`);
  if (call.finished !== "ok" && judged.failure === null) fault(`${judged.key} ${call.finished}, yet passes`);
  if (turnOf(call) !== turnOf(judged)) fault(`${judged.key} is judged as ${turnOf(judged)}`);
}

/** Ends that come by themselves, or at the round limit, find nobody at work; the others may cut calls off. */
function checkLeftRunning(type: DataOf<"SessionEnded">["type"], ledger: Ledger, fault: Fault): void {
  const idle = type === "COMPLETE" || type === "MAX_ROUNDS";
  if (idle && ledger.running.size > 0) fault(`${[...ledger.running].join(", ")} is not finished`);
}

function freedBy(command: readonly Happened[]): readonly string[] {
  const answers = ofType(command, "QuestionAnswered").length > 0;
  return ofType(command, "GapMoved")
    .filter(({ data }) => data.state.at === "OPEN" || data.state.at === "NEEDS_REVISION")
    .filter(({ data }) => answers || data.actor === "User")
    .map(({ data }) => data.gap);
}

/** The agent whose call failed is not the one that plays the role now. */
function isTakenOver(restart: Restart, command: readonly Happened[], { calls, agents }: Ledger): boolean {
  if (!restart.launchAgain) return false;
  return ofType(command, "AgentCallFinished").some(
    ({ data }) =>
      turnOf(data) === turnOf(restart) && calls.get(data.key)?.agent !== agents[payerOf(restart.role)],
  );
}

/** New tries come of an answer, of going on after a pause, of gaps that stand in for others, or of a run stopped at its limit. */
function restartCause(restart: Restart, command: readonly Happened[]): string | null {
  if (restart.retry !== null) return "retry";
  if (restart.replacement) return "replacement";
  const cause = command.find(
    (event) =>
      event.type === "QuestionAnswered" ||
      event.type === "SessionResumed" ||
      (event.type === "AgentCallFinished" && event.data.outcome === "budget" && restart.launchAgain) ||
      (event.type === "GapMoved" && event.data.actor === "User"),
  );
  return cause?.type ?? null;
}
