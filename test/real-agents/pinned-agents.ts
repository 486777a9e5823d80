// The agents as they are tried: an exact version each, so that a row of the matrix means something.
import type { ServerProtocol } from "../../src/adapters/shared/model-protocol.ts";

export const REAL_AGENTS = ["claude", "codex", "gemini", "opencode"] as const;
export type RealAgentName = (typeof REAL_AGENTS)[number];

/** Over ACP, by the names that `parley agents add` knows. */
export const ACP_AGENTS = ["claude-agent-acp", "codex-acp", "gemini-acp", "opencode-acp"] as const;
export type AcpAgentName = (typeof ACP_AGENTS)[number];

export function isAcpAgent(agent: TriedAgent): agent is AcpAgentName {
  return ACP_AGENTS.some((name) => name === agent);
}

export const TRIED_AGENTS = [...REAL_AGENTS, ...ACP_AGENTS] as const;
export type TriedAgent = (typeof TRIED_AGENTS)[number];

export interface PinnedAgent {
  readonly package: string;
  readonly version: string;
  /** Below the folder it is installed in. */
  readonly program: string;
  /** Any model will do: the fake one answers to every name. */
  readonly model: string;
  readonly protocol: ServerProtocol;
  /** What comes after the server's address; some agents add the version of the protocol themselves, others do not. */
  readonly basePath: string;
}

export const PINNED: Record<RealAgentName, PinnedAgent> = {
  claude: {
    package: "@anthropic-ai/claude-code",
    version: "2.1.325",
    program: "node_modules/.bin/claude",
    model: "claude-sonnet-4-5",
    protocol: "anthropic-messages",
    basePath: "",
  },
  codex: {
    package: "@openai/codex",
    version: "0.166.0",
    program: "node_modules/.bin/codex",
    model: "gpt-5.5",
    protocol: "openai-responses",
    basePath: "/v1",
  },
  gemini: {
    package: "@google/gemini-cli",
    version: "0.61.0",
    program: "node_modules/.bin/gemini",
    model: "gemini-2.5-flash",
    protocol: "gemini",
    basePath: "",
  },
  opencode: {
    package: "opencode-ai",
    version: "1.18.33",
    program: "node_modules/.bin/opencode",
    model: "fake-model",
    protocol: "openai-chat",
    basePath: "/v1",
  },
};

export const PINNED_ACP: Record<AcpAgentName, Pick<PinnedAgent, "package" | "version">> = {
  "claude-agent-acp": { package: "@agentclientprotocol/claude-agent-acp", version: "0.99.1" },
  "codex-acp": { package: "@agentclientprotocol/codex-acp", version: "2.6.0" },
  "gemini-acp": { package: PINNED.gemini.package, version: PINNED.gemini.version },
  "opencode-acp": { package: PINNED.opencode.package, version: PINNED.opencode.version },
};

/** Who reviews where the roles are mixed: each agent plays each role once. */
export const OTHER_AGENT: Record<RealAgentName, RealAgentName> = {
  claude: "codex",
  codex: "gemini",
  gemini: "opencode",
  opencode: "claude",
};

export const OTHER_ACP_AGENT: Record<AcpAgentName, AcpAgentName> = {
  "claude-agent-acp": "codex-acp",
  "codex-acp": "gemini-acp",
  "gemini-acp": "opencode-acp",
  "opencode-acp": "claude-agent-acp",
};
