import { expect, test } from "vitest";
import type { AgentWish } from "./agent-command.ts";
import { codexCommand, passesToCodex } from "./codex-command.ts";

const WISH: AgentWish = {
  ...{ program: ["codex"], model: null, access: "read-only", resume: null, extraArgs: [] },
  ...{ homeFolder: null, api: null },
};
const SERVER = { baseUrl: "http://127.0.0.1:1", keyEnv: "MY_KEY" };

function settingsOf(wish: AgentWish): readonly string[] {
  const { argv } = codexCommand(wish);
  return argv.filter((_, index) => argv[index - 1] === "-c");
}

test("given a role that may only read, then its sandbox is read-only, by argument and by setting", () => {
  const { argv, env } = codexCommand(WISH);
  expect(argv.slice(0, 2)).toEqual(["codex", "exec"]);
  expect(argv[argv.indexOf("--sandbox") + 1]).toBe("read-only");
  expect(argv.at(-1)).toBe("-");
  expect(env).toEqual({});
  expect(settingsOf(WISH)).toContain('sandbox_mode="read-only"');
});

test("given a resumed session, then the options stand before `resume`, which does not know them", () => {
  const wish: AgentWish = { ...WISH, access: "write", model: "m", resume: "t-1" };
  const { argv } = codexCommand(wish);
  const resume = argv.indexOf("resume");
  for (const option of ["--json", "--sandbox", "--skip-git-repo-check", "--model", "--ignore-user-config"]) {
    expect(argv.indexOf(option)).toBeGreaterThan(0);
    expect(argv.indexOf(option)).toBeLessThan(resume);
  }
  expect(argv.slice(resume)).toEqual(["resume", "-c", 'sandbox_mode="workspace-write"', "t-1", "-"]);
  const first = codexCommand({ ...wish, resume: null });
  expect(first.argv).toEqual([...argv.slice(0, resume), "-"]);
});

test("nothing calls home, and nobody is asked", () => {
  expect(settingsOf(WISH)).toEqual(
    expect.arrayContaining([
      'approval_policy="never"',
      'web_search="disabled"',
      "check_for_update_on_startup=false",
      "analytics.enabled=false",
      "feedback.enabled=false",
      "features.plugins=false",
      "features.apps=false",
      "features.multi_agent=false",
      "features.unbounded_connection_retries=false",
    ]),
  );
});

test("what lies around its folder is not read into its prompt, and it writes nowhere else", () => {
  expect(codexCommand(WISH).argv).toEqual(expect.arrayContaining(["--ignore-user-config", "--ignore-rules"]));
  expect(settingsOf(WISH)).toEqual(
    expect.arrayContaining([
      "project_doc_max_bytes=0",
      "project_root_markers=[]",
      "skills.include_instructions=false",
      "features.hooks=false",
      "sandbox_workspace_write.exclude_slash_tmp=true",
    ]),
  );
});

test("given a server, then it has a home, the server's address and the name of its key", () => {
  const wish: AgentWish = { ...WISH, homeFolder: "/home/role", api: SERVER };
  expect(settingsOf(wish)).toEqual(
    expect.arrayContaining([
      'model_provider="parley"',
      'model_providers.parley.base_url="http://127.0.0.1:1/v1"',
      'model_providers.parley.env_key="MY_KEY"',
      'shell_environment_policy.exclude=["MY_KEY"]',
    ]),
  );
  const { env, envFrom } = codexCommand(wish);
  expect(env).toEqual({ CODEX_HOME: "/home/role/.codex" });
  expect(envFrom).toEqual({ MY_KEY: "MY_KEY" });
  expect(passesToCodex("OPENAI_API_KEY", SERVER)).toBe(false);
  expect(passesToCodex("OPENAI_API_KEY", null)).toBe(true);
  expect(passesToCodex("CODEX_HOME", null)).toBe(true);
});

test("an address with odd characters stays one text, and one with a path stays as it is", () => {
  const odd = { baseUrl: 'http://x/$&"\nmodel = "y', keyEnv: "MY_KEY" };
  expect(settingsOf({ ...WISH, api: odd })).toContain(
    'model_providers.parley.base_url="http://x/$&\\"\\nmodel = \\"y"',
  );
  const path = { baseUrl: "http://x:8080/openai/", keyEnv: "MY_KEY" };
  expect(settingsOf({ ...WISH, api: path })).toContain(
    'model_providers.parley.base_url="http://x:8080/openai"',
  );
});
