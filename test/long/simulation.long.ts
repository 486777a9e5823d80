// The simulated worlds of `npm test`, thousands of them.
import { expect, it } from "vitest";
import { simulateMany } from "../sim/many-worlds.ts";
import { buildSimulation, seedsFrom } from "../sim/simulate.ts";

const WORLDS = 5_000;

it(`given ${WORLDS} worlds, then every rule holds in each of them`, async () => {
  const { faults, summary, told } = await simulateMany(await buildSimulation(), seedsFrom(1, WORLDS));
  console.info(told);
  expect(summary, `${faults.size} worlds failed`).toBe("");
});
