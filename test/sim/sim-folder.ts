import type { Folder } from "../../src/engine/ports.ts";

/** A folder in memory that keeps apart what people wrote into it. */
export class SimFolder implements Folder {
  readonly files: Map<string, string>;
  readonly #edits = new Map<string, string>();
  #edited = 0;

  constructor(files: ReadonlyMap<string, string> = new Map()) {
    this.files = new Map(files);
  }

  async read(path: string): Promise<Uint8Array | null> {
    const text = this.files.get(path);
    return text === undefined ? null : Buffer.from(text);
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    this.files.set(path, Buffer.from(bytes).toString("utf8"));
  }

  /** Memory has nothing to flush. */
  flush = async (): Promise<void> => undefined;

  async remove(path: string): Promise<void> {
    this.files.delete(path);
  }

  async setAside(path: string): Promise<string> {
    const text = this.files.get(path);
    if (text === undefined) throw new Error(`${path} is not there to be set aside`);
    const free = (number: number): string => `${path}.edited${number === 1 ? "" : `-${number}`}`;
    let number = 1;
    while (this.files.has(free(number))) number += 1;
    this.files.set(free(number), text);
    this.files.delete(path);
    return free(number);
  }

  /** Somebody writes into a file by hand. */
  edit(path: string): void {
    const text = this.files.get(path);
    if (text === undefined) return;
    this.#edited += 1;
    const edited = `${text}\nA note by hand, number ${this.#edited}.\n`;
    this.#edits.set(path, edited);
    this.files.set(path, edited);
  }

  /** Whether a text is what somebody wrote by hand. */
  isEdit(text: string): boolean {
    return /A note by hand, number \d+\.\n$/.test(text);
  }

  /** Edits that are neither in their file nor beside it any more. */
  lostEdits(): readonly string[] {
    const texts = new Set(this.files.values());
    return [...this.#edits].filter(([, text]) => !texts.has(text)).map(([path]) => path);
  }
}
