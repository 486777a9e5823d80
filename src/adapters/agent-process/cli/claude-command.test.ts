import { expect, test } from "vitest";
import type { AgentWish } from "./agent-command.ts";
import { claudeCommand, passesToClaude } from "./claude-command.ts";

const WISH: AgentWish = {
  ...{ program: ["claude"], model: null, access: "read-only", resume: null, extraArgs: [] },
  ...{ homeFolder: null, api: null },
};
const SERVER = { baseUrl: "http://127.0.0.1:1/v1/", keyEnv: "MY_KEY" };

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
  const first = claudeCommand({ ...WISH, model: "m" });
  const again = claudeCommand({ ...WISH, model: "m", resume: "s-1" });
  expect(again.argv).toEqual([...first.argv, "--resume", "s-1"]);
  expect(again.env).toEqual(first.env);
});

test("nothing calls home, and no setting of the user's changes what it does", () => {
  const { argv, env } = claudeCommand(WISH);
  expect(argv).toEqual(expect.arrayContaining(["--safe-mode", "--strict-mcp-config"]));
  expect(env).toMatchObject({
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

test("given a login of its own, then its settings stay where they are", () => {
  expect(claudeCommand(WISH).env).not.toHaveProperty("CLAUDE_CONFIG_DIR");
  expect(passesToClaude("ANTHROPIC_AUTH_TOKEN", null)).toBe(true);
  expect(passesToClaude("CLAUDE_CONFIG_DIR", null)).toBe(true);
  expect(passesToClaude("CLAUDE_CODE_SSE_PORT", null)).toBe(false);
  expect(passesToClaude("AWS_SECRET_ACCESS_KEY", null)).toBe(false);
});

test("given a server, then it has a home, the server's address and key, and nobody else's", () => {
  const { argv, env, envFrom } = claudeCommand({ ...WISH, homeFolder: "/home/role", api: SERVER });
  expect(env).toMatchObject({
    CLAUDE_CONFIG_DIR: "/home/role/.claude",
    ANTHROPIC_BASE_URL: "http://127.0.0.1:1",
  });
  expect(envFrom).toEqual({ ANTHROPIC_API_KEY: "MY_KEY" });
  expect(argv.join(" ")).not.toContain("MY_KEY");
  expect(passesToClaude("ANTHROPIC_AUTH_TOKEN", SERVER)).toBe(false);
});

test("what cannot be an argument is a bug", () => {
  expect(() => claudeCommand({ ...WISH, model: "x".repeat(200_000) })).toThrow(TypeError);
  expect(() => claudeCommand({ ...WISH, model: "\0" })).toThrow(TypeError);
});
