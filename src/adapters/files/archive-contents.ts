// What an archive of an undone round holds: all that is recorded, and beside it what somebody changed or added by hand.
import type { ArchivedFile } from "../../engine/ports.ts";

/** By their names in the archive. */
export type ArchiveContents = ReadonlyMap<string, Uint8Array>;

/**
 * Nothing is left out: of several files with one name, the later ones stand beside the first under names of their own, which
 * no file has that comes with them.
 */
export function joinContents(...sources: readonly (readonly ArchivedFile[])[]): ArchiveContents {
  const contents = new Map<string, Uint8Array>();
  for (const files of sources) {
    const renamed = files.filter(({ path }) => contents.has(path));
    const asNamed = files.filter(({ path }) => !contents.has(path));
    for (const file of [...asNamed, ...renamed]) contents.set(nameIn(contents, file), file.bytes);
  }
  return new Map([...contents].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Whether its bytes are there, under its own name or one beside it. */
export function holds(contents: ArchiveContents, file: ArchivedFile): boolean {
  return contents.has(nameIn(contents, file));
}

export function filesOf(contents: ArchiveContents): readonly ArchivedFile[] {
  return [...contents].map(([path, bytes]) => ({ path, bytes }));
}

/** The name that has these very bytes, or the first that is free. */
function nameIn(contents: ArchiveContents, { path, bytes }: ArchivedFile): string {
  for (let number = 0; ; number += 1) {
    const name = number === 0 ? path : `${path}.edited${number === 1 ? "" : `-${number}`}`;
    const present = contents.get(name);
    if (present === undefined || Buffer.compare(present, bytes) === 0) return name;
  }
}
