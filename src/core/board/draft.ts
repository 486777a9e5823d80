import type { Timestamp } from "../shared/timestamp.ts";
import { type Board, findDispute, findSection, findTask } from "./board.ts";
import { type BoardEvent, type BoardEventData, type BoardEventType, makeBoardEvent } from "./board-event.ts";
import type { DisputeId, SectionId, TaskId } from "./board-id.ts";
import { type BoardRefusal, refuse } from "./board-refusal.ts";
import type { Dispute } from "./dispute.ts";
import { evolve } from "./evolve.ts";
import type { Section } from "./section.ts";
import type { Task } from "./task.ts";
import type { Who } from "./who.ts";

/** A decision in the making: each event is folded in at once, so that the next rule sees what the last one did. */
export class Draft {
  readonly at: Timestamp;
  readonly by: Who;
  readonly events: BoardEvent[] = [];
  #board: Board;

  constructor(board: Board, { at, by }: { readonly at: Timestamp; readonly by: Who }) {
    this.at = at;
    this.by = by;
    this.#board = board;
  }

  get board(): Board {
    return this.#board;
  }

  emit<Type extends BoardEventType>(type: Type, data: BoardEventData<Type>, by: Who = this.by): void {
    const event = makeBoardEvent(type, { at: this.at, by }, data);
    this.#board = evolve(this.#board, event);
    this.events.push(event);
  }

  task(id: TaskId): Task | BoardRefusal {
    return findTask(this.#board, id) ?? refuse("unknown-task", `there is no task ${id} on the board`);
  }

  section(id: SectionId): Section | BoardRefusal {
    return (
      findSection(this.#board, id) ?? refuse("unknown-section", `there is no section ${id} on the board`)
    );
  }

  dispute(id: DisputeId): Dispute | BoardRefusal {
    return (
      findDispute(this.#board, id) ?? refuse("unknown-dispute", `there is no dispute ${id} on the board`)
    );
  }
}
