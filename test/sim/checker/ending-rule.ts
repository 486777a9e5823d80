import { type DataOf, type Happened, ofType } from "./happened.ts";
import type { Ledger } from "./ledger.ts";
import { isBlank, type Report, type Rule } from "./rule.ts";
import {
  DEFERRED_WEIGHT_MAX,
  GATES,
  type GateClass,
  IS_GRAVE,
  LEFT,
  OPEN,
  SEVERITY_WEIGHT,
} from "./tables.ts";

type Ended = DataOf<"SessionEnded">;
type Answer = DataOf<"QuestionAnswered">["answer"];
type Fault = (message: string) => void;

/** A session ends complete, or by the user's wish and through the gates. */
export class EndingRule implements Rule {
  readonly name = "ending";
  #requested: Ended["type"] | null = null;
  /** By class: the gaps that have a rationale. */
  readonly #passed = new Map<GateClass, ReadonlySet<string>>();
  #ready = false;
  #warned = false;
  /** Gate answers in the command at hand. */
  #gates: { readonly class: GateClass; readonly answer: Answer }[] = [];

  take(event: Happened, ledger: Ledger, report: Report): void {
    const fault: Fault = (message) => report(event.version, message);
    switch (event.type) {
      case "GapEntered":
        this.#ready = false;
        return;
      case "GapMoved":
        // Accepted or resolved, the spec is the same.
        if (event.data.state.at !== "RESOLVED") this.#ready = false;
        return;
      case "AmendmentSettled":
        if (event.data.taken) this.#ready = false;
        return;
      case "FinalReviewSettled":
        this.#ready = event.data.verdict === "ready";
        return;
      case "ConvergenceChanged":
        this.#course(event.data.state);
        return;
      case "QuestionAnswered":
        this.#answer(event.data.answer, ledger);
        return;
      case "EndingRequested":
        this.#request(event.data.type, ledger, fault);
        return;
      case "EndingWithdrawn":
        if (this.#requested === null) fault("an ending is withdrawn that nobody requested");
        this.#requested = null;
        this.#passed.clear();
        return;
      case "GatePassed":
        this.#pass(event.data, fault);
        return;
      case "SessionEnded":
        this.#end(event.data.type, ledger, fault);
        return;
      default:
        return;
    }
  }

  settle(command: readonly Happened[], _ledger: Ledger, report: Report): void {
    for (const { version, data } of ofType(command, "GatePassed")) {
      const given = this.#gates.find((gate) => gate.class === data.class)?.answer;
      const { phrase } = GATES[data.class];
      if (given?.option !== "acknowledge")
        report(version, `nobody acknowledged what the ${data.class} gate asks`);
      else if (phrase !== null && given.phrase !== phrase) {
        report(version, `the ${data.class} gate is passed with the wrong phrase`);
      }
    }
    this.#gates = [];
    for (const { version, data } of ofType(command, "SessionEnded")) {
      const asked = this.#requested === "ABANDONED" || isUsersWord(command);
      if (data.type === "ABANDONED" && !asked)
        report(version, "the session is abandoned, but not by the user");
    }
  }

  #course(state: DataOf<"ConvergenceChanged">["state"]): void {
    if (state.at === "COMPLETE") return;
    const active = state.at === "PAUSED" ? state.before : state;
    this.#warned = active.at === "DIVERGENCE_WARNING";
  }

  #answer(answer: Answer, ledger: Ledger): void {
    const subject = ledger.questions.get(answer.question)?.subject;
    if (subject?.of === "gate") this.#gates.push({ class: subject.class, answer });
  }

  #request(type: Exclude<Ended["type"], "COMPLETE">, ledger: Ledger, fault: Fault): void {
    this.#requested = type;
    this.#passed.clear();
    // What is complete by then ends so, whatever is asked for.
    if (this.#ready) return;
    if (type === "STALL_EXIT" && !this.#warned) fault("STALL_EXIT is requested without a warning");
    const { maxRounds } = ledger.settings?.limits ?? { maxRounds: 0 };
    if (type === "MAX_ROUNDS" && ledger.completed < maxRounds) {
      fault(`MAX_ROUNDS is requested after ${ledger.completed} of ${maxRounds} rounds`);
    }
  }

  #pass({ class: gate, rationales }: DataOf<"GatePassed">, fault: Fault): void {
    if (this.#requested === null) fault(`the ${gate} gate is passed though nobody wants to end`);
    const explained = rationales.filter(({ text }) => !isBlank(text)).map(({ gap }) => gap);
    this.#passed.set(gate, new Set(explained));
  }

  #end(type: Ended["type"], ledger: Ledger, fault: Fault): void {
    if (type === "COMPLETE") {
      checkComplete(this.#ready, ledger, fault);
      return;
    }
    // Abandoning needs nothing but the user's word, which is looked for when the command is complete.
    if (type === "ABANDONED") return;
    if (this.#requested !== type) {
      fault(`the session ends as ${type}, requested was ${this.#requested ?? "nothing"}`);
    }
    for (const gate of Object.keys(GATES) as GateClass[]) this.#checkGate(gate, ledger, fault);
    if (type !== "GOOD_ENOUGH") return;
    const grave = leftOf(ledger).filter((id) => isGrave(id, ledger));
    if (grave.length > 0) fault(`GOOD_ENOUGH leaves ${grave.join(", ")}`);
  }

  #checkGate(gate: GateClass, ledger: Ledger, fault: Fault): void {
    const { severities, phrase } = GATES[gate];
    const left = leftOf(ledger).filter((id) => severities.some((one) => one === severityOf(id, ledger)));
    if (left.length === 0) return;
    const explained = this.#passed.get(gate);
    if (explained === undefined) {
      fault(`${left.join(", ")} is left, and the ${gate} gate not passed`);
      return;
    }
    const silent = phrase === null ? [] : left.filter((id) => !explained.has(id));
    if (silent.length > 0) fault(`${silent.join(", ")} is left without a rationale`);
  }
}

const SETTLED_AT_THE_END: readonly Happened["type"][] = [
  "QuestionWithdrawn",
  "ConvergenceChanged",
  "SessionEnded",
];

/** An answer that says so, or a command that does nothing but end. */
function isUsersWord(command: readonly Happened[]): boolean {
  const answer = ofType(command, "QuestionAnswered").some(({ data }) => data.answer.option === "abandon");
  const archives = (event: Happened) =>
    event.type === "QuestionAsked" && event.data.question.kind === "archives";
  return answer || command.every((event) => SETTLED_AT_THE_END.includes(event.type) || archives(event));
}

function checkComplete(ready: boolean, ledger: Ledger, fault: Fault): void {
  const open = OPEN.flatMap((state) => [...ledger.gapsIn(state)]);
  const deferred = [...ledger.gapsIn("USER_DEFERRED")];
  const grave = deferred.filter((id) => isGrave(id, ledger));
  const weight = deferred
    .filter((id) => !isSurveysPolish(id, ledger))
    .reduce((sum, id) => sum + SEVERITY_WEIGHT[severityOf(id, ledger)], 0);
  if (open.length > 0) fault(`COMPLETE with ${open.join(", ")} open`);
  if (grave.length > 0) fault(`COMPLETE with ${grave.join(", ")} deferred`);
  if (weight > DEFERRED_WEIGHT_MAX) fault(`COMPLETE with a weight of ${weight} deferred`);
  if (!ready) fault("COMPLETE without a Final Review that says so of the spec as it is");
  if (ledger.round !== null) fault(`COMPLETE within round ${ledger.round.number}`);
}

/** What a survey put off, and nobody has touched since. */
function isSurveysPolish(id: string, ledger: Ledger): boolean {
  const state = ledger.gaps.get(id)?.state;
  return state?.at === "USER_DEFERRED" && state.deferredBy === "survey" && severityOf(id, ledger) === "LOW";
}

function leftOf(ledger: Ledger): readonly string[] {
  return LEFT.flatMap((state) => [...ledger.gapsIn(state)]);
}

function severityOf(id: string, ledger: Ledger): keyof typeof SEVERITY_WEIGHT {
  return ledger.gaps.get(id)?.severity.level ?? "LOW";
}

function isGrave(id: string, ledger: Ledger): boolean {
  return IS_GRAVE[severityOf(id, ledger)];
}
