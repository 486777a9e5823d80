import type { EngineerDocument } from "../core/documents/engineer-document.ts";
import type { Role } from "../core/refinement/role.ts";
import type { Output } from "../core/refinement/session/session-command.ts";
import type { DocumentRef } from "../core/refinement/session/session-event.ts";
import type { Blob, Blobs, Hash, Utf8 } from "./ports.ts";
import { readOutput, unreadOutput } from "./read-output.ts";

/** How many read documents are kept; each is read again when it is needed after that. */
const KEPT_MAX = 256;

export interface DocumentPorts {
  readonly blobs: Pick<Blobs, "get">;
  readonly hash: Hash;
  readonly utf8: Utf8;
}

/** The texts a session refers to, each read once. */
export class Documents {
  readonly #ports: DocumentPorts;
  readonly #kept = new Map<string, unknown>();

  constructor(ports: DocumentPorts) {
    this.#ports = ports;
  }

  /** A text that is about to be stored: whoever submits what refers to it passes it on. */
  blobOf(text: string): Blob {
    const bytes = this.#ports.utf8.encode(text);
    const sha256 = this.#ports.hash.sha256(bytes);
    this.#keep(`text ${sha256}`, this.#ports.utf8.decode(bytes));
    return { sha256, bytes };
  }

  /** As `Blobs` gives it, also where the store does not hold it yet. */
  async get(sha256: string): Promise<Uint8Array> {
    return this.#ports.utf8.encode(await this.text(sha256));
  }

  hashOf(text: string): string {
    return this.#ports.hash.sha256(this.#ports.utf8.encode(text));
  }

  /** What an event refers to is there, or the store has lost it. */
  text(sha256: string): Promise<string> {
    return this.once(`text ${sha256}`, async () => {
      const bytes = await this.#ports.blobs.get(sha256);
      if (bytes === null) throw new Error(`the document ${sha256} is missing from the store`);
      return this.#ports.utf8.decode(bytes);
    });
  }

  async output(role: Role, ref: DocumentRef | null): Promise<Output> {
    if (ref === null) return readOutput(role, null, "", this.#ports.hash);
    if (ref.unread !== undefined) return unreadOutput(ref, ref.unread);
    const text = await this.text(ref.sha256);
    const read = await this.once(`${role} ${ref.bytes} ${ref.sha256}`, async () =>
      readOutput(role, ref, text, this.#ports.hash),
    );
    return { ...read, ref };
  }

  async engineer(sha256: string): Promise<EngineerDocument | null> {
    const text = await this.text(sha256);
    const bytes = this.#ports.utf8.encode(text).length;
    const { content } = await this.output("engineer", { sha256, bytes, from: "file" });
    return content?.of === "engineer" ? content.document : null;
  }

  /** Made once and kept for a while. The least recently used goes first: the source is asked for in every turn. */
  async once<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
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
