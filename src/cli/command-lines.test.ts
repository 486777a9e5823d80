import { expect, test } from "vitest";
import { commandLines } from "./command-lines.ts";

test("given a command that fits beside its label, then it stands there", () => {
  expect(commandLines("  as in:  ", "parley answer Q2 input", 40)).toEqual([
    [{ paint: "dim", text: "  as in:  " }, "parley answer Q2 input"],
  ]);
});

test("given one that does not, then it begins on the next line and is not broken", () => {
  expect(commandLines("  as in:  ", "parley answer Q2 input", 20)).toEqual([
    [{ paint: "dim", text: "  as in:" }],
    "    parley answer Q2 input",
  ]);
});
