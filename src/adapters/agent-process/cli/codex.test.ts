import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyLines, foldValues, type StreamReading } from "../../../../test/support/fold-stream.ts";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import type { Usage } from "../../../core/shared/usage.ts";
import type { CommandInput } from "./agent-cli.ts";
import { openStream } from "./cli-language.ts";
import { CODEX, tomlText } from "./codex.ts";
import { NO_LOGIN } from "./user-login.ts";

const { command, passes, readLine, readErrorLine } = CODEX;

const INPUT: CommandInput = {
  ...{ program: ["codex"], model: null, access: "read-only", resume: null, extraArgs: [], systemFile: null },
  ...{ homeFolder: null, api: null, effort: null, login: NO_LOGIN },
  ...{ programFolders: ["/opt/codex"], workFolder: "/p/.parley/runs/0123456789abcdef/view", worktree: null },
};
const SERVER = { baseUrl: "http://127.0.0.1:1", keyEnv: "MY_KEY" };

function settingsOf(input: CommandInput): readonly string[] {
  const { argv } = command(input);
  return argv.filter((_, index) => argv[index - 1] === "-c");
}

const PROFILE = (right: string) =>
  `permissions.parley.filesystem={":minimal"="read",":workspace_roots"="${right}","/opt/codex"="read"}`;

test("given a role, then its profile shows its folder and what codex needs, and no sandbox mode beside it", () => {
  const { argv, env } = command(INPUT);
  expect(argv.slice(0, 2)).toEqual(["codex", "exec"]);
  expect(argv.at(-1)).toBe("-");
  expect(settingsOf(INPUT)).toEqual(
    expect.arrayContaining(['default_permissions="parley"', PROFILE("read")]),
  );
  expect(settingsOf({ ...INPUT, access: "write" })).toContain(PROFILE("write"));
  expect(argv.join(" ")).not.toContain("sandbox");
  expect(env).toEqual({ GIT_CEILING_DIRECTORIES: "/p/.parley/runs/0123456789abcdef" });
});

test("given a worktree, then that alone can be written, and git tells nothing of it", () => {
  const coder = { ...INPUT, access: "write", workFolder: "/p/w/a1b2", worktree: { shell: null } } as const;
  expect(settingsOf(coder)).toContain(PROFILE("write"));
  expect(command(coder).env).toEqual({ GIT_CEILING_DIRECTORIES: "/p/w", GIT_DIR: "/dev/null" });
});

test("given no choice, then it thinks as the user has set it up, else neither little nor much", () => {
  const chosen = { ...NO_LOGIN, settings: { effort: "high", verbosity: "low" } };
  const thinking = (input: CommandInput) => settingsOf(input).filter((one) => /^model_[rv]/.test(one));
  expect(thinking(INPUT)).toEqual(['model_reasoning_effort="medium"', 'model_verbosity="medium"']);
  expect(thinking({ ...INPUT, login: chosen })).toEqual([
    'model_reasoning_effort="high"',
    'model_verbosity="low"',
  ]);
  expect(thinking({ ...INPUT, login: chosen, effort: "xhigh" })[0]).toBe('model_reasoning_effort="xhigh"');
});

test("given a login in a file, then it is linked to; given none that is found, it stays where it is", () => {
  const home = temporaryFolder();
  expect(CODEX.userLogin({ env: { HOME: home } })).toMatchObject({ home: "user", laid: [] });
  mkdirSync(join(home, ".codex"));
  writeFileSync(join(home, ".codex/auth.json"), "{}");
  const toml = 'model_reasoning_effort = "high"\n[profiles.x]\nmodel_verbosity = "high"\n';
  writeFileSync(join(home, ".codex/config.toml"), toml);
  expect(CODEX.userLogin({ env: { HOME: home } })).toEqual({
    home: "private",
    laid: [{ below: "home", path: ".codex/auth.json", linkTo: join(home, ".codex/auth.json") }],
    env: {},
    settings: { effort: "high" },
  });
});

test("given a resumed session, then the options stand before `resume`, which does not know them", () => {
  const input: CommandInput = { ...INPUT, access: "write", model: "m", resume: "t-1" };
  const { argv } = command(input);
  const resume = argv.indexOf("resume");
  for (const option of ["--json", "--skip-git-repo-check", "--model", "--ignore-user-config"]) {
    expect(argv.indexOf(option)).toBeGreaterThan(0);
    expect(argv.indexOf(option)).toBeLessThan(resume);
  }
  const profile = ["-c", 'default_permissions="parley"', "-c", PROFILE("write")];
  expect(argv.slice(resume)).toEqual(["resume", ...profile, "t-1", "-"]);
  const first = command({ ...input, resume: null });
  expect(first.argv).toEqual([...argv.slice(0, resume), "-"]);
});

test("nothing calls home, and nobody is asked", () => {
  expect(settingsOf(INPUT)).toEqual(
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
  expect(command(INPUT).argv).toEqual(expect.arrayContaining(["--ignore-user-config", "--ignore-rules"]));
  expect(settingsOf(INPUT)).toEqual(
    expect.arrayContaining([
      "project_doc_max_bytes=0",
      "project_root_markers=[]",
      "skills.include_instructions=false",
      "features.hooks=false",
      "agents.enabled=false",
    ]),
  );
});

test("given a server, then it has a home, the server's address and the name of its key", () => {
  const input: CommandInput = { ...INPUT, homeFolder: "/home/role", api: SERVER };
  expect(settingsOf(input)).toEqual(
    expect.arrayContaining([
      'model_provider="parley"',
      'model_providers.parley.base_url="http://127.0.0.1:1/v1"',
      'model_providers.parley.env_key="MY_KEY"',
      'shell_environment_policy.exclude=["MY_KEY"]',
    ]),
  );
  const { env, envFrom } = command(input);
  expect(env).toMatchObject({ CODEX_HOME: "/home/role/.codex" });
  expect(envFrom).toEqual({ MY_KEY: "MY_KEY" });
  expect(passes("OPENAI_API_KEY", SERVER)).toBe(false);
  expect(passes("OPENAI_API_KEY", null)).toBe(true);
  expect(passes("CODEX_HOME", null)).toBe(true);
});

test("an address with odd characters stays one text, and one with a path stays as it is", () => {
  const odd = { baseUrl: 'http://x/$&"\nmodel = "y', keyEnv: "MY_KEY" };
  expect(settingsOf({ ...INPUT, api: odd })).toContain(
    'model_providers.parley.base_url="http://x/$&\\"\\nmodel = \\"y"',
  );
  const path = { baseUrl: "http://x:8080/openai/", keyEnv: "MY_KEY" };
  expect(settingsOf({ ...INPUT, api: path })).toContain(
    'model_providers.parley.base_url="http://x:8080/openai"',
  );
});

test("any text is one line in quotes without a character that TOML refuses", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const written = tomlText(text);
      expect(written).toMatch(/^"(?:[^"\\\p{Cc}\p{Surrogate}]|\\["\\btnfr]|\\u[0-9a-f]{4}|[\x80-\x9F])*"$/u);
      expect(JSON.parse(written)).toBe(text.replace(/\p{Surrogate}/gu, "\uFFFD"));
    }),
  );
});

const fold = (values: readonly unknown[], before?: Usage): StreamReading =>
  foldValues(readLine, values, before);

const completed = (item: object): object => ({ type: "item.completed", item: { id: "item_0", ...item } });

const THREAD = { type: "thread.started", thread_id: "t-1" };
const TURN = { type: "turn.started" };
const ANSWER = completed({ type: "agent_message", text: "Done." });
const END = {
  type: "turn.completed",
  usage: { input_tokens: 1_000, cached_input_tokens: 200, output_tokens: 50, reasoning_output_tokens: 10 },
};
const RECONNECTING = { type: "error", message: "Reconnecting... 1/5 (unexpected status 500)" };

test("given a run that goes well, then its last words, session and usage are there", () => {
  const command = { type: "command_execution", command: "ls", status: "completed", exit_code: 0 };
  const { events, final } = fold([
    ...[THREAD, TURN, completed({ type: "agent_message", text: "First." })],
    ...[{ type: "item.started", item: command }, completed(command), ANSWER, END],
  ]);
  expect(final).toMatchObject({
    text: "Done.",
    sessionRef: "t-1",
    ended: true,
    errors: [],
    denials: [],
    ignored: 0,
  });
  expect(final.usage).toEqual({ inputTokens: 1_000, outputTokens: 50, usd: null, cachedInputTokens: 200 });
  expect(events).toEqual([
    { at: "said", text: "First." },
    { at: "said", text: "runs ls" },
    { at: "said", text: "Done." },
    { at: "used", usage: final.usage },
  ]);
});

test("given a resumed session, then usage is what came on top", () => {
  const before = { inputTokens: 600, outputTokens: 20, usd: null, cachedInputTokens: 150 };
  const { final } = fold([THREAD, ANSWER, END], before);
  expect(final.usage).toEqual({ inputTokens: 400, outputTokens: 30, usd: null, cachedInputTokens: 50 });
  expect(final.reported).toEqual({ inputTokens: 1_000, outputTokens: 50, usd: null, cachedInputTokens: 200 });
});

test("given a resumed session that counts from nothing again, then the count is the run's own", () => {
  const { final } = fold([END], { inputTokens: 5_000, outputTokens: 500, usd: null });
  expect(final.usage).toEqual({ inputTokens: 1_000, outputTokens: 50, usd: null, cachedInputTokens: 200 });
});

test("given connections that were made again, then nothing is left of the trouble", () => {
  expect(fold([THREAD, TURN, RECONNECTING, ANSWER, END]).final.errors).toEqual([]);
  expect(fold([THREAD, TURN, RECONNECTING, ANSWER]).final.errors).toEqual([]);
});

test("given connections that never came, then the trouble is known", () => {
  const { events, final } = fold([THREAD, TURN, RECONNECTING]);
  expect(events).toEqual([{ at: "troubled", about: RECONNECTING.message }]);
  expect(final).toMatchObject({ ended: false, errors: [{ kind: "overloaded", status: 500 }] });
});

test("given a turn that failed, then it ended with an error and no answer", () => {
  const message = "exceeded retry limit, last status: 429 Too Many Requests";
  const { final } = fold([
    THREAD,
    TURN,
    ANSWER,
    { type: "error", message },
    { type: "turn.failed", error: { message } },
  ]);
  expect(final).toMatchObject({ text: null, ended: true });
  expect(final.errors.at(-1)).toMatchObject({ kind: "rate-limited", status: 429 });
});

test("given a warning of its own, then it is said and no error", () => {
  const { events, final } = fold([
    completed({ type: "error", message: "model metadata not found" }),
    ANSWER,
    END,
  ]);
  expect(events[0]).toEqual({ at: "said", text: "model metadata not found" });
  expect(final.errors).toEqual([]);
});

test.each([
  [
    "a command that was declined",
    { type: "command_execution", command: "rm x", status: "declined" },
    ["rm x"],
  ],
  [
    "a command that the sandbox stopped, by its own mark",
    { type: "command_execution", command: "touch x", status: "failed", sandbox_denied: true },
    ["touch x"],
  ],
  [
    "a command that failed with words as of a sandbox",
    {
      type: "command_execution",
      command: "cat secret.txt",
      status: "failed",
      aggregated_output: "cat: Permission denied; sandbox: Read-only file system; rejected by nobody",
    },
    [],
  ],
  ["a patch that did not fit", { type: "file_change", status: "failed", changes: [] }, []],
  ["a command that just failed", { type: "command_execution", command: "false", status: "failed" }, []],
])("given %s, then the denials say so", (_what, item, denials) => {
  expect(fold([completed(item), END]).final.denials).toEqual(denials);
});

test("any value can be a line, and what is unknown is counted", () => {
  expect(fold([{ type: "news" }, 7, null, {}]).final.ignored).toBe(4);
  const types = ["thread.started", "turn.failed", "turn.completed", "error", "item.completed"];
  fc.assert(
    fc.property(anyLines(types, ["item", "usage", "error", "message"]), (values) => {
      expect(fold(values).final.ignored).toBeLessThanOrEqual(values.length);
    }),
  );
});

const denialsIn = (line: string) => readErrorLine(openStream(), line).final.denials;

test("given a patch that was refused, then only its log tells", () => {
  const line =
    "2026-01-01T00:00:00Z ERROR codex_core::tools::router: error=patch rejected: writing outside of the project; rejected by user approval settings";
  expect(denialsIn(line)).toEqual(["writing outside of the project"]);
  const command = "ERROR codex_core::tools::router: error=exec of touch; rejected by user approval settings";
  expect(denialsIn(command)).toEqual(["exec of touch"]);
  expect(denialsIn("cat: /x: Permission denied by the sandbox")).toEqual([]);
  expect(denialsIn("WARNING: proceeding, even though we could not create PATH aliases")).toEqual([]);
});
