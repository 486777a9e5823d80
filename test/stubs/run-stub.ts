// A stub run for real, as the program it stands for would be.
import { join } from "node:path";
import { AGENT_CLIS, type CliKind } from "../../src/adapters/agent-process/cli/agent-clis.ts";
import { type CliAgentOptions, cliAgent } from "../../src/adapters/agent-process/cli/cli-agent.ts";
import { type RunFolder, runFolderOf } from "../../src/adapters/agent-process/run-folder.ts";
import { readableProject } from "../../src/adapters/files/readable-project.ts";
import { identifyProcess, isDeadProcess } from "../../src/adapters/host/process-identity.ts";
import type { AgentEvent, AgentPort, AgentRequest, AgentResult, Cancel } from "../../src/engine/ports.ts";
import { agentRequest, NEVER } from "../agents/real-agent.ts";
import { TEST_SEALS } from "../support/seals.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

export type StubName = CliKind;
/** Those whose every end is played; the others' are in a test of their own. */
export const STUB_NAMES = ["claude", "codex"] as const satisfies readonly StubName[];
export const STUB_KEY = "sk-stub-0123456789";

export interface StubRun {
  readonly name: StubName;
  readonly scenario: string;
  readonly request?: Partial<AgentRequest>;
  readonly options?: Partial<CliAgentOptions>;
  readonly cancel?: Cancel;
  /** Where it runs; a folder of its own without it. */
  readonly folder?: string;
}

export interface StubOutcome {
  readonly result: AgentResult;
  readonly events: readonly AgentEvent[];
  readonly run: RunFolder;
  readonly agent: AgentPort;
}

/** Short enough for a test, long enough for a program to start on a machine that is busy. */
const TIMERS = { wallMs: 240_000, idleMs: 200_000, afterResultMs: 1_000, graceMs: 300 };

export function stubAgent({ name, scenario, options }: StubRun, folder: string): AgentPort {
  const { timers, env, ...more } = options ?? {};
  return cliAgent({
    ...{
      cli: AGENT_CLIS[name],
      args: [],
      model: null,
      effort: null,
      envNames: ["STUB_SCENARIO"],
      secretNames: [],
    },
    program: [process.execPath, join(process.cwd(), `test/stubs/${name}.mjs`)],
    api: { baseUrl: "http://127.0.0.1:9", keyEnv: "STUB_API_KEY" },
    env: { PATH: process.env.PATH, HOME: folder, STUB_SCENARIO: scenario, STUB_API_KEY: STUB_KEY, ...env },
    runsDir: join(folder, "runs"),
    homesDir: join(folder, "homes"),
    projectAt: (at: string | null) => readableProject(at ?? folder, process.env),
    clock: { nowMs: Date.now },
    seals: TEST_SEALS,
    identify: identifyProcess,
    isDead: isDeadProcess,
    ...more,
    timers: { ...TIMERS, ...timers },
  });
}

export async function runStub(run: StubRun): Promise<StubOutcome> {
  const folder = run.folder ?? temporaryFolder();
  const agent = stubAgent(run, folder);
  const request = agentRequest({ wallMs: null, ...run.request });
  const events: AgentEvent[] = [];
  const result = await agent.start(request, (event) => events.push(event), run.cancel ?? NEVER);
  const runsDir = run.options?.runsDir ?? join(folder, "runs");
  return { result, events, agent, run: runFolderOf(runsDir, request) };
}
