// The archives that somebody may ask about: of the sessions of this project, and all in the user's cold storage.
import { dirname, resolve } from "node:path";
import { COLD_DAYS, type ColdArchive } from "../../adapters/files/cold-storage.ts";
import { diskRoundArchives } from "../../adapters/files/round-archives.ts";
import { archiveFolder, parseArchiveName } from "../../core/shared/archive-name.ts";
import { NAMES_SHOWN_MAX } from "../../core/shared/bounds.ts";
import { DAY_MS } from "../../core/shared/time-units.ts";
import {
  parseTimestamp,
  type Timestamp,
  timestampFromMs,
  timestampToMs,
} from "../../core/shared/timestamp.ts";
import type { ListedArchive, ReadArchive } from "../../engine/ports.ts";
import { sessionStream } from "../../engine/session-stream.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, notFoundFailure, type Outcome, usageFailure } from "../failure.ts";
import { suggestOr } from "../nearest.ts";
import { findProject, type OpenProject } from "../project.ts";
import { listSessionRows } from "../sessions/find-session.ts";
import { foldSession } from "../sessions/look-at-session.ts";
import { sessionFolder } from "../sessions/open-session.ts";
import { withProject } from "../sessions/with-project.ts";
import type { ArchiveRow } from "../wire/archive.ts";
import { coldStorage } from "./cold-archives.ts";

/** By session and round; with `session`, those of the one that is called or begins so. */
export async function findArchives(
  context: CommandContext,
  session: string | undefined,
): Outcome<readonly ArchiveRow[]> {
  const beside = await archivesOfProject(context);
  if (isFailure(beside)) return beside;
  const cold = (await coldStorage(context)?.list()) ?? [];
  const rows = [...beside, ...(await Promise.all(cold.map(coldRow)))];
  const wanted = session === undefined ? rows : ofSession(rows, session);
  return isFailure(wanted) ? wanted : [...wanted].sort(byPlaceInTime);
}

/** By its name, with `.tar.gz` or without, or by its place. */
export async function findArchive(
  context: CommandContext,
  { name, session }: { readonly name: string; readonly session: string | undefined },
): Outcome<ArchiveRow> {
  const rows = await findArchives(context, session);
  if (isFailure(rows)) return rows;
  const place = resolve(context.cwd, name);
  const bare = name.replace(/\.tar\.gz$/, "");
  const found = rows.filter((row) => row.archive === bare || row.place === place);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (found.length > 1) return severalArchives(bare, found);
  const names = [...new Set(rows.map(({ archive }) => archive))];
  const listed = names.slice(0, NAMES_SHOWN_MAX).join(", ");
  return notFoundFailure(
    "no-archive",
    `there is no archive ${name}`,
    suggestOr(bare, names, names.length === 0 ? "there are none" : `archives: ${listed}`),
  );
}

export async function readFound({ place }: ArchiveRow): Promise<ReadArchive> {
  const name = place.slice(dirname(place).length + 1);
  return await diskRoundArchives(dirname(place)).read(name);
}

export function damagedArchive({ archive, place, session }: ArchiveRow, why: string): Failure {
  return {
    failed: "failed",
    code: "damaged-archive",
    message: `the archive ${archive} cannot be read: ${why}`,
    place,
    fix: `it is left as it is; what happened in the round is in \`parley history ${session}\``,
  };
}

async function archivesOfProject(context: CommandContext): Outcome<readonly ArchiveRow[]> {
  if ((await findProject(context.cwd)) === null) return [];
  return await withProject(context, "read-only", async (project) => {
    const rows: ArchiveRow[] = [];
    for (const { session } of await listSessionRows(project.store)) {
      const archives = diskRoundArchives(sessionFolder(project, session));
      const lying = await archives.list();
      const undone = lying.length === 0 ? NONE : await undoneTimes(project.store, session);
      for (const listed of lying) {
        const about = { session, project: project.root, undoneAt: undone.get(listed.name) };
        rows.push(besideRow(about, listed, await archives.read(listed.name)));
      }
    }
    return rows;
  });
}

const NONE: ReadonlyMap<string, Timestamp> = new Map();

/** As the log has them: a file's own time changes with every copy. */
async function undoneTimes(
  store: OpenProject["store"],
  session: string,
): Promise<ReadonlyMap<string, Timestamp>> {
  const folded = await foldSession(store, sessionStream(session));
  return folded.at === "none" ? NONE : new Map(folded.ledger.archives.map(({ name, at }) => [name, at]));
}

function besideRow(
  {
    undoneAt,
    ...of
  }: {
    readonly session: string;
    readonly project: string;
    readonly undoneAt: Timestamp | undefined;
  },
  { name, bytes, undoneAtMs, kept }: ListedArchive,
  read: ReadArchive,
): ArchiveRow {
  return {
    ...named(name, of),
    undoneAt: undoneAt ?? timestampFromMs(undoneAtMs),
    ...{ reason: reasonIn(read), bytes, stored: "session", place: read.place, kept },
    removedAfter: null,
    damage: damageOf(read),
  };
}

async function coldRow(entry: ColdArchive): Promise<ArchiveRow> {
  const { name, undoneAt, reason, bytes, place, kept, storedAt } = entry;
  const row = { ...named(name, entry), undoneAt, reason, bytes, stored: "cold", place, kept } as const;
  const stored = parseTimestamp(storedAt);
  const removedAfter =
    kept || stored === null ? null : timestampFromMs(timestampToMs(stored) + COLD_DAYS * DAY_MS);
  return { ...row, removedAfter, damage: damageOf(await readFound({ ...row, removedAfter, damage: null })) };
}

function named(
  name: string,
  { session, project }: { readonly session: string; readonly project: string },
): Pick<ArchiveRow, "archive" | "session" | "project" | "round" | "attempt"> {
  const { round, attempt } = parseArchiveName(name) ?? { round: 0, attempt: 0 };
  return { archive: archiveFolder(name), session, project, round, attempt };
}

function damageOf(read: ReadArchive): string | null {
  return read.at === "damaged" ? read.why : read.at === "missing" ? "it is gone" : null;
}

const METADATA = "rollback_metadata.json";

/** As the archive itself says: its file is data, and nothing hangs on it. */
function reasonIn(read: ReadArchive): string | null {
  const metadata = read.at === "read" ? read.files.find(({ path }) => path === METADATA) : undefined;
  if (metadata === undefined) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(metadata.bytes));
    const said = typeof value === "object" && value !== null && "reason" in value ? value.reason : null;
    return typeof said === "string" ? said : null;
  } catch {
    return null;
  }
}

function ofSession(rows: readonly ArchiveRow[], wanted: string): readonly ArchiveRow[] | Failure {
  const sessions = [...new Set(rows.map(({ session }) => session))];
  const begun = sessions.filter((session) => session.startsWith(wanted));
  const meant = sessions.includes(wanted) ? [wanted] : begun;
  if (meant.length === 1) return rows.filter(({ session }) => session === meant[0]);
  const several = meant.length > 1 ? `${wanted} may be ${meant.join(" or ")}` : null;
  const known = sessions.length === 0 ? "there are no archives" : `sessions: ${sessions.join(", ")}`;
  return notFoundFailure(
    "no-session",
    several ?? `there is no session ${wanted} with archives`,
    several === null ? suggestOr(wanted, sessions, known) : known,
  );
}

function severalArchives(name: string, found: readonly ArchiveRow[]): Failure {
  const sessions = new Set(found.map(({ session }) => session));
  return usageFailure(
    "several-archives",
    `there are ${found.length} archives ${name}: say which`,
    sessions.size === found.length
      ? found.map(({ session }) => `--session ${session}`).join(", or ")
      : `by its place: ${found.map(({ place }) => place).join(", or ")}`,
  );
}

function byPlaceInTime(one: ArchiveRow, other: ArchiveRow): number {
  const key = ({ session, round, attempt, place }: ArchiveRow) =>
    [session, String(round).padStart(3, "0"), String(attempt).padStart(6, "0"), place].join("\0");
  return key(one) < key(other) ? -1 : 1;
}
