import type { Access } from "../../../core/shared/access.ts";
import { type AgentCommand, type AgentWish, assertArgument } from "./agent-command.ts";
import { environmentName } from "./value-later.ts";

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
  const { program = ["claude"], model, access, session, systemPrompt, extraArgs, homeFolder, api } = wish;
  const argv = [
    ...program,
    ...extraArgs,
    ...["-p", "--output-format", "stream-json", "--verbose"],
    ...["--safe-mode", "--strict-mcp-config"],
    ...["--permission-mode", PERMISSION_MODE[access], "--permission-prompts", "none"],
    ...["--tools", TOOLS[access]],
  ];
  if (model !== undefined) argv.push("--model", assertArgument(model));
  if (systemPrompt !== undefined) argv.push("--append-system-prompt", assertArgument(systemPrompt));
  if (session !== undefined) {
    argv.push(session.resume ? "--resume" : "--session-id", assertArgument(session.id));
  }
  return { argv, env: environment(homeFolder), envFrom: api === undefined ? {} : apiFrom(api), files: [] };
}

function environment(homeFolder: string): Record<string, string> {
  return {
    ...QUIET,
    CLAUDE_CONFIG_DIR: `${homeFolder}/.claude`,
    CLAUDE_CODE_MAX_RETRIES: String(RETRIES_MAX),
    API_TIMEOUT_MS: String(FIRST_BYTE_MS_MAX),
  };
}

function apiFrom({ baseUrl, key }: NonNullable<AgentWish["api"]>): Record<string, string> {
  return {
    ANTHROPIC_API_KEY: environmentName(key),
    ...(baseUrl === undefined ? {} : { ANTHROPIC_BASE_URL: environmentName(baseUrl) }),
  };
}
