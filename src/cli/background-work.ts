import type { Background } from "../app/command-context.ts";

/** Most commands have answered by then, and what they say comes first. */
const MOMENT_MS = 100;

type Work = () => Promise<void>;

/** What a command leaves to be done beside it: one piece at a time, and none outlives the command. */
export class BackgroundWork implements Background {
  readonly #wanted = new Map<string, Work>();
  #moment: NodeJS.Timeout | undefined;
  #underWay: Promise<void> | null = null;

  soon(name: string, work: Work): void {
    this.#wanted.set(name, work);
    this.#moment ??= setTimeout(() => this.#begin(), MOMENT_MS).unref();
  }

  /** Once the command has answered, nothing need wait for a moment any more. */
  async finish(): Promise<void> {
    while (this.#wanted.size > 0 || this.#underWay !== null) {
      this.#begin();
      await this.#underWay;
    }
  }

  #begin(): void {
    clearTimeout(this.#moment);
    this.#moment = undefined;
    this.#underWay ??= this.#runAll().finally(() => {
      this.#underWay = null;
    });
  }

  async #runAll(): Promise<void> {
    for (let next = this.#take(); next !== null; next = this.#take()) await next();
  }

  #take(): Work | null {
    for (const [name, work] of this.#wanted) {
      this.#wanted.delete(name);
      return work;
    }
    return null;
  }
}
