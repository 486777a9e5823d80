import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openMemoryStore } from "../../test/support/memory-store.ts";
import type { Lease, Leases } from "../engine/ports.ts";
import { holdLease } from "./hold-lease.ts";

const LEASE_MS = 3_000;
const CLOCK = { nowMs: () => Date.now() };

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});

afterEach(() => {
  vi.useRealTimers();
});

function acquire(store: Leases, pid: number) {
  return store.acquire({
    resource: "session/s",
    holder: { host: "here", pid, processStart: "then" },
    nowMs: Date.now(),
    leaseMs: LEASE_MS,
    isDead: () => false,
  });
}

async function world(heartbeat?: (given: Leases["heartbeat"]) => Leases["heartbeat"]) {
  const store = openMemoryStore([]);
  const acquired = await acquire(store, 1);
  if (acquired.at !== "acquired") throw new Error("the lease is held");
  const { lease } = acquired;
  const given: Leases["heartbeat"] = (...values) => store.heartbeat(...values);
  const lost = vi.fn();
  const leases = { heartbeat: heartbeat?.(given) ?? given };
  return {
    store,
    lease: lease as Lease,
    lost,
    held: holdLease({ leases, lease, clock: CLOCK, leaseMs: LEASE_MS, onLost: lost }),
  };
}

describe("holding a lease", () => {
  it("given a process that lives, the lease does not run out", async () => {
    const { store, lost } = await world();
    await vi.advanceTimersByTimeAsync(10 * LEASE_MS);
    expect(await acquire(store, 2)).toMatchObject({ at: "held", by: { epoch: 1, holder: { pid: 1 } } });
    expect(lost).not.toHaveBeenCalled();
  });

  it("given another that has taken over, its holder hears of it once", async () => {
    const { store, lease, lost } = await world();
    await store.release(lease);
    expect(await acquire(store, 2)).toMatchObject({ at: "acquired", lease: { epoch: 2 } });
    await vi.advanceTimersByTimeAsync(10 * LEASE_MS);
    expect(lost).toHaveBeenCalledTimes(1);
    expect(await store.find("session/s")).toMatchObject({ epoch: 2, holder: { pid: 2 } });
  });

  it("given a holding that was stopped, the lease runs out and nobody hears of it", async () => {
    const { store, held, lost } = await world();
    await held.stop();
    await vi.advanceTimersByTimeAsync(LEASE_MS);
    expect(await acquire(store, 2)).toMatchObject({ at: "acquired" });
    expect(lost).not.toHaveBeenCalled();
  });

  it("given a store that fails once, the lease is held all the same", async () => {
    let beats = 0;
    const { lost } = await world((given) => async (...values) => {
      beats += 1;
      if (beats === 2) throw new Error("busy");
      return await given(...values);
    });
    await vi.advanceTimersByTimeAsync(10 * LEASE_MS);
    expect(beats).toBeGreaterThan(20);
    expect(lost).not.toHaveBeenCalled();
  });

  it("given a store that fails for as long as the lease lasts, it counts as lost", async () => {
    const { lost } = await world(() => async () => {
      throw new Error("no such disk");
    });
    await vi.advanceTimersByTimeAsync(LEASE_MS - 1);
    expect(lost).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(LEASE_MS);
    expect(lost).toHaveBeenCalledTimes(1);
  });

  it("given a heartbeat under way, stopping waits for it and nobody hears of a loss", async () => {
    let answer: (lease: Lease | null) => void = () => undefined;
    const { held, lost } = await world(
      () => () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    await vi.advanceTimersByTimeAsync(LEASE_MS / 3);
    const stopped = vi.fn();
    const stopping = held.stop().then(stopped);
    await vi.advanceTimersByTimeAsync(0);
    expect(stopped).not.toHaveBeenCalled();
    answer(null);
    await stopping;
    expect(lost).not.toHaveBeenCalled();
  });
});
