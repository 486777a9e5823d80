// The simulated worlds of `npm test`, thousands of them.
import { expect, it } from "vitest";
import { simulateMany } from "../sim/many-worlds.ts";

const WORLDS = 5_000;

it(`given ${WORLDS} worlds, then every rule holds in each of them`, async () => {
  const { faults, failed, told } = await simulateMany({ first: 1, count: WORLDS });
  console.info(told);
  expect(faults, `${failed} worlds failed`).toBe("");
});
