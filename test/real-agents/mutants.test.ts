import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withFault } from "../sim/fault.ts";
import { MUTANTS } from "./mutants.ts";

test("every mutant still finds what it takes away", () => {
  for (const mutant of MUTANTS) withFault(readFileSync(mutant.file, "utf8"), mutant);
});

test("no two mutants of an agent have one name", () => {
  const names = MUTANTS.map(({ agent, name }) => `${agent}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
});
