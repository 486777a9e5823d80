// `parley init --agents`: what hosts read goes into a project and out again, and nothing of anybody's is touched.
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { volume } from "../support/volume.ts";
import { documentOf, newWorld, type World } from "./world.ts";

const ADD = ["init", "--agents", "--json"];
const REMOVE = ["init", "--agents", "--remove", "--json"];

/** Every file and folder by its path, without the database and its folders of work. */
function treeOf(folder: string): Record<string, string> {
  const skipped = /^\.parley\/(?:parley\.db|runs|logs)/;
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => !skipped.test(name),
  );
  return Object.fromEntries(
    names.sort().map((name) => {
      const place = join(folder, name);
      const about = lstatSync(place);
      const is = about.isDirectory()
        ? "folder"
        : about.isSymbolicLink()
          ? "link"
          : readFileSync(place, "latin1");
      return [name, is];
    }),
  );
}

async function project(): Promise<World> {
  const world = newWorld();
  expect((await world.run(["init"])).code).toBe(0);
  return world;
}

test("given an AGENTS.md of any bytes, or none, then twice gives the same bytes, and --remove the original ones", async () => {
  const world = await project();
  const file = join(world.project, "AGENTS.md");
  const bytes = fc.oneof(
    fc.uint8Array({ min: 1, maxLength: 40 }),
    fc
      .array(fc.constantFrom("# A\n", "b", "\r\n", "\n", "\uFEFF", "é"), { maxLength: 6 })
      .map((all) => Buffer.from(all.join(""))),
  );
  await fc.assert(
    fc.asyncProperty(fc.option(bytes), async (content) => {
      if (content === null) rmSync(file, { force: true });
      else world.write(file, content);
      const before = treeOf(world.project);
      expect((await world.run(ADD)).code).toBe(0);
      const once = treeOf(world.project);
      expect(once[".parley/hosts/plugin/.mcp.json"]).toContain('"parley"');
      const again = documentOf(await world.run(ADD)) as { hosts: { files: { change: string }[] } };
      expect(new Set(again.hosts.files.map(({ change }) => change))).toEqual(new Set(["none"]));
      expect(treeOf(world.project)).toEqual(once);
      expect((await world.run(REMOVE)).code).toBe(0);
      expect(treeOf(world.project)).toEqual(before);
    }),
    { numRuns: volume(25, 500), examples: [[null], [new Uint8Array()], [Buffer.from("# Mine\r\nno end")]] },
  );
});

test("given --dry-run, then it is told, and nothing is written", async () => {
  const world = newWorld();
  const said = documentOf(await world.run([...ADD, "--dry-run"]));
  expect(said).toMatchObject({
    created: [],
    hosts: { dryRun: true, files: expect.arrayContaining([{ path: "AGENTS.md", change: "created" }]) },
  });
  expect(readdirSync(world.project)).toEqual([]);
  const wrong = await world.run(["init", "--remove"]);
  expect({ code: wrong.code, said: wrong.stderr }).toMatchObject({
    code: 2,
    said: expect.stringContaining("--agents"),
  });
});

test("given what somebody wrote around and beside, then it stays, and so does the mode of the file", async () => {
  const world = await project();
  const file = join(world.project, "AGENTS.md");
  world.write(file, "# Mine\n");
  chmodSync(file, 0o640);
  world.write(join(world.project, ".claude/skills/other/SKILL.md"), "other\n");
  await world.run(ADD);
  world.write(file, `Above.\n${world.read(file)}Below.\n`);
  expect((await world.run(ADD)).code).toBe(0);
  expect((await world.run(REMOVE)).code).toBe(0);
  expect(world.read(file)).toBe("Above.\n# Mine\nBelow.\n");
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(readdirSync(join(world.project, ".claude/skills"))).toEqual(["other"]);
});

test("given files that parley did not write, or that were changed since, then it says so and writes nothing at all", async () => {
  const taken = [".claude/skills/parley/SKILL.md", ".parley/hosts/plugin/.mcp.json", ".parley/hosts.json"];
  for (const path of taken) {
    const world = await project();
    world.write(join(world.project, path), "mine\n");
    const before = treeOf(world.project);
    for (const line of [ADD, REMOVE]) {
      const refused = await world.run(line);
      expect(refused.code, path).toBe(5);
      expect(documentOf(refused)).toMatchObject({ error: { place: expect.stringContaining(path) } });
      expect(treeOf(world.project)).toEqual(before);
    }
  }
  const world = await project();
  await world.run(ADD);
  const skill = join(world.project, ".agents/skills/parley/SKILL.md");
  world.write(skill, `${world.read(skill)}mine\n`);
  const before = treeOf(world.project);
  for (const line of [ADD, REMOVE]) {
    expect(documentOf(await world.run(line))).toMatchObject({
      error: { code: "not-parleys", message: expect.stringContaining("has changed this file") },
    });
    expect(treeOf(world.project)).toEqual(before);
  }
});

test("given broken marks, or a text in another kind of letters, then it is refused with its place", async () => {
  const world = await project();
  const file = join(world.project, "AGENTS.md");
  await world.run(ADD);
  world.write(file, world.read(file).replace("<!-- parley:end -->", ""));
  const before = treeOf(world.project);
  for (const line of [ADD, REMOVE])
    expect(documentOf(await world.run(line))).toMatchObject({
      error: { code: "broken-marks", place: `${file}:1` },
    });
  expect(treeOf(world.project)).toEqual(before);
  world.write(file, Buffer.from("\uFEFF# Mine\n", "utf16le"));
  expect(documentOf(await world.run(ADD))).toMatchObject({ error: { code: "not-text" } });
});

test("given links, then one inside of the project is followed, and none leads out of it", async () => {
  const world = await project();
  world.write(join(world.project, "CLAUDE.md"), "# Mine\n");
  symlinkSync("CLAUDE.md", join(world.project, "AGENTS.md"));
  const inside = treeOf(world.project);
  expect((await world.run(ADD)).code).toBe(0);
  expect(lstatSync(join(world.project, "AGENTS.md")).isSymbolicLink()).toBe(true);
  expect(world.read(join(world.project, "CLAUDE.md"))).toContain("parley:begin");
  expect((await world.run(REMOVE)).code).toBe(0);
  expect(treeOf(world.project)).toEqual(inside);

  const outside = temporaryFolder();
  for (const [link, target] of [
    ["AGENTS.md", join(outside, "AGENTS.md")],
    [".claude", outside],
    [".agents", join(outside, "nothing-yet")],
  ] as const) {
    const hostile = await project();
    symlinkSync(target, join(hostile.project, link));
    const before = treeOf(hostile.project);
    expect(documentOf(await hostile.run(ADD)), link).toMatchObject({ error: { code: "outside-project" } });
    expect(treeOf(hostile.project)).toEqual(before);
    expect(readdirSync(outside)).toEqual([]);
  }
});

test("given a record that names what is not ours, then nothing of it is removed", async () => {
  const world = await project();
  const { createHash } = await import("node:crypto");
  const mine = "mine\n";
  world.write(join(world.project, "mine.md"), mine);
  mkdirSync(join(world.project, "empty"));
  const sha256 = createHash("sha256").update(mine).digest("hex");
  for (const path of ["mine.md", "../project/mine.md", ".parley/hosts/../../mine.md"]) {
    world.write(
      join(world.project, ".parley/hosts.json"),
      JSON.stringify({ files: { [path]: [sha256] }, folders: [] }),
    );
    expect(documentOf(await world.run(REMOVE))).toMatchObject({ error: { code: "broken-record" } });
  }
  expect(world.read(join(world.project, "mine.md"))).toBe(mine);
});

test("what is written is what each host reads", async () => {
  const world = await project();
  await world.run(ADD);
  const read = (path: string): string => world.read(join(world.project, path));
  const json = (path: string) => JSON.parse(read(`.parley/hosts/${path}`));
  expect(json("plugin/.mcp.json")).toEqual({ mcpServers: { parley: { command: "parley", args: ["mcp"] } } });
  expect(json(".claude-plugin/marketplace.json").plugins[0].source).toBe("./plugin");
  expect(json(".agents/plugins/marketplace.json").plugins[0].source).toEqual({
    source: "local",
    path: "./plugin",
  });
  for (const host of ["claude", "codex"])
    expect(json(`plugin/.${host}-plugin/plugin.json`)).toMatchObject({
      name: "parley",
      version: expect.any(String),
    });
  const extension = parse(read(".parley/hosts/spec-kit/extension.yml"));
  // What Spec Kit's own reader of manifests demands.
  expect(extension).toMatchObject({
    schema_version: "1.0",
    extension: { id: "parley", name: "parley", description: expect.any(String) },
    requires: { speckit_version: expect.stringMatching(/^>=\d/) },
  });
  expect(extension.extension.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(Object.keys(extension.hooks)).toEqual(["after_specify", "after_clarify"]);
  for (const { name, file } of extension.provides.commands) {
    expect(name).toMatch(/^speckit\.parley\.[a-z]+$/);
    expect(read(`.parley/hosts/spec-kit/${file}`)).toMatch(/^---\ndescription: /);
  }
  const commands = extension.provides.commands.map(({ name }: { name: string }) => name);
  for (const hook of Object.values(extension.hooks) as { command: string; optional: boolean }[]) {
    expect(commands).toContain(hook.command);
    expect(hook.optional).toBe(true);
  }
  const skill = read(".claude/skills/parley/SKILL.md");
  const [, front = ""] = /^---\n([\s\S]+?)\n---\n/.exec(skill) ?? [];
  const { name, description } = parse(front);
  expect(name).toBe("parley");
  expect(description.length).toBeLessThanOrEqual(1_024);
  expect(read(".agents/skills/parley/SKILL.md")).toBe(skill);
});
