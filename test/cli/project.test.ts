import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { documentOf, errorOf, newProject, newWorld } from "./world.ts";

const MADE = [
  ".parley/",
  ".parley/sessions/",
  ".parley/runs/",
  ".parley/logs/",
  ".parley/.gitignore",
  ".parley/config.yaml",
  ".parley/parley.db",
];
const NOBODY = 65534;

describe("init", () => {
  test("creates a project, and a second time keeps it", async () => {
    const world = newWorld();
    const first = documentOf(await world.run(["init", "--json"]));
    expect(first).toEqual({ root: world.project, created: MADE, existing: [] });
    const ignored = readFileSync(join(world.project, ".parley/.gitignore"), "utf8");
    for (const line of ["parley.db*", "runs/", "logs/"]) expect(ignored.split("\n")).toContain(line);
    world.write(world.projectConfig, "refine: { maxRounds: 3 }\n");
    const second = documentOf(await world.run(["init", "--json"]));
    expect(second).toEqual({ root: world.project, created: [], existing: MADE });
    expect(world.read(world.projectConfig)).toBe("refine: { maxRounds: 3 }\n");
    expect((await world.run(["config", "validate"])).code).toBe(0);
  });

  test("completes a project that lacks something", async () => {
    const world = newWorld();
    mkdirSync(join(world.project, ".parley/runs"), { recursive: true });
    const { created, existing } = documentOf(await world.run(["init", "--json"])) as Record<string, string[]>;
    expect(existing).toEqual([".parley/", ".parley/runs/"]);
    expect(created).toHaveLength(MADE.length - 2);
  });

  test("the starter file is valid, and so is each of its suggestions", async () => {
    const world = await newProject();
    const suggestions = world
      .read(world.projectConfig)
      .split("\n")
      .filter((line) => /^# ( *)[A-Za-z]+:( |$)/.test(line))
      .map((line) => line.slice(2));
    world.write(world.projectConfig, `${suggestions.join("\n")}\n`);
    expect(suggestions.length).toBeGreaterThan(8);
    expect((await world.run(["config", "validate"])).stderr).toBe("");
  });

  test("refuses a file in the folder's place", async () => {
    const world = newWorld();
    world.write(join(world.project, ".parley"), "");
    const ended = await world.run(["init", "--json"]);
    expect(ended.code).toBe(5);
    expect(errorOf(ended)).toMatchObject({ code: "not-a-folder", place: join(world.project, ".parley") });
  });

  test("refuses a place inside another project unless told --nested", async () => {
    const world = await newProject();
    const inner = join(world.project, "packages/one");
    mkdirSync(inner, { recursive: true });
    const refused = await world.run(["init", "--json"], { cwd: inner });
    expect(refused.code).toBe(5);
    expect(errorOf(refused)).toMatchObject({ code: "inside-project", place: join(world.project, ".parley") });
    expect(existsSync(join(inner, ".parley"))).toBe(false);
    expect((await world.run(["init", "--nested"], { cwd: inner })).code).toBe(0);
    expect((await world.run(["init"], { cwd: inner })).code).toBe(0);
  });

  test.skipIf(process.getuid?.() !== 0)("says so when it may not write here", async () => {
    const world = newWorld();
    chmodSync(world.root, 0o755);
    const ended = await world.run(["init", "--json"], { uid: NOBODY });
    expect(ended.code).toBe(1);
    expect(errorOf(ended)).toMatchObject({ message: "cannot create the project: permission denied" });
    expect(readdirSync(world.project)).toEqual([]);
  });

  test("a project is found from the folders below it", async () => {
    const world = await newProject();
    const inner = join(world.project, "a/b");
    mkdirSync(inner, { recursive: true });
    const ended = await world.run(["config", "path", "--project"], { cwd: inner });
    expect(ended.stdout).toBe(`${world.projectConfig}\n`);
  });
});

describe("backup", () => {
  test("copies to a dated file, each time to another", async () => {
    const world = await newProject();
    const [one, two] = await Promise.all([
      world.start(["backup", "--json"]),
      world.start(["backup", "--json"]),
    ]);
    const first = documentOf(one) as { file: string; bytes: number };
    const second = documentOf(two) as { file: string };
    expect(first.file).toMatch(/\.parley\/backups\/parley-\d{8}T\d{6}-\d{3}Z\.db$/);
    expect(first.file).not.toBe(second.file);
    expect(statSync(first.file).size).toBe(first.bytes);
    expect(readFileSync(first.file).subarray(0, 15).toString()).toBe("SQLite format 3");
  });

  test("never overwrites: exit code 5", async () => {
    const world = await newProject();
    world.write(join(world.project, "mine.db"), "precious");
    const ended = await world.run(["backup", "mine.db", "--json"]);
    expect(ended.code).toBe(5);
    expect(errorOf(ended).code).toBe("exists");
    expect(world.read(join(world.project, "mine.db"))).toBe("precious");
  });

  test("needs a folder that exists, and a database", async () => {
    const world = await newProject();
    expect((await world.run(["backup", "no/where.db"])).code).toBe(4);
    const empty = newWorld();
    mkdirSync(join(empty.project, ".parley"));
    const ended = await empty.run(["backup", "--json"]);
    expect(ended.code).toBe(4);
    expect(errorOf(ended).code).toBe("store-missing");
  });

  test("a damaged database is an error with a place: exit code 1", async () => {
    const world = await newProject();
    world.write(join(world.project, ".parley/parley.db"), "this is not a database, not at all".repeat(100));
    const ended = await world.run(["backup", "--json"]);
    expect(ended.code).toBe(1);
    expect(errorOf(ended)).toMatchObject({
      code: "store-corrupt",
      place: join(world.project, ".parley/parley.db"),
    });
  });
});
