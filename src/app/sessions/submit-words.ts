// By itself, since whoever only looks at a session shows it, too.
import type { AwaitedDocument } from "./awaited-documents.ts";

/** The words after `parley` that hand the document in; without a file, what stands in the one laid out. */
export function submitWords({ session, role, lane }: AwaitedDocument, file: string | null): string {
  const words = ["submit", role, ...(file === null ? [] : [file]), "--session", session];
  return [...words, ...(lane === null ? [] : ["--gap", lane])].join(" ");
}
