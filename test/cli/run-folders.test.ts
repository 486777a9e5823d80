// A run folder counts for the launch it was made for and for no other, with the real program and real agents.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { waitingCheckout } from "./checkout-world.ts";
import type { World } from "./world.ts";

const runsOf = (world: World): readonly string[] => readdirSync(join(world.project, ".parley/runs"));
const database = (world: World): string => join(world.project, ".parley/parley.db");

function copyDatabase(from: string, to: string): void {
  for (const end of ["", "-wal", "-shm"]) {
    rmSync(`${to}${end}`, { force: true });
    if (existsSync(`${from}${end}`)) cpSync(`${from}${end}`, `${to}${end}`);
  }
}

async function answer(world: World, text: string): Promise<void> {
  const { code, stderr } = await world.run(["answer", "Q1", "input", "--text", text]);
  expect(code, stderr).toBe(0);
}

/** What the agents of a project were asked, by the folders of their runs. */
function prompts(world: World): readonly string[] {
  return runsOf(world).map((run) =>
    readFileSync(join(world.project, ".parley/runs", run, "prompt.md"), "utf8"),
  );
}

test("given a backup put back and another answer, then the agents are called again and not taken from before", async () => {
  const world = await waitingCheckout();
  const backup = join(world.root, "backup.db");
  copyDatabase(database(world), backup);
  await answer(world, "Ten years.");
  await world.run(["resume", "--no-input"]);
  const before = new Set(runsOf(world));
  expect(prompts(world).some((prompt) => prompt.includes("Ten years."))).toBe(true);

  copyDatabase(backup, database(world));
  await answer(world, "Ninety days.");
  await world.run(["resume", "--no-input"]);
  const made = runsOf(world).filter((run) => !before.has(run));
  expect(made.length).toBeGreaterThan(0);
  expect(prompts(world).some((prompt) => prompt.includes("Ninety days."))).toBe(true);
});

test("given the database deleted and the spec begun again, then every agent is called again", async () => {
  const world = await waitingCheckout();
  const before = runsOf(world).length;
  for (const end of ["", "-wal", "-shm"]) rmSync(`${database(world)}${end}`, { force: true });
  const agents = ["--engineer", "player:players/engineer.yaml", "--reviewer", "player:players/reviewer.yaml"];
  const { code, stderr } = await world.run(["refine", "checkout.md", ...agents]);
  expect(code, stderr).toBe(7);
  expect(runsOf(world)).toHaveLength(2 * before);
});
