import type { Blob, Blobs, Hash, Utf8 } from "./ports.ts";

/** How many texts, and what was read of them, are kept; each is read again when it is needed after that. */
const KEPT_MAX = 256;

export interface TextPorts {
  readonly blobs: Pick<Blobs, "get">;
  readonly hash: Hash;
  readonly utf8: Utf8;
}

/** The texts a stream refers to, each read once. */
export class Texts {
  protected readonly ports: TextPorts;
  readonly #kept = new Map<string, unknown>();

  constructor(ports: TextPorts) {
    this.ports = ports;
  }

  /** A text that is about to be stored: whoever submits what refers to it passes it on. */
  blobOf(text: string): Blob {
    const bytes = this.ports.utf8.encode(text);
    const sha256 = this.ports.hash.sha256(bytes);
    this.#keep(`text ${sha256}`, this.ports.utf8.decode(bytes));
    return { sha256, bytes };
  }

  /** As `Blobs` gives it, also where the store does not hold it yet. */
  async get(sha256: string): Promise<Uint8Array> {
    return this.ports.utf8.encode(await this.text(sha256));
  }

  hashOf(text: string): string {
    return this.ports.hash.sha256(this.ports.utf8.encode(text));
  }

  /** What an event refers to is there, or the store has lost it. */
  text(sha256: string): Promise<string> {
    return this.memoize(`text ${sha256}`, async () => {
      const bytes = await this.ports.blobs.get(sha256);
      if (bytes === null) throw new Error(`the document ${sha256} is missing from the store`);
      return this.ports.utf8.decode(bytes);
    });
  }

  /** Made once and kept for a while. The least recently used goes first: the source is asked for in every turn. */
  async memoize<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
    const value = this.#kept.has(key) ? (this.#kept.get(key) as Value) : await make();
    this.#keep(key, value);
    return value;
  }

  #keep(key: string, value: unknown): void {
    this.#kept.delete(key);
    this.#kept.set(key, value);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT_MAX) break;
      this.#kept.delete(oldest);
    }
  }
}
