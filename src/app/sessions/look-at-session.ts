// The use cases that only look at sessions. They fold the core alone: no Markdown, no settings.

import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { sha256Of } from "../../adapters/shared/sha256.ts";
import { roundsOf } from "../../core/refinement/records/round-log.ts";
import { convergenceRows } from "../../core/refinement/records/status-of.ts";
import { PERSON } from "../../core/refinement/role.ts";
import { sessionFold } from "../../core/refinement/session/evolve.ts";
import { owed } from "../../core/refinement/session/owed.ts";
import type { LiveSession, Session } from "../../core/refinement/session/session.ts";
import type { SessionEvent } from "../../core/refinement/session/session-event.ts";
import { TASKS_TABLE } from "../../engine/board-tables.ts";
import type { EventLog, Row, Snapshots, Table } from "../../engine/ports.ts";
import { SESSION_SNAPSHOT_SHAPE, SessionParts } from "../../engine/session-parts.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import type { AwaitedInSession } from "../wire/awaited.ts";
import type { HistoryRow, ListedSession, SessionStatus, WaitingCall } from "../wire/session.ts";
import { eventWords } from "./event-words.ts";
import { findSession, findSessionToShow, isOver, streamOf } from "./find-session.ts";
import { sessionState } from "./session-state.ts";
import { withProject } from "./with-project.ts";

/** `wanted`: a session, or the file of a spec; the newest where nothing is named. */
export async function showStatus(
  context: CommandContext,
  wanted: string | undefined,
): Outcome<SessionStatus> {
  return await withProject(context, "read-only", async (project) => {
    const listed = await findSessionToShow(project, { wanted, cwd: context.cwd });
    if (isFailure(listed)) return listed;
    const session = requireLive(await foldSession(project.store, streamOf(listed)), listed);
    return {
      ...sessionState(session),
      awaited: await awaitedFromPeople(project, session),
      waiting: await findWaitingCalls(context, session),
      // Joined here, because the module that opens sessions brings the engine with it, and a look can do without.
      folder: join(project.folder, "sessions", session.id),
      openByRound: openByRound(session),
      build: await builtOf(project, listed),
    };
  });
}

function openByRound({ work }: LiveSession): readonly number[] {
  const rows = convergenceRows(roundsOf(work));
  const [first] = rows;
  return first === undefined ? [] : [first.gapsStart, ...rows.map(({ gapsEnd }) => gapsEnd)];
}

/** What tells which tasks are about a spec. */
const TASK_SOURCES = {
  ...TASKS_TABLE,
  columns: { id: "text", source_file: "text", session: "text" },
} as const satisfies Table;

/** Whoever has no tasks of the spec does not wait for the board. */
async function builtOf({ store, ...project }: OpenProject, { session, spec, output }: ListedSession) {
  const files = new Set([spec, output].flatMap((file) => (file === null ? [] : resolve(project.root, file))));
  const isOfSpec = ({ source_file, session: plannedIn }: Row): boolean => {
    const [file = ""] = String(source_file ?? "").split("#");
    return plannedIn === session || (file !== "" && files.has(resolve(project.root, file)));
  };
  const tasks = (await store.rows(TASK_SOURCES)).filter(isOfSpec).map(({ id }) => String(id));
  if (tasks.length === 0) return null;
  const { buildOfTasks } = await import("../build/spec-build.ts");
  return await buildOfTasks({ store, ...project }, new Set(tasks));
}

/** One session as it stands, to be looked at. */
export async function withFoldedSession<Result>(
  context: CommandContext,
  wanted: string | undefined,
  use: (session: LiveSession, project: OpenProject) => Outcome<Result>,
): Outcome<Result> {
  return await withProject(context, "read-only", async (project) => {
    const listed = await findSession(project.store, wanted);
    if (isFailure(listed)) return listed;
    return await use(requireLive(await foldSession(project.store, streamOf(listed)), listed), project);
  });
}

export interface SessionWithEvents {
  readonly session: LiveSession;
  readonly events: readonly SessionEvent[];
}

/** One session with all that happened in it. */
export async function withSessionEvents<Result>(
  context: CommandContext,
  wanted: string | undefined,
  use: (about: SessionWithEvents) => Result | Failure,
): Outcome<Result> {
  return await withProject(context, "read-only", async ({ store }) => {
    const listed = await findSession(store, wanted);
    if (isFailure(listed)) return listed;
    const events = (await store.load(streamOf(listed))).map(sessionFold.upcast);
    const session = events.reduce<Session>(sessionFold.evolve, sessionFold.initial);
    return use({ session: requireLive(session, listed), events });
  });
}

function requireLive(session: Session, listed: ListedSession): LiveSession {
  if (session.at === "none") throw new Error(`${listed.session} is listed, but has no events`);
  return session;
}

async function findWaitingCalls(
  context: CommandContext,
  session: LiveSession,
): Promise<readonly WaitingCall[]> {
  const orders = owed(session).flatMap((effect) => (effect.do === "call" ? [effect.order] : []));
  if (orders.length === 0) return [];
  const { userStateFolder, WAITS_FOLDER } = await import("../user-folders.ts");
  const folder = userStateFolder(context.env);
  const noted = folder === null ? [] : await readdir(join(folder, WAITS_FOLDER)).catch(() => []);
  if (noted.length === 0 && orders.every(({ notBeforeMs }) => notBeforeMs === null)) return [];
  // Who is the provider of an agent, the settings know; they are read only where somebody may be waiting.
  const { waitingCalls } = await import("./waiting-calls.ts");
  return await waitingCalls(context, session.id, orders);
}

/** What people are to write for a session; only one that is under way is folded. */
export async function findAwaited(
  project: OpenProject,
  listed: ListedSession,
): Promise<readonly AwaitedInSession[]> {
  if (isOver(listed)) return [];
  const session = await foldSession(project.store, streamOf(listed));
  return session.at === "none" ? [] : await awaitedFromPeople(project, session);
}

async function awaitedFromPeople(
  project: OpenProject,
  session: LiveSession,
): Promise<readonly AwaitedInSession[]> {
  if (!session.ledger.calls.some(({ agent }) => agent === PERSON)) return [];
  // Loaded where a person plays a role, so that nobody else waits for it.
  const { awaitedDocuments } = await import("./awaited-documents.ts");
  return awaitedDocuments(project, session);
}

export async function foldSession(store: EventLog & Snapshots, stream: string): Promise<Session> {
  const snapshot = await store.findSnapshot(stream, SESSION_SNAPSHOT_SHAPE);
  const parts = new SessionParts(stream, { store, hash: { sha256: sha256Of } });
  const start = snapshot === null ? sessionFold.initial : parts.unpack(snapshot);
  const events = await store.load(stream, snapshot?.version ?? 0);
  return events.map(sessionFold.upcast).reduce(sessionFold.evolve, start);
}

interface HistoryInput {
  readonly session: string | undefined;
  /** Only the newest so many. */
  readonly last: number | null;
}

export async function listHistory(
  context: CommandContext,
  input: HistoryInput,
): Outcome<readonly HistoryRow[]> {
  return await withProject(context, "read-only", async ({ store }) => {
    const listed = await findSession(store, input.session);
    if (isFailure(listed)) return listed;
    const stream = streamOf(listed);
    const actors = new Map((await store.commands(stream)).map(({ id, actor }) => [id, actor]));
    const events = await store.load(stream);
    const shown = input.last === null ? events : events.slice(-input.last);
    return shown.map((recorded) => {
      const event = sessionFold.upcast(recorded);
      return {
        version: recorded.version,
        at: event.data.at,
        type: event.type,
        actor: actors.get(recorded.commandId) ?? "",
        words: eventWords(event),
        data: event.data,
      };
    });
  });
}
