// The events of an answer in a file, for whoever wants to know how it went. Pieces of one text come as one line: a key
// that is spread over several events would not be found in any of them.
import { type FileHandle, open } from "node:fs/promises";
import { isSystemError } from "../shared/system-error.ts";
import type { Piece } from "./conversation.ts";

const LOG_CHARS_MAX = 8 * 1024 * 1024;
const DEPTH_MAX = 32;

export class ResponseLog {
  readonly #handle: FileHandle | null;
  readonly #clean: (text: string) => string;
  #piece: { readonly of: Piece["of"]; readonly texts: string[] } | null = null;
  #left = LOG_CHARS_MAX;
  #writing: Promise<void> = Promise.resolve();

  private constructor(handle: FileHandle | null, clean: (text: string) => string) {
    this.#handle = handle;
    this.#clean = clean;
  }

  /** Where the file cannot be written, the answer is had without it. */
  static async open(file: string, clean: (text: string) => string): Promise<ResponseLog> {
    const handle = await open(file, "a").catch((error: unknown) => {
      if (isSystemError(error)) return null;
      throw error;
    });
    return new ResponseLog(handle, clean);
  }

  add(event: unknown, piece: Piece | null = null): void {
    if (piece !== null && piece.of === this.#piece?.of) {
      this.#piece.texts.push(piece.text);
      return;
    }
    this.#endPiece();
    if (piece === null) this.#write(event);
    else this.#piece = { of: piece.of, texts: [piece.text] };
  }

  async close(): Promise<void> {
    this.#endPiece();
    await this.#writing;
    await this.#handle?.close();
  }

  #endPiece(): void {
    if (this.#piece === null) return;
    const { of, texts } = this.#piece;
    this.#piece = null;
    this.#write({ [of]: texts.join(""), pieces: texts.length });
  }

  #write(value: unknown): void {
    if (this.#left <= 0 || this.#handle === null) return;
    const line = JSON.stringify(this.#cleanValue(value, 0)) ?? "null";
    this.#left -= line.length;
    const text = this.#left > 0 ? line : '{"cut":"the rest is left out"}';
    const handle = this.#handle;
    this.#writing = this.#writing.then(async () => {
      await handle.appendFile(`${text}\n`).catch(() => undefined);
    });
  }

  /** Text by text, because a key may hold characters that JSON writes otherwise. */
  #cleanValue(value: unknown, depth: number): unknown {
    if (typeof value === "string") return this.#clean(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth >= DEPTH_MAX) return "…";
    if (Array.isArray(value)) return value.map((one) => this.#cleanValue(one, depth + 1));
    const entries = Object.entries(value).map(([key, one]) => [
      this.#clean(key),
      this.#cleanValue(one, depth + 1),
    ]);
    return Object.fromEntries(entries);
  }
}
