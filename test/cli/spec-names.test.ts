// Names that leave no room for the finished spec, and specs that are wanted elsewhere.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyCheckout } from "./checkout-world.ts";
import { documentOf, errorOf, newProject, type World } from "./world.ts";

const PLAYERS = [
  ...["--engineer", "player:players/engineer.yaml", "--reviewer", "player:players/reviewer.yaml"],
  ...["--policy", "players/policy.yaml"],
];

async function checkoutAs(name: string): Promise<World> {
  const world = await newProject();
  copyCheckout(world, name);
  return world;
}

test("given a name of 240 characters, then the finished spec is written beside it", async () => {
  const stem = "a".repeat(237);
  const world = await checkoutAs(`${stem}.md`);
  const refined = await world.run(["refine", `${stem}.md`, ...PLAYERS]);
  expect(refined.code, refined.stderr).toBe(0);
  expect(existsSync(join(world.project, `${stem}_v1.md`))).toBe(true);
  expect(readdirSync(world.project).filter((name) => name.endsWith(".unfinished"))).toEqual([]);
});

test.each([
  ["252 letters", `${"a".repeat(249)}.md`, 259],
  ["127 letters of two bytes each", `${"ü".repeat(124)}.md`, 258],
])("given a name of %s, then nothing is started, and --out is the way out", async (_, name, bytes) => {
  const world = await checkoutAs(name);
  const refused = await world.run(["refine", name, ...PLAYERS, "--json"]);
  expect(refused.code).toBe(2);
  expect(errorOf(refused)).toMatchObject({ code: "name-too-long", fix: expect.stringContaining("--out") });
  expect(errorOf(refused).message).toContain(`${bytes} bytes, and file systems take 255`);
  expect(documentOf(await world.run(["sessions", "--json"]))).toEqual([]);
  const refined = await world.run(["refine", name, "--out", "short.md", ...PLAYERS]);
  expect(refined.code, refined.stderr).toBe(0);
  expect(existsSync(join(world.project, "short.md"))).toBe(true);
});

test("given a place where the spec cannot be written, then `resume --out` puts it elsewhere, once", async () => {
  const world = await checkoutAs("checkout.md");
  const started = await world.run([
    "refine",
    "checkout.md",
    "--out",
    "blocked/spec.md",
    ...PLAYERS,
    "--until",
    "round",
  ]);
  expect(started.code, started.stderr).toBe(0);
  world.write(join(world.project, "blocked"), "a file where a folder is wanted");
  const ended = await world.run(["resume", "checkout", "--policy", "players/policy.yaml", "--json"]);
  expect(ended.code).toBe(1);
  expect(errorOf(ended)).toMatchObject({
    code: "spec-not-written",
    fix: expect.stringContaining("parley resume checkout --out FILE"),
  });
  expect(documentOf(await world.run(["status", "checkout", "--json"]))).toMatchObject({ output: null });

  const taken = await world.run(["resume", "checkout", "--out", "checkout.md", "--json"]);
  expect(taken.code).toBe(5);
  expect(errorOf(taken)).toMatchObject({ code: "output-exists" });
  const long = await world.run(["resume", "checkout", "--out", `${"b".repeat(252)}.md`, "--json"]);
  expect(long.code).toBe(2);

  const resumed = await world.run(["resume", "checkout", "--out", "specs/there.md"]);
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(existsSync(join(world.project, "specs/there.md"))).toBe(true);
  expect(documentOf(await world.run(["status", "checkout", "--json"]))).toMatchObject({
    output: "specs/there.md",
  });
  const late = await world.run(["resume", "checkout", "--out", "later.md", "--json"]);
  expect(late.code).toBe(5);
  expect(errorOf(late)).toMatchObject({ code: "published" });
  rmSync(join(world.project, "blocked"));
  expect(await world.run(["replay", "checkout"])).toMatchObject({ code: 0 });
});
