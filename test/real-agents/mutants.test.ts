import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withFault } from "../sim/fault.ts";
import { MUTANTS } from "./mutants.ts";

test("every mutant still finds what it takes away", () => {
  for (const lock of MUTANTS.flatMap(({ locks }) => locks)) withFault(readFileSync(lock.file, "utf8"), lock);
});

test("no two mutants of a row have one name", () => {
  const names = MUTANTS.map(({ agent, row, name }) => `${agent}: ${row}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
});
