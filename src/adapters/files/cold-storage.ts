// Where archives go when their session is over: a folder of the user's, by spec and session, each spec with a manifest. What
// was put there is removed after a time, unless somebody keeps it, and a log says what was removed.
import { appendFile, lstat, readdir, rm, rmdir } from "node:fs/promises";
import { basename, join, parse } from "node:path";
import { parseArchiveName } from "../../core/shared/archive-name.ts";
import { DAY_MS } from "../../core/shared/time-units.ts";
import { parseTimestamp, timestampFromMs, timestampToMs } from "../../core/shared/timestamp.ts";
import { sha256Of } from "../shared/sha256.ts";
import { errnoOf } from "../shared/system-error.ts";
import type { ManifestEntry } from "./cold-manifest.ts";
import { copyVerified, unfinishedCopy } from "./copy-verified.ts";
import { createFolders } from "./create-file.ts";

/** How long an archive stays that nobody has marked. */
export const COLD_DAYS = 30;
const CLEANUP_LOG = "cleanup_log.txt";

/** Whose archives they are. */
export interface ColdSession {
  readonly session: string;
  /** As the session names it, from the project's root. */
  readonly spec: string;
  /** The project's root. */
  readonly project: string;
}

export interface ArchiveToStore extends ColdSession {
  /** Absolute: where it lies now, and stays. */
  readonly file: string;
  readonly reason: string;
  readonly undoneAt: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly kept: boolean;
  readonly nowMs: number;
}

export interface ColdArchive extends ManifestEntry {
  /** Absolute. */
  readonly place: string;
}

export interface PurgeWish {
  readonly nowMs: number;
  /** All of these that are not kept, however old; without it, those whose time is up. */
  isWanted?(archive: ColdArchive): boolean;
}

/** One process at a time changes it: whoever calls `store`, `keep` or `purge` holds the lock. */
export class ColdStorage {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** The same archive again goes to the same place. */
  async store(archive: ArchiveToStore): Promise<string> {
    const { session, spec, project, nowMs, file, reason, undoneAt, sha256, bytes } = archive;
    const name = basename(file);
    const numbers = parseArchiveName(name);
    if (numbers === null) throw new TypeError(`${JSON.stringify(name)} is no archive`);
    const home = join(this.root, safeName(parse(spec).name));
    await createFolders(home);
    const { readManifest, setManifestAside, writeManifest } = await manifests();
    const found = await readManifest(home);
    if (found === null) await setManifestAside(home);
    const entries = found ?? [];
    const ours = entries.filter((entry) => entry.session === session && entry.project === project);
    const again = ours.find((entry) => entry.name === name && entry.sha256 === sha256);
    const folder =
      again?.folder ?? folderBeside(ours, name) ?? newFolder(session, nowMs, await foldersOf(home, entries));
    const place = join(home, folder, name);
    if (again === undefined) {
      const entry: ManifestEntry = {
        ...{ folder, name, session, project, spec, ...numbers, reason, undoneAt },
        ...{ storedAt: timestampFromMs(nowMs), bytes, sha256, kept: archive.kept },
      };
      // Listed before it is there: what is listed and missing is brought again, what is there and not listed would stay for ever.
      await writeManifest(home, [...entries, entry]);
    }
    await createFolders(join(home, folder));
    await copyVerified(file, place);
    return place;
  }

  /** Those that are there. */
  async list(): Promise<readonly ColdArchive[]> {
    const archives: ColdArchive[] = [];
    const { readManifest } = await manifests();
    for (const home of await foldersIn(this.root)) {
      for (const archive of placed(home, (await readManifest(home)) ?? []))
        if ((await sizeOf(archive.place)) !== null) archives.push(archive);
    }
    return archives;
  }

  async keep(place: string): Promise<void> {
    const { readManifest, writeManifest } = await manifests();
    for (const home of await foldersIn(this.root)) {
      const entries = placed(home, (await readManifest(home)) ?? []);
      if (!entries.some((entry) => entry.place === place)) continue;
      await writeManifest(
        home,
        entries.map(({ place: its, ...entry }) => ({ ...entry, kept: entry.kept || its === place })),
      );
    }
  }

  /** What `purge` would remove. */
  async due(wish: PurgeWish): Promise<readonly ColdArchive[]> {
    const due = await Promise.all((await foldersIn(this.root)).map((home) => dueIn(home, wish)));
    return due.flatMap(({ gone }) => gone);
  }

  async purge(wish: PurgeWish): Promise<readonly ColdArchive[]> {
    const purged: ColdArchive[] = [];
    for (const home of await foldersIn(this.root)) {
      const { gone, stay } = await dueIn(home, wish);
      for (const archive of gone) {
        await this.#remove(archive, wish);
        purged.push(archive);
      }
      if (gone.length === 0) continue;
      const { writeManifest } = await manifests();
      await writeManifest(home, stay);
      for (const folder of new Set(gone.map(({ folder }) => folder))) await removeEmpty(join(home, folder));
      await removeEmpty(home);
    }
    return purged;
  }

  /** It stays in the manifest until the log has it. */
  async #remove({ place, bytes, storedAt }: ColdArchive, { nowMs, isWanted }: PurgeWish): Promise<void> {
    const size = await sizeOf(place);
    if (size !== null) await rm(place, { force: true });
    await rm(unfinishedCopy(place), { force: true });
    const why = isWanted === undefined ? `${COLD_DAYS} days after ${storedAt}` : "on demand";
    const what = size === null ? "found gone" : "removed";
    const line = [timestampFromMs(nowMs), what, place, `${size ?? bytes} bytes`, why].join("\t");
    await appendFile(join(this.root, CLEANUP_LOG), `${line}\n`);
  }
}

/** Loaded where one is read: any start of parley looks whether something is due, and hardly ever something is. */
const manifests = () => import("./cold-manifest.ts");

function placed(home: string, entries: readonly ManifestEntry[]): readonly ColdArchive[] {
  return entries.map((entry) => ({ ...entry, place: join(home, entry.folder, entry.name) }));
}

async function dueIn(
  home: string,
  { nowMs, isWanted }: PurgeWish,
): Promise<{ readonly gone: readonly ColdArchive[]; readonly stay: readonly ManifestEntry[] }> {
  if (isWanted === undefined && !(await mayBeDue(home, nowMs))) return { gone: [], stay: [] };
  const { readManifest } = await manifests();
  const entries = placed(home, (await readManifest(home)) ?? []);
  const isGone = (entry: ColdArchive): boolean =>
    !entry.kept && (isWanted?.(entry) ?? isOver(entry.storedAt, nowMs));
  return {
    gone: entries.filter(isGone),
    stay: entries.filter((entry) => !isGone(entry)).map(({ place: _, ...entry }) => entry),
  };
}

/** By the names of its folders, which begin with a day: in most starts of parley no manifest is read. */
async function mayBeDue(home: string, nowMs: number): Promise<boolean> {
  return (await foldersIn(home)).some((folder) =>
    isOver(`${basename(folder).slice(0, "2026-01-12".length)}T00:00:00Z`, nowMs),
  );
}

function isOver(since: string, nowMs: number): boolean {
  const time = parseTimestamp(since);
  return time !== null && timestampToMs(time) + COLD_DAYS * DAY_MS <= nowMs;
}

/** A folder of this session that has room for an archive of this name. */
function folderBeside(ours: readonly ManifestEntry[], name: string): string | undefined {
  return ours
    .map(({ folder }) => folder)
    .find((folder) => !ours.some((entry) => entry.folder === folder && entry.name === name));
}

/** Sessions of several projects may have one name. */
function newFolder(session: string, nowMs: number, taken: ReadonlySet<string>): string {
  const day = timestampFromMs(nowMs).slice(0, "2026-01-12".length);
  for (let number = 1; ; number += 1) {
    const name = `${day}_${safeName(session)}${number === 1 ? "" : `-${number}`}`;
    if (!taken.has(name)) return name;
  }
}

async function foldersOf(home: string, entries: readonly ManifestEntry[]): Promise<ReadonlySet<string>> {
  const there = (await foldersIn(home)).map((folder) => basename(folder));
  return new Set([...there, ...entries.map(({ folder }) => folder)]);
}

const NAME_CHARS_MAX = 80;

/** A part of a path that is the same on every system and leads nowhere else. */
function safeName(text: string): string {
  const plain = text.normalize("NFC").replaceAll(/[^\p{L}\p{N}._-]/gu, "-");
  const safe = plain.slice(0, NAME_CHARS_MAX).replace(/^\.+/, "");
  return safe === "" ? sha256Of(text).slice(0, 8) : safe;
}

/** Absolute, in their order. */
async function foldersIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    return names.sort().map((name) => join(folder, name));
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return [];
    throw error;
  }
}

/** `null` where no such file is there. */
async function sizeOf(file: string): Promise<number | null> {
  const about = await lstat(file).catch(() => null);
  return about?.isFile() ? about.size : null;
}

async function removeEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"].includes(errnoOf(error) ?? "")) throw error;
  }
}
