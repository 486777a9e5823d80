import { resolve } from "node:path";
import { TERMINATION_TYPES } from "../../core/refinement/termination-type.ts";
import { NAMES_SHOWN_MAX } from "../../core/shared/bounds.ts";
import type { EventLog, Row, RowQuery } from "../../engine/ports.ts";
import { sessionStream } from "../../engine/session-stream.ts";
import { SESSIONS_TABLE } from "../../engine/session-tables.ts";
import { type Failure, notFoundFailure, type Outcome } from "../failure.ts";
import { suggestOr } from "../nearest.ts";
import type { ListedSession } from "../wire/session.ts";

export async function listSessionRows(log: EventLog, query?: RowQuery): Promise<readonly ListedSession[]> {
  return (await log.rows(SESSIONS_TABLE, query)).map(sessionFromRow);
}

function sessionFromRow(row: Row): ListedSession {
  return {
    session: String(row.session),
    spec: String(row.spec),
    state: String(row.state),
    round: Number(row.round),
    initialGaps: Number(row.initial_gaps),
    openAfterRound: Number(row.open_after_round),
    startedAt: String(row.started_at),
    updatedAt: String(row.updated_at),
    output: row.output === "" ? null : String(row.output),
    forkedFrom: row.origin === "" ? null : { session: String(row.origin), cut: String(row.origin_cut) },
  };
}

export function isOver({ state }: ListedSession): boolean {
  return TERMINATION_TYPES.some((type) => type === state);
}

export function isAbandoned({ state }: ListedSession): boolean {
  return state === "ABANDONED";
}

/** By its id, or a beginning that only one has; without one, the only one there is, or the only one under way. */
export async function findSession(log: EventLog, wanted: string | undefined): Outcome<ListedSession> {
  const sessions = await listSessionRows(log);
  if (wanted === undefined) return onlySession(sessions);
  const exact = sessions.find(({ session }) => session === wanted);
  const begun = sessions.filter(({ session }) => session.startsWith(wanted));
  const [only] = begun;
  if (exact !== undefined) return exact;
  if (only !== undefined && begun.length === 1) return only;
  const ids = sessions.map(({ session }) => session);
  const known = listWords(ids);
  if (begun.length > 1) {
    const names = begun.map(({ session }) => session).join(" or ");
    return notFoundFailure("no-session", `${wanted} may be ${names}`, known);
  }
  return notFoundFailure("no-session", `there is no session ${wanted}`, suggestOr(wanted, ids, known));
}

/** For whoever only looks: a session, the file of a spec, or where nothing is named the newest, rather one under way. */
export async function findSessionToShow(
  project: { readonly store: EventLog; readonly root: string },
  { wanted, cwd }: { readonly wanted: string | undefined; readonly cwd: string },
): Outcome<ListedSession> {
  if (wanted !== undefined)
    return (await sessionOfFile(project, resolve(cwd, wanted))) ?? (await findSession(project.store, wanted));
  const sessions = await listSessionRows(project.store);
  const newest = sessionsAtHand(sessions).toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
  return newest.at(-1) ?? onlySession(sessions);
}

/** The newest on a spec, rather one that is under way; `null` where no session is about that file. */
async function sessionOfFile(
  { store, root }: { readonly store: EventLog; readonly root: string },
  file: string,
): Promise<ListedSession | null> {
  const about = (await listSessionRows(store)).filter(({ spec, output }) =>
    [spec, output].some((path) => path !== null && resolve(root, path) === file),
  );
  return about.findLast((one) => !isOver(one)) ?? about.findLast((one) => !isAbandoned(one)) ?? null;
}

/** The newest that works on that file and has not ended. */
export async function sessionUnderWay(
  { store, root }: { readonly store: EventLog; readonly root: string },
  file: string,
): Promise<ListedSession | null> {
  const sessions = await listSessionRows(store);
  return sessions.findLast((one) => !isOver(one) && resolve(root, one.spec) === file) ?? null;
}

function onlySession(sessions: readonly ListedSession[]): ListedSession | Failure {
  const candidates = sessionsAtHand(sessions);
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  const ids = candidates.map(({ session }) => session);
  return {
    failed: ids.length === 0 ? "not-found" : "usage",
    code: "no-session",
    message: ids.length === 0 ? "there is no session yet" : `there are ${ids.length} sessions: say which`,
    fix: ids.length === 0 ? NONE_YET : listWords(ids),
  };
}

const NONE_YET =
  "start one with `parley refine SPEC`; how tasks and builds stand is in `parley board` and `parley inbox`";

/** Those under way; where none is, those that were not abandoned. */
function sessionsAtHand(sessions: readonly ListedSession[]): readonly ListedSession[] {
  const live = sessions.filter((session) => !isOver(session));
  const kept = sessions.filter((session) => !isAbandoned(session));
  return [live, kept, sessions].find((some) => some.length > 0) ?? [];
}

function listWords(ids: readonly string[]): string {
  const shown = ids.slice(0, NAMES_SHOWN_MAX).join(", ");
  return ids.length === 0 ? NONE_YET : `sessions: ${shown}${ids.length > NAMES_SHOWN_MAX ? " …" : ""}`;
}

export function streamOf({ session }: ListedSession): string {
  return sessionStream(session);
}
