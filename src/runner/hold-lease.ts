// A lease is held by saying so again and again; whoever falls silent for too long loses it to the next runner.
import type { Clock, Lease, Leases } from "../engine/ports.ts";

/** Of a lease's length: two heartbeats may fail or come late before it runs out. */
const HEARTBEATS_PER_LEASE = 3;

interface LeaseHoldOptions {
  readonly leases: Pick<Leases, "heartbeat">;
  readonly lease: Lease;
  readonly clock: Clock;
  readonly leaseMs: number;
  /** Another has taken over, or this process could not say that it lives while the lease lasted. Called once. */
  onLost(): void;
}

interface LeaseHeartbeat {
  /** No heartbeat is under way when this is done. */
  stop(): Promise<void>;
}

/** Heartbeats until it is stopped or the lease is gone; does not keep the process alive by itself. */
export function holdLease(holding: LeaseHoldOptions): LeaseHeartbeat {
  const holder = new LeaseHold(holding);
  holder.waitForNext();
  return { stop: () => holder.stop() };
}

class LeaseHold {
  readonly #holding: LeaseHoldOptions;
  #expiresAtMs: number;
  #over = false;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();

  constructor(holding: LeaseHoldOptions) {
    this.#holding = holding;
    this.#expiresAtMs = holding.lease.expiresAtMs;
  }

  waitForNext(): void {
    const pauseMs = this.#holding.leaseMs / HEARTBEATS_PER_LEASE;
    this.#timer = setTimeout(() => {
      this.#beating = this.#beat();
    }, pauseMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#over = true;
    clearTimeout(this.#timer);
    await this.#beating;
  }

  async #beat(): Promise<void> {
    const kept = await this.#extendLease();
    if (this.#over) return;
    if (kept) this.waitForNext();
    else {
      this.#over = true;
      this.#holding.onLost();
    }
  }

  /** A store that fails for a moment costs nothing while the lease lasts. */
  async #extendLease(): Promise<boolean> {
    const { leases, lease, clock, leaseMs } = this.#holding;
    try {
      const extended = await leases.heartbeat(lease, clock.nowMs(), leaseMs);
      if (extended === null) return false;
      this.#expiresAtMs = extended.expiresAtMs;
      return true;
    } catch {
      return clock.nowMs() < this.#expiresAtMs;
    }
  }
}
