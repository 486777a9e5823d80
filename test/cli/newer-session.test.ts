// A session that a newer parley has begun or gone on with, in a database that this one can open (test/fixtures/before-house).
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, test } from "vitest";
import { dataOf, SCRIPTED, worldOfFixture } from "./scripted-agents.ts";
import { documentOf, type World } from "./world.ts";

const fileOf = (world: World): string => join(world.project, ".parley/parley.db");

/** The project as a newer parley would have left it. */
async function newerWorld(statement: string): Promise<World> {
  const world = worldOfFixture("before-house");
  await dataOf(world, "status", "--session", "returns");
  const database = new DatabaseSync(fileOf(world));
  database.exec("delete from snapshots");
  expect(database.prepare(statement).run().changes).toBeGreaterThan(0);
  database.close();
  return world;
}

function logOf(world: World): unknown {
  const database = new DatabaseSync(fileOf(world), { readOnly: true });
  try {
    return database.prepare("select (select count(*) from commands) + (select count(*) from events)").get();
  } finally {
    database.close();
  }
}

async function expectNewer(world: World, args: readonly string[], subject: string): Promise<void> {
  const before = logOf(world);
  const ended = await world.run([...args, "--json"]);
  expect(ended.code, ended.stdout + ended.stderr).toBe(5);
  expect(documentOf(ended)).toMatchObject({
    error: {
      code: "newer-parley",
      message: expect.stringContaining(`${subject} was written by a newer parley`),
      fix: "update parley: npm install --global parley-cli@latest",
    },
  });
  expect(logOf(world)).toEqual(before);
}

const LAST = "(select max(position) from events where stream = 'session/returns')";

describe("a session with an event that this parley does not know", () => {
  const newer = () => newerWorld(`update events set type = 'GapDreamt' where position = ${LAST}`);

  test.each([
    ["status", "--session", "returns"],
    ["gap", "list", "--session", "returns"],
    ["history", "--session", "returns"],
    ["replay", "returns"],
    ["pause", "returns"],
  ])("given `%s %s %s`, then it is refused, and the way out is to update", async (...args) => {
    await expectNewer(await newer(), args, "the session returns");
  });

  test("given another session of that project, then it is read and replayed as ever", async () => {
    const world = await newer();
    expect(await dataOf(world, "status", "--session", "hours")).toMatchObject({ state: "COMPLETE" });
    expect(await dataOf(world, "replay", "hours")).toMatchObject({ at: "identical" });
  });
});

test("given a board with an event of a later shape, then it is refused likewise", async () => {
  const world = await newerWorld("update events set v = 9 where stream = 'board'");
  await expectNewer(world, ["tasks", "add", "Sweep"], "the board");
});

test.each([
  ["of newer rules", "data = json_set(data, '$.rules', 99)"],
  ["of a later shape", "v = 9"],
])("given a command %s, then the session is read, and its replay is refused", async (_what, change) => {
  const world = await newerWorld(`update commands set ${change} where stream = 'session/returns'`);
  expect(await dataOf(world, "status", "--session", "returns")).toMatchObject({ completedRounds: 1 });
  await expectNewer(world, ["replay", "returns"], "the session returns");
});

describe("a session of newer rules", () => {
  const newer = () =>
    newerWorld(
      `update events set data = json_set(data, '$.rules', 99)
       where stream = 'session/returns' and type = 'SessionStarted'`,
    );

  test("is read", async () => {
    expect(await dataOf(await newer(), "status", "--session", "returns")).toMatchObject({
      questions: [{ id: "Q2" }],
    });
  });

  test.each([
    ["pause", "returns"],
    ["resume", "returns", ...SCRIPTED],
    ["answer", "Q2", "input", "--text", "Yes.", "--session", "returns"],
    ["gap", "defer", "GAP-TODO-001", "--reason", "Later.", "--session", "returns"],
    ["abandon", "--session", "returns"],
  ])("given `%s %s`, then nothing is decided, and the log is as it was", async (...args) => {
    await expectNewer(await newer(), args, "the session returns");
  });
});
