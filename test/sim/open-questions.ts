import type { DataOf, Happened } from "./checker/happened.ts";

type Question = DataOf<"QuestionAsked">["question"];

const STATE_ASKED_ABOUT: Partial<Record<Question["kind"], string>> = {
  blocked: "BLOCKED_EXTERNAL",
  loss: "PROPOSED",
  repeat: "NEEDS_REVISION",
};

/** Which questions are open, by the events alone, and whether each still has what it is about. */
export class OpenQuestions {
  readonly #open = new Map<string, Question>();
  readonly #gaps = new Map<string, string>();
  readonly #settled = new Set<string>();
  #ending = false;

  constructor(standing: readonly Happened[] = []) {
    for (const event of standing) this.take(event);
  }

  take({ type, data }: Happened): void {
    switch (type) {
      case "QuestionAsked":
        this.#open.set(data.question.id, data.question);
        return;
      case "QuestionAnswered":
        this.#open.delete(data.answer.question);
        return;
      case "QuestionWithdrawn":
        this.#open.delete(data.question);
        return;
      case "GapMoved":
        this.#gaps.set(data.gap, data.state.at);
        return;
      case "TurnSettled":
        this.#settled.add(`${data.round} ${data.role} ${data.lane}`);
        return;
      case "TurnRestarted":
        this.#settled.delete(`${data.round} ${data.role} ${data.lane}`);
        return;
      case "EndingRequested":
        this.#ending = true;
        return;
      case "EndingWithdrawn":
        this.#ending = false;
        return;
      default:
        return;
    }
  }

  /** To be asked between two commands: within one, questions and what they are about change in any order. */
  stale(): readonly string[] {
    return [...this.#open.values()]
      .filter((question) => this.#isStale(question))
      .map(({ id, kind }) => `${id} (${kind})`);
  }

  #isStale({ kind, subject }: Question): boolean {
    switch (subject.of) {
      case "gap":
        return this.#gaps.get(subject.gap) !== STATE_ASKED_ABOUT[kind];
      case "turn":
        return this.#settled.has(`${subject.round} ${subject.role} ${subject.lane}`);
      case "gate":
        return !this.#ending;
      default:
        return false;
    }
  }
}
