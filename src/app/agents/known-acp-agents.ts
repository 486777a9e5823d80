// The launch lines of agents that speak ACP, as data: what `parley agents add` writes into the settings.
import type { Config } from "../config/schema.ts";

type AcpEntry = Pick<
  Config["agents"][string],
  "args" | "env" | "variables" | "sessionMode" | "readOnlyMode" | "resumes"
> & {
  readonly command: string;
};

interface KnownAcpAgent {
  readonly entry: AcpEntry;
  /** How it comes onto a machine. */
  readonly install: string;
}

const npm = (name: string): string => `npm install --global ${name}`;

/** Without these claude tries ten times over three minutes, and tells the model of the repository around its folder. */
const CLAUDE_VARIABLES = {
  CLAUDE_CODE_MAX_RETRIES: "2",
  CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS: "1",
  DISABLE_AUTOUPDATER: "1",
};

/** By itself it asks for nothing, its idea of "inside" is the whole repository, and skills that lie there are told to the model. */
const OPENCODE_VARIABLES = {
  OPENCODE_PERMISSION: JSON.stringify({
    ...{ edit: "ask", bash: "deny", webfetch: "deny", external_directory: "deny", task: "deny" },
    read: { "*": "deny", "*/.parley/runs/*/view/*": "allow", "*/runs/*/view/*": "allow" },
    ...{ glob: "deny", grep: "deny", list: "deny", skill: "deny" },
  }),
  OPENCODE_DISABLE_PROJECT_CONFIG: "1",
  OPENCODE_DISABLE_EXTERNAL_SKILLS: "1",
  OPENCODE_DISABLE_CLAUDE_CODE: "1",
  OPENCODE_DISABLE_AUTOUPDATE: "1",
};

export const KNOWN_ACP_AGENTS: Readonly<Record<string, KnownAcpAgent>> = {
  "claude-agent-acp": {
    entry: { command: "claude-agent-acp", variables: CLAUDE_VARIABLES, env: ["ANTHROPIC_API_KEY"] },
    install: npm("@agentclientprotocol/claude-agent-acp"),
  },
  "codex-acp": {
    entry: {
      command: "codex-acp",
      env: ["OPENAI_API_KEY", "CODEX_HOME"],
      ...{ sessionMode: "workspace-write", readOnlyMode: "read-only" },
    },
    install: npm("@agentclientprotocol/codex-acp"),
  },
  "gemini-acp": {
    entry: {
      command: "gemini",
      args: ["--acp", "--skip-trust"],
      env: ["GEMINI_API_KEY"],
      readOnlyMode: "plan",
      // It finds its sessions by the folder they began in.
      resumes: false,
    },
    install: npm("@google/gemini-cli"),
  },
  "opencode-acp": {
    // In another folder than the one it began in, a session of its is silent.
    entry: { command: "opencode", args: ["acp"], variables: OPENCODE_VARIABLES, resumes: false },
    install: npm("opencode-ai"),
  },
  auggie: { entry: { command: "auggie", args: ["--acp"] }, install: npm("@augmentcode/auggie") },
  cline: { entry: { command: "cline", args: ["--acp"] }, install: npm("cline") },
  copilot: { entry: { command: "copilot", args: ["--acp"] }, install: npm("@github/copilot") },
  cursor: { entry: { command: "cursor-agent", args: ["acp"] }, install: "https://cursor.com/docs/cli" },
  goose: { entry: { command: "goose", args: ["acp"] }, install: "https://block.github.io/goose" },
  kimi: { entry: { command: "kimi", args: ["acp"] }, install: "https://moonshotai.github.io/kimi-cli" },
  qwen: { entry: { command: "qwen", args: ["--acp"] }, install: npm("@qwen-code/qwen-code") },
};
