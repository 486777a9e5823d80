/** The words after `parley` that hand the document in; without a file, what stands in the one laid out. */
import type { AwaitedDocument } from "../wire/session.ts";
export function submitWords({ session, role, lane }: AwaitedDocument, file: string | null): string {
  const words = ["submit", role, ...(file === null ? [] : [file]), "--session", session];
  return [...words, ...(lane === null ? [] : ["--gap", lane])].join(" ");
}
