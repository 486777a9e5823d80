// Where finished specs go: beside the source, each under a number of its own.
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { link, open, readFile, rm } from "node:fs/promises";
import { basename, dirname, join, parse, relative } from "node:path";
import type { SpecShelf } from "../../engine/ports.ts";
import { flushFolder } from "../shared/durable-file.ts";
import { errnoOf } from "../shared/system-error.ts";
import { createFolders } from "./create-file.ts";

interface ShelfPlace {
  /** The project's root, from which places are told. */
  readonly root: string;
  /** Absolute. */
  readonly source: string;
  /** Absolute: where the user wants it; `null`: beside the source. */
  readonly out: string | null;
  /** Absolute: the finished specs of other sessions, which stay theirs also where the text is the same. */
  readonly taken: ReadonlySet<string>;
}

/** A folder with so many versions of one spec is a mistake. */
const VERSIONS_MAX = 10_000;

export function diskShelf({ root, source, out, taken }: ShelfPlace): SpecShelf {
  const candidates = out === null ? namesBesideSource(source) : namesFromOut(out);
  return {
    async put(bytes) {
      for (const file of candidates) {
        if (!taken.has(file) && (await place(file, bytes))) return relative(root, file);
      }
      throw new Error(`there are ${VERSIONS_MAX} versions beside ${source} already`);
    },
  };
}

/** What file systems take for one name. */
const NAME_BYTES_MAX = 255;

/** The longest name that the finished spec may get, where no file system would take it; `null` where all fit. */
export function nameTooLong({
  source,
  out,
}: Pick<ShelfPlace, "source" | "out">): { readonly bytes: number; readonly max: number } | null {
  const longest = basename((out === null ? namesBesideSource(source) : namesFromOut(out)).at(-1) ?? "");
  const bytes = Buffer.byteLength(longest);
  return bytes > NAME_BYTES_MAX ? { bytes, max: NAME_BYTES_MAX } : null;
}

/** `loans.md` → `loans_v1.md`; `loans_v3.md` → `loans_v4.md`. */
function namesBesideSource(source: string): readonly string[] {
  const { dir, name, ext } = parse(source);
  const numbered = /^(.+)_v(\d{1,6})$/.exec(name);
  const stem = numbered?.[1] ?? name;
  return versions(dir, stem, ext, Number(numbered?.[2] ?? 0) + 1);
}

/** What is there already stays: then it gets a number. */
function namesFromOut(out: string): readonly string[] {
  const { dir, name, ext } = parse(out);
  return [out, ...versions(dir, name, ext, 2)];
}

function versions(dir: string, stem: string, ext: string, first: number): readonly string[] {
  return Array.from({ length: VERSIONS_MAX }, (_, index) =>
    join(dir, `${stem}_v${first + index}${ext || ".md"}`),
  );
}

/** False where another text has that name. */
async function place(file: string, bytes: Uint8Array): Promise<boolean> {
  const present = await bytesOf(file);
  if (present !== null) return Buffer.compare(present, bytes) === 0;
  await createFolders(dirname(file));
  // Not longer than any name: that of the spec may leave no room.
  const unfinished = join(dirname(file), `.${randomBytes(6).toString("hex")}.unfinished`);
  try {
    const handle = await open(unfinished, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Unlike a renaming, it fails where somebody else was quicker.
    await link(unfinished, file);
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
    const quicker = await bytesOf(file);
    return quicker !== null && Buffer.compare(quicker, bytes) === 0;
  } finally {
    await rm(unfinished, { force: true });
  }
  await flushFolder(dirname(file));
  return true;
}

/** `null` where there is nothing; whatever is no file counts as another text. */
async function bytesOf(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return null;
    if (errnoOf(error) === "EISDIR") return Buffer.from("a folder");
    throw error;
  }
}
