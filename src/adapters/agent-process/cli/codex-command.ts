import type { Access } from "../../../core/shared/access.ts";
import { type AgentCommand, type AgentWish, type ApiNames, assertArgument } from "./agent-command.ts";
import { tomlText } from "./toml-text.ts";
import { environmentName, valueLater } from "./value-later.ts";

const SANDBOX: Record<Access, string> = { "read-only": "read-only", write: "workspace-write" };

const REQUEST_RETRIES_MAX = 2;
const STREAM_RETRIES_MAX = 1;
const STREAM_IDLE_MS_MAX = 180_000;

/** Each of these speaks to other hosts, starts programs of its own, or tries for ever. */
const FEATURES_OFF = [
  "plugins",
  "remote_plugin",
  "plugin_discovery_prefetch",
  "apps",
  "multi_agent",
  "daemon_auto_start",
  "unbounded_connection_retries",
  "goals",
  "skill_search",
  "tool_suggest",
];

/**
 * A resumed session may fall back on another sandbox than it began with, and `resume` knows fewer options than `exec`:
 * so they stand before it, and the sandbox is also a setting.
 */
export function codexCommand(wish: AgentWish): AgentCommand {
  const { program = ["codex"], model, access, session, extraArgs, homeFolder, api } = wish;
  const sandbox = SANDBOX[access];
  const codexHome = `${homeFolder}/.codex`;
  const argv = [...program, "exec", ...extraArgs, "--json", "--sandbox", sandbox, "--skip-git-repo-check"];
  argv.push("-c", `sandbox_mode=${tomlText(sandbox)}`, "-c", `approval_policy=${tomlText("never")}`);
  if (model !== undefined) argv.push("--model", assertArgument(model));
  if (session?.resume === true) {
    argv.push("resume", "-c", `sandbox_mode=${tomlText(sandbox)}`, assertArgument(session.id));
  }
  argv.push("-");
  return {
    argv,
    env: { CODEX_HOME: codexHome },
    envFrom: api === undefined ? {} : { [environmentName(api.key)]: api.key },
    files: [{ path: `${codexHome}/config.toml`, text: settings(wish, sandbox) }],
  };
}

function settings({ model, systemPrompt, api }: AgentWish, sandbox: string): string {
  const lines = [
    ...(model === undefined ? [] : [`model = ${tomlText(model)}`]),
    ...(systemPrompt === undefined ? [] : [`developer_instructions = ${tomlText(systemPrompt)}`]),
    ...(api === undefined ? [] : ['model_provider = "parley"']),
    'approval_policy = "never"',
    `sandbox_mode = ${tomlText(sandbox)}`,
    'web_search = "disabled"',
    "check_for_update_on_startup = false",
    "",
    "[analytics]",
    "enabled = false",
    "",
    "[feedback]",
    "enabled = false",
    "",
    "[features]",
    ...FEATURES_OFF.map((feature) => `${feature} = false`),
    "",
    ...shellEnvironment(api),
    ...(api === undefined ? [] : provider(api)),
  ];
  return `${lines.join("\n")}\n`;
}

/** Keys stay out of the commands the model runs; the rest must reach them, or a stray one could not be found. */
function shellEnvironment(api: ApiNames | undefined): string[] {
  const exclude = api === undefined ? [] : [`exclude = [${tomlText(api.key)}]`];
  return ["[shell_environment_policy]", "ignore_default_excludes = false", ...exclude, ""];
}

function provider({ baseUrl, key }: ApiNames): string[] {
  return [
    "[model_providers.parley]",
    'name = "parley"',
    ...(baseUrl === undefined
      ? ['base_url = "https://api.openai.com/v1"']
      : [`base_url = ${valueLater(baseUrl)}`]),
    `env_key = ${tomlText(environmentName(key))}`,
    'wire_api = "responses"',
    `request_max_retries = ${REQUEST_RETRIES_MAX}`,
    `stream_max_retries = ${STREAM_RETRIES_MAX}`,
    `stream_idle_timeout_ms = ${STREAM_IDLE_MS_MAX}`,
    "",
  ];
}
