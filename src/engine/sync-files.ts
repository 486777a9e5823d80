// Brings the files of a stream in step with its events. They are views: whoever edits one finds the edit beside it.
import type { FileCursor, FileCursors, Folder, Hash, Utf8 } from "./ports.ts";

/** A file as the state wants it. */
export interface ViewFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  /** Where it is known without the text: of its bytes. */
  readonly sha256?: string;
  /** Where it is known: the version of the stream since which it reads so. */
  readonly changedAt?: number;
  text(): Promise<string>;
}

interface SyncPorts {
  readonly cursors: FileCursors;
  readonly folder: Folder;
  readonly hash: Hash;
  readonly utf8: Utf8;
}

interface SyncRequest {
  readonly stream: string;
  readonly version: number;
  readonly files: readonly ViewFile[];
  /** Whether a file that we wrote, and that is not among `files`, is to be taken away. */
  isObsolete(path: string): boolean;
  /** Whether what we wrote, and is not among `files` now, may be among them again: only then is it remembered. */
  mayReturn(path: string): boolean;
  /** What we wrote a moment ago at an earlier version, by path: it may stand over what another wrote meanwhile. */
  readonly written: WrittenHashes;
  /** Look at every file, not only at what we know of it. */
  readonly thoroughly: boolean;
}

/** Of what was written, by path. */
type WrittenHashes = ReadonlyMap<string, string>;

export interface SyncedFiles {
  readonly aside: readonly SetAsideFile[];
  readonly written: WrittenHashes;
}

/** A file that somebody had changed, and where that is kept. */
export interface SetAsideFile {
  readonly path: string;
  readonly keptAs: string;
}

interface WantedFile {
  readonly path: string;
  readonly sha256: string;
  bytes(): Promise<Uint8Array>;
}

/** Does nothing where another has been at it with a later version: whoever asks is behind. */
export async function syncFiles(ports: SyncPorts, request: SyncRequest): Promise<SyncedFiles> {
  const { stream, version, files } = request;
  const cursors = await ports.cursors.fileCursors(stream);
  if (cursors.some((cursor) => cursor.version > version)) return { aside: [], written: request.written };
  const known = new Map(cursors.map((cursor) => [cursor.path, cursor]));
  const stale: WantedFile[] = [];
  for (const file of files) {
    const wanted = await wantedFile(ports, file);
    if (!(await isInStep(ports, request, wanted, known.get(wanted.path)))) stale.push(wanted);
  }
  const listed = new Set(files.map(({ path }) => path));
  const unlisted = [...new Set([...known.keys(), ...request.written.keys()])].filter(
    (path) => !listed.has(path),
  );
  const obsolete = unlisted.filter(request.isObsolete);
  if (stale.length === 0 && obsolete.length === 0) return { aside: [], written: new Map() };

  const intents: FileCursor[] = [];
  for (const { path, sha256 } of stale) {
    const before = request.written.get(path) ?? (await lastWritten(ports, known.get(path)));
    intents.push({ path, sha256: before, next: sha256, version });
  }
  await ports.cursors.setFileCursors(stream, intents);
  const aside: SetAsideFile[] = [];
  for (const file of stale) {
    const keptAs = await replace(ports, request, file, known.get(file.path));
    if (keptAs !== null) aside.push({ path: file.path, keptAs });
  }
  for (const path of obsolete) await ports.folder.remove(path);
  await ports.cursors.setFileCursors(stream, [
    ...stale.map(({ path, sha256 }) => ({ path, sha256, next: null, version })),
    ...unlisted
      .filter((path) => request.isObsolete(path) || !request.mayReturn(path))
      .map((path) => ({ path, sha256: null, next: null, version })),
  ]);
  return { aside, written: new Map(stale.map(({ path, sha256 }) => [path, sha256])) };
}

/**
 * The files that do not show what is recorded: missing, changed by somebody, or not written yet. One that stands as it
 * was last written is in step, also where a newer parley would word it otherwise.
 */
export async function staleFiles(
  ports: SyncPorts,
  { stream, version, files }: Pick<SyncRequest, "stream" | "version" | "files">,
): Promise<readonly string[]> {
  const cursors = await ports.cursors.fileCursors(stream);
  const writtenAt = Math.max(0, ...cursors.map((cursor) => cursor.version));
  const stale: string[] = [];
  for (const file of files) {
    const wanted = await wantedFile(ports, file);
    if (await holdsContent(ports, wanted)) continue;
    const cursor = cursors.find(({ path }) => path === wanted.path);
    const untouched = cursor !== undefined && cursor.next === null && cursor.sha256 !== null;
    const asWritten = untouched && (await holdsContent(ports, { ...wanted, sha256: cursor.sha256 ?? "" }));
    if (!asWritten || writtenAt < version) stale.push(wanted.path);
  }
  return stale;
}

/** Whether the cursors alone say that a file shows all that it is to show. */
export function isKnownInStep({ path, changedAt }: ViewFile, cursors: readonly FileCursor[]): boolean {
  const cursor = cursors.find((one) => one.path === path);
  return (
    changedAt !== undefined && cursor !== undefined && cursor.next === null && cursor.version >= changedAt
  );
}

async function isInStep(
  ports: SyncPorts,
  { written, thoroughly }: SyncRequest,
  wanted: WantedFile,
  cursor: FileCursor | undefined,
): Promise<boolean> {
  if (written.has(wanted.path)) return false;
  if (cursor === undefined) return thoroughly && (await holdsContent(ports, wanted));
  if (cursor.sha256 !== wanted.sha256 || cursor.next !== null) return false;
  return !thoroughly || (await holdsContent(ports, wanted));
}

async function holdsContent({ folder, hash }: SyncPorts, { path, sha256 }: WantedFile): Promise<boolean> {
  const present = await folder.read(path);
  return present !== null && hash.sha256(present) === sha256;
}

/** A text that goes by its hash already is only fetched where it has to be written. */
async function wantedFile({ utf8, hash }: SyncPorts, { path, sha256, text }: ViewFile): Promise<WantedFile> {
  const encoded = async () => utf8.encode(await text());
  if (sha256 !== undefined) return { path, sha256, bytes: encoded };
  const bytes = await encoded();
  return { path, sha256: hash.sha256(bytes), bytes: async () => bytes };
}

/** A write that was cut off left the one or the other: which, must be known before a third takes its place. */
async function lastWritten(ports: SyncPorts, cursor: FileCursor | undefined): Promise<string | null> {
  if (cursor === undefined || cursor.next === null) return cursor?.sha256 ?? null;
  const present = await ports.folder.read(cursor.path);
  const found = present === null ? null : ports.hash.sha256(present);
  return found === cursor.next ? cursor.next : cursor.sha256;
}

async function replace(
  ports: SyncPorts,
  request: SyncRequest,
  file: WantedFile,
  cursor: FileCursor | undefined,
): Promise<string | null> {
  const present = await ports.folder.read(file.path);
  const found = present === null ? null : ports.hash.sha256(present);
  if (found === file.sha256) return null;
  const ours = [null, cursor?.sha256, cursor?.next, request.written.get(file.path)].includes(found);
  const now = ours ? null : await readCursor(ports, request.stream, file.path);
  if (now !== null && now.version > request.version) return null;
  const edited = !ours && found !== now?.sha256 && found !== now?.next;
  const keptAs = edited ? await ports.folder.setAside(file.path) : null;
  await ports.folder.write(file.path, await file.bytes());
  return keptAs;
}

/** What looks like a person's edit may be the work of another parley since we looked. */
async function readCursor({ cursors }: SyncPorts, stream: string, path: string): Promise<FileCursor | null> {
  return (await cursors.fileCursors(stream)).find((cursor) => cursor.path === path) ?? null;
}
