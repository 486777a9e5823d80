// The stub of an ACP agent run for real, with the process of ours that speaks to it.
import { join } from "node:path";
import { type AcpAgentOptions, acpAgent } from "../../src/adapters/agent-process/acp/acp-agent.ts";
import { type RunFolder, runFolderOf } from "../../src/adapters/agent-process/run-folder.ts";
import { readableProject } from "../../src/adapters/files/readable-project.ts";
import { identifyProcess, isDeadProcess } from "../../src/adapters/host/process-identity.ts";
import type { AgentEvent, AgentPort, AgentRequest, AgentResult, Cancel } from "../../src/engine/ports.ts";
import { agentRequest, NEVER } from "../agents/real-agent.ts";
import { TEST_SEALS } from "../support/seals.ts";

const STUB_KEY = "sk-stub-0123456789";

export interface AcpStubRun {
  readonly scenario: string;
  readonly request?: Partial<AgentRequest>;
  readonly options?: Partial<AcpAgentOptions>;
  readonly cancel?: Cancel;
  /** Where it runs. */
  readonly folder: string;
}

export interface AcpStubOutcome {
  readonly result: AgentResult;
  readonly events: readonly AgentEvent[];
  readonly run: RunFolder;
  readonly agent: AgentPort;
}

/** Short enough for a test, long enough for a program to start on a machine that is busy. */
const TIMERS = { wallMs: 240_000, idleMs: 200_000, afterResultMs: 20_000, graceMs: 1_000 };

export function acpStubAgent({
  scenario,
  options,
  folder,
}: Pick<AcpStubRun, "scenario" | "options" | "folder">): AgentPort {
  const { timers, bounds, env, ...more } = options ?? {};
  return acpAgent({
    speaker: [process.execPath, join(process.cwd(), "test/.build/acp.mjs")],
    command: [process.execPath, join(process.cwd(), "test/stubs/acp.mjs")],
    ...{
      model: null,
      resumes: true,
      modes: { "read-only": null, write: null },
      variables: {},
      secretNames: [],
    },
    envNames: ["STUB_SCENARIO", "STUB_API_KEY"],
    env: { PATH: process.env.PATH, HOME: folder, STUB_SCENARIO: scenario, STUB_API_KEY: STUB_KEY, ...env },
    runsDir: join(folder, "runs"),
    projectAt: (at: string | null) => readableProject(at ?? folder, process.env),
    clock: { nowMs: Date.now },
    seals: TEST_SEALS,
    identify: identifyProcess,
    isDead: isDeadProcess,
    ...more,
    bounds: { quietMs: 150, ...bounds },
    timers: { ...TIMERS, ...timers },
  });
}

export async function runAcpStub(run: AcpStubRun): Promise<AcpStubOutcome> {
  const { folder } = run;
  const agent = acpStubAgent(run);
  const request = agentRequest({ wallMs: null, ...run.request });
  const events: AgentEvent[] = [];
  const result = await agent.start(request, (event) => events.push(event), run.cancel ?? NEVER);
  return { result, events, agent, run: runFolderOf(join(folder, "runs"), request) };
}
