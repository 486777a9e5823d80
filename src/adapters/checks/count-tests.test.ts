import { expect, test } from "vitest";
import { TestCount } from "./count-tests.ts";

function countIn(...lines: readonly string[]): number | null {
  const count = new TestCount();
  for (const line of lines) count.add(line);
  return count.value;
}

test.each<[string, readonly string[], number | null]>([
  [
    "vitest",
    [" Test Files  1 failed | 2 passed (3)", "      Tests  2 failed | 41 passed | 1 skipped (44)"],
    43,
  ],
  ["jest", ["Test Suites: 1 passed, 1 total", "Tests:       1 failed, 2 skipped, 3 passed, 6 total"], 4],
  ["mocha", ["  12 passing (34ms)", "  3 pending", "  1 failing"], 13],
  ["node:test", ["ℹ tests 12", "ℹ pass 10", "ℹ fail 2", "ℹ skipped 0"], 12],
  ["TAP", ["1..12", "# tests 12", "# pass  11", "# fail  1"], 12],
  [
    "cargo, several crates",
    [
      "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
      "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out",
    ],
    17,
  ],
  [
    "go",
    [
      "=== RUN   TestA",
      "--- PASS: TestA (0.00s)",
      "    --- FAIL: TestA/b (0.00s)",
      "--- SKIP: TestC (0.00s)",
      "ok  \tx\t0.1s",
    ],
    2,
  ],
  ["pytest", ["===== 1 failed, 12 passed, 2 skipped, 1 warning in 0.12s ====="], 13],
  ["pytest -q", ["12 passed in 0.12s"], 12],
  ["pytest with nothing that ran", ["== 2 skipped in 0.01s =="], 0],
  ["unittest", ["Ran 12 tests in 0.001s", "OK (skipped=1)"], 12],
  ["nobody", ["all is well", "Tests are great", "12 passed"], null],
])("what %s says", (_, lines, tests) => {
  expect(countIn(...lines)).toBe(tests);
});
