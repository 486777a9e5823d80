// The spec of a checkout and its players: three gaps, of which the last waits for input.
import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { playedOnce, type World } from "./world.ts";

const PLAYERS = ["--engineer", "player:players/engineer.yaml", "--reviewer", "player:players/reviewer.yaml"];

async function play(world: World, more: readonly string[], code: number): Promise<void> {
  cpSync(resolve("test/fixtures/checkout"), join(world.project, "players"), { recursive: true });
  cpSync(resolve("test/fixtures/checkout/checkout.md"), join(world.project, "checkout.md"));
  const refined = await world.run(["refine", "checkout.md", ...PLAYERS, ...more]);
  expect(refined.code, refined.stderr).toBe(code);
}

export const waitingCheckout = playedOnce((world) => play(world, [], 7));
export const endedCheckout = playedOnce((world) => play(world, ["--policy", "players/policy.yaml"], 0));
export const firstRoundOfCheckout = playedOnce((world) => play(world, ["--until", "round"], 0));
