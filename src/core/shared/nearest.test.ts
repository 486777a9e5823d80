import { expect, test } from "vitest";
import { nearestWord } from "./nearest.ts";

const WORDS = ["config", "completion", "doctor", "init", "--json"];

test.each([
  ["confg", "config"],
  ["CONFIG", "config"],
  ["conf", "config"],
  ["dcotor", "doctor"],
  ["--jsn", "--json"],
  ["frobnicate", undefined],
  ["", undefined],
  ["x".repeat(100_000), undefined],
])("%s", (word, meant) => {
  expect(nearestWord(word, WORDS)).toBe(meant);
});
