// Runs what a stream owes, in this process: what came back is taken in first, then one thing that is owed is done; where
// there is none, it waits for what is under way.
import type { CallKey } from "../core/shared/call-key.ts";
import type { AgentResult, Cancel } from "../engine/ports.ts";
import { CallsAtWork, type ReturnedCall } from "./calls-at-work.ts";
import { HeldCalls, type HoldProgress, type OwedCall, type Providers } from "./held-calls.ts";

/** What one kind of stream brings to the loop. */
export interface LoopWork<Effect, End, Key = CallKey, Result = AgentResult> {
  /** The version of its stream. */
  readonly version: number;
  /** Before anything new: what an earlier process started is picked up. */
  recover(): Promise<void>;
  /** Takes in what others appended. */
  refresh(): Promise<void>;
  /** Records what a call brought. */
  finish(call: ReturnedCall<Key, Result>): Promise<LoopStep>;
  mayBegin(stopping: boolean): boolean;
  /** Settles something that stands before what is owed; `null` where there is nothing. */
  settle(): Promise<LoopStep | null>;
  owed(): readonly Effect[];
  /** The call that an effect starts; `null`: it starts none. */
  callOf(effect: Effect): OwedCall<Key> | null;
  perform(effect: Effect): Promise<LoopStep>;
  /** There is nothing to do but to wait, or to end. */
  pause(): Promise<void>;
  /** How it ends here, where nothing is left to do. */
  endOf(stopping: boolean): End;
}

export type LoopStep =
  /** `waitMs`: its provider is to be left alone for so long, by everybody. */
  | { readonly at: "done"; readonly waitMs?: number }
  /** Another holds the lease by now. */
  | { readonly at: "fenced" };

export interface LoopOptions<Key = CallKey> {
  /** Start nothing more, and wait for what runs. */
  readonly stopSoon: Cancel;
  /** Stop what runs, too. */
  readonly stopNow: Cancel;
  /** Without them, each call only heeds what its own stream found out. */
  readonly providers?: Providers;
  /** How often to look for what others have appended while agents are at work. */
  readonly pollMs?: number;
  /** For a world with a clock of its own. */
  readonly timer?: Timer;
  progress(progress: HoldProgress<Key>): void;
}

const POLL_MS = 250;

/** Where so many steps in a row record nothing, what is owed is refused each time: nothing would ever come of it. */
const IDLE_STEPS_MAX = 100;

export class Loop<Key = CallKey, Result = AgentResult> {
  readonly calls: CallsAtWork<Key, Result>;
  readonly #options: LoopOptions<Key>;
  readonly #held: HeldCalls<Key>;
  readonly #wakeUp: WakeUp;
  readonly #nowMs: () => number;

  constructor(options: LoopOptions<Key>, nowMs: () => number) {
    this.#options = options;
    this.#nowMs = nowMs;
    this.#wakeUp = new WakeUp(options.timer);
    this.calls = new CallsAtWork(() => this.#wakeUp.wake());
    const { providers = null } = options;
    this.#held = new HeldCalls({ providers, nowMs, progress: (progress) => options.progress(progress) });
  }

  /** To its end here, or until another has taken over. */
  async run<Effect, End>(work: LoopWork<Effect, End, Key, Result>): Promise<End | "fenced"> {
    const { stopSoon, stopNow } = this.#options;
    const wake = (): void => this.#wakeUp.wake();
    const unlisten = [stopSoon.onCancel(wake), stopNow.onCancel(wake)];
    try {
      await work.recover();
      return await this.#goOn(work);
    } finally {
      this.#wakeUp.forget();
      for (const stop of unlisten) stop();
    }
  }

  async #goOn<Effect, End>(work: LoopWork<Effect, End, Key, Result>): Promise<End | "fenced"> {
    let idle = { version: work.version, steps: 0 };
    for (;;) {
      if (!(await this.#takeIn(work))) return "fenced";
      if (work.version !== idle.version) idle = { version: work.version, steps: 0 };
      const stopping = this.#options.stopSoon.cancelled || this.#options.stopNow.cancelled;
      const mayBegin = work.mayBegin(stopping);
      const step = mayBegin ? await this.#doStep(work) : null;
      if (step?.at === "fenced") return "fenced";
      if (step !== null) {
        idle.steps += 1;
        if (idle.steps === IDLE_STEPS_MAX) throw idleError(work.owed());
        continue;
      }
      const { version } = work;
      await work.pause();
      // Where nothing runs, whoever wants to stop need not wait for a provider.
      if (this.calls.any || (mayBegin && this.#held.untilMs !== null)) {
        await this.#wait();
        continue;
      }
      // What others appended meanwhile may be something to do.
      await work.refresh();
      if (work.version === version) return work.endOf(stopping);
    }
  }

  /** What came back is recorded first of all: it is paid for. False where we no longer may. */
  async #takeIn<Effect, End>(work: LoopWork<Effect, End, Key, Result>): Promise<boolean> {
    await work.refresh();
    for (let call = this.calls.takeReturned(); call !== null; call = this.calls.takeReturned()) {
      const step = await work.finish(call);
      if (step.at === "fenced") return false;
      if (step.waitMs !== undefined) await this.#held.noteWait(call.agent, step.waitMs);
    }
    return true;
  }

  /** `null` where nothing is owed that could start now. */
  async #doStep<Effect, End>(work: LoopWork<Effect, End, Key, Result>): Promise<LoopStep | null> {
    const settled = await work.settle();
    if (settled !== null) return settled;
    const effects = work.owed().map((effect) => ({ effect, call: work.callOf(effect) }));
    this.#held.keepOnly(effects.flatMap(({ call }) => (call === null ? [] : [call.key])));
    for (const { effect, call } of effects)
      if (call === null || !(await this.#held.mustWait(call))) return await work.perform(effect);
    return null;
  }

  /** Until a call comes back or may start, somebody stops us, or it is time to look at the log again. */
  async #wait(): Promise<void> {
    if (this.calls.anyReturned) return;
    const pollMs = this.#options.pollMs ?? POLL_MS;
    const { untilMs } = this.#held;
    const ms = untilMs === null ? pollMs : Math.min(pollMs, Math.max(0, untilMs - this.#nowMs()));
    await this.#wakeUp.sleep(ms);
  }
}

function idleError(owed: readonly unknown[]): Error {
  return new Error(
    `${JSON.stringify(owed[0]).slice(0, 200)} is owed, and ${IDLE_STEPS_MAX} steps in a row record nothing`,
  );
}

/** Calls back after so long, unless it is called off by what it returns. */
export type Timer = (ms: number, callback: () => void) => () => void;

const REAL_TIMER: Timer = (ms, callback) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

/** Sleeps for a while, or until somebody wakes it. */
class WakeUp {
  readonly #timer: Timer;
  #wake: () => void = () => undefined;
  #callOff: () => void = () => undefined;

  constructor(timer: Timer = REAL_TIMER) {
    this.#timer = timer;
  }

  async sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      this.#callOff = this.#timer(ms, resolve);
    });
    this.forget();
  }

  wake(): void {
    this.#wake();
  }

  forget(): void {
    this.#callOff();
    this.#wake = () => undefined;
    this.#callOff = () => undefined;
  }
}
