import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyLines, foldValues, type StreamReading } from "../../../../test/support/fold-stream.ts";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import type { Usage } from "../../../core/shared/usage.ts";
import type { CommandInput } from "./agent-cli.ts";
import { CLAUDE } from "./claude.ts";
import { NO_LOGIN } from "./user-login.ts";

const { command, passes, readLine } = CLAUDE;

const INPUT: CommandInput = {
  ...{ program: ["claude"], model: null, access: "read-only", resume: null, extraArgs: [], systemFile: null },
  ...{ homeFolder: null, api: null, effort: null, login: NO_LOGIN, programFolders: [] },
  workFolder: "/p/.parley/runs/0123456789abcdef/view",
  worktree: null,
};
const SERVER = { baseUrl: "http://127.0.0.1:1/v1/", keyEnv: "MY_KEY" };

function valueAfter(argv: readonly string[], option: string): string | undefined {
  return argv[argv.indexOf(option) + 1];
}

test("given a role that may only read, then no tool that writes is offered", () => {
  const { argv } = command(INPUT);
  expect(valueAfter(argv, "--tools")).toBe("Read,Grep,Glob");
  expect(argv).not.toContain("acceptEdits");
});

test("given a role that writes, then it may edit without asking, and nothing else asks either", () => {
  const { argv } = command({ ...INPUT, access: "write" });
  expect(valueAfter(argv, "--tools")).toBe("Read,Grep,Glob,Edit,Write");
  expect(valueAfter(argv, "--permission-mode")).toBe("acceptEdits");
  expect(valueAfter(argv, "--permission-prompts")).toBe("none");
});

test("given a worktree, then commands run there only where somebody has said so", () => {
  const coder = { ...INPUT, access: "write", workFolder: "/p/w/a1b2" } as const;
  for (const shell of [null, false]) {
    const { argv } = command({ ...coder, worktree: { shell } });
    expect(argv).toEqual(command({ ...coder, worktree: null }).argv);
  }
  const { argv } = command({ ...coder, worktree: { shell: true } });
  expect(valueAfter(argv, "--tools")).toBe("Read,Grep,Glob,Edit,Write,Bash");
  expect(valueAfter(argv, "--allowedTools")).toBe("Bash");
});

test("given a resumed session, then everything else is passed as for the first run", () => {
  const first = command({ ...INPUT, model: "m" });
  const again = command({ ...INPUT, model: "m", resume: "s-1" });
  expect(again.argv).toEqual([...first.argv, "--resume", "s-1"]);
  expect(again.env).toEqual(first.env);
});

test("given a role that writes a document, then the system prompt is ours; a coder has ours on top of its own", () => {
  const systemFile = "/p/system.md";
  expect(valueAfter(command({ ...INPUT, systemFile }).argv, "--system-prompt-file")).toBe(systemFile);
  const { argv } = command({ ...INPUT, systemFile, worktree: { shell: null } });
  expect(valueAfter(argv, "--append-system-prompt-file")).toBe(systemFile);
  expect(argv).not.toContain("--system-prompt-file");
});

test("nothing calls home, and no setting of the user's changes what it does", () => {
  const { argv, env } = command(INPUT);
  expect(argv).toEqual(expect.arrayContaining(["--safe-mode", "--strict-mcp-config"]));
  expect(env).toMatchObject({
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  });
  expect(Number(env.API_TIMEOUT_MS)).toBeGreaterThan(0);
});

test("no settings of the user's or the project's count, and what git knows is not told", () => {
  const { argv } = command({ ...INPUT, effort: "high" });
  expect(valueAfter(argv, "--setting-sources")).toBe("");
  expect(JSON.parse(valueAfter(argv, "--settings") ?? "")).toEqual({
    language: "",
    includeGitInstructions: false,
  });
  expect(valueAfter(argv, "--effort")).toBe("high");
});

test("given a login in the user's settings, then it is kept, and nothing else of them but the model", () => {
  const home = temporaryFolder();
  mkdirSync(join(home, ".claude"));
  const env = { ANTHROPIC_AUTH_TOKEN: "tok-0123456789", COUNT: 1 };
  const settings = {
    model: "m",
    apiKeyHelper: "/bin/key",
    language: "x",
    permissions: { allow: ["Read"] },
    env,
  };
  writeFileSync(join(home, ".claude/settings.json"), `// mine\n${JSON.stringify(settings)}`);
  const login = CLAUDE.userLogin({ env: { HOME: home } });
  expect(login).toEqual({
    home: "user",
    laid: [],
    env: { ANTHROPIC_AUTH_TOKEN: "tok-0123456789" },
    settings: { model: "m", apiKeyHelper: "/bin/key" },
  });
  const { argv } = command({ ...INPUT, login });
  expect(JSON.parse(valueAfter(argv, "--settings") ?? "")).toMatchObject({ model: "m", language: "" });
  expect(argv.join(" ")).not.toContain("tok-0123456789");
  expect(CLAUDE.userLogin({ env: {} })).toMatchObject({ home: "user", env: {}, settings: {} });
});

test("given parts of an answer, then the line it is at is said, and what went in is known at once", () => {
  const part = (event: object) => ({ type: "stream_event", event });
  const delta = (text: string) => part({ type: "content_block_delta", delta: { type: "text_delta", text } });
  const { events, final } = foldValues(readLine, [
    part({ type: "message_start", message: { id: "a", usage: { input_tokens: 70, output_tokens: 1 } } }),
    part({ type: "content_block_start" }),
    delta("# One\n\nTwo"),
    delta(" three"),
    part({ type: "message_delta", usage: { output_tokens: 9 } }),
  ]);
  const said = events.flatMap((event) => (event.at === "said" ? [event.text] : []));
  expect(said).toEqual(["Two", "Two three"]);
  expect(final.usage).toMatchObject({ inputTokens: 70, outputTokens: 9 });
});

test("given an end that tells of nothing after something was counted, then what was counted stays", () => {
  const message = { id: "a", content: [], usage: { input_tokens: 70, output_tokens: 5 } };
  const usage = { input_tokens: 0, output_tokens: 0 };
  const result = {
    type: "result",
    subtype: "success",
    is_error: false,
    result: "",
    usage,
    total_cost_usd: 0,
  };
  const { final } = foldValues(readLine, [{ type: "assistant", message }, result]);
  expect(final.usage).toMatchObject({ inputTokens: 70, outputTokens: 5 });
});

test("given a model whose price it does not know, then no cost is known", () => {
  const result = { type: "result", subtype: "success", is_error: false, result: "x", total_cost_usd: 0.5 };
  const priced = (costBasis: string) =>
    foldValues(readLine, [{ ...result, modelUsage: { m: { costBasis } } }]).final.usage.usd;
  expect([priced("unknown"), priced("list")]).toEqual([null, 0.5]);
});

test("given tools, then they are told with their files, and so is what was denied", () => {
  const file_path = "/p/.parley/runs/0123456789abcdef/view/project/a.ts";
  const block = { type: "tool_use", name: "Read", input: { file_path } };
  const denial = { tool_name: "Read", tool_input: { file_path: "/etc/passwd" } };
  const { events, final } = foldValues(readLine, [
    { type: "assistant", message: { content: [block] } },
    { type: "result", subtype: "success", is_error: false, result: "x", permission_denials: [denial] },
  ]);
  expect(events).toContainEqual({ at: "said", text: "uses Read project/a.ts" });
  expect(final.denials).toEqual(["Read /etc/passwd"]);
});

test("further arguments come before ours", () => {
  const { argv } = command({ ...INPUT, extraArgs: ["--tools", "Bash"] });
  expect(argv.indexOf("Bash")).toBeLessThan(argv.lastIndexOf("--tools"));
});

test("given a login of its own, then its settings stay where they are", () => {
  expect(command(INPUT).env).not.toHaveProperty("CLAUDE_CONFIG_DIR");
  expect(passes("ANTHROPIC_AUTH_TOKEN", null)).toBe(true);
  expect(passes("CLAUDE_CONFIG_DIR", null)).toBe(true);
  expect(passes("CLAUDE_CODE_SSE_PORT", null)).toBe(false);
  expect(passes("AWS_SECRET_ACCESS_KEY", null)).toBe(false);
});

test("given a server, then it has a home, the server's address and key, and nobody else's", () => {
  const { argv, env, envFrom } = command({ ...INPUT, homeFolder: "/home/role", api: SERVER });
  expect(env).toMatchObject({
    CLAUDE_CONFIG_DIR: "/home/role/.claude",
    ANTHROPIC_BASE_URL: "http://127.0.0.1:1",
  });
  expect(envFrom).toEqual({ ANTHROPIC_API_KEY: "MY_KEY" });
  expect(argv.join(" ")).not.toContain("MY_KEY");
  expect(passes("ANTHROPIC_AUTH_TOKEN", SERVER)).toBe(false);
});

test("what cannot be an argument is a bug", () => {
  expect(() => command({ ...INPUT, model: "x".repeat(200_000) })).toThrow(TypeError);
  expect(() => command({ ...INPUT, model: "\0" })).toThrow(TypeError);
});

const fold = (values: readonly unknown[], before?: Usage): StreamReading =>
  foldValues(readLine, values, before);

const INIT = { type: "system", subtype: "init", session_id: "s-1", model: "m" };
const WORDS = {
  type: "assistant",
  message: {
    id: "msg-1",
    content: [{ type: "text", text: "Writing." }],
    usage: { input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 1 },
  },
};
const TOOL = {
  type: "assistant",
  message: {
    id: "msg-1",
    content: [{ type: "tool_use", name: "Write", input: {} }],
    usage: { input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 5 },
  },
};
const RESULT = {
  type: "result",
  subtype: "success",
  is_error: false,
  result: "Done.",
  session_id: "s-1",
  total_cost_usd: 0.5,
  usage: {
    input_tokens: 20,
    cache_creation_input_tokens: 30,
    cache_read_input_tokens: 150,
    output_tokens: 40,
  },
  permission_denials: [],
};
const RETRY = {
  type: "system",
  subtype: "api_retry",
  error_status: 429,
  error: "rate_limit",
  retry_delay_ms: 1_500,
};

test("given a run that goes well, then its answer, session and usage are there", () => {
  const { events, final } = fold([INIT, WORDS, TOOL, { type: "user", message: {} }, RESULT]);
  expect(final).toMatchObject({
    text: "Done.",
    sessionRef: "s-1",
    ended: true,
    errors: [],
    denials: [],
    ignored: 0,
  });
  expect(final.usage).toEqual({ inputTokens: 200, outputTokens: 40, usd: 0.5, cachedInputTokens: 150 });
  expect(events.filter(({ at }) => at === "said")).toEqual([
    { at: "said", text: "Writing." },
    { at: "said", text: "uses Write" },
  ]);
});

test("given two lines of one answer, then its usage counts once", () => {
  const next = { ...TOOL, message: { ...TOOL.message, id: "msg-2" } };
  const { events, final } = fold([WORDS, TOOL, next]);
  expect(final.usage).toEqual({ inputTokens: 200, outputTokens: 10, usd: null, cachedInputTokens: 180 });
  expect(events.at(-1)).toEqual({ at: "used", usage: final.usage });
});

test("given a resumed session, then tokens are the run's own and the cost is what came on top", () => {
  const { final } = fold([INIT, RESULT], { inputTokens: 999, outputTokens: 999, usd: 0.375 });
  expect(final.usage).toEqual({ inputTokens: 200, outputTokens: 40, usd: 0.125, cachedInputTokens: 150 });
  expect(final.reported.usd).toBe(0.5);
});

test("given an error that calls itself a success, then it is an error and no answer", () => {
  const { final } = fold([
    INIT,
    { ...RESULT, is_error: true, result: "API Error: 500 internal", api_error_status: 500 },
  ]);
  expect(final).toMatchObject({ text: null, ended: true, errors: [{ kind: "overloaded", status: 500 }] });
});

test("given tools that were denied, then they are named", () => {
  const denied = {
    ...RESULT,
    permission_denials: [{ tool_name: "Write", tool_input: {} }, { tool_name: "Bash" }],
  };
  expect(fold([denied]).final.denials).toEqual(["Write", "Bash"]);
});

test("given a retry that helped, then nothing is left of it", () => {
  expect(fold([INIT, RETRY, WORDS, RESULT]).final.errors).toEqual([]);
  expect(fold([INIT, RETRY, WORDS]).final.errors).toEqual([]);
});

test("given a retry and then silence, then the limit is known, and it was told on the way", () => {
  const { events, final } = fold([INIT, RETRY]);
  expect(events).toEqual([{ at: "troubled", about: "rate_limit (429): tries again in 2 s" }]);
  expect(final).toMatchObject({
    ended: false,
    errors: [{ kind: "rate-limited", status: 429, retryAfterS: 1.5 }],
  });
});

test("given a limit with its end and an error after it, then the time is kept", () => {
  const limit = {
    type: "rate_limit_event",
    rate_limit_info: { status: "rejected", resetsAt: 1_760_000_000 },
  };
  const { final } = fold([
    INIT,
    limit,
    { ...RESULT, is_error: true, result: "limit", api_error_status: 429 },
  ]);
  expect(final.errors.map(({ kind }) => kind)).toEqual(["rate-limited", "rate-limited"]);
  expect(final.errors[0]?.resetsAtMs).toBe(1_760_000_000_000);
});

test("given a limit that only warns, then it is no error", () => {
  const warning = { type: "rate_limit_event", rate_limit_info: { status: "allowed_warning", resetsAt: 1 } };
  expect(fold([warning]).final).toMatchObject({ errors: [], ignored: 0 });
});

test("given an answer that is an error of the API, then nothing was said", () => {
  const failed = {
    type: "assistant",
    error: "authentication_failed",
    message: { content: [{ type: "text", text: "Invalid API key" }] },
  };
  const { events, final } = fold([failed]);
  expect(events).toEqual([]);
  expect(final.errors).toMatchObject([{ kind: "unauthorised" }]);
});

test.each([
  ["a model that refuses", { stop_reason: "refusal", result: "" }, "refused"],
  [
    "a budget that is spent",
    { subtype: "error_max_budget_usd", is_error: true, result: undefined },
    "budget",
  ],
  ["a result without a word on errors", { subtype: "error_during_execution", is_error: undefined }, "other"],
])("given %s, then that is the error", (_what, more, kind) => {
  expect(fold([{ ...RESULT, ...more }]).final).toMatchObject({ ended: true, errors: [{ kind }] });
});

test("given lines of unknown types or shapes, then they are counted and do no harm", () => {
  const odd = [{ type: "news" }, 7, null, [], "x", { type: 3 }, {}];
  const misshapen = { type: "assistant", message: { content: "no list", usage: "none" } };
  const { final } = fold([...odd, misshapen, { type: "result", usage: 3, permission_denials: "x" }]);
  expect(final.ignored).toBe(odd.length);
  expect(final.ended).toBe(true);
});

test("any value can be a line", () => {
  const types = ["system", "assistant", "user", "result", "rate_limit_event", "stream_event"];
  fc.assert(
    fc.property(anyLines(types, ["message", "usage", "result", "error", "subtype"]), (values) => {
      expect(fold(values).final.ignored).toBeLessThanOrEqual(values.length);
    }),
  );
});
