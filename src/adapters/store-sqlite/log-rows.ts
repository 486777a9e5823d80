import type { JsonObject } from "../../core/shared/json.ts";
import type { RecordedCommand, RecordedEvent } from "../../engine/ports.ts";
import type { Connection, SqlRow } from "./connection.ts";

export function eventsAfter(connection: Connection, position: number, limit: number): RecordedEvent[] {
  return connection
    .all("select * from events where position > ? order by position limit ?", position, limit)
    .map(eventOf);
}

export function eventsOfStream(
  connection: Connection,
  stream: string,
  afterVersion: number,
  limit: number,
): RecordedEvent[] {
  return connection
    .all(
      "select * from events where stream = ? and version > ? order by version limit ?",
      stream,
      afterVersion,
      limit,
    )
    .map(eventOf);
}

export function eventOf(row: SqlRow): RecordedEvent {
  return {
    stream: String(row.stream),
    version: Number(row.version),
    position: Number(row.position),
    type: String(row.type),
    v: Number(row.v),
    data: dataOf(row),
    commandId: String(row.command_id),
  };
}

export function commandOf(row: SqlRow): RecordedCommand {
  return {
    id: String(row.id),
    stream: String(row.stream),
    type: String(row.type),
    v: Number(row.v),
    at: String(row.at),
    actor: String(row.actor),
    data: dataOf(row),
    firstVersion: Number(row.first_version),
    lastVersion: Number(row.last_version),
  };
}

/** The log holds only what `append` serialised from a `JsonObject`. */
function dataOf(row: SqlRow): JsonObject {
  return JSON.parse(String(row.data)) as JsonObject;
}
