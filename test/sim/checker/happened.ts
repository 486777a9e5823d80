import type { SessionEvent, SessionEventOf } from "../../../src/core/refinement/session/session-event.ts";
import type { RecordedEvent } from "../../../src/engine/ports.ts";

/** An event with its place in the log. */
export type Happened = SessionEvent & Omit<RecordedEvent, "type" | "v" | "data">;

export type DataOf<Type extends SessionEvent["type"]> = SessionEventOf<Type>["data"];

/** The events of one type in a command. */
export function ofType<Type extends SessionEvent["type"]>(
  command: readonly Happened[],
  type: Type,
): readonly (SessionEventOf<Type> & Happened)[] {
  return command.filter((event): event is SessionEventOf<Type> & Happened => event.type === type);
}
