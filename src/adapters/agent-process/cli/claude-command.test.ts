import { expect, test } from "vitest";
import type { AgentWish } from "./agent-command.ts";
import { claudeCommand } from "./claude-command.ts";
import { withValues } from "./value-later.ts";

const WISH: AgentWish = { access: "read-only", extraArgs: [], homeFolder: "/home/role" };
const ID = "0b9f3c1e-0000-4000-8000-000000000001";

function valueAfter(argv: readonly string[], option: string): string | undefined {
  return argv[argv.indexOf(option) + 1];
}

test("given a role that may only read, then no tool that writes is offered", () => {
  const { argv } = claudeCommand(WISH);
  expect(valueAfter(argv, "--tools")).toBe("Read,Grep,Glob");
  expect(argv).not.toContain("acceptEdits");
});

test("given a role that writes, then it may edit without asking, and nothing else asks either", () => {
  const { argv } = claudeCommand({ ...WISH, access: "write" });
  expect(valueAfter(argv, "--tools")).toBe("Read,Grep,Glob,Edit,Write");
  expect(valueAfter(argv, "--permission-mode")).toBe("acceptEdits");
  expect(valueAfter(argv, "--permission-prompts")).toBe("none");
});

test("given a resumed session, then everything else is passed as for the first run", () => {
  const more = { model: "m", systemPrompt: "You review." };
  const first = claudeCommand({ ...WISH, ...more, session: { id: ID, resume: false } });
  const again = claudeCommand({ ...WISH, ...more, session: { id: ID, resume: true } });
  expect(valueAfter(first.argv, "--session-id")).toBe(ID);
  expect(valueAfter(again.argv, "--resume")).toBe(ID);
  expect(again.argv.map((part) => (part === "--resume" ? "--session-id" : part))).toEqual(first.argv);
  expect(again.env).toEqual(first.env);
});

test("settings are the role's own, and nothing calls home", () => {
  const { argv, env } = claudeCommand(WISH);
  expect(argv).toEqual(expect.arrayContaining(["--safe-mode", "--strict-mcp-config"]));
  expect(env).toMatchObject({
    CLAUDE_CONFIG_DIR: "/home/role/.claude",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  });
  expect(Number(env.API_TIMEOUT_MS)).toBeGreaterThan(0);
});

test("further arguments come before ours", () => {
  const { argv } = claudeCommand({ ...WISH, extraArgs: ["--tools", "Bash"] });
  expect(argv.indexOf("Bash")).toBeLessThan(argv.lastIndexOf("--tools"));
});

test("given the names of an address and a key, then their values come in only at the start", () => {
  const command = claudeCommand({ ...WISH, api: { baseUrl: "MY_URL", key: "MY_KEY" } });
  expect(command.envFrom).toEqual({ ANTHROPIC_BASE_URL: "MY_URL", ANTHROPIC_API_KEY: "MY_KEY" });
  const ready = withValues(command, { MY_URL: "http://127.0.0.1:1", MY_KEY: "secret" });
  expect(ready).toMatchObject({
    at: "ready",
    argv: command.argv,
    env: { ANTHROPIC_BASE_URL: "http://127.0.0.1:1", ANTHROPIC_API_KEY: "secret" },
  });
  expect(withValues(command, { MY_URL: "http://127.0.0.1:1" })).toEqual({ at: "missing", names: ["MY_KEY"] });
});

test("what cannot be an argument is a bug", () => {
  expect(() => claudeCommand({ ...WISH, systemPrompt: "x".repeat(200_000) })).toThrow(TypeError);
  expect(() => claudeCommand({ ...WISH, systemPrompt: "\0" })).toThrow(TypeError);
  expect(() => claudeCommand({ ...WISH, api: { key: "A=B" } })).toThrow(TypeError);
});
