// What differs between a worktree and a commit, seen before anything of it is read: names, kinds, sizes, links.
import { lstat, readlink } from "node:fs/promises";
import { OUT_FOLDER } from "../../core/shared/worktree-folders.ts";
import { errnoOf } from "../shared/system-error.ts";
import type { PlainGit } from "./plain-git.ts";

/** A name as git has it, byte by byte. */
export interface WorktreeChange {
  readonly name: Buffer;
  readonly found:
    | { readonly at: "file"; readonly bytes: number; readonly names: number }
    | { readonly at: "link"; readonly to: Buffer }
    | { readonly at: "removed" | "folder" | "repository" | "other" };
}

/** The plain repository's index holds the commit. */
export async function worktreeChanges(plain: PlainGit, workTree: string): Promise<readonly WorktreeChange[]> {
  const listed = await plain.run(
    [
      "ls-files",
      "-z",
      "--deleted",
      "--modified",
      "--others",
      "--exclude-standard",
      `--exclude=${OUT_FOLDER}/`,
    ],
    { workTree },
  );
  const names = new Set(listed.toString("latin1").split("\0"));
  names.delete("");
  const changes: WorktreeChange[] = [];
  for (const name of names) {
    const bytes = Buffer.from(name, "latin1");
    changes.push({ name: bytes, found: await lookAt(workTree, bytes) });
  }
  return changes;
}

const SLASH = 0x2f;

async function lookAt(workTree: string, name: Buffer): Promise<WorktreeChange["found"]> {
  // git looks into no folder that is a repository of its own, and names it with a slash.
  if (name.at(-1) === SLASH) return { at: "repository" };
  const path = Buffer.concat([Buffer.from(`${workTree}/`), name]);
  try {
    const about = await lstat(path);
    if (about.isSymbolicLink()) return { at: "link", to: await readlink(path, "buffer") };
    if (about.isDirectory()) return { at: "folder" };
    return about.isFile() ? { at: "file", bytes: about.size, names: about.nlink } : { at: "other" };
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return { at: "removed" };
    throw error;
  }
}
