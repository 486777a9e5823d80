import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newProject } from "./world.ts";

const OLDER = "parley.db*\nbackups/\nruns/\nlogs/\n*.lock*\n.*.unfinished\n";
const NEWER = "worktrees/\nplans/\npages/\nconfig.edited.yaml\n";

async function gitignoreAfterChange(before: string): Promise<string> {
  const world = await newProject();
  const file = join(world.project, ".parley/.gitignore");
  writeFileSync(file, before);
  expect((await world.run(["tasks", "add", "One"])).code).toBe(0);
  return readFileSync(file, "utf8");
}

test.each([
  ["one of an older parley", OLDER, `${OLDER}${NEWER}`],
  ["somebody's own lines, the last without an end", `mine\n${OLDER}yours`, `mine\n${OLDER}yours\n${NEWER}`],
  [
    "a line that somebody commented out",
    `${OLDER}# plans/\n`,
    `${OLDER}# plans/\nworktrees/\npages/\nconfig.edited.yaml\n`,
  ],
])("given %s, when something is changed, then what is missing is added", async (_, before, after) => {
  expect(await gitignoreAfterChange(before)).toBe(after);
});

test("given none, then none is made", async () => {
  const world = await newProject();
  const file = join(world.project, ".parley/.gitignore");
  rmSync(file);
  await world.run(["tasks", "add", "One"]);
  expect(() => readFileSync(file)).toThrow("ENOENT");
});
