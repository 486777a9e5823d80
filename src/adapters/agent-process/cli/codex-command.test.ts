import { expect, test } from "vitest";
import type { AgentWish } from "./agent-command.ts";
import { codexCommand } from "./codex-command.ts";
import { withValues } from "./value-later.ts";

const WISH: AgentWish = { access: "read-only", extraArgs: [], homeFolder: "/home/role" };

function settingsOf(wish: AgentWish): string {
  const [file] = codexCommand(wish).files;
  expect(file?.path).toBe("/home/role/.codex/config.toml");
  return file?.text ?? "";
}

test("given a role that may only read, then its sandbox is read-only, by argument and by setting", () => {
  const { argv, env } = codexCommand(WISH);
  expect(argv.slice(0, 2)).toEqual(["codex", "exec"]);
  expect(argv[argv.indexOf("--sandbox") + 1]).toBe("read-only");
  expect(argv.at(-1)).toBe("-");
  expect(env).toEqual({ CODEX_HOME: "/home/role/.codex" });
  expect(settingsOf(WISH)).toContain('sandbox_mode = "read-only"\n');
});

test("given a resumed session, then the options stand before `resume`, which does not know them", () => {
  const wish: AgentWish = { ...WISH, access: "write", model: "m", session: { id: "t-1", resume: true } };
  const { argv } = codexCommand(wish);
  const resume = argv.indexOf("resume");
  for (const option of ["--json", "--sandbox", "--skip-git-repo-check", "--model"]) {
    expect(argv.indexOf(option)).toBeLessThan(resume);
  }
  expect(argv.slice(resume)).toEqual(["resume", "-c", 'sandbox_mode="workspace-write"', "t-1", "-"]);
  const first = codexCommand({ ...wish, session: { id: "t-1", resume: false } });
  expect(first.argv).toEqual([...argv.slice(0, resume), "-"]);
  expect(settingsOf(wish)).toBe(first.files[0]?.text);
});

test("nothing calls home, and nobody is asked", () => {
  const settings = settingsOf(WISH);
  for (const line of [
    'approval_policy = "never"',
    'web_search = "disabled"',
    "check_for_update_on_startup = false",
    "[analytics]\nenabled = false",
    "[feedback]\nenabled = false",
    "plugins = false",
    "apps = false",
    "multi_agent = false",
    "unbounded_connection_retries = false",
  ]) {
    expect(settings).toContain(`${line}\n`);
  }
});

test("given the names of an address and a key, then the file holds the address and the name of the key", () => {
  const command = codexCommand({ ...WISH, api: { baseUrl: "MY_URL", key: "MY_KEY" } });
  const ready = withValues(command, { MY_URL: "http://127.0.0.1:1/v1", MY_KEY: "secret" });
  if (ready.at !== "ready") return expect.unreachable();
  const [{ text } = { text: "" }] = ready.files;
  expect(text).toContain('base_url = "http://127.0.0.1:1/v1"\n');
  expect(text).toContain('env_key = "MY_KEY"\n');
  expect(text).toContain('exclude = ["MY_KEY"]\n');
  expect(ready.env).toMatchObject({ MY_KEY: "secret" });
  expect(JSON.stringify([ready.argv, ready.files])).not.toContain("secret");
});

test("given words that look like settings or like a place for a value, then they stay words", () => {
  const systemPrompt = 'a"\nsandbox_mode = "danger"\nmodel = @environment:HOME@\n\u007F\uD800';
  const command = codexCommand({ ...WISH, model: "@environment:HOME@", systemPrompt });
  const ready = withValues(command, { HOME: "/root" });
  if (ready.at !== "ready") return expect.unreachable();
  const [{ text } = { text: "" }] = ready.files;
  expect(text).not.toContain("/root");
  expect(text.split("\n").filter((line) => line.startsWith("sandbox_mode"))).toEqual([
    'sandbox_mode = "read-only"',
  ]);
  expect(text).toContain("\\u007f\uFFFD");
});

test("an address with odd characters stays one text", () => {
  const command = codexCommand({ ...WISH, api: { baseUrl: "MY_URL", key: "MY_KEY" } });
  const ready = withValues(command, { MY_URL: 'http://x/$&"\nmodel = "y', MY_KEY: "k" });
  if (ready.at !== "ready") return expect.unreachable();
  expect(ready.files[0]?.text).toContain('base_url = "http://x/$&\\"\\nmodel = \\"y"\n');
});
