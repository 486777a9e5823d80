// The agents as they are tried: an exact version each, so that a row of the matrix means something.

export const REAL_AGENTS = ["claude", "codex"] as const;
export type RealAgentName = (typeof REAL_AGENTS)[number];

export interface PinnedAgent {
  readonly package: string;
  readonly version: string;
  /** Below the folder it is installed in. */
  readonly program: string;
  /** Any model will do: the fake one answers to every name. */
  readonly model: string;
  readonly protocol: "anthropic-messages" | "openai-responses";
  /** What comes after the server's address; one agent adds the version of the protocol itself, the other does not. */
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
};
