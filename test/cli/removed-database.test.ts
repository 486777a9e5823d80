// The database taken away under the real program, and brought back.
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { collected } from "../support/collected.ts";
import { CHECKOUT_POLICY, checkoutWorld, copyCheckout, endedCheckout } from "./checkout-world.ts";
import { documentOf, type Ended, newProject, type World } from "./world.ts";

interface Row {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
  readonly fix?: string;
}

const AGENTS = ["--engineer", "player:slow.yaml", "--reviewer", "player:players/reviewer.yaml"];
const databaseOf = (world: World): string => join(world.project, ".parley/parley.db");

/** The first document takes a while, so that there is time while an agent is at work. */
function slowWorld(): World {
  const world = checkoutWorld();
  const script = world.read(join(world.project, "players/engineer.yaml"));
  world.write(join(world.project, "slow.yaml"), script.replace(/^( *)- on:/m, "$1- delayMs: 3000\n$1  on:"));
  return world;
}

/** Runs the session; `meddle` is done once the first agent is at work. */
async function refineMeddledWith(world: World, meddle: () => void): Promise<Ended> {
  const run = world.begin(["refine", "checkout.md", ...AGENTS, ...CHECKOUT_POLICY]);
  await run.says(/ Engineer \(/);
  meddle();
  return await run.ended;
}

async function rowsOf(world: World): Promise<readonly Row[]> {
  return documentOf(await world.run(["doctor", "--json"])) as readonly Row[];
}

describe("a run whose database", () => {
  test.each([
    ["is removed", (world: World) => rmSync(databaseOf(world))],
    [
      "is moved away with its folder",
      (world: World) => renameSync(join(world.project, ".parley"), join(world.root, "away")),
    ],
  ])("%s stops, saves its log, and goes on with it once it is put back", async (_, meddle) => {
    const world = slowWorld();
    const ended = await refineMeddledWith(world, () => meddle(world));
    expect(ended.code, ended.stderr).toBe(1);
    const folder = join(world.project, ".parley");
    const [name = "", ...more] = readdirSync(folder).filter((one) => one.startsWith("parley.db.rescued-"));
    expect(more).toEqual([]);
    expect(ended.stderr.replaceAll(/\s+/g, " ")).toContain(
      "was removed or replaced while parley was writing to it",
    );
    expect(ended.stderr).toContain(name);

    const saved = (await rowsOf(world)).find(({ check }) => check === "saved copy");
    expect(saved).toMatchObject({
      status: "warn",
      fix: expect.stringContaining(`mv ${join(folder, name)} `),
    });
    for (const end of ["", "-wal", "-shm"]) rmSync(`${databaseOf(world)}${end}`, { force: true });
    renameSync(join(folder, name), databaseOf(world));
    const resumed = await world.run(["resume", ...AGENTS, ...CHECKOUT_POLICY]);
    expect(resumed.code, resumed.stderr).toBe(0);
    expect((await world.run(["replay"])).code).toBe(0);
    const rows = await rowsOf(world);
    expect(rows.filter(({ check }) => check === "database" || check === "last append")).toMatchObject([
      { status: "ok" },
      { status: "ok" },
    ]);
    expect(rows.some(({ check }) => check === "saved copy")).toBe(false);
  });
});

describe("an older database in the place of a newer", () => {
  test("is told by doctor and at each change, until the note of the newer is removed", async () => {
    const world = await newProject();
    const database = databaseOf(world);
    await world.run(["tasks", "add", "One"]);
    await collected(world.root);
    copyFileSync(database, join(world.root, "older.db"));
    await world.run(["tasks", "add", "Two"]);
    await collected(world.root);
    copyFileSync(join(world.root, "older.db"), database);

    const doubted = (await rowsOf(world)).find(({ check }) => check === "last append");
    expect(doubted).toMatchObject({
      status: "fail",
      detail: expect.stringMatching(/ends with event \d+, but event \d+ was recorded here/),
      fix: expect.stringContaining(`rm ${database}-head`),
    });
    for (const title of ["Three", "Four"]) {
      const added = await world.run(["tasks", "add", title, "--json"]);
      expect(added.code).toBe(0);
      expect(documentOf(added)).toBeDefined();
      expect(added.stderr).toMatch(/^warning: .*was put in its place, or its end was cut off/);
    }
    rmSync(`${database}-head`);
    expect((await world.run(["tasks", "add", "Five"])).stderr).toBe("");
    expect((await rowsOf(world)).find(({ check }) => check === "last append")?.status).toBe("ok");
  });

  test("a database that was removed is not begun anew in silence", async () => {
    const world = await endedCheckout();
    rmSync(databaseOf(world));
    const added = await world.run(["tasks", "add", "One"]);
    expect([added.code, added.stderr]).toEqual([0, expect.stringContaining("was recorded here")]);
  });
});

test("given a database that is gone and a copy that was saved, then whoever looks or begins again is told the way back", async () => {
  const world = await newProject();
  const saved = `${databaseOf(world)}.rescued-20260101T000000Z`;
  const before = copyOf(world, saved);
  const looked = await world.run(["sessions"]);
  expect(looked.code).not.toBe(0);
  expect(inOneLine(looked.stderr)).toContain(
    "rescued-20260101T000000Z was saved when it was removed or replaced",
  );
  expect(inOneLine(looked.stderr)).toMatch(/put it back: mv \S*rescued-20260101T000000Z/);

  copyCheckout(world);
  const agents = ["--engineer", "player:players/engineer.yaml", "--reviewer", "player:players/reviewer.yaml"];
  const begun = await world.run(["refine", "checkout.md", ...agents, "--until", "round"]);
  const said = inOneLine(begun.stderr);
  expect(said).toContain("rescued-20260101T000000Z was saved when it was removed or replaced");
  expect(said.indexOf("rescued-")).toBeLessThan(said.indexOf(" Engineer ("));
  expect(said).toMatch(/warning: the database is gone.* this begins another one;.* put it back: mv /);
  expect(before.equals(readFileSync(saved))).toBe(true);
});

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

/** The database of a project, moved to where a saved copy would stand. */
function copyOf(world: World, saved: string): Buffer {
  renameSync(databaseOf(world), saved);
  for (const end of ["-wal", "-shm", "-head"]) rmSync(`${databaseOf(world)}${end}`, { force: true });
  return readFileSync(saved);
}
