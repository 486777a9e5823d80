// Real agents over ACP: an exact version each, installed beside the others, and how each is pointed at the fake model.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { KNOWN_ACP_AGENTS } from "../../src/app/agents/known-acp-agents.ts";
import { type AcpAgentName, PINNED, PINNED_ACP } from "./pinned-agents.ts";

export const ACP_FOLDER_VARIABLE = "PARLEY_ACP_FOLDER";

const PACKAGES = Object.values(PINNED_ACP).map(({ package: name, version }) => `${name}@${version}`);
const INSTALL_MS_MAX = 20 * 60 * 1_000;

/** Where they are; `null` where they cannot be installed. */
export function installAcpServers(cache: string): string | null {
  const folder = join(cache, "acp-3");
  const done = join(folder, "done");
  if (existsSync(done)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const args = ["install", "--save-exact", "--include=optional", "--no-audit", "--no-fund", ...PACKAGES];
  const npm = spawnSync("npm", args, { cwd: folder, stdio: "inherit", timeout: INSTALL_MS_MAX });
  if (npm.status !== 0) return null;
  writeFileSync(done, "");
  return folder;
}

interface Place {
  readonly folder: string;
  readonly url: string;
  /** A folder of the role's own. */
  readonly home: string;
  readonly keyEnv: string;
}

export interface AcpServer {
  /** The program that the settings name: it gives the agent its key and its address. */
  program(place: Place): string;
  /** Whether it tells how many tokens a turn took. */
  readonly tellsTokens: boolean;
  /** Whether a conversation can be gone on with in another folder. */
  readonly goesOn: boolean;
  /** Whether it can be kept from reading elsewhere; else that is up to its own settings. */
  readonly holdsReads: boolean;
}

function script({ home }: Place, lines: readonly string[]): string {
  mkdirSync(home, { recursive: true });
  const file = join(home, "agent");
  writeFileSync(file, `#!/bin/sh\n${lines.join("\n")}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** As `parley agents add` writes it, beside the command. */
export function knownEntry(name: AcpAgentName): object {
  const { command: _, env: __, ...entry } = KNOWN_ACP_AGENTS[name]?.entry ?? { command: "" };
  return entry;
}

export const ACP_SERVERS: Record<AcpAgentName, AcpServer> = {
  "claude-agent-acp": {
    goesOn: true,
    tellsTokens: true,
    holdsReads: true,
    program: (place) =>
      script(place, [
        `export HOME='${place.home}' ANTHROPIC_BASE_URL='${place.url}' ANTHROPIC_API_KEY="$${place.keyEnv}"`,
        "export ANTHROPIC_MODEL=claude-sonnet-4-5 DISABLE_TELEMETRY=1 CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
        `exec '${place.folder}/node_modules/.bin/claude-agent-acp' "$@"`,
      ]),
  },
  "codex-acp": {
    goesOn: true,
    tellsTokens: true,
    holdsReads: false,
    program(place) {
      const home = join(place.home, ".codex");
      mkdirSync(home, { recursive: true });
      writeFileSync(
        join(home, "config.toml"),
        [
          'model = "gpt-5.5"\nmodel_provider = "fake"\napproval_policy = "never"\nweb_search = "disabled"',
          "check_for_update_on_startup = false\n[sandbox_workspace_write]\nexclude_slash_tmp = true\nexclude_tmpdir_env_var = true\n[analytics]\nenabled = false\n[features]\nplugins = false\napps = false",
          `[model_providers.fake]\nname = "fake"\nbase_url = "${place.url}/v1"\nenv_key = "${place.keyEnv}"`,
          'wire_api = "responses"\nrequest_max_retries = 2\nstream_max_retries = 1\n',
        ].join("\n"),
      );
      return script(place, [
        `export HOME='${place.home}' CODEX_HOME='${home}'`,
        `exec '${place.folder}/node_modules/.bin/codex-acp' "$@"`,
      ]);
    },
  },
  "gemini-acp": {
    goesOn: false,
    tellsTokens: true,
    holdsReads: true,
    program(place) {
      const folder = join(place.home, ".gemini");
      mkdirSync(folder, { recursive: true });
      const settings = {
        general: { enableAutoUpdate: false, maxAttempts: 3 },
        ...{ privacy: { usageStatisticsEnabled: false }, telemetry: { enabled: false } },
        security: { auth: { selectedType: "gemini-api-key" } },
      };
      writeFileSync(join(folder, "settings.json"), JSON.stringify(settings));
      return script(place, [
        `export HOME='${place.home}' GEMINI_CLI_HOME='${place.home}' GOOGLE_GEMINI_BASE_URL='${place.url}'`,
        `export GEMINI_API_KEY="$${place.keyEnv}" GEMINI_CLI_NO_RELAUNCH=1`,
        `exec '${place.folder}/node_modules/.bin/gemini' --model ${PINNED.gemini.model} "$@"`,
      ]);
    },
  },
  "opencode-acp": {
    goesOn: false,
    tellsTokens: false,
    holdsReads: true,
    program(place) {
      const options = { baseURL: `${place.url}/v1`, apiKey: `{env:${place.keyEnv}}` };
      const models = { "fake-model": { limit: { context: 200_000, output: 8_192 } } };
      const config = {
        ...{ model: "fake/fake-model", small_model: "fake/fake-model", autoupdate: false, share: "disabled" },
        provider: { fake: { npm: "@ai-sdk/openai-compatible", options, models } },
      };
      return script(place, [
        `export HOME='${place.home}' OPENCODE_CONFIG_CONTENT='${JSON.stringify(config)}'`,
        "export OPENCODE_DISABLE_MODELS_FETCH=1 OPENCODE_DISABLE_LSP_DOWNLOAD=1 OPENCODE_DISABLE_DEFAULT_PLUGINS=1 OPENCODE_PURE=1",
        `exec '${place.folder}/node_modules/.bin/opencode' "$@"`,
      ]);
    },
  },
};
