// How long a run is waited for, and why it was given up.
import { TIMER_MS_MAX } from "../../core/shared/bounds.ts";
import type { Cancel } from "../../engine/ports.ts";

export type GiveUpReason = "wall" | "idle" | "cancelled";

/** A model that is done has little to add; whoever keeps the line open after that is not waited for as long. */
const AFTER_STOP_MS = 5_000;

export interface Bounds {
  readonly wallMs: number;
  readonly idleMs: number;
}

export class Patience {
  readonly bounds: Bounds;
  readonly #over = new AbortController();
  readonly #wall: NodeJS.Timeout;
  #idle: NodeJS.Timeout | null = null;
  #givenUp: GiveUpReason | null = null;

  constructor(bounds: Bounds) {
    this.bounds = bounds;
    this.#wall = setTimeout(() => this.#giveUp("wall"), Math.min(bounds.wallMs, TIMER_MS_MAX));
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  get givenUp(): GiveUpReason | null {
    return this.#givenUp;
  }

  /** Gives up as soon as someone wishes so; returns how to stop listening. */
  giveUpOn(cancel: Cancel): () => void {
    return cancel.onCancel(() => this.#giveUp("cancelled"));
  }

  /** From now on silence counts. */
  listen(isDone = false): void {
    this.#clearIdleTimer();
    const idleMs = isDone ? Math.min(AFTER_STOP_MS, this.bounds.idleMs) : this.bounds.idleMs;
    this.#idle = setTimeout(() => this.#giveUp("idle"), Math.min(idleMs, TIMER_MS_MAX));
  }

  /** Nobody is listened to: silence does not count. */
  pause(): void {
    this.#clearIdleTimer();
  }

  close(): void {
    this.#clearIdleTimer();
    clearTimeout(this.#wall);
  }

  #clearIdleTimer(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
  }

  #giveUp(why: GiveUpReason): void {
    this.#givenUp ??= why;
    this.#over.abort();
  }
}
