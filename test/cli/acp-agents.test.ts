// Agents that speak ACP, from the settings to a finished test.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { documentOf, errorOf, newProject, newWorld, type World } from "./world.ts";

function installAcpStub(world: World, name: string, scenario = "ok"): void {
  const stub = resolve("test/stubs/acp.mjs");
  world.program(
    name,
    `#!/bin/sh
if [ "$1" = --version ]; then echo '${name} 1.2.3'; exit 0; fi
STUB_SCENARIO='${scenario}' exec '${process.execPath}' '${stub}' "$@"
`,
  );
}

describe("agents add", () => {
  test("given a known one, then its launch line stands in the settings, and it is an agent like any other", async () => {
    const world = await newProject();
    const missing = documentOf(await world.run(["agents", "add", "goose", "--json"]));
    expect(missing).toMatchObject({
      name: "goose",
      unusable: { code: "not-installed", fix: "install it (https://block.github.io/goose)" },
    });
    expect(readFileSync(join(world.project, ".parley/config.yaml"), "utf8")).toContain("goose");
    installAcpStub(world, "goose");
    const rows = documentOf(await world.run(["agents", "list", "--json"])) as { readonly name: string }[];
    expect(rows.find(({ name }) => name === "goose")).toMatchObject({
      ...{ kind: "acp", state: "ready", version: "goose 1.2.3", roles: ["engineer", "reviewer"] },
    });
    const explained = documentOf(await world.run(["agents", "explain", "goose", "--json"]));
    expect(explained).toMatchObject({ kind: "acp", provider: "goose acp" });
    const doctor = await world.run(["doctor"]);
    expect(doctor.stdout).toContain("engineer and reviewer goose");
  });

  test("given any other, then by its command; given one that is there, or no command, then refused", async () => {
    const world = await newProject();
    const added = await world.run(["agents", "add", "mine", "--json", "--", "my-agent", "--acp"]);
    expect(documentOf(added)).toMatchObject({
      entry: { kind: "acp", command: "my-agent", args: ["--acp"] },
    });
    expect(errorOf(await world.run(["agents", "add", "mine", "--json"]))).toMatchObject({
      code: "agent-exists",
    });
    expect(errorOf(await world.run(["agents", "add", "claude", "--json"]))).toMatchObject({
      code: "agent-exists",
    });
    expect(errorOf(await world.run(["agents", "add", "gose", "--json"]))).toMatchObject({
      code: "no-command",
      fix: "did you mean goose?",
    });
  });

  test.each(["auggie", "claude-agent-acp", "codex-acp", "gemini-acp", "opencode-acp", "qwen"])(
    "given %s, then what is written is valid",
    async (name) => {
      const world = await newProject();
      expect(await world.run(["agents", "add", name])).toMatchObject({ code: 0 });
      expect(await world.run(["config", "validate"])).toMatchObject({ code: 0 });
    },
  );
});

test("given a known one that is not in the settings, then the way there is said", async () => {
  const ended = await newWorld().run(["agents", "explain", "goose", "--json"]);
  expect(errorOf(ended)).toMatchObject({ code: "unknown-agent", fix: "parley agents add goose" });
});

test("given settings for ACP on another kind, then they are refused", async () => {
  const world = await newProject();
  const set = await world.run(["config", "set", "agents.claude.sessionMode", "yolo", "--json"]);
  expect(set.code).not.toBe(0);
  expect(JSON.stringify(errorOf(set))).toContain("is for agents of kind acp");
});

describe("agents retry", () => {
  test("given an agent, then its provider is asked again; given one that nobody limits, then that is said", async () => {
    const world = newWorld();
    expect(documentOf(await world.run(["agents", "retry", "claude", "--json"]))).toEqual({
      name: "claude",
      provider: "anthropic",
      waitedUntil: null,
    });
    expect((await world.run(["agents", "retry", "claude"])).stdout).toContain(
      "no run of yours waits for anthropic",
    );
    expect(errorOf(await world.run(["agents", "retry", "human", "--json"]))).toMatchObject({
      code: "no-provider",
    });
  });
});
