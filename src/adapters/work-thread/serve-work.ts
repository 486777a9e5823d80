// The other side: a thread that does what it is asked to, and asks for the texts it needs.
import { parentPort } from "node:worker_threads";
import { type Blobs, StoreFailure, type Work } from "../../engine/ports.ts";

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

/** `texts` comes from whoever asks for the work. */
export function serveWork(make: (texts: Pick<Blobs, "get">) => (work: Work) => Promise<unknown>): void {
  const port = parentPort;
  if (port === null) throw new Error("work is served in a thread of its own");
  const reply = (told: WorkReply): void => port.postMessage(told);
  const wishes = new Map<number, (bytes: Uint8Array | null) => void>();
  let wish = 0;
  const work = make({
    get: (sha256) =>
      new Promise((resolve) => {
        wish += 1;
        wishes.set(wish, resolve);
        reply({ at: "text-wanted", wish, sha256 });
      }),
  });
  port.on("message", (asked: WorkRequest) => {
    switch (asked.at) {
      case "do":
        return void work(asked.work).then(
          (result) => reply({ at: "done", result }),
          (error: Error) => reply(failureOf(error)),
        );
      case "text":
        wishes.get(asked.wish)?.(asked.bytes);
        wishes.delete(asked.wish);
    }
  });
}

function failureOf(error: Error): WorkReply {
  if (!(error instanceof StoreFailure)) return { at: "failed", error };
  const { code, message, place, fix } = error;
  return { at: "store-failed", about: { code, message, place, fix } };
}
