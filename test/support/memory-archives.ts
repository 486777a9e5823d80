import {
  type ArchiveContents,
  filesOf,
  holds,
  joinContents,
} from "../../src/adapters/files/archive-contents.ts";
import { sha256Of } from "../../src/adapters/shared/sha256.ts";
import { archiveFolder } from "../../src/core/shared/archive-name.ts";
import { roundFolder } from "../../src/core/shared/round-folder.ts";
import type { ArchivedFile, RoundArchives } from "../../src/engine/ports.ts";

interface KeptArchive {
  readonly contents: ArchiveContents;
  readonly undoneAtMs: number;
  readonly kept: boolean;
}

/** Archives beside a folder in memory, by their names. */
export function memoryArchives(folder: {
  readonly files: Map<string, string>;
}): RoundArchives & { readonly archives: Map<string, KeptArchive> } {
  const archives = new Map<string, KeptArchive>();
  const lying = (round: number): readonly ArchivedFile[] => {
    const prefix = `${roundFolder(round)}/`;
    return [...folder.files]
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, text]) => ({ path: path.slice(prefix.length), bytes: Buffer.from(text) }));
  };
  const about = (name: string, contents: ArchiveContents) => {
    const parts = [...contents].flatMap(([path, bytes]) => [path, sha256Of(bytes)]);
    return {
      sha256: sha256Of([archiveFolder(name), ...parts].join("\0")),
      bytes: [...contents.values()].reduce((sum, { length }) => sum + length, 0),
    };
  };
  return {
    archives,
    async write({ name, round, files, undoneAtMs }) {
      const before = archives.get(name);
      const contents = joinContents(
        files,
        before === undefined ? [] : filesOf(before.contents),
        lying(round),
      );
      archives.set(name, { contents, undoneAtMs, kept: before?.kept ?? false });
      const recorded = joinContents(files);
      const names = [...contents.keys()];
      const byHand = names.filter((path) => !recorded.has(path));
      return { name, ...about(name, contents), files: names, byHand, left: [] };
    },
    async removeArchived({ name, round }) {
      const contents = archives.get(name)?.contents ?? new Map();
      for (const file of lying(round))
        if (holds(contents, file)) folder.files.delete(`${roundFolder(round)}/${file.path}`);
    },
    async list() {
      return [...archives]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, { contents, undoneAtMs, kept }]) => ({
          name,
          bytes: about(name, contents).bytes,
          undoneAtMs,
          kept,
        }));
    },
    async read(name) {
      const archive = archives.get(name);
      if (archive === undefined) return { at: "missing", place: name };
      return { at: "read", place: name, ...about(name, archive.contents), files: filesOf(archive.contents) };
    },
    async keep(name) {
      const archive = archives.get(name);
      if (archive === undefined) return false;
      archives.set(name, { ...archive, kept: true });
      return true;
    },
    async remove(name) {
      archives.delete(name);
    },
  };
}
