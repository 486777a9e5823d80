import type { Happened } from "./happened.ts";
import type { Ledger } from "./ledger.ts";
import type { Report, Rule } from "./rule.ts";

/** A fork begins with what it copied, and is then its own: no call of its past is heard of again. */
export class ForkRule implements Rule {
  readonly name = "forks";
  /** Copied events that are still to come; `null` in a session that is no fork, or is open. */
  #left: number | null = null;
  readonly #copied = new Set<string>();
  #opened = false;

  take(event: Happened, _ledger: Ledger, report: Report): void {
    const fault = (message: string) => report(event.version, message);
    if (event.type === "SessionForked") {
      if (event.version !== 1) fault("a session is forked that has begun");
      this.#left = event.data.appends.reduce((sum, length) => sum + length, 0);
      return;
    }
    if (this.#left === null) {
      if (event.type === "ForkOpened") fault("a fork is opened that copied nothing");
      if (this.#opened) this.#checkOwn(event, fault);
      return;
    }
    if (this.#left > 0) {
      this.#left -= 1;
      if (event.type === "AgentCallStarted") this.#copied.add(event.data.key);
      return;
    }
    if (event.type !== "ForkOpened") fault(`${event.type} comes before the fork is open`);
    this.#left = null;
    this.#opened = true;
  }

  #checkOwn(event: Happened, fault: (message: string) => void): void {
    switch (event.type) {
      case "AgentCallStarted":
      case "AgentCallSealed":
      case "AgentCallFinished":
      case "OutputJudged":
      case "ProposalMade":
        if (this.#copied.has(event.data.key)) fault(`${event.type} of ${event.data.key}, which was copied`);
        return;
      default:
        return;
    }
  }

  settle(): void {
    return;
  }
}
