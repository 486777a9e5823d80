// What the thread runs in which long texts are read.
import { serveWork } from "../../adapters/work-thread/serve-work.ts";
import { Documents } from "../../engine/documents.ts";
import type { Blobs, Work } from "../../engine/ports.ts";
import { SESSION_WORK } from "../../engine/session-work.ts";
import { systemHash, systemUtf8 } from "../sessions/system-ports.ts";
import { FILE_WORK } from "./file-work.ts";

const ALL_WORK: Readonly<Record<string, (input: never, documents: Documents) => Promise<unknown>>> = {
  ...SESSION_WORK,
  ...FILE_WORK,
};

/** Documents are kept by their hashes: those of one piece of work are at hand for the next. */
serveWork((texts: Pick<Blobs, "get">) => {
  const documents = new Documents({ blobs: texts, hash: systemHash, utf8: systemUtf8 });
  return async ({ name, input }: Work) => {
    const work = ALL_WORK[name];
    if (work === undefined) throw new Error(`nobody knows how to ${name}`);
    return await work(input as never, documents);
  };
});
