// A lock between processes as a file that names its holder. It appears whole (a hard link to a finished
// file), so it is never seen empty, and the lock of a holder that is gone is taken over.
import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { LeaseHolder } from "../../engine/ports.ts";
import { tryLink } from "../shared/durable-file.ts";
import { errnoOf } from "../shared/system-error.ts";

const POLL_MS = 20;
/** A take-over is itself guarded by a lock, whose holder may have died, and so on: this often at most. */
const TAKEOVERS_NESTED_MAX = 3;

interface LockRequest {
  readonly path: string;
  readonly holder: LeaseHolder;
  readonly waitMs: number;
  /** True only for a holder that is known to be gone. */
  isDead(holder: LeaseHolder): boolean;
}

export type LockOutcome =
  | { readonly at: "held"; release(): Promise<void> }
  | { readonly at: "busy"; readonly by: LeaseHolder | null };

interface Ticket extends LeaseHolder {
  readonly token: string;
}

export function acquireFileLock(request: LockRequest): Promise<LockOutcome> {
  return acquire(request, performance.now() + request.waitMs, 0);
}

async function acquire(request: LockRequest, deadlineMs: number, nested: number): Promise<LockOutcome> {
  const ticket: Ticket = { token: randomUUID(), ...request.holder };
  const mine = ticketFile(request.path, ticket);
  await writeFile(mine, JSON.stringify(ticket), { flag: "wx" });
  try {
    for (;;) {
      if (await tryLink(mine, request.path)) break;
      const current = await readTicket(request.path);
      if (current !== null && request.isDead(current) && nested < TAKEOVERS_NESTED_MAX) {
        if (await takeOverLock(request, current, { mine, deadlineMs, nested })) break;
      }
      if (performance.now() > deadlineMs) return { at: "busy", by: current };
      await sleep(POLL_MS);
    }
  } finally {
    await rm(mine, { force: true });
  }
  return { at: "held", release: () => rm(request.path, { force: true }) };
}

/**
 * Replaces the lock of a dead holder. Only whoever holds the guard named after that very lock may do so,
 * and looks again under the guard: two waiters that saw the same dead holder cannot both win.
 */
async function takeOverLock(
  request: LockRequest,
  dead: Ticket,
  by: { readonly mine: string; readonly deadlineMs: number; readonly nested: number },
): Promise<boolean> {
  const path = `${request.path}.gone-${dead.token}`;
  const guard = await acquire({ ...request, path }, by.deadlineMs, by.nested + 1);
  if (guard.at === "busy") return false;
  try {
    const current = await readTicket(request.path);
    if (current?.token !== dead.token) return false;
    await rename(by.mine, request.path);
    await rm(ticketFile(request.path, dead), { force: true });
    return true;
  } finally {
    await guard.release();
  }
}

function ticketFile(path: string, ticket: Ticket): string {
  return `${path}.new-${ticket.token}`;
}

/** `null` when the lock is gone by now, or is not one of ours. */
async function readTicket(path: string): Promise<Ticket | null> {
  try {
    return ticketOf(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    if (error instanceof SyntaxError || errnoOf(error) === "ENOENT") return null;
    throw error;
  }
}

function ticketOf(value: unknown): Ticket | null {
  if (typeof value !== "object" || value === null) return null;
  if (!("token" in value && "host" in value && "pid" in value && "processStart" in value)) return null;
  const { token, host, pid, processStart } = value;
  if (typeof token !== "string" || !/^[0-9a-f-]{36}$/.test(token)) return null;
  if (typeof host !== "string" || typeof pid !== "number" || typeof processStart !== "string") return null;
  return { token, host, pid, processStart };
}
