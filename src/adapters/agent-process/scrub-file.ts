// Taking keys out of a file that an agent wrote, however large it is.

import { randomUUID } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { keyForms, redactSecrets, type Secret } from "../shared/redact.ts";
import { isSystemError } from "../shared/system-error.ts";
import { CHUNK_BYTES, openRegular, readAt } from "./read-document.ts";

/** In a larger file a key that is spread over lines is not looked for. */
const WHOLE_BYTES_MAX = 16 * 1024 * 1024;

interface Pattern {
  readonly bytes: Buffer;
  readonly instead: Buffer;
}

/** A file that holds none stays as it is; one that cannot be read or written as well, since nobody waits for this. */
export async function scrubFile(file: string, secrets: readonly Secret[]): Promise<void> {
  const patterns = patternsOf(secrets);
  if (patterns.length === 0) return;
  try {
    const opened = await openRegular(file);
    if ("why" in opened) return;
    try {
      const { size } = await opened.handle.stat();
      if (size <= WHOLE_BYTES_MAX) await scrubWhole(file, opened.handle, { size, secrets });
      else if (await holdsAny(opened.handle, patterns)) {
        await rewrite(file, cleanPieces(opened.handle, patterns));
      }
    } finally {
      await opened.handle.close();
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/** In one go, so that a key is found that is spread over lines; byte by byte, whatever the bytes mean. */
async function scrubWhole(
  file: string,
  handle: FileHandle,
  { size, secrets }: { readonly size: number; readonly secrets: readonly Secret[] },
): Promise<void> {
  const text = Buffer.from(await readAt(handle, 0, size)).toString("latin1");
  const scrubbed = redactBytes(text, secrets);
  if (scrubbed !== text) await rewrite(file, [{ bytes: Buffer.from(scrubbed, "latin1") }]);
}

/** A key of more than ASCII is looked for as its bytes, each a character; it is known in its other forms as it is. */
function redactBytes(text: string, secrets: readonly Secret[]): string {
  const asBytes = (one: string): string => Buffer.from(one).toString("latin1");
  const wide = secrets.flatMap(({ name, value }) =>
    keyForms(value)
      .filter((form) => asBytes(form) !== form)
      .map((form) => ({ name: asBytes(name), value: asBytes(form) })),
  );
  return redactSecrets(redactSecrets(text, wide), secrets);
}

/** The longest first, since one may be part of another. */
function patternsOf(secrets: readonly Secret[]): readonly Pattern[] {
  const forms = secrets.flatMap(({ name, value }) =>
    keyForms(value).map((text) => ({
      bytes: Buffer.from(text),
      instead: Buffer.from(`[redacted: ${name}]`),
    })),
  );
  return forms.sort((a, b) => b.bytes.length - a.bytes.length);
}

async function holdsAny(handle: FileHandle, patterns: readonly Pattern[]): Promise<boolean> {
  for await (const piece of cleanPieces(handle, patterns)) if (piece.found) return true;
  return false;
}

async function rewrite(
  file: string,
  pieces: AsyncIterable<Pick<Piece, "bytes">> | Iterable<Pick<Piece, "bytes">>,
): Promise<void> {
  const unfinished = join(dirname(file), `.${basename(file)}.${randomUUID()}`);
  try {
    const target = await open(unfinished, "wx");
    try {
      for await (const { bytes } of pieces) await target.writeFile(bytes);
      await target.sync();
    } finally {
      await target.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

interface Piece {
  readonly bytes: Uint8Array;
  /** Whether a key was taken out of it. */
  readonly found: boolean;
}

/** The file in pieces without keys. */
async function* cleanPieces(handle: FileHandle, patterns: readonly Pattern[]): AsyncGenerator<Piece> {
  const overlap = Math.max(...patterns.map(({ bytes }) => bytes.length)) - 1;
  let rest: Uint8Array = Buffer.alloc(0);
  for (let position = 0; ; ) {
    const chunk = await readAt(handle, position, CHUNK_BYTES);
    position += chunk.length;
    const last = chunk.length < CHUNK_BYTES;
    const bytes = Buffer.concat([rest, chunk]);
    // A key that begins near the end may be the beginning of a longer one, of which the rest is still to come.
    const { kept, upTo, found } = replaceKeys(bytes, patterns, last ? bytes.length : bytes.length - overlap);
    yield { bytes: Buffer.concat(kept), found };
    if (last) return;
    rest = bytes.subarray(upTo);
  }
}

interface ScrubbedBytes {
  readonly kept: readonly Uint8Array[];
  /** How much of the bytes is done with. */
  readonly upTo: number;
  readonly found: boolean;
}

/** Replaces the keys that begin before a limit. */
function replaceKeys(bytes: Buffer, patterns: readonly Pattern[], limit: number): ScrubbedBytes {
  const kept: Uint8Array[] = [];
  // Where each is found next, so that one that is not there is looked for once.
  const next = patterns.map((pattern) => ({ pattern, at: bytes.indexOf(pattern.bytes) }));
  let from = 0;
  for (;;) {
    for (const place of next) {
      if (place.at >= 0 && place.at < from) place.at = bytes.indexOf(place.pattern.bytes, from);
    }
    const first = next
      .filter(({ at }) => at >= 0 && at < limit)
      .reduce<(typeof next)[number] | null>(
        (least, place) => (least === null || place.at < least.at ? place : least),
        null,
      );
    if (first === null) break;
    kept.push(bytes.subarray(from, first.at), first.pattern.instead);
    from = first.at + first.pattern.bytes.length;
  }
  const upTo = Math.max(from, limit);
  kept.push(bytes.subarray(from, upTo));
  return { kept, upTo, found: from > 0 };
}
