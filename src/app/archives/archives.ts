// What a person does with the archives of undone rounds.
import { basename, dirname, join, resolve } from "node:path";
import { kindOf } from "../../adapters/files/create-file.ts";
import { diskRoundArchives } from "../../adapters/files/round-archives.ts";
import { archiveFolder } from "../../core/shared/archive-name.ts";
import type { CommandContext } from "../command-context.ts";
import { isFailure, type Outcome, usageFailure } from "../failure.ts";
import { findProject } from "../project.ts";
import type { ArchiveRow, ArchiveView, PurgedArchives, RestoredArchive } from "../wire/archive.ts";
import { refuseTakenPlace, writeFolder } from "../write-folder.ts";
import { coldStorage, whileAlone } from "./cold-archives.ts";
import { damagedArchive, findArchive, findArchives, readFound } from "./find-archives.ts";

interface ArchiveQuery {
  readonly name: string;
  readonly session: string | undefined;
}

export async function listArchives(
  context: CommandContext,
  { session }: { readonly session: string | undefined },
): Outcome<readonly ArchiveRow[]> {
  return await findArchives(context, session);
}

export async function showArchive(context: CommandContext, query: ArchiveQuery): Outcome<ArchiveView> {
  const found = await findArchive(context, query);
  if (isFailure(found)) return found;
  const read = await readFound(found);
  if (read.at !== "read") return damagedArchive(found, read.at === "damaged" ? read.why : "it is gone");
  const files = read.files.map(({ path, bytes }) => ({ path, bytes: bytes.length }));
  return { ...found, files };
}

/** Into a new folder: beside an archive of a session, or here for one in cold storage, unless somebody says where. */
export async function restoreArchive(
  context: CommandContext,
  { to, ...query }: ArchiveQuery & { readonly to: string | undefined },
): Outcome<RestoredArchive> {
  const found = await findArchive(context, query);
  if (isFailure(found)) return found;
  const read = await readFound(found);
  if (read.at !== "read") return damagedArchive(found, read.at === "damaged" ? read.why : "it is gone");
  const beside = found.stored === "session" ? dirname(found.place) : context.cwd;
  const folder = to === undefined ? await freeFolder(join(beside, found.archive)) : resolve(context.cwd, to);
  const failed = (await refuseTakenPlace(folder)) ?? (await writeFolder(folder, read.files));
  const { archive, session } = found;
  return failed ?? { archive, session, folder, files: read.files.map(({ path }) => path) };
}

async function freeFolder(wanted: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const folder = number === 1 ? wanted : `${wanted}-${number}`;
    if ((await kindOf(folder)) === "nothing") return folder;
  }
}

/** From then on only a person removes it, by hand. */
export async function keepArchive(context: CommandContext, query: ArchiveQuery): Outcome<ArchiveRow> {
  const found = await findArchive(context, query);
  if (isFailure(found)) return found;
  const { place, stored } = found;
  const cold = coldStorage(context);
  if (stored === "session") await diskRoundArchives(dirname(place)).keep(basename(place));
  else if (cold !== null) {
    const marked = await whileAlone(cold, () => cold.keep(place));
    if (isFailure(marked)) return marked;
  }
  return { ...found, kept: true, removedAfter: null };
}

/** In cold storage: what has been there for too long, or all of a session; never what somebody keeps. */
export async function purgeArchives(
  context: CommandContext,
  { session, dryRun }: { readonly session: string | undefined; readonly dryRun: boolean },
): Outcome<PurgedArchives> {
  const cold = coldStorage(context);
  const places = await placesOf(context, session);
  if (isFailure(places)) return places;
  const wish = {
    nowMs: context.now.getTime(),
    ...(places === null ? {} : { isWanted: ({ place }: { readonly place: string }) => places.has(place) }),
  };
  if (cold === null) return { dryRun, archives: [], bytes: 0 };
  const due = await cold.due(wish);
  const gone = dryRun || due.length === 0 ? due : await whileAlone(cold, () => cold.purge(wish));
  if (isFailure(gone)) return gone;
  return {
    dryRun,
    archives: gone.map(({ name, session: of, place, bytes, storedAt }) => ({
      ...{ archive: archiveFolder(name), session: of, place, bytes, storedAt },
    })),
    bytes: gone.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** `null` where no session is named. Sessions of several projects may have one name: then this project's is meant. */
async function placesOf(
  context: CommandContext,
  session: string | undefined,
): Outcome<ReadonlySet<string> | null> {
  if (session === undefined) return null;
  const rows = await findArchives(context, session);
  if (isFailure(rows)) return rows;
  const cold = rows.filter(({ stored }) => stored === "cold");
  const projects = new Set(cold.map(({ project }) => project));
  const here = (await findProject(context.cwd))?.root;
  if (projects.size > 1 && (here === undefined || !projects.has(here)))
    return usageFailure(
      "several-projects",
      `several projects have a session ${session}: say which`,
      `--cwd with one of ${[...projects].join(", ")}`,
    );
  const meant = projects.size > 1 ? cold.filter(({ project }) => project === here) : cold;
  return new Set(meant.map(({ place }) => place));
}
