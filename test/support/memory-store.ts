// The event log without a disk: for tests, simulations and anything that need not outlive its process.

import { sha256Of } from "../../src/adapters/shared/sha256.ts";
import { addressesIn, CHAIN_START, chainText } from "../../src/adapters/store-sqlite/log-chain.ts";
import { canonicalJson, type JsonObject } from "../../src/core/shared/json.ts";
import {
  type AppendOutcome,
  type AppendRequest,
  assertAppendable,
  type Cancel,
  type Cell,
  commandPayload,
  type FileCursor,
  type Lease,
  type LogHead,
  type Projection,
  type RecordedCommand,
  type RecordedEvent,
  type Row,
  type RowChange,
  type RowMaker,
  type RowOrder,
  type RowQuery,
  type Snapshot,
  type Store,
  type Table,
} from "../../src/engine/ports.ts";

export interface MemoryStore extends Store {
  /** One that holds the same, and goes its own way from now on. */
  copy(): MemoryStore;
}

export function openMemoryStore(projections: readonly Projection[]): MemoryStore {
  return memoryStore(new MemoryLog(projections), {
    leases: new Map(),
    blobs: new Map(),
    snapshots: new Map(),
    parts: new Map(),
    cursors: new Map(),
  });
}

interface Kept {
  readonly leases: Map<string, { epoch: number; lease: Lease | null }>;
  readonly blobs: Map<string, Uint8Array>;
  readonly snapshots: Map<string, { shape: string; snapshot: Snapshot }>;
  readonly parts: Map<string, ReadonlyMap<string, string>>;
  readonly cursors: Map<string, ReadonlyMap<string, FileCursor>>;
}

function memoryStore(log: MemoryLog, { leases, blobs, snapshots, parts, cursors }: Kept): MemoryStore {
  const held = (resource: string): Lease | null => leases.get(resource)?.lease ?? null;
  const copyOf = (sha256: string): Uint8Array | null => {
    const bytes = blobs.get(sha256);
    return bytes === undefined ? null : Uint8Array.from(bytes);
  };

  return {
    copy: () =>
      memoryStore(log.copy(), {
        leases: new Map(leases),
        blobs: new Map(blobs),
        snapshots: new Map(snapshots),
        parts: new Map(parts),
        cursors: new Map(cursors),
      }),
    async append(request) {
      assertAppendable(request);
      await log.loadMakers();
      const outcome = log.append(request, (resource) => held(resource)?.epoch ?? 0);
      if (outcome.at === "appended") {
        for (const { sha256, bytes } of request.blobs ?? []) blobs.set(sha256, Uint8Array.from(bytes));
        log.extendChain(request.command.id, blobs);
      }
      return outcome;
    },
    async load(stream, afterVersion = 0) {
      return log.events.filter((event) => event.stream === stream && event.version > afterVersion);
    },
    loadAtOnce(stream, upToVersion) {
      return log.events.filter((event) => event.stream === stream && event.version <= upToVersion);
    },
    async commands(stream) {
      return [...log.commands.values()].filter((command) => command.stream === stream);
    },
    async findCommand(id) {
      return log.commands.get(id) ?? null;
    },
    async streams() {
      return [...log.versions]
        .map(([stream, version]) => ({ stream, version }))
        .sort((a, b) => (a.stream < b.stream ? -1 : 1));
    },
    async head() {
      return log.head;
    },
    async chainHashAt(position) {
      return log.links.find((link) => link.position >= position)?.hash ?? null;
    },
    async tail(afterPosition, limit) {
      const from = Math.max(0, afterPosition);
      return log.events.slice(from, from + limit);
    },
    follow: (afterPosition, cancel) => log.follow(afterPosition, cancel),
    async rows(table, query) {
      return log.rows(table, query);
    },

    async acquire({ resource, holder, nowMs, leaseMs, isDead }) {
      const current = held(resource);
      if (current !== null && current.expiresAtMs > nowMs && !isDead(current.holder)) {
        return { at: "held", by: current };
      }
      const epoch = (leases.get(resource)?.epoch ?? 0) + 1;
      const lease = { resource, epoch, holder, expiresAtMs: nowMs + leaseMs };
      leases.set(resource, { epoch, lease });
      return { at: "acquired", lease };
    },
    async heartbeat(lease, nowMs, leaseMs) {
      if (held(lease.resource)?.epoch !== lease.epoch) return null;
      const kept = { ...lease, expiresAtMs: nowMs + leaseMs };
      leases.set(lease.resource, { epoch: lease.epoch, lease: kept });
      return kept;
    },
    async release(lease) {
      if (held(lease.resource)?.epoch === lease.epoch) {
        leases.set(lease.resource, { epoch: lease.epoch, lease: null });
      }
    },
    async find(resource) {
      return held(resource);
    },

    async put(bytes) {
      const sha256 = sha256Of(bytes);
      blobs.set(sha256, Uint8Array.from(bytes));
      return sha256;
    },
    async get(sha256) {
      return copyOf(sha256);
    },
    getAtOnce: copyOf,

    async findSnapshot(stream, shape) {
      const kept = snapshots.get(stream);
      return kept === undefined || kept.shape !== shape ? null : kept.snapshot;
    },
    async putSnapshot(stream, shape, snapshot, given) {
      if (given !== undefined) {
        const there = new Map([...(parts.get(stream) ?? []), ...given.fresh]);
        if ([...given.names].some((name) => !there.has(name))) return;
        const kept = [...there].filter(([name]) => given.names.has(name) || given.former.has(name));
        parts.set(stream, new Map(kept));
      }
      snapshots.set(stream, { shape, snapshot });
    },
    findPart(stream, name) {
      return parts.get(stream)?.get(name) ?? null;
    },
    async fileCursors(stream) {
      return [...(cursors.get(stream)?.values() ?? [])].sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    async setFileCursors(stream, changed) {
      const kept = new Map(cursors.get(stream));
      for (const cursor of changed) {
        if (cursor.version < (kept.get(cursor.path)?.version ?? 0)) continue;
        if (cursor.sha256 === null && cursor.next === null) kept.delete(cursor.path);
        else kept.set(cursor.path, cursor);
      }
      cursors.set(stream, kept);
    },

    close: () => log.wake(),
  };
}

/** As it stood when it was taken. */
interface Append {
  readonly command: RecordedCommand;
  readonly position: number;
  readonly blobs: ReadonlyMap<string, Uint8Array>;
  readonly blobCount: number;
}

class MemoryLog {
  readonly events: RecordedEvent[] = [];
  readonly commands = new Map<string, RecordedCommand>();
  readonly versions = new Map<string, number>();
  readonly #links: LogHead[] = [];
  /** Appends that nobody has asked the hash of yet. */
  #unlinked: Append[] = [];
  readonly #projections: readonly Projection[];
  readonly #makers = new Map<Projection, RowMaker>();
  readonly #tables = new Map<string, Rows>();
  #waiting = new Set<() => void>();

  constructor(projections: readonly Projection[]) {
    this.#projections = projections;
    for (const { table } of projections.flatMap(({ tables }) => tables)) this.#tables.set(table, new Map());
  }

  copy(): MemoryLog {
    const copy = new MemoryLog(this.#projections);
    copy.events.push(...this.events);
    for (const [id, command] of this.commands) copy.commands.set(id, command);
    for (const [stream, version] of this.versions) copy.versions.set(stream, version);
    for (const [name, rows] of this.#tables) copy.#tables.set(name, rows);
    copy.#links.push(...this.links);
    return copy;
  }

  get head(): LogHead {
    return this.links.at(-1) ?? { position: 0, hash: CHAIN_START };
  }

  get links(): readonly LogHead[] {
    const unlinked = this.#unlinked;
    this.#unlinked = [];
    for (const append of unlinked) this.#link(append);
    return this.#links;
  }

  async loadMakers(): Promise<void> {
    for (const projection of this.#projections)
      if (!this.#makers.has(projection)) this.#makers.set(projection, await projection.load());
  }

  append(request: AppendRequest, epochOf: (resource: string) => number): AppendOutcome {
    const { stream, expectedVersion, command, events, fence } = request;
    const known = this.commands.get(command.id);
    if (known !== undefined) {
      const { firstVersion, lastVersion } = known;
      return commandPayload(known.stream, known) === commandPayload(stream, command)
        ? { at: "repeated", firstVersion, lastVersion }
        : { at: "command-reused", commandId: command.id };
    }
    if (fence !== undefined) {
      const currentEpoch = epochOf(fence.resource);
      if (currentEpoch !== fence.epoch) return { at: "fenced", fence, currentEpoch };
    }
    const actual = this.versions.get(stream) ?? 0;
    if (actual !== expectedVersion) return { at: "version-conflict", expected: expectedVersion, actual };

    const data = plainCopy(command.data);
    const recorded = events.map(
      (event, index): RecordedEvent => ({
        type: event.type,
        v: event.v,
        data: plainCopy(event.data),
        stream,
        version: actual + 1 + index,
        position: this.events.length + 1 + index,
        commandId: command.id,
      }),
    );
    const tables = this.#project(request, recorded);
    for (const [table, rows] of tables) this.#tables.set(table, rows);
    this.events.push(...recorded);
    const versions = { firstVersion: actual + 1, lastVersion: actual + events.length };
    this.commands.set(command.id, { ...command, data, stream, ...versions });
    this.versions.set(stream, versions.lastVersion);
    this.wake();
    return { at: "appended", ...versions };
  }

  /** Notes the append of a command that was just taken; it is linked once somebody asks. */
  extendChain(commandId: string, blobs: ReadonlyMap<string, Uint8Array>): void {
    const command = this.commands.get(commandId);
    if (command === undefined) throw new Error(`there is no command ${commandId}`);
    this.#unlinked.push({ command, position: this.events.length, blobs, blobCount: blobs.size });
  }

  #link({ command, position, blobs, blobCount }: Append): void {
    const { position: before, hash } = this.#links.at(-1) ?? { position: 0, hash: CHAIN_START };
    const events = this.events.slice(before, position);
    const named = new Set([command, ...events].flatMap(({ data }) => addressesIn(canonicalJson(data))));
    // Blobs only ever come, one after the other.
    const there = new Set([...blobs.keys()].slice(0, blobCount));
    const addresses = JSON.stringify([...named].filter((sha256) => there.has(sha256)).sort());
    const rows = [[hash], commandCells(command), ...events.map(eventCells), [addresses]];
    this.#links.push({ position, hash: sha256Of(rows.map(chainText).join("")) });
  }

  async *follow(afterPosition: number, cancel: Cancel): AsyncIterable<RecordedEvent> {
    let position = afterPosition;
    while (!cancel.cancelled) {
      const event = this.events[position];
      if (event === undefined) {
        await this.#untilWoken(cancel);
      } else {
        position = event.position;
        yield event;
      }
    }
  }

  rows(table: Table, { where = {}, order = [], limit }: RowQuery = {}): readonly Row[] {
    const rows = this.#tables.get(table.table);
    if (rows === undefined) throw new Error(`no projection makes a table ${table.table}`);
    const unknown = [...Object.keys(where), ...order.map(columnOf)].find(
      (column) => !Object.hasOwn(table.columns, column),
    );
    if (unknown !== undefined) throw new Error(`${table.table} has no column ${unknown}`);
    const isWanted = (row: Row): boolean =>
      Object.entries(where).every(([column, wanted]) =>
        (typeof wanted === "object" && wanted !== null ? wanted : [wanted]).includes(row[column] ?? null),
      );
    const compare = (a: Row, b: Row): number => {
      for (const by of [...order, table.key]) {
        const compared = compareCells(a[columnOf(by)] ?? null, b[columnOf(by)] ?? null);
        if (compared !== 0) return typeof by === "string" ? compared : -compared;
      }
      return 0;
    };
    return [...rows.values()].filter(isWanted).sort(compare).slice(0, limit);
  }

  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const resume of waiting) resume();
  }

  /** New tables rather than changed ones: an event that cannot be projected leaves nothing behind. */
  #project({ stream, state }: AppendRequest, events: readonly RecordedEvent[]): Map<string, Rows> {
    const changed = new Map<string, Rows>();
    for (const projection of this.#projections.filter(({ covers }) => covers(stream))) {
      const maker = this.#makers.get(projection);
      if (maker === undefined) throw new Error("a projection was not loaded");
      for (const { table } of projection.tables) changed.set(table, new Map(this.#tables.get(table)));
      const earlier = () => this.events.filter((event) => event.stream === stream);
      let before = state ?? earlier().reduce(maker.evolve, maker.initial);
      for (const event of events) {
        const after = maker.evolve(before, event);
        for (const change of maker.changes({ event, before, after }))
          applyChange(changed, projection, change);
        before = after;
      }
    }
    return changed;
  }

  #untilWoken(cancel: Cancel): Promise<void> {
    return new Promise((resolve) => {
      const stopListening = cancel.onCancel(() => resolve());
      this.#waiting.add(() => {
        stopListening();
        resolve();
      });
    });
  }
}

function commandCells(command: RecordedCommand): readonly (string | number)[] {
  const { id, stream, type, v, at, actor, data, firstVersion, lastVersion } = command;
  const payload = sha256Of(commandPayload(stream, command));
  return [id, stream, type, v, at, actor, canonicalJson(data), payload, firstVersion, lastVersion];
}

function eventCells(event: RecordedEvent): readonly (string | number)[] {
  const { position, stream, version, type, v, data, commandId } = event;
  return [position, stream, version, type, v, canonicalJson(data), commandId];
}

type Rows = Map<string | number, Row>;

function applyChange(tables: Map<string, Rows>, projection: Projection, change: RowChange): void {
  const table = projection.tables.find((one) => one.table === change.table);
  const rows = tables.get(change.table);
  if (table === undefined || rows === undefined)
    throw new Error(`no projection makes a table ${change.table}`);
  switch (change.do) {
    case "put": {
      const columns = Object.keys(table.columns);
      const row = Object.fromEntries(columns.map((column) => [column, change.row[column] ?? null]));
      const key = row[table.key];
      if (key === null || key === undefined) throw new Error(`a row of ${table.table} has no key`);
      rows.set(key, row);
      return;
    }
    case "patch": {
      const row = rows.get(change.key);
      if (row === undefined) throw new Error(`${table.table} has no row ${change.key} to patch`);
      rows.set(change.key, { ...row, ...change.cells });
      return;
    }
    case "delete":
      rows.delete(change.key);
      return;
  }
}

function columnOf(by: RowOrder): string {
  return typeof by === "string" ? by : by.column;
}

/** As SQL has it: nothing comes before everything. */
function compareCells(a: Cell, b: Cell): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}

/** What the caller keeps and changes later must not change the log. */
function plainCopy(data: JsonObject): JsonObject {
  return JSON.parse(canonicalJson(data)) as JsonObject;
}
