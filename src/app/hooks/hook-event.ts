// Which events of the log are what people want to hear of, and in which words.
import { BOARD_STREAM } from "../../core/board/board.ts";
import { type BoardEvent, type BoardEventOf, upcast as boardEvent } from "../../core/board/board-event.ts";
import type { DisputeId, TaskId } from "../../core/board/board-id.ts";
import type { TaskStatus } from "../../core/board/task-status.ts";
import {
  type SessionEvent,
  type SessionEventOf,
  upcast as sessionEvent,
} from "../../core/refinement/session/session-event.ts";
import type { RecordedEvent } from "../../engine/ports.ts";
import type { HookEvent } from "./hook.ts";

export type HookOccurrence = { readonly at: string; readonly by: string } & (
  | {
      readonly event: "task.completed" | "task.disputed" | "task.failed";
      readonly task: TaskId;
      readonly from: TaskStatus;
      readonly to: TaskStatus;
      readonly notes: string | null;
      readonly dispute: DisputeId | null;
    }
  | {
      readonly event: "dispute.opened" | "dispute.resolved" | "dispute.stale";
      readonly task: TaskId;
      readonly dispute: DisputeId;
    }
  | SessionOccurrence<"QuestionAsked">
  | {
      readonly event: "question.asked";
      /** It is the build that asks. */
      readonly session: null;
      readonly data: Pick<BoardEventOf<"BoardQuestionAsked">["data"], "question">;
    }
  | SessionOccurrence<"SessionEnded">
);

/** Which events of a session people want to hear of; each is handed on as it is. */
const SESSION_HOOKS = { QuestionAsked: "question.asked", SessionEnded: "session.ended" } as const;
type SessionHookEvent = SessionEventOf<keyof typeof SESSION_HOOKS>;

interface SessionOccurrence<Type extends keyof typeof SESSION_HOOKS> {
  readonly event: (typeof SESSION_HOOKS)[Type];
  readonly session: string;
  readonly data: SessionEventOf<Type>["data"];
}

/** One event of the log may be several things to people, but never the same thing twice. */
export function hookEvents(recorded: RecordedEvent): readonly HookOccurrence[] {
  if (recorded.stream === BOARD_STREAM) return boardHookEvents(boardEvent(recorded));
  const session = SESSION_STREAM.exec(recorded.stream)?.[1];
  return session === undefined ? [] : sessionHookEvents(sessionEvent(recorded), session);
}

const SESSION_STREAM = /^session\/(.+)$/;

const TASK_EVENTS: Partial<Record<TaskStatus, "task.completed" | "task.failed">> = {
  completed: "task.completed",
  failed: "task.failed",
};

function boardHookEvents(event: BoardEvent): readonly HookOccurrence[] {
  const { at } = event.data;
  const by = event.data.by.actor;
  switch (event.type) {
    case "StatusChanged": {
      const { task, from, to, notes } = event.data;
      const name = TASK_EVENTS[to];
      return name === undefined ? [] : [{ event: name, at, by, task, from, to, notes, dispute: null }];
    }
    case "DisputeOpened": {
      const { task, dispute, from } = event.data;
      const moved = { from, to: "disputed", notes: null } as const;
      return [
        { event: "task.disputed", at, by, task, dispute, ...moved },
        { event: "dispute.opened", at, by, task, dispute },
      ];
    }
    case "DisputeResolved": {
      const { task, dispute, to, notes } = event.data;
      const moved = { from: "disputed", to, notes } as const;
      const name = TASK_EVENTS[to];
      return [
        { event: "dispute.resolved", at, by, task, dispute },
        ...(name === undefined ? [] : [{ event: name, at, by, task, dispute, ...moved }]),
      ];
    }
    case "BoardQuestionAsked":
      return [{ event: "question.asked", at, by, session: null, data: event.data }];
    case "StaleAlerted": {
      const { task, dispute } = event.data;
      return [{ event: "dispute.stale", at, by, task, dispute }];
    }
    default:
      return [];
  }
}

export function isBoardHookEvent(event: BoardEvent): boolean {
  return boardHookEvents(event).length > 0;
}

/** What happens in a session is the mediator's doing. */
const MEDIATOR = "parley";

function sessionHookEvents(event: SessionEvent, session: string): readonly HookOccurrence[] {
  if (!isSessionHookEvent(event)) return [];
  const { type, data } = event;
  return [{ event: SESSION_HOOKS[type], at: data.at, by: MEDIATOR, session, data } as HookOccurrence];
}

export function isSessionHookEvent(event: SessionEvent): event is SessionHookEvent {
  return event.type in SESSION_HOOKS;
}

/** What a hook waits for in an event of the log, if it is that. */
export function hookEvent(on: HookEvent, recorded: RecordedEvent): HookOccurrence | null {
  return hookEvents(recorded).find(({ event }) => event === on) ?? null;
}
