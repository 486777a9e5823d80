import { expect, test } from "vitest";
import { freshIds, taskIdFromHex } from "./board-id.ts";

test("given draws that repeat and ids that are taken, then the fresh ones are neither", () => {
  const draws = ["a0000001", "a0000001", "b0000002", "c0000003"].map(taskIdFromHex);
  const draw = () => draws.shift() ?? taskIdFromHex("d0000004");
  const fresh = freshIds(3, draw, (id) => id === taskIdFromHex("b0000002"));
  expect(new Set(fresh).size).toBe(3);
  expect(fresh).not.toContain(taskIdFromHex("b0000002"));
});

test("given a draw that is always the same, then it is a bug and ends", () => {
  expect(() =>
    freshIds(
      2,
      () => taskIdFromHex("a0000001"),
      () => false,
    ),
  ).toThrow("no id is left");
});
