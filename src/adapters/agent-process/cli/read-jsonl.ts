// JSON lines out of bytes as they come. Whatever comes is taken: a line that cannot be read is a note.

/** A longer line is skipped, so that no output can fill the memory. */
export const JSON_LINE_BYTES_MAX = 1024 * 1024;

const NEWLINE = 0x0a;

export type UnreadableLine = "too-long" | "not-utf8" | "not-json";

export type JsonLine =
  | { readonly at: "value"; readonly line: number; readonly value: unknown }
  | { readonly at: "note"; readonly line: number; readonly why: UnreadableLine; readonly bytes: number };

export class JsonLines {
  readonly #bytesMax: number;
  #begun: Uint8Array[] = [];
  #begunBytes = 0;
  #line = 0;

  constructor(bytesMax = JSON_LINE_BYTES_MAX) {
    this.#bytesMax = bytesMax;
  }

  /** The lines that end within these bytes. */
  take(bytes: Uint8Array): readonly JsonLine[] {
    const lines: JsonLine[] = [];
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      this.#keep(bytes.subarray(from, end));
      lines.push(...this.#endLine());
      from = end + 1;
    }
    this.#keep(bytes.subarray(from));
    return lines;
  }

  /** What stands after the last line end, once nothing more can come. */
  end(): readonly JsonLine[] {
    return this.#begunBytes > 0 ? this.#endLine() : [];
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#begunBytes += bytes.length;
    // Copied, because whoever reads may fill the same buffer again.
    if (this.#begunBytes <= this.#bytesMax) this.#begun.push(bytes.slice());
    else this.#begun = [];
  }

  #endLine(): readonly JsonLine[] {
    const bytes = this.#begunBytes;
    const kept = joined(this.#begun);
    this.#begun = [];
    this.#begunBytes = 0;
    this.#line += 1;
    const line = this.#line;
    if (bytes > this.#bytesMax) return [{ at: "note", line, why: "too-long", bytes }];
    const read = readLine(kept);
    switch (read.at) {
      case "blank":
        return [];
      case "value":
        return [{ at: "value", line, value: read.value }];
      case "unreadable":
        return [{ at: "note", line, why: read.why, bytes }];
    }
  }
}

type ReadLine =
  | { readonly at: "blank" }
  | { readonly at: "value"; readonly value: unknown }
  | { readonly at: "unreadable"; readonly why: UnreadableLine };

function readLine(bytes: Uint8Array): ReadLine {
  const text = textOf(bytes);
  if (text === null) return { at: "unreadable", why: "not-utf8" };
  if (text.trim() === "") return { at: "blank" };
  try {
    return { at: "value", value: JSON.parse(text) };
  } catch {
    return { at: "unreadable", why: "not-json" };
  }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
