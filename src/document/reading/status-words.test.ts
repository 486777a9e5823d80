import { describe, expect, test } from "vitest";
import { readBareStatus, readStatus } from "./status-words.ts";

describe("what became of an issue", () => {
  test.each([
    ["FIXED", "RESOLVED"],
    ["**RESOLVED**", "RESOLVED"],
    ["✅", "RESOLVED"],
    ["✓ fixed in step 3", "RESOLVED"],
    ["Has been addressed", "RESOLVED"],
    ["Partially addressed", "PARTIALLY_RESOLVED"],
    ["⚠️", "PARTIALLY_RESOLVED"],
    ["NOT_ADDRESSED", "UNRESOLVED"],
    ["still open", "UNRESOLVED"],
    ["❌ not fixed", "UNRESOLVED"],
    ["Deferred to next season", "DEFERRED"],
  ])("%s", (text, status) => {
    expect(readStatus(text)).toBe(status);
  });

  test.each(["", "The list is fixed", "New", "Approved", "42"])("%j is no status", (text) => {
    expect(readStatus(text)).toBeNull();
  });
});

test("in a title a status stands alone, or it is the title's first word", () => {
  expect(["RESOLVED", "Not addressed", "Fixed in round 2", "OPEN"].map(readBareStatus)).toEqual([
    "RESOLVED",
    "UNRESOLVED",
    "RESOLVED",
    "UNRESOLVED",
  ]);
  expect(["Open doors", "Open", "Partial", "Resolved names are lost"].map(readBareStatus)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
