// The process agent as tests use it: this machine's processes, the player or a line of shell as the agent.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { type ProcessAgentOptions, processAgent } from "../../src/adapters/agent-process/process-agent.ts";
import { identifyProcess, isDeadProcess } from "../../src/adapters/host/process-identity.ts";
import { type CallKey, type CallKeyParts, makeCallKey } from "../../src/core/shared/call-key.ts";
import type {
  AgentEvent,
  AgentPort,
  AgentRequest,
  Cancel,
  Launch,
  LaunchMark,
} from "../../src/engine/ports.ts";
import { TEST_SEAL, TEST_SEALS } from "../support/seals.ts";

export function realAgent(
  options: Pick<ProcessAgentOptions, "runsDir" | "argv"> & Partial<ProcessAgentOptions>,
): AgentPort {
  return processAgent({
    env: process.env,
    identify: identifyProcess,
    isDead: isDeadProcess,
    clock: { nowMs: Date.now },
    seals: TEST_SEALS,
    graceMs: 500,
    ...options,
  });
}

/** An agent that is a line of shell. */
export function shellAgent(
  runsDir: string,
  script: string,
  more: Partial<ProcessAgentOptions> = {},
): AgentPort {
  return realAgent({ runsDir, argv: () => ["/bin/sh", "-c", script], ...more });
}

export function playerProgramAgent(runsDir: string, file: string): AgentPort {
  const program = join(process.cwd(), "test/.build/player.mjs");
  return realAgent({ runsDir, argv: () => [process.execPath, program, file] });
}

export function callKey(parts: Partial<CallKeyParts> = {}): CallKey {
  return makeCallKey({
    subject: { of: "session", id: "demo" },
    ...{ round: 1, incarnation: 1, purpose: "engineer", lane: "-", attempt: 1, launch: 1 },
    ...parts,
  });
}

const PROMPT = "Please resolve the gaps.\n";

function markOf(prompt: string): LaunchMark {
  const { nonce, sealKey } = TEST_SEAL;
  return { nonce, sealKey, promptHash: createHash("sha256").update(prompt).digest("hex") };
}

/** The launch of a call as `agentRequest` starts it. */
export function launched(key: CallKey = callKey(), prompt = PROMPT): Launch {
  return { key, mark: markOf(prompt) };
}

export function agentRequest(more: Partial<AgentRequest> = {}): AgentRequest {
  return {
    key: callKey(),
    prompt: PROMPT,
    standingChars: 0,
    mark: markOf(more.prompt ?? PROMPT),
    sealWith: TEST_SEAL.sealWith,
    document: "engineer.md",
    wallMs: 240_000,
    access: "write",
    readsProject: false,
    resume: null,
    ...more,
  };
}

export const NEVER: Cancel = { cancelled: false, onCancel: () => () => undefined };

export function ignoreEvent(_event: AgentEvent): void {
  // Nobody watches.
}
