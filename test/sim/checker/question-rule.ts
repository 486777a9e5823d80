import { type DataOf, type Happened, ofType } from "./happened.ts";
import type { Ledger } from "./ledger.ts";
import { isBlank, type Report, type Rule } from "./rule.ts";
import { LEFT, OPTIONS, SINGLE_KINDS } from "./tables.ts";

type Question = DataOf<"QuestionAsked">["question"];
type Answer = DataOf<"QuestionAnswered">["answer"];
type Option = Question["options"][number];
type Fault = (message: string) => void;

/** Questions are numbered, also where the answer that brought them was taken back. */
export class QuestionNumberRule implements Rule {
  readonly name = "questions";
  #asked = 0;

  take({ version, type, data }: Happened, _ledger: Ledger, report: Report): void {
    if (type !== "QuestionAsked") return;
    this.#asked += 1;
    const { id } = data.question;
    if (id !== `Q${this.#asked}`) report(version, `${id} is the question number ${this.#asked}`);
  }

  settle(): void {
    // Numbers are looked at one by one.
  }
}

/** Questions are asked once at a time, and answered once with what they ask for. */
export class QuestionRule implements Rule {
  readonly name = "questions";
  readonly #closed = new Map<string, string>();

  take(event: Happened, ledger: Ledger, report: Report): void {
    const fault: Fault = (message) => report(event.version, message);
    switch (event.type) {
      case "QuestionAsked":
        this.#ask(event.data.question, ledger, fault);
        return;
      case "QuestionAnswered": {
        const { answer } = event.data;
        this.#close(answer.question, "answered", { ledger, fault });
        checkAnswer(answer, ledger.questions.get(answer.question), fault);
        return;
      }
      case "QuestionWithdrawn":
        if (isBlank(event.data.reason)) fault(`${event.data.question} is withdrawn without a reason`);
        this.#close(event.data.question, "withdrawn", { ledger, fault });
        return;
      case "RoundStarted":
        checkSubjects(ledger, fault);
        checkHeld(
          event.data.lanes.flatMap(({ gaps }) => gaps),
          ledger,
          fault,
        );
        return;
      case "TurnRestarted":
        if (event.data.replacement) checkHeld(event.data.gaps, ledger, fault);
        return;
      case "SessionEnded":
        if (ledger.questions.size > 0)
          fault(`${[...ledger.questions.keys()].join(", ")} outlives the session`);
        return;
      default:
        return;
    }
  }

  settle(command: readonly Happened[], _ledger: Ledger, report: Report): void {
    const written = ofType(command, "AgentCallStarted").some(({ data }) => data.prompt === null);
    for (const { version, data } of ofType(command, "QuestionAnswered")) {
      const { option, question, text } = data.answer;
      if (option === "human" && isBlank(text) && !written)
        report(version, `human to ${question} lacks a document`);
    }
  }

  #ask(question: Question, ledger: Ledger, fault: Fault): void {
    // What a fork copied is asked in its own name.
    if (question.session !== (ledger.copiedTo ?? ledger.session))
      fault(`${question.id} is of another session`);
    for (const open of ledger.questions.values()) {
      const same = open.kind === question.kind && sameSubject(open, question);
      if (same) fault(`${question.id} asks what ${open.id} asks`);
      else if (open.kind === question.kind && SINGLE_KINDS.includes(open.kind)) {
        fault(`${question.id} is a second ${open.kind} question beside ${open.id}`);
      }
    }
    checkOptions(question, ledger, fault);
  }

  #close(id: string, how: string, { ledger, fault }: { ledger: Ledger; fault: Fault }): void {
    if (!ledger.questions.has(id)) fault(`${id} is ${how}, but was ${this.#closed.get(id) ?? "never asked"}`);
    this.#closed.set(id, how);
  }
}

function sameSubject(left: Question, right: Question): boolean {
  return subjectText(left) === subjectText(right);
}

function subjectText({ subject }: Question): string {
  return JSON.stringify(Object.entries(subject).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function checkOptions({ id, kind, options, recommended }: Question, ledger: Ledger, fault: Fault): void {
  const offered = options.map((option) => option.id);
  const strangers = offered.filter((option) => !OPTIONS[kind].includes(option));
  if (offered.length === 0) fault(`${id} offers nothing`);
  if (strangers.length > 0) fault(`${id} offers ${strangers.join(", ")} to a ${kind} question`);
  if (recommended !== null && !offered.includes(recommended))
    fault(`${id} recommends what it does not offer`);
  if (kind !== "max-rounds" || ledger.settings === null) return;
  const { maxRounds, hardLimit } = ledger.settings.limits;
  if (ledger.completed < maxRounds) fault(`${id} is asked after ${ledger.completed} of ${maxRounds} rounds`);
  if (maxRounds >= hardLimit && offered.includes("extend")) fault(`${id} offers more than the hard limit`);
}

function checkAnswer(answer: Answer, question: Question | undefined, fault: Fault): void {
  if (question === undefined) return;
  const option = question.options.find(({ id }) => id === answer.option);
  if (option === undefined) {
    fault(`${question.id} does not offer ${answer.option}`);
    return;
  }
  for (const need of option.needs) {
    // What a person writes in an agent's place is looked for among the documents.
    if (need === "text" && answer.option === "human") continue;
    if (!isGiven(need, answer)) fault(`${answer.option} to ${question.id} lacks ${need}`);
  }
}

function isGiven(need: Option["needs"][number], answer: Answer): boolean {
  switch (need) {
    case "text":
      return !isBlank(answer.text);
    case "rationale":
      return Object.values(answer.rationales).some((text) => !isBlank(text));
    case "gaps":
      return answer.gaps.length > 0;
    case "phrase":
      return !isBlank(answer.phrase);
    case "severities":
      return Object.keys(answer.severities ?? {}).length > 0;
    default:
      return need satisfies never;
  }
}

/** A text that keeps coming back is not asked for again before somebody has said what is to become of it. */
function checkHeld(gaps: readonly string[], ledger: Ledger, fault: Fault): void {
  for (const { id, kind, subject } of ledger.questions.values()) {
    if (kind === "repeat" && subject.of === "gap" && gaps.includes(subject.gap))
      fault(`${subject.gap} is taken up while ${id} holds it`);
  }
}

/** A gap that is deferred or closed has no questions: by the next round at the latest they are withdrawn. */
function checkSubjects(ledger: Ledger, fault: Fault): void {
  for (const { id, subject } of ledger.questions.values()) {
    if (subject.of !== "gap") continue;
    const state = ledger.gaps.get(subject.gap)?.state.at;
    const isOpen = state !== undefined && state !== "USER_DEFERRED" && LEFT.includes(state);
    if (!isOpen) fault(`${id} is still open, though ${subject.gap} is ${state ?? "gone"}`);
  }
}
