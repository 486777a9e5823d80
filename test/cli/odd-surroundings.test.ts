// Homes, folders and files that are not as they should be: an answer each time, never a stack trace.
import { chmodSync, chownSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newProject, newSettings, newWorld } from "./world.ts";

const root = process.getuid?.() === 0;
const NOBODY = 65_534;

test.each(["", "somewhere/below"])(
  "HOME=%j is not a home: your own settings never come from where you stand",
  async (HOME) => {
    const world = newWorld();
    const { code, stdout } = await world.run(["config", "path"], { env: { HOME, XDG_CONFIG_HOME: "" } });
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/user\s+(\.config|somewhere)/);
  },
);

test.skipIf(!root)("somebody without any home can look and gets told how to have settings", async () => {
  const world = newWorld();
  for (const folder of [world.root, world.project]) chmodSync(folder, 0o777);
  const alone = { uid: 12_345, env: { HOME: "", XDG_CONFIG_HOME: "" } };
  expect((await world.start(["doctor"], alone)).stdout).toContain("you have no home folder");
  const set = await world.start(["config", "set", "--user", "roles.engineer", "claude", "--json"], alone);
  expect(set.code).toBe(4);
  expect(JSON.parse(set.stdout)).toMatchObject({
    error: { code: "no-home", fix: expect.stringContaining("HOME") },
  });
});

test.skipIf(!root)("a project folder that one may not enter is a finding of doctor, not a bug", async () => {
  const world = await newProject();
  chmodSync(world.root, 0o755);
  chmodSync(join(world.project, ".parley"), 0o700);
  chownSync(world.home, NOBODY, NOBODY);
  const { code, stdout } = await world.start(["doctor", "--json"], { uid: NOBODY });
  expect(code).toBe(1);
  const rows = JSON.parse(stdout) as { check: string; status: string }[];
  expect(rows.find(({ check }) => check === "project folder")?.status).toBe("fail");
  const shown = await world.run(["config", "show", "--json"], { uid: NOBODY });
  expect(shown.stdout).not.toContain("internal");
});

test.each([
  ["a: &a [*a]\n", "config.yaml:1:8"],
  ["agents: &a { x: *a }\n", "config.yaml:1:17"],
])("an alias inside itself (%j) is named with its place", async (text, place) => {
  const world = newSettings(text);
  const { code, stdout } = await world.run(["config", "validate", "--json"]);
  expect(code).toBe(3);
  expect(JSON.parse(stdout).error.place).toContain(place);
  expect((await world.run(["doctor", "--json"])).code).toBe(1);
});

test("a name that objects have by themselves is no name for an agent", async () => {
  const world = await newProject();
  const { code } = await world.run(["config", "set", "agents.__proto__.kind", "claude"]);
  expect(code).toBe(3);
});

test("an empty database is not passed over: doctor says it, init says that it made a new one", async () => {
  const world = await newProject();
  const database = join(world.project, ".parley/parley.db");
  for (const end of ["-wal", "-shm"]) rmSync(`${database}${end}`, { force: true });
  truncateSync(database);
  expect((await world.run(["doctor", "--json"])).stdout).toContain("the database file is empty");
  const again = await world.run(["init", "--json"]);
  expect(JSON.parse(again.stdout).created).toEqual([".parley/parley.db"]);
});
