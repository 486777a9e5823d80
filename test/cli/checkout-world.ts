// The spec of a checkout and its players: three gaps, of which the last waits for input.
import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { newWorld, playedOnce, type World } from "./world.ts";

export const CHECKOUT_AGENTS = [
  "--engineer",
  "player:players/engineer.yaml",
  "--reviewer",
  "player:players/reviewer.yaml",
];

export const CHECKOUT_POLICY = ["--policy", "players/policy.yaml"];

/** Puts the spec and its players into a project. */
export function copyCheckout({ project }: World, spec = "checkout.md"): void {
  cpSync(resolve("test/fixtures/checkout"), join(project, "players"), { recursive: true });
  cpSync(resolve("test/fixtures/checkout/checkout.md"), join(project, spec));
}

export function checkoutWorld(): World {
  const world = newWorld();
  copyCheckout(world);
  return world;
}

async function play(
  world: World,
  { more = [], code, run = world.run }: { more?: readonly string[]; code: number; run?: World["run"] },
): Promise<void> {
  copyCheckout(world);
  const refined = await run(["refine", "checkout.md", ...CHECKOUT_AGENTS, ...more]);
  expect(refined.code, refined.stderr).toBe(code);
}

export const waitingCheckout = playedOnce((world) => play(world, { code: 7 }));
export const endedCheckout = playedOnce((world) => play(world, { more: CHECKOUT_POLICY, code: 0 }));
export const firstRoundOfCheckout = playedOnce((world) =>
  play(world, { more: ["--until", "round"], code: 0 }),
);

/** As they are, but with run folders: their players were programs. */
export const waitingCheckoutOfPrograms = playedOnce((world) =>
  play(world, { code: 7, run: world.runWithPrograms }),
);
export const firstRoundOfPrograms = playedOnce((world) =>
  play(world, { more: ["--until", "round"], code: 0, run: world.runWithPrograms }),
);
