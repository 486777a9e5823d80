import type { Happened } from "./happened.ts";
import type { Ledger } from "./ledger.ts";
import type { Report, Rule } from "./rule.ts";

/** Gates and endings are answered once. */
const ANSWERED_ONCE: readonly string[] = ["gate", "ending", "max-rounds"];

/**
 * An answer is taken back by a person, for one of their own, before anything is built on it; and no number is given
 * twice. Unlike the other rules, it remembers what was taken back.
 */
export class AmendmentRule implements Rule {
  readonly name = "amendments";
  readonly #kinds = new Map<string, string>();
  readonly #decisions = new Set<string>();
  /** What was built since each answer; `null`: nothing. */
  readonly #builtOn = new Map<string, string | null>();
  /** What is to be given again by the end of the command, and whether the amended answer has come. */
  #owed: { readonly question: string; again: number } | null = null;

  take(event: Happened, _ledger: Ledger, report: Report): void {
    const fault = (message: string) => report(event.version, message);
    switch (event.type) {
      case "QuestionAsked": {
        const { id, kind } = event.data.question;
        if (this.#kinds.has(id)) fault(`${id} is asked twice`);
        this.#kinds.set(id, kind);
        return;
      }
      case "DecisionRecorded": {
        const { id } = event.data.decision;
        if (this.#decisions.has(id)) fault(`${id} is given twice`);
        this.#decisions.add(id);
        return;
      }
      case "QuestionAnswered":
        this.#answer(event, fault);
        return;
      case "AnswersTakenBack": {
        const { question, with: later, by } = event.data;
        if (by.startsWith("policy:")) fault(`${question} is taken back by ${by}`);
        for (const id of [question, ...later]) {
          const built = this.#builtOn.get(id);
          if (built === undefined) fault(`${id} is taken back without an answer`);
          else if (built !== null) fault(`${id} is taken back, though ${built}`);
          if (ANSWERED_ONCE.includes(this.#kinds.get(id) ?? "")) fault(`${id} is a ${this.#kinds.get(id)}`);
          this.#builtOn.delete(id);
        }
        this.#owed = { question, again: later.length };
        return;
      }
      default: {
        const built = builtBy(event);
        if (built === null) return;
        for (const [id, before] of this.#builtOn) if (before === null) this.#builtOn.set(id, built);
      }
    }
  }

  settle(): void {
    this.#owed = null;
  }

  #answer({ data }: Extract<Happened, { type: "QuestionAnswered" }>, fault: (message: string) => void): void {
    const { question } = data.answer;
    this.#builtOn.set(question, null);
    if (data.amends === true && this.#owed?.question !== question)
      fault(`${question} is amended, but was not taken back`);
    if (data.again !== true) return;
    if (this.#owed === null || this.#owed.again === 0) fault(`${question} is given again by itself`);
    else this.#owed.again -= 1;
  }
}

function builtBy(event: Happened): string | null {
  switch (event.type) {
    case "AgentCallStarted":
      return `${event.data.key} started`;
    case "RoundCompleted":
      return `round ${event.data.round} was completed`;
    case "GapMoved":
      return event.data.state.at === "ACCEPTED" ? `${event.data.gap} was accepted` : null;
    case "SessionEnded":
      return "the session ended";
    default:
      return null;
  }
}
