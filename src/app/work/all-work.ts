import { Documents } from "../../engine/documents.ts";
import type { Work } from "../../engine/ports.ts";
import { SESSION_WORK } from "../../engine/session-work.ts";
import type { TextPorts } from "../../engine/texts.ts";
import { FILE_WORK } from "./file-work.ts";

const ALL_WORK: Readonly<Record<string, (input: never, documents: Documents) => Promise<unknown>>> = {
  ...SESSION_WORK,
  ...FILE_WORK,
};

/** Does any work by its name. Documents are kept by their hashes: those of one piece of work are at hand for the next. */
export function workHandler(ports: TextPorts): (work: Work) => Promise<unknown> {
  const documents = new Documents(ports);
  return async ({ name, input }) => {
    const work = ALL_WORK[name];
    if (work === undefined) throw new Error(`nobody knows how to ${name}`);
    return await work(input as never, documents);
  };
}
