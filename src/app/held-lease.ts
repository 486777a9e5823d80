// Who is at work on something: its lease, as long as it is in force and its holder lives.
import { isDeadProcess } from "../adapters/host/process-identity.ts";
import type { Lease, Leases } from "../engine/ports.ts";
import { systemClock } from "./sessions/system-ports.ts";

export async function heldLease(leases: Pick<Leases, "find">, resource: string): Promise<Lease | null> {
  const lease = await leases.find(resource);
  if (lease === null || lease.expiresAtMs <= systemClock.nowMs()) return null;
  return isDeadProcess(lease.holder) ? null : lease;
}
