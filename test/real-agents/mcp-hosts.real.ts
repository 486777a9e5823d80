// The real hosts with the plugin that `parley init --agents` writes: the model asks for the inbox and passes on an answer.
import { spawn } from "node:child_process";
import { appendFileSync, chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Step } from "../fake-model/scenario.ts";
import { startFakeModel } from "../fake-model/start-fake-model.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { PINNED, type RealAgentName } from "./pinned-agents.ts";
import { realRun } from "./real-run.ts";

const RUN = realRun(process.env);
/** Those that `parley init --agents` writes a plugin for. */
const HOSTS = ["claude", "codex"] as const satisfies readonly RealAgentName[];
type HostName = (typeof HOSTS)[number];
const ANSWER = { question: "Q1", option: "input", text: "Ten years." };

/** What a host calls the tools of the plugin's server: one has a name for each, the other a space for all. */
const TOOLS: Record<HostName, (tool: string) => { namespace: string | null; tool: string }> = {
  claude: (tool) => ({ namespace: null, tool: `mcp__plugin_parley_parley__${tool}` }),
  codex: (tool) => ({ namespace: "mcp__parley", tool }),
};

function calls(agent: HostName): readonly Step[] {
  const named = TOOLS[agent];
  return [
    { actions: [{ do: "mcp", ...named("inbox"), args: {} }] },
    { actions: [{ do: "mcp", ...named("answer"), args: ANSWER }] },
    { actions: [{ do: "say", text: "It is answered." }] },
  ];
}

/** In a home of its own, with a project in which a question waits. */
class Host {
  readonly root = temporaryFolder();
  readonly project = join(this.root, "project");
  /** All that the server has said to the host. */
  readonly heard = join(this.root, "heard.jsonl");
  readonly env: Record<string, string>;

  constructor(env: Readonly<Record<string, string>>) {
    const [home, bin] = [join(this.root, "home"), join(this.root, "bin")];
    for (const folder of [home, bin, join(home, ".codex"), this.project])
      mkdirSync(folder, { recursive: true });
    const parley = `'${process.execPath}' '${RUN.parley}' "$@"`;
    const script = `#!/bin/sh\nif [ "$1" = mcp ]; then ${parley} | tee -a '${this.heard}'; else exec ${parley}; fi\n`;
    writeFileSync(join(bin, "parley"), script);
    chmodSync(join(bin, "parley"), 0o755);
    cpSync(resolve("test/fixtures/checkout"), join(this.project, "players"), { recursive: true });
    cpSync(resolve("test/fixtures/checkout/checkout.md"), join(this.project, "checkout.md"));
    this.env = {
      PATH: `${bin}:${process.env.PATH ?? ""}`,
      HOME: home,
      CODEX_HOME: join(home, ".codex"),
      LANG: "C.UTF-8",
      DISABLE_AUTOUPDATER: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      ...env,
    };
  }

  /** What passes the answers on to the host and keeps them may end after the host. */
  async hears(words: string, said: string): Promise<string> {
    const heard = () => readFileSync(this.heard, "utf8");
    await until(`the host hears ${words}; it said ${said}`, () => heard().includes(words));
    return heard();
  }

  async run(program: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) {
    const child = spawn(program, args, { cwd: this.project, env: { ...this.env, ...more } });
    onTestFinished(() => void child.kill("SIGKILL"));
    child.stdin.end();
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
    const code = await new Promise<number | null>((done) => child.once("close", done));
    return { code, said };
  }

  async well(program: string, args: readonly string[]): Promise<string> {
    const { code, said } = await this.run(program, args);
    expect(code, `${program} ${args.join(" ")}: ${said}`).toBe(0);
    return said;
  }
}

async function hostWith(agent: HostName) {
  const { program = "" } = RUN.agents[agent] ?? {};
  const model = await startFakeModel({ scenarios: { "mcp-host": { steps: calls(agent) } } });
  onTestFinished(() => model.close());
  const host = new Host({
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: "fake-mcp-host",
    MODEL_KEY: "fake-mcp-host",
  });
  const players = [
    "--engineer",
    "player:players/engineer.yaml",
    "--reviewer",
    "player:players/reviewer.yaml",
  ];
  expect(
    (await host.run("parley", ["refine", "checkout.md", ...players, "--no-input", "--quiet"])).code,
  ).toBe(7);
  await host.well("parley", ["init", "--agents"]);
  await host.well(program, ["plugin", "marketplace", "add", "./.parley/hosts"]);
  await host.well(program, ["plugin", agent === "claude" ? "install" : "add", "parley@parley"]);
  if (agent === "codex") appendFileSync(join(host.env.CODEX_HOME ?? "", "config.toml"), CODEX_LEAVE);
  return { host, program, model };
}

/** Where nobody is there to be asked, what changes something needs the user's leave beforehand. */
const CODEX_LEAVE =
  '\n[plugins."parley@parley".mcp_servers.parley]\ndefault_tools_approval_mode = "approve"\n';

function promptArguments(agent: HostName, url: string): readonly string[] {
  const { model } = PINNED[agent];
  if (agent === "claude") {
    return ["-p", "Pass on: ten years.", "--model", model, "--allowedTools", "mcp__plugin_parley_parley"];
  }
  const provider = `{name="fake",base_url="${url}/v1",env_key="MODEL_KEY",wire_api="responses"}`;
  const settings = [
    `model_providers.fake=${provider}`,
    'model_provider="fake"',
    'approval_policy="never"',
    // A server that takes longer than this, by itself a second, is left out without a word; 0 is as long as each may take.
    "mcp_optional_startup_grace_ms=0",
  ];
  const given = settings.flatMap((setting) => ["-c", setting]);
  return ["exec", "--skip-git-repo-check", "--json", "-m", model, ...given, "Pass on: ten years."];
}

describe.each(HOSTS.filter((agent) => RUN.wanted.includes(agent)))("%s as a host", (agent) => {
  test("reads the inbox and passes on an answer", async () => {
    const { host, program, model } = await hostWith(agent);
    const { said } = await host.run(program, promptArguments(agent, model.url));
    const history = await host.well("parley", ["history", "checkout", "--json"]);
    expect(history.includes('"via": "mcp"'), said).toBe(true);
    await host.hears('"questions":[{"id":"Q1"', said);
    const heard = await host.hears('"option":"input"', said);
    expect(heard).not.toContain('"isError":true');
  });

  test("inside a run of parley's own, the same answer is refused", async () => {
    const { host, program, model } = await hostWith(agent);
    const before = await host.well("parley", ["history", "checkout", "--json"]);
    const { said } = await host.run(
      "sh",
      ["-c", `'${program}' "$@"; exit 0`, "sh", ...promptArguments(agent, model.url)],
      {
        PARLEY_RUN: "0123456789abcdef",
      },
    );
    expect(await host.well("parley", ["history", "checkout", "--json"]), said).toBe(before);
    await host.hears('"questions":[{"id":"Q1"', said);
    await host.hears('"code":"inside-run"', said);
  });
});
