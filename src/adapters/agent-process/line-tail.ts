// A file that grows, read line by line as it does.

import type { FileHandle } from "node:fs/promises";
import { DOCUMENT_BYTES_MAX } from "../../core/shared/bounds.ts";
import { openRegular, readAt } from "./read-document.ts";

const CHUNK_BYTES = 256 * 1024;
/** Room for a whole document as a JSON text, with its escapes; of a longer line only the beginning is kept. */
const LINE_BYTES_MAX = 4 * DOCUMENT_BYTES_MAX;
const NEWLINE = 0x0a;

export interface Line {
  /** Without its end. */
  readonly bytes: Uint8Array;
  /** With its end, however much of it was kept. */
  readonly size: number;
  /** Where in the file it ends. */
  readonly endsAt: number;
}

export class LineTail {
  readonly #handle: FileHandle | null;
  readonly #onLine: (line: Line) => void;
  #position = 0;
  #linesEnd = 0;
  #begun: Uint8Array[] = [];
  #begunKept = 0;
  #begunSize = 0;

  private constructor(handle: FileHandle | null, onLine: (line: Line) => void) {
    this.#handle = handle;
    this.#onLine = onLine;
  }

  /** A file that is not there, or not a file, has no lines. */
  static async open(file: string, onLine: (line: Line) => void): Promise<LineTail> {
    const opened = await openRegular(file).catch(() => null);
    return new LineTail(opened !== null && "handle" in opened ? opened.handle : null, onLine);
  }

  /** Reads what has come, up to a position in the file and a number of bytes; false when there was nothing left. */
  async read(bytesMax: number, upTo: number): Promise<boolean> {
    for (let left = bytesMax; left > 0; left -= CHUNK_BYTES) {
      const length = Math.min(CHUNK_BYTES, upTo - this.#position);
      if (this.#handle === null || length <= 0) return false;
      const chunk = await readAt(this.#handle, this.#position, length);
      this.#position += chunk.length;
      this.#take(chunk);
      if (chunk.length < length) return false;
    }
    return true;
  }

  /** The same file from its beginning, also where another stands in its place by now; closed with this one. */
  reopen(onLine: (line: Line) => void): LineTail {
    return new LineTail(this.#handle, onLine);
  }

  /** What stands after the last line end is a line too, once nothing more can come. */
  end(): void {
    if (this.#begunSize > 0) this.#endLine(0);
  }

  async close(): Promise<void> {
    this.end();
    await this.#handle?.close();
  }

  #take(chunk: Uint8Array): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, end));
      this.#endLine(1);
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  #keep(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, LINE_BYTES_MAX - this.#begunKept);
    if (kept.length > 0) this.#begun.push(kept);
    this.#begunKept += kept.length;
    this.#begunSize += bytes.length;
  }

  #endLine(endBytes: number): void {
    const [first, ...more] = this.#begun;
    const bytes = first !== undefined && more.length === 0 ? first : Buffer.concat(this.#begun);
    const size = this.#begunSize + endBytes;
    this.#begun = [];
    this.#begunKept = 0;
    this.#begunSize = 0;
    this.#linesEnd += size;
    this.#onLine({ bytes, size, endsAt: this.#linesEnd });
  }
}
