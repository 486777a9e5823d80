// Archives as bytes: `.tar.gz`, as any `tar` reads them. Equal files make equal bytes. What is read may come from anywhere, so
// that its size is bounded, and whatever is no plain file below the archive's own folder makes all of it unreadable.
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { packTar, unpackTar } from "modern-tar";
import type { ArchivedFile } from "../../engine/ports.ts";
import { type ArchiveContents, filesOf } from "./archive-contents.ts";

/** Of the files of a round, without their compression. */
const UNPACKED_BYTES_MAX = 256 * 1024 * 1024;
const ENTRIES_MAX = 50_000;

const FILE_MODE = 0o644;
/** Where a gzip header says which system it was made on; this value says none. */
const GZIP_SYSTEM_AT = 9;
const GZIP_SYSTEM_UNKNOWN = 255;

export async function packArchive(
  folder: string,
  contents: ArchiveContents,
  modifiedAtMs: number,
): Promise<Uint8Array> {
  const about = { type: "file", mode: FILE_MODE, uid: 0, gid: 0, uname: "", gname: "" } as const;
  const mtime = new Date(modifiedAtMs);
  const entries = filesOf(contents).map(({ path, bytes }) => ({
    header: { ...about, name: `${folder}/${path}`, size: bytes.length, mtime },
    body: bytes,
  }));
  const packed = await promisify(gzip)(await packTar(entries));
  packed[GZIP_SYSTEM_AT] = GZIP_SYSTEM_UNKNOWN;
  return packed;
}

type Unpacked =
  | { readonly at: "unpacked"; readonly files: readonly ArchivedFile[] }
  /** As the end of a sentence. */
  | { readonly at: "damaged"; readonly why: string };

export async function unpackArchive(folder: string, packed: Uint8Array): Promise<Unpacked> {
  let entries: Awaited<ReturnType<typeof unpackTar>>;
  try {
    const tar = await promisify(gunzip)(packed, { maxOutputLength: UNPACKED_BYTES_MAX });
    entries = await unpackTar(tar, { strict: true });
  } catch (error) {
    return { at: "damaged", why: error instanceof Error ? error.message : String(error) };
  }
  if (entries.length > ENTRIES_MAX) return { at: "damaged", why: `it has more than ${ENTRIES_MAX} entries` };
  const files: ArchivedFile[] = [];
  const seen = new Set<string>();
  for (const { header, data } of entries) {
    if (header.type === "directory") continue;
    const path = pathBelow(folder, header.name);
    if (header.type !== "file" || data === undefined || path === null || seen.has(path)) {
      const what = header.type === "file" ? "file" : `${header.type}`;
      return { at: "damaged", why: `it has a ${what} that no archive of parley has: ${shown(header.name)}` };
    }
    seen.add(path);
    files.push({ path, bytes: data });
  }
  if (files.length === 0) return { at: "damaged", why: "it is empty" };
  return { at: "unpacked", files };
}

/** `null` for what would be written elsewhere. */
function pathBelow(folder: string, name: string): string | null {
  const [first, ...rest] = name.split("/");
  const leadsElsewhere = rest.some(
    (step) => step === "" || step === "." || step === ".." || step.includes("\0"),
  );
  return first !== folder || rest.length === 0 || leadsElsewhere ? null : rest.join("/");
}

const SHOWN_CHARS_MAX = 200;

function shown(name: string): string {
  return JSON.stringify(name.slice(0, SHOWN_CHARS_MAX));
}
