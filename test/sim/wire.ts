// The wire between one process and the world: each call of a port passes over it, and the process may die on the way.

/** The end of a process, at an instant drawn by chance. */
export class Crash extends Error {
  override readonly name = "Crash";
}

/** Nothing happened; it happened and nobody was told; it happened, and the next thing never does. */
export const MOMENTS = ["before", "inside", "after"] as const;
export type Moment = (typeof MOMENTS)[number];

export interface CrashPlan {
  /** Only calls of this one count; `null`: of any. */
  readonly port: string | null;
  /** Which of them it is, from 1. */
  readonly call: number;
  readonly moment: Moment;
}

/** A process that makes more calls than this of its ports goes round in circles. */
const CALLS_MAX = 10_000;

export class Wire {
  readonly #plan: CrashPlan | null;
  readonly #meanwhile: (call: number, name: string) => Promise<void>;
  readonly #done: (name: string) => void;
  readonly #death: Promise<never>;
  #die: (crash: Crash) => void = () => undefined;
  #calls = 0;
  #counted = 0;
  #crash: Crash | null = null;

  /** `meanwhile` happens just before each call; `done` hears of it once it has happened, before whoever called. */
  constructor(
    plan: CrashPlan | null,
    meanwhile: (call: number, name: string) => Promise<void>,
    done: (name: string) => void = () => undefined,
  ) {
    this.#plan = plan;
    this.#meanwhile = meanwhile;
    this.#done = done;
    this.#death = new Promise((_, reject) => {
      this.#die = reject;
    });
    this.#death.catch(() => undefined);
  }

  /** Where it died, as `append inside`. */
  get crash(): Crash | null {
    return this.#crash;
  }

  async pass<Value>(name: string, act: () => Promise<Value>): Promise<Value> {
    const moment = await this.#enter(name);
    if (moment === "before") throw this.#kill(name, moment);
    const value = await act();
    this.#done(name);
    if (moment === "inside") throw this.#kill(name, moment);
    if (this.#crash !== null) throw this.#crash;
    if (moment === "after") this.#kill(name, moment);
    return value;
  }

  /** A run goes on without the process that began it. */
  async agentCall<Value>(name: string, begin: () => Promise<Value>): Promise<Value> {
    const moment = await this.#enter(name);
    if (moment === "before") throw this.#kill(name, moment);
    const done = begin();
    this.#done(name);
    if (moment === "inside") throw this.#kill(name, moment);
    const value = await this.whileAlive(done);
    if (moment === "after") throw this.#kill(name, moment);
    return value;
  }

  whileAlive<Value>(done: Promise<Value>): Promise<Value> {
    const outcome = Promise.race([done, this.#death]);
    // A process that dies before it looks leaves nobody to be told.
    outcome.catch(() => undefined);
    return outcome;
  }

  async #enter(name: string): Promise<Moment | null> {
    if (this.#crash !== null) throw this.#crash;
    this.#calls += 1;
    const call = this.#calls;
    if (call > CALLS_MAX) throw new Error(`${CALLS_MAX} calls of ports, the last of ${name}, and no end`);
    await this.#meanwhile(call, name);
    if (this.#crash !== null) throw this.#crash;
    return this.#isDue(name) ? (this.#plan?.moment ?? null) : null;
  }

  #isDue(name: string): boolean {
    if (this.#plan === null || (this.#plan.port !== null && this.#plan.port !== name)) return false;
    this.#counted += 1;
    return this.#counted === this.#plan.call;
  }

  #kill(name: string, moment: Moment): Crash {
    const crash = new Crash(`${name} ${moment}`);
    this.#crash = crash;
    this.#die(crash);
    return crash;
  }
}

/** Those that answer at once: no process dies while it waits for them. */
const AT_ONCE: ReadonlySet<string | symbol> = new Set([
  "loadAtOnce",
  "findPart",
  "worktreePath",
  "landingPath",
]);

/** Every method that answers later passes over the wire. */
export function overWire<Port extends object>(port: Port, wire: Wire, name: string): Port {
  return new Proxy(port, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      if (typeof value !== "function") return value;
      if (AT_ONCE.has(key)) return value.bind(target);
      return (...args: readonly unknown[]) =>
        wire.pass(`${name}.${String(key)}`, async () => Reflect.apply(value, target, args) as unknown);
    },
  });
}
