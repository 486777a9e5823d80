// The one document that a hook is given: what happened, and what it is about as it stands now.

import { setTimeout as sleep } from "node:timers/promises";
import type { TaskId } from "../../core/board/board-id.ts";
import { assertNever } from "../../core/shared/assert-never.ts";
import { BOARD_QUESTIONS_TABLE, TASKS_TABLE } from "../../engine/board-tables.ts";
import type { EventLog, Row, Table } from "../../engine/ports.ts";
import { QUESTIONS_TABLE } from "../../engine/session-tables.ts";
import { disputeViews, wholeDispute } from "../board/disputes-view.ts";
import { listSessionRows } from "../sessions/find-session.ts";
import type { ListedSession } from "../wire/session.ts";
import type { HookOccurrence } from "./hook-event.ts";

interface HookPlace {
  readonly log: EventLog;
  /** The project's. */
  readonly root: string;
  readonly now: Date;
  readonly cancel: AbortSignal;
}

/** `position`, that of the event in the log, tells a repeated one from another. */
export async function hookDocument(
  occurrence: HookOccurrence,
  position: number,
  place: HookPlace,
): Promise<object> {
  const { event, at, by } = occurrence;
  return { event, position, at, by, project: place.root, ...(await aboutOf(occurrence, place)) };
}

async function aboutOf(occurrence: HookOccurrence, place: HookPlace): Promise<object> {
  const { log } = place;
  switch (occurrence.event) {
    case "task.completed":
    case "task.disputed":
    case "task.failed": {
      const { task, from, to, notes, dispute } = occurrence;
      const row = await rowOf(log, TASKS_TABLE, task);
      const about = { id: task, title: row?.title ?? null, from, status: to, notes };
      const source = { sourceFile: row?.source_file ?? null, rejectionCount: row?.rejection_count ?? null };
      return { task: { ...about, ...source }, disputeId: dispute };
    }
    case "dispute.opened":
    case "dispute.resolved":
    case "dispute.stale": {
      const views = await disputeViews(log, place.now);
      const view = views.find(({ id }) => id === occurrence.dispute);
      return { dispute: view === undefined ? null : await wholeDispute(log, view) };
    }
    case "question.asked": {
      const { session, data } = occurrence;
      const { id, kind, why, options, recommended } = data.question;
      const row =
        session === null
          ? await rowOf(log, BOARD_QUESTIONS_TABLE, id)
          : await rowOf(log, QUESTIONS_TABLE, `${session}/${id}`);
      const question = { id, kind, why, options, recommended, open: row !== null };
      return session === null
        ? { session, task: await titledTask(log, data.question.task), question }
        : { session, question };
    }
    case "session.ended": {
      const {
        session,
        data: { type: ending, trigger },
      } = occurrence;
      const listed = await endedSession(session, ending, place);
      return { session, ending, trigger, spec: listed?.spec ?? null, output: listed?.output ?? null };
    }
    default:
      return assertNever(occurrence);
  }
}

async function titledTask(log: EventLog, id: TaskId | null): Promise<object | null> {
  return id === null ? null : { id, title: (await rowOf(log, TASKS_TABLE, id))?.title ?? null };
}

const LOOKS_MAX = 60;
const LOOK_MS = 50;

/** Its spec follows in a moment; where it could not be written, the end is told without it. */
async function endedSession(
  session: string,
  ending: string,
  { log, cancel }: HookPlace,
): Promise<ListedSession | undefined> {
  for (let look = 0; ; look += 1) {
    const [listed] = await listSessionRows(log, { where: { session } });
    const owes = listed !== undefined && listed.output === null && ending !== "ABANDONED";
    if (!owes || look === LOOKS_MAX || cancel.aborted) return listed;
    await sleep(LOOK_MS);
  }
}

async function rowOf(log: EventLog, table: Table, id: string): Promise<Row | null> {
  return (await log.rows(table, { where: { id } }))[0] ?? null;
}
