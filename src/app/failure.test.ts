import { expect, test } from "vitest";
import { StoreFailure, type StoreFailureCode } from "../engine/ports.ts";
import { failureOfThrown } from "./failure.ts";

test.each<[StoreFailureCode, string]>([
  ["busy", "locked"],
  ["missing", "not-found"],
  ["exists", "refused"],
  ["corrupt", "failed"],
])("a store that is %s means %s", (code, failed) => {
  const thrown = new StoreFailure({ code, message: "m", place: "p", fix: "f" });
  expect(failureOfThrown(thrown)).toEqual({
    failed,
    code: `store-${code}`,
    message: "m",
    place: "p",
    fix: "f",
  });
});

test("anything else is a bug of ours and says so", () => {
  expect(failureOfThrown(new TypeError("x is not y"))).toMatchObject({ failed: "failed", code: "internal" });
});
