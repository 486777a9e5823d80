import type { Access } from "../../../core/shared/access.ts";
import {
  type AgentCommand,
  type AgentWish,
  assertArgument,
  type ModelServer,
  withVersion,
} from "./agent-command.ts";
import { tomlText } from "./toml-text.ts";

const SANDBOX: Record<Access, string> = { "read-only": "read-only", write: "workspace-write" };

const OPENAI = "https://api.openai.com/v1";
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
  "hooks",
];

/**
 * Its settings come with the command, so that the user's own file stays out and a login there still counts. A resumed
 * session may fall back on another sandbox than it began with, and `resume` knows fewer options than `exec`: so they
 * stand before it, and the sandbox is also a setting.
 */
export function codexCommand(wish: AgentWish): AgentCommand {
  const { program, model, access, resume, extraArgs, homeFolder, api } = wish;
  const sandbox = `sandbox_mode=${tomlText(SANDBOX[access])}`;
  const argv = [
    ...[...program, "exec", ...extraArgs, "--json", "--ignore-user-config", "--ignore-rules"],
    ...["--sandbox", SANDBOX[access], "--skip-git-repo-check"],
    ...[sandbox, ...settings(api)].flatMap((setting) => ["-c", assertArgument(setting)]),
  ];
  if (model !== null) argv.push("--model", assertArgument(model));
  if (resume !== null) argv.push("resume", "-c", sandbox, assertArgument(resume));
  argv.push("-");
  return {
    argv,
    env: homeFolder === null ? {} : { CODEX_HOME: `${homeFolder}/.codex` },
    envFrom: api === null ? {} : { [api.keyEnv]: api.keyEnv },
  };
}

function settings(api: ModelServer | null): readonly string[] {
  return [
    `approval_policy=${tomlText("never")}`,
    `web_search=${tomlText("disabled")}`,
    "check_for_update_on_startup=false",
    "analytics.enabled=false",
    "feedback.enabled=false",
    // What lies around the run folder, or at home, is no part of what the role is asked.
    "project_doc_max_bytes=0",
    "project_root_markers=[]",
    "skills.include_instructions=false",
    // It writes in its own folder, not also in one that all share.
    "sandbox_workspace_write.exclude_slash_tmp=true",
    "sandbox_workspace_write.exclude_tmpdir_env_var=true",
    ...FEATURES_OFF.map((feature) => `features.${feature}=false`),
    // Keys stay out of the commands the model runs; the rest must reach them, or a stray one could not be found.
    "shell_environment_policy.ignore_default_excludes=false",
    ...(api === null ? [] : [`shell_environment_policy.exclude=[${tomlText(api.keyEnv)}]`, ...provider(api)]),
  ];
}

function provider({ baseUrl, keyEnv }: ModelServer): readonly string[] {
  const facts = {
    name: tomlText("parley"),
    base_url: tomlText(baseUrl === null ? OPENAI : withVersion(baseUrl)),
    env_key: tomlText(keyEnv),
    wire_api: tomlText("responses"),
    request_max_retries: REQUEST_RETRIES_MAX,
    stream_max_retries: STREAM_RETRIES_MAX,
    stream_idle_timeout_ms: STREAM_IDLE_MS_MAX,
  };
  const lines = Object.entries(facts).map(([name, value]) => `model_providers.parley.${name}=${value}`);
  return [`model_provider=${tomlText("parley")}`, ...lines];
}

const OF_CODEX = new Set(["OPENAI_API_KEY", "OPENAI_BASE_URL"]);

/** How the user has set it up; with a server of its own none of that, or another's key would go there. */
export function passesToCodex(name: string, api: ModelServer | null): boolean {
  return api === null && (OF_CODEX.has(name) || name.startsWith("CODEX_"));
}
