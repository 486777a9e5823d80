// Archives of undone rounds on disk, beside the session's documents.
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { lstat, open, readdir, readFile, rename, rm, rmdir, stat, unlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { archiveFolder, parseArchiveName } from "../../core/shared/archive-name.ts";
import { roundFolder } from "../../core/shared/round-folder.ts";
import type {
  ArchivedFile,
  ArchiveToWrite,
  ListedArchive,
  ReadArchive,
  RoundArchives,
  WrittenArchive,
} from "../../engine/ports.ts";
import { flushFolder, tryLink } from "../shared/durable-file.ts";
import { sha256Of } from "../shared/sha256.ts";
import { errnoOf, reasonOf } from "../shared/system-error.ts";
import { type ArchiveContents, holds, joinContents } from "./archive-contents.ts";
import { writeFlushed } from "./copy-verified.ts";
import { createFile, createFolders } from "./create-file.ts";

/** Of the archive as it lies on disk. */
const ARCHIVE_BYTES_MAX = 256 * 1024 * 1024;
/** Of what somebody put into a round's folder, all together and in number: the rest stays where it is. */
const BY_HAND_BYTES_MAX = 64 * 1024 * 1024;
const BY_HAND_FILES_MAX = 1_000;
/** How often another writer of the same archive may be quicker. */
const INTERRUPTIONS_MAX = 3;

const KEEP_MARK = ".keep";

export function diskRoundArchives(folder: string): RoundArchives {
  const at = (name: string): string => {
    if (parseArchiveName(name) === null) throw new TypeError(`${JSON.stringify(name)} is no archive`);
    return join(folder, name);
  };
  return {
    async write(archive) {
      await createFolders(folder);
      for (let interruptions = 0; ; interruptions += 1) {
        const written = await writeOnce(folder, at(archive.name), archive);
        if (written !== null) {
          await removeUnfinished(folder, archive.name);
          return written;
        }
        if (interruptions === INTERRUPTIONS_MAX) throw new Error(`others keep writing ${at(archive.name)}`);
      }
    },

    async removeArchived({ name, round }) {
      const archive = await readArchive(at(name));
      if (archive.at !== "read") return;
      const contents = joinContents(archive.files);
      const place = join(folder, roundFolder(round));
      for (const path of (await listFiles(place)).paths) {
        const bytes = await bytesOf(join(place, path));
        if (bytes !== null && holds(contents, { path, bytes })) await rm(join(place, path), { force: true });
      }
      await removeEmptyFolders(place);
    },

    async list() {
      const names = await namesIn(folder);
      const listed = names.filter((name) => parseArchiveName(name) !== null).sort();
      const archives = await Promise.all(listed.map((name) => listArchive(folder, name, names)));
      return archives.flatMap((archive) => archive ?? []);
    },

    read: (name) => readArchive(at(name)),

    async keep(name) {
      if ((await stat(at(name)).catch(() => null)) === null) return false;
      await createFile(`${at(name)}${KEEP_MARK}`, "");
      return true;
    },

    async remove(name) {
      await rm(at(name), { force: true });
      await rm(`${at(name)}${KEEP_MARK}`, { force: true });
    },
  };
}

/** `null` where another came in between, whose archive must be looked at first. */
async function writeOnce(
  folder: string,
  file: string,
  { name, round, files: recorded, undoneAtMs }: ArchiveToWrite,
): Promise<WrittenArchive | null> {
  const before = await readArchive(file);
  if (before.at === "damaged") {
    await setAside(file);
    return null;
  }
  const kept = before.at === "read" ? before.files : [];
  const ofLog = joinContents(recorded);
  const { files: lying, left } = await readByHand(join(folder, roundFolder(round)), ofLog);
  const contents = joinContents(recorded, kept, lying);
  const byHand = [...contents.keys()].filter((path) => !ofLog.has(path));
  const about = { name, files: [...contents.keys()], byHand, left };
  if (before.at === "read" && kept.length === contents.size)
    return { ...about, sha256: before.sha256, bytes: before.bytes };
  const unfinished = join(folder, `.${name}.${randomBytes(6).toString("hex")}.unfinished`);
  try {
    const { packArchive } = await import("./tar-archive.ts");
    const packed = await packArchive(archiveFolder(name), contents, undoneAtMs);
    await writeFlushed(unfinished, packed, undoneAtMs);
    if (!(await readsBack(unfinished, name, contents))) return null;
    // Unlike a renaming, it fails where somebody else was quicker.
    if (before.at === "missing" && !(await tryLink(unfinished, file))) return null;
    if (before.at === "read") await rename(unfinished, file);
    await flushFolder(folder);
    return { ...about, sha256: sha256Of(packed), bytes: packed.length };
  } catch (error) {
    // Another that was quicker may have taken it for what a killed writer left.
    if (errnoOf(error) === "ENOENT") return null;
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Nothing is taken away for an archive that was not read back from the disk; false where it is gone. */
async function readsBack(file: string, name: string, contents: ArchiveContents): Promise<boolean> {
  const archive = await readArchive(file, name);
  if (archive.at === "missing") return false;
  const files = archive.at === "read" ? archive.files : [];
  const equal = ({ path, bytes }: ArchivedFile): boolean => {
    const wanted = contents.get(path);
    return wanted !== undefined && Buffer.compare(wanted, bytes) === 0;
  };
  if (files.length === contents.size && files.every(equal)) return true;
  const why = archive.at === "damaged" ? `: ${archive.why}` : "";
  throw new Error(`the archive ${name} does not read back as it was written${why}`);
}

async function readArchive(file: string, name = basename(file)): Promise<ReadArchive> {
  try {
    const about = await stat(file);
    if (!about.isFile()) return { at: "damaged", place: file, why: "it is no file" };
    if (about.size > ARCHIVE_BYTES_MAX)
      return { at: "damaged", place: file, why: `it has more than ${ARCHIVE_BYTES_MAX} bytes` };
    const packed = await readFile(file);
    const { unpackArchive } = await import("./tar-archive.ts");
    const unpacked = await unpackArchive(archiveFolder(name), packed);
    if (unpacked.at === "damaged") return { ...unpacked, place: file };
    const { files } = unpacked;
    return { at: "read", place: file, sha256: sha256Of(packed), bytes: packed.length, files };
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return { at: "missing", place: file };
    if (errnoOf(error) === null) throw error;
    return { at: "damaged", place: file, why: reasonOf(error) };
  }
}

/** What cannot be read is kept under another name. */
async function setAside(file: string): Promise<void> {
  for (let number = 1; ; number += 1) {
    if (!(await tryLink(file, `${file}.damaged${number === 1 ? "" : `-${number}`}`))) continue;
    await unlink(file);
    return;
  }
}

async function listArchive(
  folder: string,
  name: string,
  names: readonly string[],
): Promise<ListedArchive | null> {
  const about = await lstat(join(folder, name)).catch(() => null);
  if (about === null || !about.isFile()) return null;
  return {
    name,
    bytes: about.size,
    undoneAtMs: Math.round(about.mtimeMs),
    kept: names.includes(`${name}${KEEP_MARK}`),
  };
}

/** What lies in a round's folder and is not recorded as it stands there. */
async function readByHand(
  place: string,
  recorded: ArchiveContents,
): Promise<{ readonly files: readonly ArchivedFile[]; readonly left: readonly string[] }> {
  const { paths, others } = await listFiles(place);
  const files: ArchivedFile[] = [];
  const left = [...others];
  let room = BY_HAND_BYTES_MAX;
  for (const path of paths) {
    const bytes = await bytesOf(join(place, path));
    if (bytes !== null && holds(recorded, { path, bytes })) continue;
    if (bytes === null || bytes.length > room || files.length === BY_HAND_FILES_MAX) left.push(path);
    else {
      files.push({ path, bytes });
      room -= bytes.length;
    }
  }
  return { files, left };
}

/** `null` where it is no plain file, cannot be read, or is too large. */
async function bytesOf(file: string): Promise<Uint8Array | null> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const about = await handle.stat();
      return about.isFile() && about.size <= BY_HAND_BYTES_MAX ? await handle.readFile() : null;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

/** Below a folder, with `/`; links are not followed. */
async function listFiles(
  place: string,
): Promise<{ readonly paths: readonly string[]; readonly others: readonly string[] }> {
  const paths: string[] = [];
  const others: string[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(join(place, folder), { withFileTypes: true }).catch(ignoreAbsent)) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else (entry.isFile() ? paths : others).push(path);
    }
  }
  return { paths: paths.sort(), others: others.sort() };
}

function ignoreAbsent(error: unknown): [] {
  if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return [];
  throw error;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(ignoreAbsent);
}

/** From the innermost on; one with something in it stays. */
async function removeEmptyFolders(place: string): Promise<void> {
  for (const entry of await readdir(place, { withFileTypes: true }).catch(ignoreAbsent)) {
    if (entry.isDirectory()) await removeEmptyFolders(join(place, entry.name));
  }
  try {
    await rmdir(place);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"].includes(errnoOf(error) ?? "")) throw error;
  }
}

const UNFINISHED = /^[0-9a-f]{12}\.unfinished$/;

/** What a killed writer has left. */
async function removeUnfinished(folder: string, name: string): Promise<void> {
  const prefix = `.${name}.`;
  for (const found of await namesIn(folder)) {
    if (found.startsWith(prefix) && UNFINISHED.test(found.slice(prefix.length)))
      await rm(join(folder, found), { force: true });
  }
}
