// codex: how it is started, and what `codex exec --json` prints. Of its lines only what we use is looked at, and a field
// of an odd shape counts as missing.
import * as z from "zod";
import type { Access } from "../../../core/shared/access.ts";
import type { Usage } from "../../../core/shared/usage.ts";
import { amount, flag, lazySchema, text } from "../../shared/loose-fields.ts";
import { type ModelProtocol, PROTOCOL_PLACES } from "../../shared/model-protocol.ts";
import { providerError } from "../../shared/provider-error.ts";
import { usageSince } from "../../shared/usage-counting.ts";
import {
  type AgentCli,
  type AgentCommand,
  assertArgument,
  type CommandInput,
  type ModelServer,
  type StreamState,
  type StreamStep,
  speechEvents,
  troubleEvents,
  unchangedStep,
  withDenials,
  withError,
  withFinal,
  withVersion,
} from "./agent-cli.ts";

const HOME_NAME = ".codex";
const PROTOCOL: ModelProtocol = "openai-responses";

export const CODEX: AgentCli = {
  program: "codex",
  install: "install it (npm install --global @openai/codex) and log in with `codex login`",
  protocol: PROTOCOL,
  addressEnv: null,
  homeName: HOME_NAME,
  tellsCost: false,
  isolation: [
    "your settings, rules and MCP servers stay out (--ignore-user-config, --ignore-rules)",
    "its own sandbox: a role that only reads may write nothing, the Engineer only its folder",
    "that sandbox does not stop reading: it can read whatever you can on this machine, also the project, other runs and other roles' homes",
  ],
  command,
  passes: passesVariable,
  readLine,
  denialIn,
};

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
  "hooks",
];

/**
 * Its settings come with the command, so that the user's own file stays out and a login there still counts. A resumed
 * session may fall back on another sandbox than it began with, and `resume` knows fewer options than `exec`: so they
 * stand before it, and the sandbox is also a setting.
 */
function command(input: CommandInput): AgentCommand {
  const { program, model, access, resume, extraArgs, homeFolder, api } = input;
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
    env: homeFolder === null ? {} : { CODEX_HOME: `${homeFolder}/${HOME_NAME}` },
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
    base_url: tomlText(baseUrl === null ? PROTOCOL_PLACES[PROTOCOL].baseUrl : withVersion(baseUrl)),
    env_key: tomlText(keyEnv),
    wire_api: tomlText("responses"),
    request_max_retries: REQUEST_RETRIES_MAX,
    stream_max_retries: STREAM_RETRIES_MAX,
    stream_idle_timeout_ms: STREAM_IDLE_MS_MAX,
  };
  const lines = Object.entries(facts).map(([name, value]) => `model_providers.parley.${name}=${value}`);
  return [`model_provider=${tomlText("parley")}`, ...lines];
}

const USER_VARIABLES = new Set(["OPENAI_API_KEY", "OPENAI_BASE_URL"]);

/** How the user has set it up; with a server of its own none of that, or another's key would go there. */
function passesVariable(name: string, api: ModelServer | null): boolean {
  return api === null && (USER_VARIABLES.has(name) || name.startsWith("CODEX_"));
}

/** A value of TOML. The escapes of JSON are all known there; what JSON leaves as it is and TOML refuses is seen to here. */
export function tomlText(text: string): string {
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, "\uFFFD")).replaceAll("\u007F", "\\u007f");
}

const lineSchema = lazySchema(() => {
  const usageSchema = z
    .object({ input_tokens: amount, cached_input_tokens: amount, output_tokens: amount })
    .optional()
    .catch(undefined);

  const itemSchema = z
    .object({ type: text, text, command: text, status: text, message: text, sandbox_denied: flag })
    .catch({});

  return z.discriminatedUnion("type", [
    z.object({ type: z.literal("thread.started"), thread_id: text }),
    z.object({ type: z.literal("turn.started") }),
    z.object({ type: z.literal("turn.completed"), usage: usageSchema }),
    z.object({
      type: z.literal("turn.failed"),
      usage: usageSchema,
      error: z.object({ message: text, code: text }).catch({}),
    }),
    z.object({ type: z.literal("error"), message: text, code: text }),
    z.object({ type: z.literal("item.started"), item: itemSchema }),
    z.object({ type: z.literal("item.updated"), item: itemSchema }),
    z.object({ type: z.literal("item.completed"), item: itemSchema }),
  ]);
});

type Line = z.output<ReturnType<typeof lineSchema>>;
type Item = Extract<Line, { type: "item.started" }>["item"];
type TurnUsage = Extract<Line, { type: "turn.completed" }>["usage"];

const NO_WORDS = "an error without words";

function readLine(state: StreamState, value: unknown): StreamStep | null {
  const line = lineSchema().safeParse(value).data;
  switch (line?.type) {
    case undefined:
      return null;
    case "thread.started":
      return unchangedStep(withFinal(state, { sessionRef: line.thread_id ?? state.final.sessionRef }));
    case "turn.started":
    case "item.updated":
      return unchangedStep(state);
    case "item.started":
      return { state: { ...state, passing: null }, events: describeItem(line.item) };
    case "item.completed":
      return takeItem(state, line.item);
    case "turn.completed":
      return addTurnUsage({ ...withFinal(state, { ended: true, errors: [] }), passing: null }, line.usage);
    case "turn.failed": {
      const { message = NO_WORDS, code } = line.error;
      const failed = withError(
        withFinal(state, { ended: true, text: null }),
        providerError({ message, code }),
      );
      return addTurnUsage(failed, line.usage);
    }
    case "error": {
      // Each new connection it tries is told as an error; only `turn.failed` says that it has given up.
      const { message = NO_WORDS, code } = line;
      return {
        state: { ...state, passing: providerError({ message, code }) },
        events: troubleEvents(message),
      };
    }
  }
}

function describeItem({ type, command }: Item): StreamStep["events"] {
  return type === "command_execution" ? speechEvents(`runs ${command ?? "a command"}`) : [];
}

function takeItem(state: StreamState, item: Item): StreamStep {
  // A warning of its own says nothing about whether the model answers again.
  if (item.type === "error") return { state, events: speechEvents(item.message ?? NO_WORDS) };
  const moved = { ...state, passing: null };
  switch (item.type) {
    case "agent_message":
      return { state: withFinal(moved, { text: item.text ?? null }), events: speechEvents(item.text ?? "") };
    case "reasoning":
      return { state: moved, events: speechEvents(item.text ?? "") };
    case "file_change":
    case "command_execution":
      return unchangedStep(wasDenied(item) ? withDenials(moved, [item.command ?? item.type]) : moved);
    default:
      return unchangedStep(moved);
  }
}

/** Only its own marks count: the words of a command that failed may say anything. */
function wasDenied({ status, sandbox_denied: stopped = false }: Item): boolean {
  return status === "declined" || stopped;
}

function addTurnUsage(state: StreamState, usage: TurnUsage): StreamStep {
  if (usage === undefined) return unchangedStep(state);
  const { input_tokens: inputTokens = null, output_tokens: outputTokens = null } = usage;
  const cached = usage.cached_input_tokens;
  const reported: Usage = {
    ...{ inputTokens, outputTokens, usd: null },
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
  };
  const own = usageSince(state.before, reported);
  return { state: withFinal(state, { reported, usage: own }), events: [{ at: "used", usage: own }] };
}

/** A change outside its sandbox is refused without a word in the stream: only its log tells. */
const REJECTED =
  /\bERROR codex_[\w:]+: error=(?:patch rejected: )?(.{0,200}?); rejected by user approval settings/;

function denialIn(stderrLine: string): string | null {
  return REJECTED.exec(stderrLine)?.[1] ?? null;
}
