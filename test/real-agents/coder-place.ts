// A repository with a worktree for a task, planted with everything that must not steer whoever works there, and a real
// agent that is called for it against the fake model.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { AGENT_CLIS } from "../../src/adapters/agent-process/cli/agent-clis.ts";
import { type CliAgentOptions, cliAgent } from "../../src/adapters/agent-process/cli/cli-agent.ts";
import { readableProject } from "../../src/adapters/files/readable-project.ts";
import { identifyProcess, isDeadProcess } from "../../src/adapters/host/process-identity.ts";
import type { AgentRequest, AgentResult } from "../../src/engine/ports.ts";
import { agentRequest, callKey, ignoreEvent, NEVER } from "../agents/real-agent.ts";
import type { Scenarios, Step } from "../fake-model/scenario.ts";
import { type FakeModel, startFakeModel } from "../fake-model/start-fake-model.ts";
import { TEST_SEALS } from "../support/seals.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { IDLE_MS } from "./fault-cases.ts";
import { PINNED, type RealAgentName } from "./pinned-agents.ts";
import { PLANTED_VARIABLES, plant, plantedIn, plantGit } from "./planted.ts";
import { INTRUDERS_FILE } from "./real-scenarios.ts";
import { type RecordingProxy, recordingProxy } from "./recording-proxy.ts";
import { strayProcesses } from "./stray-processes.ts";

export const TASK = "a1b2";
export const CODER_PROMPT = "Please build the task.\n";
export const REVIEW_PROMPT = "Please review the work.\n";
/** What the code says that a reviewer looks at. */
export const CODE = "the-code-under-review";
/** Beside that code. */
const NESTED = ["AGENTS.md", "CLAUDE.md", "GEMINI.md"];
export const DOCUMENT = "# Done\n\nIt is built.\n";
export const VERDICT = "Verdict: APPROVE\n";
/** Left by a command. */
export const RAN_FILE = "ran-a-command";
const GONE_MS_MAX = 3_000;
const LOOK_MS = 100;

const say = (text: string): Step => ({ actions: [{ do: "say", text }] });
const write = (path: string, text: string): Step => ({ actions: [{ do: "write", path, text }] });
const force = (tool: "write" | "read", path: string): Step => ({ actions: [{ do: "force", tool, path }] });
const shell = (command: string): Step => ({ actions: [{ do: "shell", command }] });

function scenariosIn({ project, home, worktree }: CoderPlace): Scenarios {
  const intrusion = [
    force("read", `${project}/secret.md`),
    force("read", `${home}/secret.md`),
    force("write", `${project}/${INTRUDERS_FILE}`),
    force("write", `${home}/${INTRUDERS_FILE}`),
    force("write", `${worktree}/.git`),
  ];
  const codes = [
    force("read", `${worktree}/src/code.ts`),
    ...intrusion,
    shell(`touch ${RAN_FILE}`),
    write("src/added.ts", "export {};\n"),
    write(".parley-out/coder.md", DOCUMENT),
    say("It is done."),
  ];
  const reviews = [
    force("read", "project/src/code.ts"),
    ...intrusion,
    force("write", `${worktree}/src/code.ts`),
    force("write", "project/src/code.ts"),
    shell(`touch ${RAN_FILE} ${worktree}/${RAN_FILE}`),
    say(VERDICT),
  ];
  return { codes: { steps: codes }, reviews: { steps: reviews } };
}

export class CoderPlace {
  readonly root = temporaryFolder();
  readonly project = join(this.root, "project");
  readonly home = join(this.root, "home");
  readonly worktree = join(this.project, ".parley/worktrees", TASK);
  readonly started = join(this.root, "started");
  readonly runsDir = join(this.project, ".parley/runs");
  readonly #git: string;
  #served: { readonly model: FakeModel; readonly proxy: RecordingProxy } | null = null;

  constructor() {
    for (const folder of [this.project, this.home]) mkdirSync(folder, { recursive: true });
    plantGit(this.project);
    const git = ["worktree", "add", "-q", "-b", `parley/task/${TASK}`, this.worktree];
    execFileSync("git", git, { cwd: this.project, stdio: "ignore" });
    this.#git = this.#gitFile();
    // Here its own files would count most.
    plant({ project: this.worktree, home: this.home, started: this.started });
    plant({ project: this.project, home: this.home, started: this.started });
    this.write("src/code.ts", `// ${CODE}\n`);
    for (const name of NESTED) this.write(`src/${name}`, `planted-nested-${name}\n`);
    this.write(".env", "GEMINI_API_KEY=planted-key\nPLANTED=planted-project--env\n");
  }

  write(path: string, text: string): void {
    mkdirSync(join(this.worktree, path, ".."), { recursive: true });
    writeFileSync(join(this.worktree, path), text);
  }

  /** As it was made: whoever changes it leads git elsewhere. */
  get isGitUntouched(): boolean {
    return this.#gitFile() === this.#git;
  }

  #gitFile(): string {
    return readFileSync(join(this.worktree, ".git"), "utf8");
  }

  async call(name: RealAgentName, program: string, more: Partial<AgentRequest>): Promise<AgentResult> {
    const { model, proxy } = await this.#serve();
    model.reset();
    const isCoder = more.worktree !== undefined;
    const request = agentRequest({ wallMs: null, ...more });
    const scenario = isCoder ? "codes" : "reviews";
    const agent = cliAgent(this.#options(name, program, { url: proxy.url, scenario }));
    return await agent.start(request, ignoreEvent, NEVER);
  }

  asCoder(more: Partial<AgentRequest> = {}): Partial<AgentRequest> {
    return {
      key: callKey({ subject: { of: "task", id: TASK }, purpose: "coder" }),
      prompt: CODER_PROMPT,
      document: "coder.md",
      worktree: this.worktree,
      ...more,
    };
  }

  asReviewer(): Partial<AgentRequest> {
    return {
      key: callKey({ subject: { of: "task", id: TASK }, purpose: "reviewer" }),
      prompt: REVIEW_PROMPT,
      document: "reviewer.md",
      access: "read-only",
      readsProject: true,
      projectFolder: this.worktree,
    };
  }

  async #serve(): Promise<{ readonly model: FakeModel; readonly proxy: RecordingProxy }> {
    if (this.#served !== null) return this.#served;
    const model = await startFakeModel({ scenarios: scenariosIn(this) });
    onTestFinished(() => model.close());
    this.#served = { model, proxy: await recordingProxy(model.url) };
    return this.#served;
  }

  #options(
    name: RealAgentName,
    program: string,
    { url, scenario }: { readonly url: string; readonly scenario: string },
  ): CliAgentOptions {
    const { model, protocol, basePath } = PINNED[name];
    return {
      ...{ cli: AGENT_CLIS[name], program: [program], args: [], model, effort: null },
      api: {
        name: "fake",
        protocol,
        baseUrl: `${url}${basePath}`,
        keyEnv: "CODER_KEY",
      } as CliAgentOptions["api"],
      env: {
        PATH: process.env.PATH,
        HOME: this.home,
        TMPDIR: join(this.root, "tmp"),
        LANG: "C.UTF-8",
        TERM: "dumb",
        CODER_KEY: `fake-${scenario}`,
        ...PLANTED_VARIABLES,
      },
      ...{ envNames: [], secretNames: [], runsDir: this.runsDir, homesDir: join(this.runsDir, "homes") },
      projectAt: (folder) => readableProject(folder ?? this.project, process.env),
      clock: { nowMs: Date.now },
      seals: TEST_SEALS,
      identify: identifyProcess,
      isDead: isDeadProcess,
      timers: { idleMs: IDLE_MS },
    };
  }

  /** Requests of the last call. */
  get requests(): number {
    return this.#served?.model.log().length ?? 0;
  }

  /** What the model was offered in the last call. */
  get offeredTools(): readonly string[] {
    const requests = this.#served?.model.log() ?? [];
    return [...new Set(requests.flatMap(({ tools }) => tools))].sort();
  }

  get sentBodies(): readonly string[] {
    return (this.#served?.proxy.sent() ?? []).map(({ body }) => body);
  }

  get sentText(): string {
    const sent = this.#served?.proxy.sent() ?? [];
    return sent.map(({ path, headers, body }) => `${path}\n${headers}\n${body}`).join("\n");
  }

  /** What was sent of what was planted, and which of the planted programs were started. */
  get strangers(): readonly string[] {
    const kinds = ["git", "project", "user"] as const;
    return [
      ...kinds.flatMap((kind) => plantedIn(kind, this.sentText)),
      ...readdirSync(this.started).map((mark) => `started: ${mark}`),
    ];
  }

  /** Which instructions reached the model with the code beside which they stand. */
  get nestedInstructions(): readonly string[] {
    return NESTED.filter((name) => this.sentText.includes(`planted-nested-${name}`));
  }

  async strays(): Promise<readonly string[] | null> {
    const runs = readdirSync(this.runsDir).filter((name) => /^[0-9a-f]{16}$/.test(name));
    for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
      const strays = strayProcesses(runs);
      if (strays === null || strays.length === 0 || waitedMs >= GONE_MS_MAX) return strays;
      await sleep(LOOK_MS);
    }
  }
}
