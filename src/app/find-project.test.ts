import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { findProject } from "./project.ts";

function withProject(root: string): string {
  mkdirSync(join(root, ".parley"), { recursive: true });
  return root;
}

test("a folder belongs to the nearest project above it", async () => {
  const outer = withProject(temporaryFolder());
  const inner = withProject(join(outer, "part"));
  mkdirSync(join(inner, "src"));
  expect((await findProject(join(inner, "src")))?.root).toBe(inner);
  expect((await findProject(outer))?.root).toBe(outer);
});

test("a task's worktree belongs to the project around it, whatever settings git brought there", async () => {
  const outer = withProject(temporaryFolder());
  const worktree = withProject(join(outer, ".parley", "worktrees", "a1b2c3d4"));
  writeFileSync(join(worktree, ".parley", "config.yaml"), "roles: {}\n");
  mkdirSync(join(worktree, "src"));
  for (const from of [worktree, join(worktree, "src"), withProject(join(worktree, "part"))])
    expect((await findProject(from))?.root, from).toBe(outer);
});

test("what was made a project in a worktree is one", async () => {
  const outer = withProject(temporaryFolder());
  const made = withProject(join(outer, ".parley", "worktrees", "a1b2c3d4", "fixture"));
  writeFileSync(join(made, ".parley", "parley.db"), "");
  expect((await findProject(made))?.root).toBe(made);
});
