// One session to its end and a board, as the program leaves them, and what becomes of flipped bytes in its database.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { openProject, projectAt } from "../../src/app/project.ts";
import { endedCheckout } from "../cli/checkout-world.ts";
import { documentOf, type World } from "../cli/world.ts";
import { everythingIn, type Fate, fateOf, flip, LOG_TABLES, type Place, placesIn } from "./flipped-bytes.ts";
import { intoOneFile } from "./into-one-file.ts";

export interface Flipped {
  readonly place: Place;
  readonly fate: Fate;
}

/** Every so many places the real program is asked, too. */
const DOCTOR_EVERY = 12;

export async function flipBytes(world: World, count: number, seed: number): Promise<readonly Flipped[]> {
  const database = join(world.project, ".parley/parley.db");
  intoOneFile(database);
  const open = await openProject(projectAt(world.project), "inspect");
  expect(await open.store.integrity()).toEqual([]);
  const whole = await everythingIn(open, database);
  open.store.close();
  const flipped: Flipped[] = [];
  for (const [n, place] of placesIn(database, count, seed).entries()) {
    const root = join(world.root, `flipped-${n}`);
    mkdirSync(join(root, ".parley"), { recursive: true });
    const project = projectAt(root);
    flip(database, project.database, place);
    const fate = await fateOf(project, whole);
    flipped.push({ place, fate });
    if (n % DOCTOR_EVERY === 0 && LOG_TABLES.has(place.table) && place.isUsed)
      await expectDoctorFinds(world, root);
  }
  return flipped;
}

async function expectDoctorFinds(world: World, cwd: string): Promise<void> {
  const ended = await world.run(["doctor", "--json"], { cwd });
  expect(ended.stderr).toBe("");
  const rows = documentOf(ended) as readonly { readonly check: string; readonly status: string }[];
  const database = rows.filter(({ check }) => check === "database");
  expect([ended.code, database.some(({ status }) => status !== "ok")]).toEqual([1, true]);
}

export function expectAllFound(flipped: readonly Flipped[]): void {
  const inLog = flipped.filter(({ place }) => LOG_TABLES.has(place.table) && place.isUsed);
  expect(inLog.length).toBeGreaterThanOrEqual(flipped.length / 2);
  expect(inLog.filter(({ fate }) => fate !== "found")).toEqual([]);
  expect(flipped.filter(({ fate }) => fate === "unseen")).toEqual([]);
}

export async function playedWorld(): Promise<World> {
  const world = await endedCheckout();
  for (const title of ["One", "Two"]) expect((await world.run(["tasks", "add", title])).code).toBe(0);
  return world;
}
