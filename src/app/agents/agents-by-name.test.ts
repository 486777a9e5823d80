// Names, and what they mean on machines with nothing, one agent, or more.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { type Config, configSchema } from "../config/schema.ts";
import { isFailure } from "../failure.ts";
import { agentSettings, keyVariables, providerOf } from "./agent-settings.ts";
import { chooseAgents } from "./choose-agents.ts";
import { type AgentPlace, describeAgent } from "./describe-agent.ts";

function configOf(settings: Parameters<typeof configSchema.parse>[0] = {}): Config {
  return configSchema.parse(settings);
}

/** A machine with these programs on its PATH. */
function machine(
  programs: readonly string[],
  more: { readonly env?: Record<string, string>; readonly config?: Config } = {},
): AgentPlace {
  const root = temporaryFolder();
  const bin = join(root, "bin");
  mkdirSync(bin);
  for (const name of programs) {
    writeFileSync(join(bin, name), "#!/bin/sh\n");
    chmodSync(join(bin, name), 0o755);
  }
  return { root, env: { PATH: bin, ...more.env }, config: more.config ?? configOf() };
}

async function unusable(name: string, place: AgentPlace): Promise<unknown> {
  const described = await describeAgent(name, place);
  return isFailure(described) ? described.code : (described.unusable?.code ?? null);
}

describe("an agent by its name", () => {
  test("given a program on PATH, then it can be used, and is named by its file", async () => {
    const place = machine(["claude"]);
    expect(await describeAgent("claude", place)).toMatchObject({
      settings: { how: "program", kind: "claude", model: null, api: null, provider: "anthropic" },
      file: join(place.env.PATH ?? "", "claude"),
      unusable: null,
    });
    expect(await unusable("codex", place)).toBe("not-installed");
  });

  test("given a key in the environment, then only the model is missing for an API", async () => {
    const env = { ANTHROPIC_API_KEY: "a-key-of-mine" };
    expect(await unusable("anthropic", machine([]))).toBe("no-key");
    expect(await unusable("anthropic", machine([], { env }))).toBe("no-model");
    const config = configOf({ agents: { anthropic: { model: "opus" } } });
    expect(await unusable("anthropic", machine([], { env, config }))).toBeNull();
  });

  test("given an address in the environment where a key could stand, then nothing goes there, and it is not said", async () => {
    const env = { ANTHROPIC_API_KEY: "a-key-of-mine", ANTHROPIC_BASE_URL: "https://host.example/?key=abc" };
    const config = configOf({ agents: { anthropic: { model: "opus" }, claude: { api: "anthropic" } } });
    for (const name of ["anthropic", "claude"]) {
      const described = await describeAgent(name, machine(["claude"], { env, config }));
      if (isFailure(described)) throw new Error(described.message);
      expect(described.unusable).toMatchObject({ code: "bad-address" });
      expect(JSON.stringify(described.unusable)).not.toContain("abc");
    }
    const odd = { config: configOf(), env: { ANTHROPIC_BASE_URL: "host.example?key=abc" } };
    expect(providerOf("anthropic", odd)?.name).toBe("anthropic");
  });

  test("given a server of the settings, then agents talk to it, and wait with all who do", () => {
    const config = configOf({
      api: {
        local: {
          protocol: "openai-chat",
          baseUrl: "http://localhost:11434/v1",
          keyEnv: "LOCAL_KEY",
          model: "m",
        },
      },
      agents: { local: { kind: "api" }, careful: { kind: "codex", api: "openai", model: "other" } },
    });
    const sources = { config, env: { OPENAI_BASE_URL: "https://gateway.example/v1" } };
    expect(agentSettings("local", sources)).toMatchObject({
      how: "api",
      model: "m",
      provider: "localhost:11434",
    });
    expect(agentSettings("careful", sources)).toMatchObject({
      how: "program",
      kind: "codex",
      model: "other",
      api: { name: "openai", baseUrl: "https://gateway.example/v1", keyEnv: "OPENAI_API_KEY" },
      provider: "gateway.example",
    });
    expect(keyVariables(config)).toEqual(["LOCAL_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY"]);
  });

  test("given its own login, then claude goes where its variable points, codex to its provider", () => {
    const env = { ANTHROPIC_BASE_URL: "http://127.0.0.1:4000", OPENAI_BASE_URL: "http://127.0.0.1:4000/v1" };
    expect(providerOf("claude", { config: configOf(), env })?.name).toBe("127.0.0.1:4000");
    expect(providerOf("codex", { config: configOf(), env })?.name).toBe("openai");
    expect(
      providerOf("claude", { config: configOf(), env: { ANTHROPIC_BASE_URL: "https://api.anthropic.com" } })
        ?.name,
    ).toBe("anthropic");
    expect(providerOf("gemini", { config: configOf(), env })?.name).toBe("google");
    const models = configOf({ agents: { opencode: { model: "anthropic/m" } } });
    expect(providerOf("opencode", { config: models, env })?.name).toBe("anthropic");
    expect(providerOf("opencode", { config: configOf(), env })?.name).toBe("opencode");
    for (const name of ["human", "player:a.yaml", "nobody"])
      expect(providerOf(name, { config: configOf(), env })).toBeNull();
  });

  test("given one that nobody knows, then that is said", async () => {
    expect(await describeAgent("cluade", machine([]))).toMatchObject({
      code: "unknown-agent",
      fix: "did you mean claude?",
    });
    expect(await unusable("constructor", machine([]))).toBe("unknown-agent");
  });
});

describe("whose limits an agent shares", () => {
  const server = (baseUrl: string, keyEnv: string) => ({
    protocol: "openai-chat",
    baseUrl,
    keyEnv,
    model: "m",
  });
  const config = configOf({
    api: {
      one: server("http://gateway.example/v1", "ONE_KEY"),
      again: server("http://gateway.example", "ALSO_ONE_KEY"),
      other: server("http://gateway.example/v1", "OTHER_KEY"),
      path: server("http://gateway.example/team/v1", "ONE_KEY"),
    },
    agents: {
      ...Object.fromEntries(["one", "again", "other", "path"].map((name) => [name, { kind: "api" }])),
      goose: { kind: "acp", command: "goose", args: ["acp"], env: ["GOOSE_API_KEY"] },
    },
  });
  const env = { ONE_KEY: "sk-one-of-mine", ALSO_ONE_KEY: "sk-one-of-mine", OTHER_KEY: "sk-another-one" };
  const account = (name: string, more: Record<string, string> = {}) =>
    providerOf(name, { config, env: { ...env, ...more } })?.account;

  test("given one address and one key, then all share them, whatever they and their variables are called", () => {
    expect(account("again")).toBe(account("one"));
  });

  test("given another key, or another address, then not", () => {
    expect(new Set([account("one"), account("other"), account("path")]).size).toBe(3);
    expect(account("one", { ONE_KEY: "sk-bought-today" })).not.toBe(account("one"));
    expect(account("goose", { GOOSE_API_KEY: "sk-of-goose" })).not.toBe(account("goose"));
    expect(account("claude", { ANTHROPIC_API_KEY: "sk-ant-of-mine" })).not.toBe(account("claude"));
  });

  test("given a key, then it cannot be read from what is kept", () => {
    expect(account("one")).toMatch(/^http:\/\/gateway\.example, by key [0-9a-f]{12}$/);
    expect(account("claude")).toBe("anthropic, by login");
  });
});

describe("who plays where nobody is named", () => {
  test("given an agent that only the settings describe, then it is found like any other", async () => {
    const local = {
      protocol: "openai-chat",
      baseUrl: "http://localhost:11434/v1",
      keyEnv: "LOCAL_KEY",
      model: "m",
    };
    const config = configOf({ api: { local }, agents: { local: { kind: "api" } } });
    const env = { LOCAL_KEY: "a-key-of-mine" };
    expect(await chooseAgents({}, machine([], { env, config }))).toMatchObject({
      engineer: "local",
      reviewer: "local",
    });
    expect(await chooseAgents({}, machine(["claude"], { env, config }))).toMatchObject({
      engineer: "claude",
      reviewer: "local",
    });
    const acp = configOf({ agents: { goose: { kind: "acp", command: "goose", args: ["acp"] } } });
    expect(await chooseAgents({}, machine(["goose"], { config: acp }))).toMatchObject({ engineer: "goose" });
  });

  const models = configOf({ agents: { anthropic: { model: "a" }, openai: { model: "o" } } });
  const keys = { ANTHROPIC_API_KEY: "a-key-of-mine", OPENAI_API_KEY: "another-key" };

  test.each([
    ["both command lines", ["claude", "codex"], {}, "claude", "codex"],
    ["one command line", ["codex"], {}, "codex", "codex"],
    [
      "a command line and a key of another provider",
      ["claude"],
      { OPENAI_API_KEY: "another-key" },
      "claude",
      "openai",
    ],
    ["a command line and all keys", ["claude"], keys, "claude", "openai"],
    ["keys alone", [], keys, "anthropic", "openai"],
    ["command lines of other makers", ["opencode", "gemini"], {}, "gemini", "opencode"],
    ["one provider in two ways", ["claude"], { ANTHROPIC_API_KEY: "a-key-of-mine" }, "claude", "anthropic"],
  ])("given %s", async (_, programs, env, engineer, reviewer) => {
    expect(await chooseAgents({}, machine(programs, { env, config: models }))).toMatchObject({
      engineer,
      reviewer,
    });
  });

  test("given two that differ, then the remark names both; given one head, then it is worth a remark", async () => {
    expect(await chooseAgents({}, machine(["claude", "codex"]))).toMatchObject({
      remark:
        "engineer claude, reviewer codex: found on this machine; change with `parley config set roles.reviewer NAME`",
    });
    expect(await chooseAgents({}, machine(["claude"]))).toMatchObject({
      remark: expect.stringMatching(/^engineer and reviewer claude: .* different makers find more/),
    });
  });

  test("given a name for one role, then the other role gets somebody else", async () => {
    const place = machine(["claude", "codex"]);
    expect(await chooseAgents({ reviewer: "claude" }, place)).toMatchObject({
      engineer: "codex",
      reviewer: "claude",
    });
    expect(await chooseAgents({ engineer: "human" }, place)).toMatchObject({
      engineer: "human",
      reviewer: "claude",
    });
    expect(await chooseAgents({ engineer: "a", reviewer: "b" }, place)).toEqual({
      engineer: "a",
      reviewer: "b",
      remark: null,
    });
  });

  test("given nobody, then the failure says what to install or set; given a key, which model is missing", async () => {
    expect(await chooseAgents({}, machine(["vim"]))).toMatchObject({
      code: "no-agent",
      fix: expect.stringMatching(/claude or codex or gemini or opencode.*ANTHROPIC_API_KEY.*parley demo/s),
    });
    expect(await chooseAgents({}, machine([], { env: keys }))).toMatchObject({
      fix: expect.stringContaining("parley config set agents.anthropic.model MODEL"),
    });
  });
});
