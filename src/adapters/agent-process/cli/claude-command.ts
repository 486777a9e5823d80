import type { Access } from "../../../core/shared/access.ts";
import {
  type AgentCommand,
  type AgentWish,
  assertArgument,
  type ModelServer,
  withoutVersion,
} from "./agent-command.ts";

const TOOLS: Record<Access, string> = {
  "read-only": "Read,Grep,Glob",
  write: "Read,Grep,Glob,Edit,Write",
};

/** Without a tool that edits there is nothing to accept; the mode says the same a second time. */
const PERMISSION_MODE: Record<Access, string> = { "read-only": "default", write: "acceptEdits" };

/** Its own ten retries take three minutes, in which nobody learns of a limit. */
const RETRIES_MAX = 2;
/** By itself it would wait ten minutes for the first byte of an answer. */
const FIRST_BYTE_MS_MAX = 180_000;

const QUIET = {
  DISABLE_AUTOUPDATER: "1",
  DISABLE_TELEMETRY: "1",
  DISABLE_ERROR_REPORTING: "1",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
};

/** A resumed session remembers what was said, not what it may do: everything is passed each time. */
export function claudeCommand(wish: AgentWish): AgentCommand {
  const { program, model, access, resume, extraArgs, homeFolder, api } = wish;
  const argv = [
    ...program,
    ...extraArgs,
    ...["-p", "--output-format", "stream-json", "--verbose"],
    ...["--safe-mode", "--strict-mcp-config"],
    ...["--permission-mode", PERMISSION_MODE[access], "--permission-prompts", "none"],
    ...["--tools", TOOLS[access]],
  ];
  if (model !== null) argv.push("--model", assertArgument(model));
  if (resume !== null) argv.push("--resume", assertArgument(resume));
  return {
    argv,
    env: {
      ...QUIET,
      CLAUDE_CODE_MAX_RETRIES: String(RETRIES_MAX),
      API_TIMEOUT_MS: String(FIRST_BYTE_MS_MAX),
      ...(homeFolder === null ? {} : { CLAUDE_CONFIG_DIR: `${homeFolder}/.claude` }),
      ...addressOf(api),
    },
    envFrom: api === null ? {} : { ANTHROPIC_API_KEY: api.keyEnv },
  };
}

function addressOf(api: ModelServer | null): Record<string, string> {
  const baseUrl = api?.baseUrl ?? null;
  return baseUrl === null ? {} : { ANTHROPIC_BASE_URL: withoutVersion(baseUrl) };
}

/** Tells of the session that runs us, if one does; a run of its own is none of its business. */
const OF_THE_SESSION_AROUND = new Set([
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_SSE_PORT",
  "CLAUDE_CODE_SESSION_ID",
]);

/** How the user has set it up; with a server of its own none of that, or another's key would go there. */
export function passesToClaude(name: string, api: ModelServer | null): boolean {
  if (api !== null || OF_THE_SESSION_AROUND.has(name)) return false;
  return name.startsWith("ANTHROPIC_") || name.startsWith("CLAUDE_CODE_") || name === "CLAUDE_CONFIG_DIR";
}
