import { canonicalJson } from "../../core/shared/json.ts";
import {
  type AppendOutcome,
  type AppendRequest,
  assertAppendable,
  type Cancel,
  commandPayload,
  type EventLog,
  type LogHead,
  type Projection,
  type RecordedCommand,
  type RecordedEvent,
  type StoredCommand,
} from "../../engine/ports.ts";
import { sha256Of } from "../shared/sha256.ts";
import { insertBlob } from "./blobs.ts";
import { extendChain, hashAround, headOf } from "./chain.ts";
import { type Connection, sleep } from "./connection.ts";
import type { HeadNote } from "./head-note.ts";
import { commandOf, eventOf, eventsAfter } from "./log-rows.ts";
import { type ProjectedTables, readProjectedRows } from "./projections.ts";

const POLL_MS = 25;
const FOLLOW_BATCH = 500;

export function sqliteEventLog(
  connection: Connection,
  tables: ProjectedTables,
  note: Pick<HeadNote, "remember">,
): EventLog {
  const tail = (afterPosition: number, limit: number): Promise<readonly RecordedEvent[]> =>
    connection.outside(() => eventsAfter(connection, afterPosition, limit));

  return {
    async append(request) {
      assertAppendable(request);
      await tables.load(tables.projections.filter(({ covers }) => covers(request.stream)));
      for (;;) {
        const { outcome, head, unready } = await connection.write(() => append(connection, tables, request));
        if (head !== null) note.remember(head);
        if (outcome !== null) return outcome;
        await tables.load(unready);
      }
    },

    load: (stream, afterVersion = 0) =>
      connection.outside(() =>
        connection
          .all("select * from events where stream = ? and version > ? order by version", stream, afterVersion)
          .map(eventOf),
      ),

    loadAtOnce: (stream, upToVersion) =>
      connection.atOnce(() =>
        connection
          .all("select * from events where stream = ? and version <= ? order by version", stream, upToVersion)
          .map(eventOf),
      ),

    commands: (stream) =>
      connection.outside(() =>
        connection
          .all("select * from commands where stream = ? order by first_version", stream)
          .map(commandOf),
      ),

    findCommand: (id) => connection.outside(() => findCommand(connection, id)?.command ?? null),

    streams: () =>
      connection.outside(() =>
        connection
          .all("select stream, max(version) as version from events group by stream order by stream")
          .map((row) => ({ stream: String(row.stream), version: Number(row.version) })),
      ),

    head: () => connection.outside(() => headOf(connection)),

    chainHashAt: (position) => connection.outside(() => hashAround(connection, position)),

    tail,

    async *follow(afterPosition, cancel) {
      let position = afterPosition;
      while (!cancel.cancelled) {
        const mark = await connection.outside(() => connection.changeMark());
        const events = await tail(position, FOLLOW_BATCH);
        for (const event of events) {
          if (cancel.cancelled) return;
          position = event.position;
          yield event;
        }
        if (events.length === 0) await waitForChange(connection, mark, cancel);
      }
    },

    rows: (table, query) => connection.read(() => readProjectedRows(connection, table, query)),
  };
}

export function payloadHash(stream: string, command: StoredCommand): string {
  return sha256Of(commandPayload(stream, command));
}

interface AppendResult {
  /** `null` where a table has to be filled first, and how is not loaded. */
  readonly outcome: AppendOutcome | null;
  /** The new one, where there is. */
  readonly head: LogHead | null;
  readonly unready: readonly Projection[];
}

function append(connection: Connection, tables: ProjectedTables, request: AppendRequest): AppendResult {
  const refused = refuseAppend(connection, request);
  if (refused !== null) return { outcome: refused, head: null, unready: [] };
  const behind = tables.staleProjections();
  const unready = tables.unloadedProjections(behind);
  if (unready.length > 0) return { outcome: null, head: null, unready };
  const { stream, expectedVersion, command, events, blobs = [] } = request;
  const hash = payloadHash(stream, command);
  const firstVersion = expectedVersion + 1;
  const lastVersion = expectedVersion + events.length;
  for (const blob of blobs) insertBlob(connection, blob);
  insertCommand(connection, { ...command, stream, firstVersion, lastVersion }, hash);
  for (const [index, event] of events.entries()) {
    connection.run(
      "insert into events (stream, version, type, v, data, command_id) values (?, ?, ?, ?, ?, ?)",
      stream,
      firstVersion + index,
      event.type,
      event.v,
      canonicalJson(event.data),
      command.id,
    );
  }
  const head = extendChain(connection);
  const firstPosition = head.position - events.length + 1;
  const recorded = events.map((event, index) => ({
    ...event,
    stream,
    version: firstVersion + index,
    position: firstPosition + index,
    commandId: command.id,
  }));
  tables.follow({ stream, events: recorded, versionBefore: expectedVersion, state: request.state }, behind);
  return { outcome: { at: "appended", firstVersion, lastVersion }, head, unready: [] };
}

/** Everything but `appended`; `null` where nothing speaks against it. */
function refuseAppend(
  connection: Connection,
  { stream, expectedVersion, command, fence }: AppendRequest,
): AppendOutcome | null {
  const known = findCommand(connection, command.id);
  if (known !== null) {
    const { firstVersion, lastVersion } = known.command;
    return known.hash === payloadHash(stream, command)
      ? { at: "repeated", firstVersion, lastVersion }
      : { at: "command-reused", commandId: command.id };
  }
  if (fence !== undefined) {
    const currentEpoch = epochOf(connection, fence.resource);
    if (currentEpoch !== fence.epoch) return { at: "fenced", fence, currentEpoch };
  }
  const actual = versionOf(connection, stream);
  if (actual !== expectedVersion) return { at: "version-conflict", expected: expectedVersion, actual };
  return null;
}

function insertCommand(connection: Connection, command: RecordedCommand, hash: string): void {
  connection.run(
    `insert into commands
       (id, stream, type, v, at, actor, data, payload_sha256, first_version, last_version)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    command.id,
    command.stream,
    command.type,
    command.v,
    command.at,
    command.actor,
    canonicalJson(command.data),
    hash,
    command.firstVersion,
    command.lastVersion,
  );
}

function findCommand(connection: Connection, id: string): { command: RecordedCommand; hash: string } | null {
  const row = connection.get("select * from commands where id = ?", id);
  return row === undefined ? null : { command: commandOf(row), hash: String(row.payload_sha256) };
}

function versionOf(connection: Connection, stream: string): number {
  const row = connection.get("select max(version) as version from events where stream = ?", stream);
  return Number(row?.version ?? 0);
}

/** The epoch in force; 0 when nobody holds the resource, which no fence ever carries. */
function epochOf(connection: Connection, resource: string): number {
  const row = connection.get("select epoch from leases where resource = ? and host is not null", resource);
  return Number(row?.epoch ?? 0);
}

async function waitForChange(connection: Connection, mark: string, cancel: Cancel): Promise<void> {
  while (!cancel.cancelled) {
    const now = await connection.outside(() => connection.changeMark());
    if (now !== mark) return;
    await sleep(POLL_MS);
  }
}
