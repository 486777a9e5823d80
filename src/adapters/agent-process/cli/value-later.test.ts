import { expect, test } from "vitest";
import type { AgentCommand } from "./agent-command.ts";
import { valueLater, withValues } from "./value-later.ts";

const COMMAND: AgentCommand = {
  argv: ["agent"],
  env: { FIXED: "1" },
  envFrom: { KEY: "MY_KEY" },
  files: [
    {
      path: "/home/settings.toml",
      text: `url = ${valueLater("MY_URL")}\nword = "${valueLater("MY_KEY")}"\n`,
    },
  ],
};

test("given all values, then they stand in their places and nowhere else", () => {
  expect(withValues(COMMAND, { MY_KEY: "k", MY_URL: "u", OTHER: "o" })).toEqual({
    at: "ready",
    argv: ["agent"],
    env: { FIXED: "1", KEY: "k" },
    files: [{ path: "/home/settings.toml", text: 'url = "u"\nword = "@environment:MY_KEY@"\n' }],
  });
});

test("given values that are not set or empty, then all of them are named", () => {
  expect(withValues(COMMAND, { MY_KEY: "" })).toEqual({ at: "missing", names: ["MY_KEY", "MY_URL"] });
});

test("what is no name of a variable is a bug", () => {
  expect(() => valueLater("A B")).toThrow(TypeError);
});
