// How gemini and opencode end, and what they are given to live in, by real processes.
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { runFolderOf } from "../../src/adapters/agent-process/run-folder.ts";
import type { AgentOutcome } from "../../src/core/shared/agent-outcome.ts";
import type { AgentRequest } from "../../src/engine/ports.ts";
import { agentRequest, callKey, ignoreEvent } from "../agents/real-agent.ts";
import { cancelSource } from "../support/cancel.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { runStub, type StubName, stubAgent } from "./run-stub.ts";

const FURTHER = ["gemini", "opencode"] as const satisfies readonly StubName[];
type Further = (typeof FURTHER)[number];

interface Row {
  readonly scenario: string;
  readonly outcome: AgentOutcome;
  readonly only?: Further;
  readonly request?: Partial<AgentRequest>;
  readonly evidence?: string;
}

const READ_ONLY: Partial<AgentRequest> = { access: "read-only", document: "reviewer.md" };

const ROWS: readonly Row[] = [
  { scenario: "ok", outcome: "ok" },
  { scenario: "ok", outcome: "ok", request: READ_ONLY },
  { scenario: "empty", outcome: "empty" },
  { scenario: "denied", outcome: "denied", only: "gemini", evidence: "denied: write_file /elsewhere/a.md" },
  { scenario: "outside", outcome: "denied", only: "gemini", evidence: "denied: write_file /elsewhere/a.md" },
  { scenario: "denied", outcome: "denied", only: "opencode", evidence: "denied: write /elsewhere/a.md" },
  { scenario: "denied", outcome: "ok", request: READ_ONLY },
  { scenario: "api-error", outcome: "overloaded" },
  { scenario: "cut", outcome: "overloaded" },
  { scenario: "unauthorised", outcome: "unauthorised" },
  { scenario: "odd-request", outcome: "crashed", only: "opencode" },
  { scenario: "got-over-a-limit", outcome: "ok", only: "gemini" },
];

const CASES = FURTHER.flatMap((name) =>
  ROWS.filter(({ only = name }) => only === name).map((row) => ({ name, ...row })),
);

const withModel = { model: "stub-model" };

test.each(CASES)("given $name and $scenario, then it is $outcome", async (row) => {
  const { name, scenario, request = {} } = row;
  const { result } = await runStub({ name, scenario, request, options: withModel });
  expect(result.outcome, result.evidence.join("\n")).toBe(row.outcome);
  if (row.evidence !== undefined) expect(result.evidence).toContain(row.evidence);
});

test.each(FURTHER)(
  "given %s and a good run, then answer, usage, tools and session are there",
  async (name) => {
    const { result, events } = await runStub({ name, scenario: "ok", options: withModel });
    expect(result.document?.text).toBe("# A document\n\nBy a stub.\n");
    expect(result.text?.text).toBe("Done.");
    expect(result.usage).toEqual({
      ...{ inputTokens: 1_200, outputTokens: 50, cachedInputTokens: 200 },
      usd: name === "gemini" ? null : 0.375,
    });
    const said = events.flatMap((event) => (event.at === "said" ? [event.text] : []));
    expect(said).toContain(name === "gemini" ? "uses write_file engineer.md" : "uses write engineer.md");
    const resume = result.sessionRef ?? null;
    const again = { key: callKey({ attempt: 2 }), resume };
    const { run } = await runStub({ name, scenario: "ok", request: again, options: withModel });
    const { argv } = JSON.parse(readFileSync(run.request, "utf8")) as { argv: string[] };
    // opencode's conversations are bound to a folder, and each run has another.
    if (name === "gemini") expect(argv.slice(-2)).toEqual(["--resume", "stub-session"]);
    else expect([resume, argv.includes("--session")]).toEqual([null, false]);
  },
);

test.each(FURTHER)("given %s and a limit with a wait, then the wait is known", async (name) => {
  const { result } = await runStub({ name, scenario: "rate-limited", options: withModel });
  expect(result).toMatchObject({ outcome: "rate-limited", waitMs: 30_000 });
});

test.each(FURTHER)("given %s that is stopped by us, then what it has not told is unknown", async (name) => {
  const { cancel, stop } = cancelSource();
  const folder = temporaryFolder();
  const agent = stubAgent({ name, scenario: "interrupted-after-words", options: withModel }, folder);
  const request = agentRequest({ wallMs: null });
  const ended = agent.start(request, ignoreEvent, cancel);
  const { path } = runFolderOf(join(folder, "runs"), request);
  await until("it hangs", () => existsSync(join(path, "hanging")));
  stop();
  const { outcome, usage } = await ended;
  expect(outcome).toBe("cancelled");
  expect(usage.usd).toBe(null);
  expect(usage.inputTokens).toBe(name === "gemini" ? null : 600);
});

test("given gemini, then its home holds its settings, and no file above its folder sets its variables", async () => {
  const { result } = await runStub({ name: "gemini", scenario: "looks-around", request: READ_ONLY });
  const seen = JSON.parse(result.text?.text ?? "");
  expect(seen).toMatchObject({ isStopped: true, tmp: true });
  expect(seen.settings).toMatchObject({
    security: { auth: { selectedType: "gemini-api-key" } },
    context: { memoryBoundaryMarkers: [], discoveryMaxDirs: 0, includeDirectoryTree: false },
    tools: { core: ["list_directory", "read_file", "grep_search", "glob"] },
  });
});

test("given opencode, then it may read and write in its own folder alone", async () => {
  const { result, run } = await runStub({ name: "opencode", scenario: "looks-around", options: withModel });
  const { config, home, data } = JSON.parse(result.text?.text ?? "");
  const own = { "*": "deny", [`*/${run.runId}/view/*`]: "allow" };
  expect(config.permission).toMatchObject({ read: own, edit: own, bash: "deny", external_directory: "deny" });
  expect(data).toBe(`${home}/.local/share`);
  expect(config.provider.parley.options).toEqual({
    baseURL: "http://127.0.0.1:9/v1",
    apiKey: "{env:STUB_API_KEY}",
  });
});

test("given gemini and a worktree, then that is no trusted folder, and leave to write stands in its settings", async () => {
  const request = { worktree: temporaryFolder(), document: "coder.md" };
  const { result } = await runStub({ name: "gemini", scenario: "looks-around", request });
  const tools = ["list_directory", "read_file", "grep_search", "glob", "replace", "write_file"];
  expect(JSON.parse(result.text?.text ?? "").settings).toMatchObject({
    security: { folderTrust: { enabled: false } },
    advanced: { ignoreLocalEnv: true },
    tools: { core: tools, allowed: tools },
  });
  const withShell = await runStub({
    name: "gemini",
    scenario: "looks-around",
    request: { ...request, shell: true },
  });
  const given = [...tools, "run_shell_command"];
  expect(JSON.parse(withShell.result.text?.text ?? "").settings.tools).toEqual({
    core: given,
    allowed: given,
  });
});

test.each([undefined, false, true])(
  "given opencode and a worktree, shell %s, then it may read and write all of that but git's own, and nothing else",
  async (shell) => {
    const request = {
      worktree: temporaryFolder(),
      document: "coder.md",
      ...(shell === undefined ? {} : { shell }),
    };
    const run = { name: "opencode", scenario: "looks-around", request, options: withModel } as const;
    const { config } = JSON.parse((await runStub(run)).result.text?.text ?? "");
    const rules = [
      ["*", "allow"],
      ["../*", "deny"],
      ["/*", "deny"],
      [".git", "deny"],
      [".git/*", "deny"],
    ];
    // The last that matches counts, so that their order matters.
    expect([config.permission.read, config.permission.edit].map(Object.entries)).toEqual([rules, rules]);
    expect(config.permission).toMatchObject({ external_directory: "deny", webfetch: "deny" });
    expect(config.permission.bash).toBe(shell === true ? "allow" : "deny");
    expect(config.agent["parley-writes"].tools.bash).toBe(shell === true);
  },
);

const LOGINS: Record<Further, string> = {
  gemini: ".gemini/oauth_creds.json",
  opencode: ".local/share/opencode/auth.json",
};

test.each(FURTHER)(
  "given %s and a login of the user's, then the role's home has a link to it",
  async (name) => {
    const folder = temporaryFolder();
    const login = join(folder, LOGINS[name]);
    mkdirSync(dirname(login), { recursive: true });
    writeFileSync(login, "{}");
    await runStub({ name, scenario: "ok", folder, options: { api: null } });
    expect(lstatSync(join(folder, "homes/demo/engineer", LOGINS[name])).isSymbolicLink()).toBe(true);
    expect(readFileSync(login, "utf8")).toBe("{}");
  },
);
