import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOLLOW_SECTION } from "../fake-model/refine-documents.ts";
import type { FakeModel } from "../fake-model/start-fake-model.ts";
import { until } from "../support/until.ts";
import { apiEnvironment, fakeModel, installObedient, installStub, SPEC } from "./agent-programs.ts";
import { type Document, documentOf, type Ended, errorOf, newProject, newWorld, type World } from "./world.ts";

let model: FakeModel;
beforeAll(async () => {
  model = await fakeModel();
});
afterAll(async () => {
  await model.close();
});

interface AgentRow {
  readonly name: string;
  readonly usable: boolean;
  readonly state: string;
  readonly why: { readonly code: string; readonly fix: string } | null;
  readonly version: string | null;
  readonly roles: readonly string[];
  readonly provider: string | null;
  readonly waitingUntil: string | null;
}

async function listed(world: World, env: Record<string, string> = {}): Promise<Record<string, AgentRow>> {
  const ended = await world.run(["agents", "list", "--json"], { env });
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  return Object.fromEntries((documentOf(ended) as AgentRow[]).map((row) => [row.name, row]));
}

describe("agents list", () => {
  test("given a machine with none, then each says what it would take", async () => {
    const world = newWorld();
    const agents = await listed(world);
    expect(Object.values(agents).filter(({ usable }) => usable)).toEqual([]);
    expect(agents.claude?.why).toMatchObject({ code: "not-installed" });
    expect(agents.anthropic?.why).toMatchObject({ code: "no-key", fix: "export ANTHROPIC_API_KEY=…" });
    expect(agents.gemini?.why).toMatchObject({ code: "not-installed" });
    const { stdout } = await world.run(["agents", "list"]);
    expect(stdout).toContain("parley demo");
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("given one, then it plays both roles; given both, then each plays one", async () => {
    const world = newWorld();
    installStub(world, "codex");
    expect((await listed(world)).codex).toMatchObject({
      usable: true,
      version: "codex-cli 0.166.0",
      provider: "openai",
      roles: ["engineer", "reviewer"],
    });
    installStub(world, "claude");
    const agents = await listed(world);
    expect(agents.claude).toMatchObject({ version: "2.1.325 (Claude Code)", roles: ["engineer"] });
    expect(agents.codex).toMatchObject({ roles: ["reviewer"] });
    expect((await world.run(["agents", "list", "--quiet"])).stdout).toBe("claude\ncodex\n");
  });

  test("given settings, then their agents are listed, and roles go where they say", async () => {
    const world = await newProject();
    installStub(world, "claude");
    await world.run(["config", "set", "agents.careful", "{ kind: claude, model: opus }"]);
    await world.run(["config", "set", "roles.reviewer", "careful"]);
    await world.run(["config", "set", "roles.fallback.reviewer", "[claude]"]);
    const agents = await listed(world);
    expect(agents.careful).toMatchObject({ usable: true, model: "opus", roles: ["reviewer"] });
    expect(agents.claude?.roles).toEqual(["engineer", "fallback.reviewer"]);
  });
});

describe("agents list and programs that misbehave", () => {
  test.each([
    ["hangs", "sleep 600", "doubtful", "no answer within 5 s"],
    ["exits non-zero", "echo 'cannot find module' >&2; exit 1", "broken", "exit code 1: cannot find module"],
    ["floods", "echo 9.9; yes", "doubtful", "talks without end"],
    ["is killed", "kill -9 $$", "broken", "was killed"],
    ["says nothing", "true", "doubtful", "says no version"],
  ])("given a program that %s, then it is not ready, and why", async (_, script, state, why) => {
    const world = newWorld();
    world.program("claude", `#!/bin/sh\n${script}\n`);
    // At once, since one that hangs is waited for each time.
    const [{ claude }, ...looked] = await Promise.all([
      listed(world),
      world.run(["doctor", "--json"]),
      world.run(["agents", "list"]),
      world.run(["agents", "list", "--quiet"]),
    ]);
    const [checked, shown, quiet] = looked;
    expect(claude).toMatchObject({
      ...{ state, version: null, usable: state !== "broken" },
      why: { code: state, message: expect.stringContaining(why), fix: expect.stringContaining("--version") },
    });
    const doctor = documentOf(checked) as { check: string; status: string; detail: string }[];
    expect(doctor.find(({ check }) => check === "claude")).toMatchObject({
      status: "warn",
      detail: expect.stringContaining(why),
    });
    expect(shown.stdout).toMatch(new RegExp(`^claude +${state} `, "m"));
    expect(quiet.stdout).toBe("");
  });
});

interface Tested {
  readonly ok: boolean;
  readonly folder: string | null;
  readonly trials: readonly (Document & { readonly evidence: readonly string[] })[];
}

function testedOf(ended: Ended): Tested {
  return documentOf(ended) as Tested;
}

describe("agents test", () => {
  test.each(["claude", "codex"] as const)(
    "given %s, then it writes, it answers, and nothing is left",
    async (name) => {
      const world = newWorld();
      installObedient(world, name);
      const ended = await world.run(["agents", "test", name, "--json"], { env: { TMPDIR: world.root } });
      expect(ended.code).toBe(0);
      const { ok, folder, trials } = testedOf(ended);
      expect({ ok, folder }).toEqual({ ok: true, folder: null });
      expect(trials).toMatchObject([
        { access: "write", outcome: "ok", handedIn: "file", said: "The agent can write.", wrong: null },
        {
          ...{ access: "read-only", outcome: "ok", handedIn: "answer", wrong: null },
          said: "The agent can answer.",
        },
      ]);
      expect(readdirSync(world.root).sort()).toEqual(["bin", "home", "project"]);
      expect(readdirSync(world.project)).toEqual([]);
    },
  );

  test.each(["claude", "codex"] as const)(
    "given %s that only says it could write, or brings something else, then it does not work",
    async (name) => {
      const world = newWorld();
      const line = ["agents", "test", name];
      const env = { TMPDIR: world.root };
      installObedient(world, name, "no-file");
      const noFile = await world.run([...line, "--json"], { env });
      expect(noFile.code).toBe(1);
      expect(testedOf(noFile)).toMatchObject({
        ok: false,
        folder: expect.any(String),
        trials: [{ outcome: "ok", handedIn: "answer", wrong: expect.stringContaining("engineer.md") }],
      });
      installObedient(world, name, "other-line");
      const otherLine = await world.run(line, { env });
      expect(otherLine.code).toBe(1);
      expect(otherLine.stdout).toContain(`${name} is not usable yet`);
      expect(otherLine.stdout).toContain("I am ready to help. (as a file)");
      expect(otherLine.stdout).toMatch(/not in what\s+came: The agent can\s+write\./);
    },
  );

  test("given one that leaves a process behind, then it is ended and told", async () => {
    const world = newWorld();
    installStub(world, "claude", "background-child");
    const ended = await world.run(["agents", "test", "claude"], { env: { TMPDIR: world.root } });
    expect(ended.stdout).toMatch(/stray process/);
  });

  test("given a limit, then it fails with the wait, which all runs of the provider share", async () => {
    const world = newWorld();
    installStub(world, "claude", "rate-limited");
    const ended = await world.run(["agents", "test", "claude", "--json"], { env: { TMPDIR: world.root } });
    expect(ended.code).toBe(1);
    const { ok, folder, trials } = testedOf(ended);
    expect(ok).toBe(false);
    expect(trials).toMatchObject([{ outcome: "rate-limited", next: "wait" }]);
    expect(existsSync(join(folder ?? "", "runs"))).toBe(true);
    expect((await listed(world)).claude?.waitingUntil).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  test("given one that hangs, then --timeout ends it", async () => {
    const world = newWorld();
    installStub(world, "codex", "hang-before-first-byte");
    const line = ["agents", "test", "codex", "--timeout", "1", "--json"];
    const ended = await world.run(line, { env: { TMPDIR: world.root } });
    expect(ended.code).toBe(1);
    expect(testedOf(ended).trials).toMatchObject([{ outcome: "timeout-wall" }]);
  });

  test("given an API and its key, then one answer is enough; given a wrong key, then it is unauthorised", async () => {
    const world = await newProject();
    await world.run(["config", "set", "agents.anthropic.model", "fake-model"]);
    const line = ["agents", "test", "anthropic", "--json"];
    const right = { ...apiEnvironment(model, "engineer"), TMPDIR: world.root };
    const ended = await world.run(line, { env: right });
    expect(ended.code).toBe(0);
    expect(testedOf(ended).trials).toMatchObject([
      { access: "read-only", outcome: "ok", handedIn: "answer", said: "The agent can answer." },
    ]);
    const wrong = await world.run(line, { env: { ...right, ANTHROPIC_API_KEY: "not-a-key-at-all" } });
    expect(wrong.code).toBe(1);
    expect(testedOf(wrong).trials).toMatchObject([{ outcome: "unauthorised" }]);
    expect(wrong.stdout).not.toContain("not-a-key-at-all");
  });

  test.each([
    ["one that is not installed", "claude", 3, "not-installed"],
    ["one that nobody knows", "nobody", 3, "unknown-agent"],
    ["one that speaks ACP and is not in the settings", "goose", 3, "unknown-agent"],
    ["a person", "human", 2, "person"],
  ])("given %s, then it says so", async (_, name, code, word) => {
    const ended = await newWorld().run(["agents", "test", name, "--json"]);
    expect(ended.code).toBe(code);
    expect(errorOf(ended).code).toBe(word);
  });
});

describe("agents explain", () => {
  test("names what is started and seen, and never what a variable holds", async () => {
    const world = await newProject();
    installStub(world, "claude");
    await world.run(["config", "set", "agents.claude", "{ model: opus, api: anthropic, env: [MY_SETTING] }"]);
    await world.run(["config", "set", "prices.opus", "{ input: 5, output: 25 }"]);
    const env = {
      ...apiEnvironment(model, "engineer"),
      MY_SETTING: "a-value",
      OTHER_SECRET: "not-for-agents",
    };
    const ended = await world.run(["agents", "explain", "claude", "--json"], { env });
    expect(ended.code).toBe(0);
    expect(documentOf(ended)).toMatchObject({
      kind: "claude",
      model: "opus",
      price: { input: 5, output: 25 },
      starts: [
        { role: "engineer", access: "write", document: "engineer.md" },
        { role: "answer-issue", access: "read-only" },
        { role: "reviewer", access: "read-only" },
        { role: "draft", access: "read-only", document: "draft.md" },
        { role: "final", access: "read-only" },
        { role: "survey", access: "read-only" },
        { role: "second-survey", access: "read-only" },
      ],
    });
    const { starts, environment } = documentOf(ended) as {
      starts: readonly { argv: readonly string[] }[];
      environment: { passed: readonly string[]; told: readonly string[] };
    };
    expect(starts[0]?.argv).toEqual(
      expect.arrayContaining([join(world.bin, "claude"), "-p", "--model", "opus"]),
    );
    expect(environment.passed).toEqual(expect.arrayContaining(["PATH", "HOME", "MY_SETTING"]));
    expect(environment.told).toEqual(
      expect.arrayContaining(["PARLEY_RUN", "ANTHROPIC_API_KEY", "CLAUDE_CONFIG_DIR"]),
    );
    expect([...environment.passed, ...environment.told]).not.toContain("OTHER_SECRET");
    for (const value of ["fake-engineer", "a-value", "not-for-agents"])
      expect(ended.stdout).not.toContain(value);
  });

  test.each(["claude", "codex", "gemini", "opencode", "anthropic", "openai"])(
    "%s has words for people",
    async (name) => {
      const { code, stdout } = await newWorld().run(["agents", "explain", name]);
      expect(code).toBe(0);
      expect(stdout).toContain("after each outcome");
      expect(stdout).toContain("rate-limited");
    },
  );

  test("a person has no price, and no outcomes", async () => {
    const { code, stdout } = await newWorld().run(["agents", "explain", "human"]);
    expect(code).toBe(0);
    expect(stdout).toContain("you write in an editor");
    expect(stdout).not.toMatch(/^(price|after each outcome)$/m);
  });

  test("roles that are started in the same way are told together", async () => {
    const world = newWorld();
    installStub(world, "claude");
    const { stdout } = await world.run(["agents", "explain", "claude"]);
    const [, started = ""] = stdout.split("started, with the prompt on its input\n");
    const [told = ""] = started.split("\n\n");
    expect(told).toMatch(/^ {2}- engineer: may write, and leaves engineer\.md$/m);
    expect(told.match(/--tools Read,Grep,Glob /g)).toHaveLength(1);
    const server = await world.run(["agents", "explain", "anthropic"]);
    const flat = server.stdout.replaceAll(/\s+/g, " ");
    expect(flat.match(/each answers with its document/g)).toHaveLength(1);
  });
});

describe("agents explain, as a coder", () => {
  const codingOf = async (world: World, name: string): Promise<unknown> => {
    const ended = await world.run(["agents", "explain", name, "--json"]);
    return (documentOf(ended) as { readonly coding: unknown }).coding;
  };

  test("given a model server, then it has no hands, and the settings' way out is said", async () => {
    const world = await newProject();
    expect(await codingOf(world, "anthropic")).toMatchObject({ unfit: { code: "no-hands" }, argv: null });
    const { stdout } = await world.run(["agents", "explain", "anthropic"]);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("anthropic has no hands");
  });

  test("given build.shell, then each agent's command and rights follow it", async () => {
    const world = await newProject();
    installStub(world, "claude");
    installStub(world, "codex");
    const toolsOf = async (): Promise<unknown> => {
      const { argv } = (await codingOf(world, "claude")) as { readonly argv: readonly string[] };
      return argv[argv.indexOf("--tools") + 1];
    };
    expect(await toolsOf()).toBe("Read,Grep,Glob,Edit,Write");
    expect(await codingOf(world, "codex")).toMatchObject({ unfit: null });
    await world.run(["config", "set", "build.shell", "true"]);
    expect(await toolsOf()).toBe("Read,Grep,Glob,Edit,Write,Bash");
    await world.run(["config", "set", "build.shell", "false"]);
    expect(await toolsOf()).toBe("Read,Grep,Glob,Edit,Write");
    expect(await codingOf(world, "codex")).toMatchObject({ unfit: { code: "no-shell" }, argv: null });
  });

  test("given a person or a player, then what they do is said, and what is started", async () => {
    const world = await newProject();
    world.write(join(world.project, "play.yaml"), "steps: []\n");
    expect(await codingOf(world, "human")).toMatchObject({ unfit: null, argv: null });
    const { argv } = (await codingOf(world, "player:play.yaml")) as { readonly argv: readonly string[] };
    expect(argv.at(-1)).toBe(join(world.project, "play.yaml"));
  });
});

describe("a session with what is found", () => {
  test("given two APIs, then they survey and argue a spec out, and the first lines say who was chosen", async () => {
    const world = await newProject();
    world.write(join(world.project, "calls.md"), `${SPEC}${HOLLOW_SECTION}`);
    for (const name of ["anthropic", "openai"])
      await world.run(["config", "set", `agents.${name}.model`, "fake-model"]);
    const ended = await world.run(["refine", "calls.md"], { env: apiEnvironment(model, "engineer-says") });
    expect(ended.stderr.replaceAll("\n", " ")).toContain(
      "engineer anthropic, reviewer openai: found on this machine;",
    );
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("COMPLETE") });
    const finished = readFileSync(join(world.project, "calls_v1.md"), "utf8");
    expect(finished).toContain("at most three times");
    expect(finished).toContain("kept for thirty days");
    expect(finished).not.toContain("TODO");
  });

  test("given a limit that ends, then the run waits for it, says so, and goes on", async () => {
    const world = await newProject();
    world.write(join(world.project, "calls.md"), SPEC);
    await world.run(["config", "set", "agents.openai.model", "fake-model"]);
    model.reset();
    const env = apiEnvironment(model, "rate-limited-once");
    const ended = await world.run(
      ["refine", "calls.md", "--engineer", "openai", "--survey", "false", "--until", "round"],
      {
        env,
      },
    );
    expect(ended.stderr).toMatch(
      /round 1 engineer launch 2 waits for 127\.0\.0\.1:\d+ until \d\d:\d\d, \d+ s left; at once: parley agents retry openai$/m,
    );
    expect(ended.stderr).toContain("Engineer, launch 2 (openai)");
  });

  test("given a limit of an hour that somebody knows better about, then agents retry lets the run go on at once", async () => {
    const world = await newProject();
    world.write(join(world.project, "calls.md"), SPEC);
    await world.run(["config", "set", "agents.openai.model", "fake-model"]);
    model.reset();
    const env = apiEnvironment(model, "rate-limited-for-an-hour-once");
    const line = ["refine", "calls.md", "--engineer", "openai", "--survey", "false", "--until", "round"];
    const running = world.run(line, { env });
    const waiting = async () => (await world.run(["status"], { env })).stdout.includes("agents retry openai");
    await until("status tells of the wait, and how not to", waiting);
    expect((await listed(world, env)).openai?.waitingUntil).not.toBeNull();
    const retried = await world.run(["agents", "retry", "openai"], { env });
    expect(retried.stdout.replaceAll(/\s+/g, " ")).toContain("ask 127.0.0.1");
    expect(retried.stdout.replaceAll(/\s+/g, " ")).toContain("and no longer wait until");
    const ended = await running;
    expect(ended.stderr).toContain("Engineer, launch 2 (openai)");
  });

  test("given a fallback, then it takes over from an agent that has no key any more", async () => {
    const world = await newProject();
    world.write(join(world.project, "calls.md"), SPEC);
    for (const name of ["anthropic", "openai"])
      await world.run(["config", "set", `agents.${name}.model`, "fake-model"]);
    await world.run(["config", "set", "roles.fallback.engineer", "[openai]"]);
    const env = { ...apiEnvironment(model, "engineer-says"), ANTHROPIC_API_KEY: "not-a-key-at-all" };
    const roles = ["--engineer", "anthropic", "--reviewer", "openai"];
    const ended = await world.run(["refine", "calls.md", ...roles], { env });
    expect(ended.code).toBe(0);
    const history = await world.run(["history", "--json"]);
    expect(history.stdout).toContain('"insteadOf": "anthropic"');
    expect(history.stdout).not.toContain("not-a-key-at-all");
  });

  test.each([
    ["nothing", [], "no-agent"],
    ["one that is not installed", ["--engineer", "codex", "--reviewer", "human"], "not-installed"],
    ["an API without a key", ["--engineer", "openai", "--reviewer", "human"], "no-key"],
  ])("given %s, then nothing begins", async (_, roles, code) => {
    const world = newWorld();
    world.write(join(world.project, "calls.md"), SPEC);
    const ended = await world.run(["refine", "calls.md", ...roles, "--json"]);
    expect(ended.code).toBe(3);
    expect(errorOf(ended)).toMatchObject({ code, fix: expect.any(String) });
    expect(existsSync(join(world.project, ".parley"))).toBe(false);
  });

  test("given an agent that is gone by the time a session goes on, then a person is asked", async () => {
    const world = await newProject();
    world.write(join(world.project, "calls.md"), SPEC);
    installStub(world, "claude", "api-error");
    installStub(world, "codex");
    const begun = world.begin(["refine", "calls.md", "--until", "round", "--no-input"]);
    await begun.says(/ Engineer \(claude\)/);
    expect((await begun.kill()).signal).toBe("SIGKILL");
    rmSync(join(world.bin, "claude"));
    const ended = await world.run(["resume", "--json"], { env: { HOME: join(world.root, "another-home") } });
    expect([0, 7]).toContain(ended.code);
    expect(JSON.stringify(documentOf(ended))).toContain("not found on PATH");
  });
});
