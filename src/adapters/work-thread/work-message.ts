// What the thread of a process that works and the one that asks say to each other.
import type { StoreFailure, Work } from "../../engine/ports.ts";

/** To the thread that works. */
export type WorkRequest =
  | { readonly at: "do"; readonly work: Work }
  | { readonly at: "text"; readonly wish: number; readonly bytes: Uint8Array | null };

/** From it. One piece of work is done at a time. */
export type WorkReply =
  | { readonly at: "done"; readonly result: unknown }
  | { readonly at: "failed"; readonly error: Error }
  /** An error that travels keeps only its words. */
  | { readonly at: "store-failed"; readonly about: ConstructorParameters<typeof StoreFailure>[0] }
  /** The same text may be wished for twice: the answer says which wish it fulfils. */
  | { readonly at: "text-wanted"; readonly wish: number; readonly sha256: string };
