import fc from "fast-check";
import { expect, test } from "vitest";
import { archiveFolder, archiveName, parseArchiveName } from "./archive-name.ts";

test("given a round and its attempt, then the name of its archive says both", () => {
  expect(archiveName(5, 1)).toBe("round_005_rolled_back_1.tar.gz");
  expect(archiveFolder(archiveName(5, 2))).toBe("round_005_rolled_back_2");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1, max: 999 }), (round, attempt) => {
      expect(parseArchiveName(archiveName(round, attempt))).toEqual({ round, attempt });
    }),
  );
});

test.each([
  "round_5_rolled_back_1.tar.gz",
  "round_005_rolled_back_0.tar.gz",
  "round_005_rolled_back_1.tar.gz.keep",
  "../round_005_rolled_back_1.tar.gz",
  "round_005_rolled_back_1.tar",
  "",
])("given %j, then it is no archive of ours", (name) => {
  expect(parseArchiveName(name)).toBeNull();
});

test("given numbers that no round and no attempt has, then there is no name", () => {
  expect(() => archiveName(1_000, 1)).toThrow(RangeError);
  expect(() => archiveName(1, 0)).toThrow(RangeError);
});
