import type { AgentCli } from "./agent-cli.ts";
import { CLAUDE } from "./claude.ts";
import { CODEX } from "./codex.ts";
import { GEMINI } from "./gemini.ts";
import { OPENCODE } from "./opencode.ts";

/** The command lines that parley starts itself, in the order in which it prefers them. */
export const AGENT_CLIS = {
  claude: CLAUDE,
  codex: CODEX,
  gemini: GEMINI,
  opencode: OPENCODE,
} as const satisfies Record<string, AgentCli>;

export type CliKind = keyof typeof AGENT_CLIS;

export const CLI_KINDS = Object.keys(AGENT_CLIS) as readonly CliKind[];
