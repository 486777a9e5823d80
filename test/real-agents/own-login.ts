// Each agent as somebody has it who has logged in: no word of a server in parley's settings.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RealAgentName } from "./pinned-agents.ts";
import { claudeSettings, type PlantedPlace } from "./planted.ts";

interface LoginWish extends PlantedPlace {
  readonly url: string;
  readonly key: string;
}

/** What its entry in the settings needs on top, and the variables that the user has. */
export interface LoggedIn {
  readonly entry: { readonly model?: string; readonly args?: readonly string[] };
  readonly env: Readonly<Record<string, string>>;
}

/** codex with a login in a keyring lives in the user's home; a server of the user's own stands for it here. */
export function logInAtHome({ url, key }: Pick<LoginWish, "url" | "key">): LoggedIn {
  const server = `{name="own",base_url="${url}/v1",env_key="CODEX_OWN_KEY",wire_api="responses"}`;
  return {
    entry: { model: "gpt-5.5", args: ["-c", 'model_provider="own"', "-c", `model_providers.own=${server}`] },
    env: { CODEX_OWN_KEY: key },
  };
}

export function logIn(agent: RealAgentName, wish: LoginWish): LoggedIn {
  const { home, url, key } = wish;
  const lay = (path: string, value: object): void => {
    const file = join(home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(value));
  };
  switch (agent) {
    case "claude": {
      const env = { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: key };
      lay(".claude/settings.json", { ...claudeSettings(wish), env, model: "claude-sonnet-4-5" });
      return { entry: {}, env: {} };
    }
    case "codex":
      lay(".codex/auth.json", { auth_mode: "apikey", OPENAI_API_KEY: key });
      return { entry: { model: "gpt-5.5", args: ["-c", `openai_base_url="${url}/v1"`] }, env: {} };
    case "gemini":
      return {
        entry: { model: "gemini-2.5-flash" },
        env: { GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url },
      };
    case "opencode":
      lay(".local/share/opencode/auth.json", { own: { type: "api", key } });
      lay(".config/opencode/opencode.json", {
        instructions: [join(home, ".config/opencode/AGENTS.md")],
        ...{ share: "auto", autoupdate: true },
        provider: {
          own: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${url}/v1` },
            models: { "fake-model": { name: "Fake" } },
          },
        },
      });
      return { entry: { model: "own/fake-model" }, env: {} };
  }
}
