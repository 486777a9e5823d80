import type { Clock, Lease, Leases } from "../engine/ports.ts";

export interface HeldLease {
  /** Stops the heartbeat and gives the lease back. */
  release(): Promise<void>;
}

export interface Holding {
  readonly leases: Leases;
  readonly lease: Lease;
  readonly clock: Clock;
  readonly leaseMs: number;
  /** Another has taken over, or the store cannot be reached: nothing more may be written. */
  onLost(): void;
}

/** Beats of a lease's life: two may fail before it runs out. */
const BEATS_PER_LEASE = 3;

export function holdLease({ leases, lease, clock, leaseMs, onLost }: Holding): HeldLease {
  let current: Lease | null = lease;
  const beat = async (): Promise<void> => {
    if (current === null) return;
    try {
      current = await leases.heartbeat(current, clock.nowMs(), leaseMs);
    } catch {
      // A store that is busy may answer the next beat; the lease itself tells when it is too late.
      if (current !== null && clock.nowMs() < current.expiresAtMs) return;
      current = null;
    }
    if (current === null) stop();
  };
  const timer = setInterval(() => void beat(), Math.max(1, Math.floor(leaseMs / BEATS_PER_LEASE)));
  const stop = (): void => {
    clearInterval(timer);
    onLost();
  };
  return {
    async release() {
      clearInterval(timer);
      if (current !== null) await leases.release(current);
    },
  };
}
