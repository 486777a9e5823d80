import type { Lease, Leases } from "../../engine/ports.ts";
import type { Connection, SqlRow } from "./connection.ts";

export function sqliteLeases(connection: Connection): Leases {
  const find = (resource: string): Lease | null => {
    const row = connection.get("select * from leases where resource = ? and host is not null", resource);
    return row === undefined ? null : leaseOf(row);
  };

  return {
    find: (resource) => connection.outside(() => find(resource)),

    acquire({ resource, holder, nowMs, leaseMs, isDead }) {
      return connection.write(() => {
        const current = find(resource);
        if (current !== null && current.expiresAtMs > nowMs && !isDead(current.holder)) {
          return { at: "held", by: current };
        }
        const row = connection.get(
          `insert into leases (resource, epoch, host, pid, process_start, expires_at_ms)
           values (?, 1, ?, ?, ?, ?)
           on conflict (resource) do update set epoch = epoch + 1, host = excluded.host, pid = excluded.pid,
             process_start = excluded.process_start, expires_at_ms = excluded.expires_at_ms
           returning *`,
          resource,
          holder.host,
          holder.pid,
          holder.processStart,
          nowMs + leaseMs,
        );
        if (row === undefined) throw new Error("a lease that was just written is not there");
        return { at: "acquired", lease: leaseOf(row) };
      });
    },

    heartbeat(lease, nowMs, leaseMs) {
      const expiresAtMs = nowMs + leaseMs;
      return connection.write(() => {
        const kept = connection.run(
          "update leases set expires_at_ms = ? where resource = ? and epoch = ? and host is not null",
          expiresAtMs,
          lease.resource,
          lease.epoch,
        );
        return kept === 1 ? { ...lease, expiresAtMs } : null;
      });
    },

    async release(lease) {
      // The row stays and keeps its epoch: an epoch is never given out twice.
      await connection.write(() =>
        connection.run(
          "update leases set host = null, pid = null, process_start = null where resource = ? and epoch = ?",
          lease.resource,
          lease.epoch,
        ),
      );
    },
  };
}

function leaseOf(row: SqlRow): Lease {
  return {
    resource: String(row.resource),
    epoch: Number(row.epoch),
    holder: {
      host: String(row.host),
      pid: Number(row.pid),
      processStart: String(row.process_start),
    },
    expiresAtMs: Number(row.expires_at_ms),
  };
}
