// What a person may have left half done in their clone, and a look at all of it.
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { expect } from "vitest";
import type { GitWorld } from "./git-world.ts";

/** Objects and parley's own beside, with what the remote is known to hold of it: these may grow. */
const MAY_CHANGE =
  /^\.parley\/worktrees|^\.git\/(?:objects|worktrees|refs\/parley|(?:logs\/)?refs\/remotes\/origin\/(?:main|parley))(?:\/|$)/;

/** Every file of a folder with its mode and a hash of what is in it. */
export function filesIn(root: string): readonly string[] {
  const lines: string[] = [];
  const look = (folder: string): void => {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      const here = relative(root, path);
      if (MAY_CHANGE.test(here)) continue;
      const about = lstatSync(path);
      if (about.isDirectory()) look(path);
      else {
        const content = about.isSymbolicLink() ? readlinkSync(path) : readFileSync(path);
        lines.push(`${here} ${about.mode} ${createHash("sha256").update(content).digest("hex")}`);
      }
    }
  };
  look(root);
  return lines;
}

export const HALF_DONE: readonly (readonly [string, (world: GitWorld) => void])[] = [
  ["nothing", () => undefined],
  [
    "staged, unstaged and untracked changes",
    (world) => {
      world.write({ "README.md": "staged\n", "new.txt": "staged\n" });
      world.git("add", "README.md", "new.txt");
      world.write({ "README.md": "and changed again\n", "untracked.txt": "mine\n" });
    },
  ],
  [
    "a rebase in the middle of a conflict",
    (world) => {
      world.git("checkout", "-q", "-b", "topic");
      world.write({ "README.md": "topic\n" });
      world.commit("topic");
      world.git("checkout", "-q", "main");
      world.write({ "README.md": "main\n" });
      world.commit("main");
      world.git("checkout", "-q", "topic");
      expect(() => world.git("rebase", "main")).toThrow();
    },
  ],
  [
    "no branch checked out, and a commit that the remote does not have",
    (world) => {
      world.write({ "mine.txt": "mine\n" });
      world.commit("mine");
      world.git("checkout", "-q", "--detach");
    },
  ],
  ["a sparse checkout", (world) => world.git("sparse-checkout", "set", "src")],
  [
    "a submodule with changes",
    (world) => {
      world.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", world.remote, "sub");
      world.commit("sub");
      world.write({ "sub/README.md": "changed in there\n" });
    },
  ],
];
