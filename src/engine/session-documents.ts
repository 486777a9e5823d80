// Brings the files of a session level with its events. They are views: whoever edits one finds the edit beside it.
import { mergedDocument } from "../core/refinement/records/merged-document.ts";
import {
  type FileContent,
  type OwnDocument,
  type SessionFile,
  sessionFiles,
} from "../core/refinement/records/session-files.ts";
import type { SessionRecord } from "../core/refinement/records/session-record.ts";
import { assertNever } from "../core/shared/assert-never.ts";
import { renderDecisions } from "../document/decisions/decisions.ts";
import { renderStatus } from "../document/status/render-status.ts";
import { renderClosingSummary } from "../document/summary/closing-summary.ts";
import { renderRoundSummary } from "../document/summary/round-summary.ts";
import type { Documents } from "./documents.ts";
import type { FileCursor, FileCursors, Folder, Hash, Utf8 } from "./ports.ts";

interface LevelPorts {
  readonly cursors: FileCursors;
  readonly folder: Folder;
  readonly hash: Hash;
  readonly utf8: Utf8;
  readonly documents: Documents;
}

interface LevelRequest {
  readonly stream: string;
  readonly record: SessionRecord;
  readonly version: number;
  /** Files of earlier rounds are known to be level. */
  readonly sinceRound: number;
  /** What we wrote a moment ago at an earlier version, by path: it may stand over what another wrote meanwhile. */
  readonly written: Written;
  /** Look at every file, not only at what we know of it. */
  readonly thoroughly: boolean;
}

type Written = ReadonlyMap<string, string>;

export interface Levelled {
  readonly aside: readonly SetAside[];
  /** The hashes of what was written, by path. */
  readonly written: Written;
}

/** A file that somebody had changed, and where that is kept. */
export interface SetAside {
  readonly path: string;
  readonly keptAs: string;
}

interface Wanted {
  readonly path: string;
  readonly sha256: string;
  bytes(): Promise<Uint8Array>;
}

const BACKUP = /(?:^|\/)(?:status|decisions)_backup_round_\d+\.md$/;

/** Does nothing where another has been at it with a later version: whoever asks is behind. */
export async function levelDocuments(ports: LevelPorts, request: LevelRequest): Promise<Levelled> {
  const { stream, record, version, sinceRound } = request;
  const cursors = await ports.cursors.fileCursors(stream);
  if (cursors.some((cursor) => cursor.version > version)) return { aside: [], written: request.written };
  const known = new Map(cursors.map((cursor) => [cursor.path, cursor]));
  const files = sessionFiles(record, { sinceRound });
  const stale: Wanted[] = [];
  for (const file of files) {
    const wanted = await wantedFile(ports, file);
    if (!(await isLevel(ports, request, wanted, known.get(wanted.path)))) stale.push(wanted);
  }
  const listed = new Set(files.map(({ path }) => path));
  const unlisted = [...new Set([...known.keys(), ...request.written.keys()])].filter(
    (path) => !listed.has(path),
  );
  const outdated = unlisted.filter((path) => BACKUP.test(path));
  if (stale.length === 0 && outdated.length === 0) return { aside: [], written: new Map() };

  const intents: FileCursor[] = [];
  for (const { path, sha256 } of stale) {
    const before = request.written.get(path) ?? (await lastWritten(ports, known.get(path)));
    intents.push({ path, sha256: before, next: sha256, version });
  }
  await ports.cursors.setFileCursors(stream, intents);
  const aside: SetAside[] = [];
  for (const file of stale) {
    const keptAs = await replace(ports, request, file, known.get(file.path));
    if (keptAs !== null) aside.push({ path: file.path, keptAs });
  }
  for (const path of outdated) await ports.folder.remove(path);
  await ports.cursors.setFileCursors(stream, [
    ...stale.map(({ path, sha256 }) => ({ path, sha256, next: null, version })),
    // Those of rounds long over never change again: nothing need be known of them.
    ...unlisted.map((path) => ({ path, sha256: null, next: null, version })),
  ]);
  return { aside, written: new Map(stale.map(({ path, sha256 }) => [path, sha256])) };
}

/**
 * The files that do not show what is recorded: missing, changed by somebody, or not written yet. One that stands as it
 * was last written is level, also where a newer parley would word it otherwise.
 */
export async function staleDocuments(
  ports: LevelPorts,
  { stream, record, version }: Pick<LevelRequest, "stream" | "record" | "version">,
): Promise<readonly string[]> {
  const cursors = await ports.cursors.fileCursors(stream);
  const writtenAt = Math.max(0, ...cursors.map((cursor) => cursor.version));
  const stale: string[] = [];
  for (const file of sessionFiles(record, { sinceRound: 0 })) {
    const wanted = await wantedFile(ports, file);
    if (await holds(ports, wanted)) continue;
    const cursor = cursors.find(({ path }) => path === wanted.path);
    const untouched = cursor !== undefined && cursor.next === null && cursor.sha256 !== null;
    const asWritten = untouched && (await holds(ports, { ...wanted, sha256: cursor.sha256 ?? "" }));
    if (!asWritten || writtenAt < version) stale.push(wanted.path);
  }
  return stale;
}

async function isLevel(
  ports: LevelPorts,
  { written, thoroughly }: LevelRequest,
  wanted: Wanted,
  cursor: FileCursor | undefined,
): Promise<boolean> {
  if (written.has(wanted.path)) return false;
  if (cursor === undefined) return thoroughly && (await holds(ports, wanted));
  if (cursor.sha256 !== wanted.sha256 || cursor.next !== null) return false;
  return !thoroughly || (await holds(ports, wanted));
}

async function holds({ folder, hash }: LevelPorts, { path, sha256 }: Wanted): Promise<boolean> {
  const present = await folder.read(path);
  return present !== null && hash.sha256(present) === sha256;
}

/** A blob goes by its hash already, and is only fetched where it has to be written. */
async function wantedFile(ports: LevelPorts, { path, content }: SessionFile): Promise<Wanted> {
  const encoded = async () => ports.utf8.encode(await contentText(content, ports.documents));
  if (content.of === "blob") return { path, sha256: content.sha256, bytes: encoded };
  const bytes = await encoded();
  return { path, sha256: ports.hash.sha256(bytes), bytes: async () => bytes };
}

/** A write that was cut off left the one or the other: which, must be known before a third takes its place. */
async function lastWritten(ports: LevelPorts, cursor: FileCursor | undefined): Promise<string | null> {
  if (cursor === undefined || cursor.next === null) return cursor?.sha256 ?? null;
  const present = await ports.folder.read(cursor.path);
  const found = present === null ? null : ports.hash.sha256(present);
  return found === cursor.next ? cursor.next : cursor.sha256;
}

async function replace(
  ports: LevelPorts,
  request: LevelRequest,
  file: Wanted,
  cursor: FileCursor | undefined,
): Promise<string | null> {
  const present = await ports.folder.read(file.path);
  const found = present === null ? null : ports.hash.sha256(present);
  if (found === file.sha256) return null;
  const ours = [null, cursor?.sha256, cursor?.next, request.written.get(file.path)].includes(found);
  const now = ours ? null : await cursorNow(ports, request.stream, file.path);
  if (now !== null && now.version > request.version) return null;
  const edited = !ours && found !== now?.sha256 && found !== now?.next;
  const keptAs = edited ? await ports.folder.setAside(file.path) : null;
  await ports.folder.write(file.path, await file.bytes());
  return keptAs;
}

/** What looks like a person's edit may be the work of another parley since we looked. */
async function cursorNow({ cursors }: LevelPorts, stream: string, path: string): Promise<FileCursor | null> {
  return (await cursors.fileCursors(stream)).find((cursor) => cursor.path === path) ?? null;
}

export async function contentText(content: FileContent, documents: Documents): Promise<string> {
  switch (content.of) {
    case "blob":
      return await documents.text(content.sha256);
    case "merged":
      return mergedDocument(await Promise.all(content.blobs.map((sha256) => documents.text(sha256))));
    case "rendered":
      return rendered(content);
    default:
      return assertNever(content);
  }
}

function rendered(own: OwnDocument): string {
  switch (own.kind) {
    case "status":
      return renderStatus(own.document);
    case "decisions":
      return renderDecisions(own.document);
    case "round-summary":
      return renderRoundSummary(own.document);
    case "closing-summary":
      return renderClosingSummary(own.document);
    default:
      return assertNever(own);
  }
}
