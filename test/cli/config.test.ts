import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Document, documentOf, errorOf, newProject, newSettings, newWorld } from "./world.ts";

const PROJECT = ".parley/config.yaml";

describe("layers", () => {
  test("the project lies over the user, the user over the defaults", async () => {
    const world = newSettings();
    world.write(
      world.userConfig,
      "refine: { maxRounds: 5, hardLimit: 20 }\nagents: { fast: { kind: codex } }\n",
    );
    world.write(world.projectConfig, "refine:\n  maxRounds: 7\nagents:\n  slow: { kind: claude }\n");
    const { values, origins, files } = documentOf(await world.run(["config", "show", "--json"])) as {
      values: { refine: Document; agents: Document };
      origins: Document;
      files: Document;
    };
    expect(values.refine).toMatchObject({ maxRounds: 7, hardLimit: 20, parallelGaps: 1 });
    expect(values.agents).toEqual({ fast: { kind: "codex" }, slow: { kind: "claude" } });
    expect(origins).toMatchObject({
      "refine.maxRounds": "project",
      "refine.hardLimit": "user",
      "refine.parallelGaps": "default",
      "agents.fast.kind": "user",
      "agents.slow.kind": "project",
    });
    expect(files).toEqual({
      project: { path: world.projectConfig, exists: true },
      user: { path: world.userConfig, exists: true },
    });
  });

  test("works without a project and without any file", async () => {
    const world = newWorld();
    const show = await world.run(["config", "show"]);
    expect(show.code).toBe(0);
    expect(show.stdout).toContain("no project here");
    expect((await world.run(["config", "validate"])).stdout).toContain("the defaults hold");
  });

  test("a relative XDG_CONFIG_HOME counts as none", async () => {
    const world = newWorld();
    const ended = await world.run(["config", "path", "--user"], { env: { XDG_CONFIG_HOME: "relative" } });
    expect(ended.stdout).toBe(`${join(world.home, ".config/parley/config.yaml")}\n`);
  });

  test("rules between settings see both files together", async () => {
    const world = newSettings();
    world.write(world.userConfig, "agents: { fast: { kind: codex } }\n");
    expect((await world.run(["config", "set", "roles.engineer", "fast"])).code).toBe(0);
    const unset = await world.run(["config", "unset", "--user", "agents.fast", "--json"]);
    expect(unset.code).toBe(3);
    expect(errorOf(unset).message).toContain("nothing was changed");
    expect(world.read(world.userConfig)).toContain("fast");
  });
});

describe("get", () => {
  test("prints one value, or a section as YAML", async () => {
    const world = newSettings();
    expect((await world.run(["config", "get", "rollback.mode"])).stdout).toBe("INTERACTIVE\n");
    expect((await world.run(["config", "get", "rollback"])).stdout).toContain("maxRollbacksSession: 7\n");
    expect(documentOf(await world.run(["config", "get", "rollback.mode", "--json"]))).toEqual({
      key: "rollback.mode",
      value: "INTERACTIVE",
      origin: "default",
    });
  });

  test("a derived key says so", async () => {
    const ended = await newSettings().run(["config", "get", "refine.maxRounds"]);
    expect(ended).toMatchObject({ code: 4, stdout: "" });
    expect(ended.stderr).toContain("parley derives it from the spec");
  });
});

describe("set and unset", () => {
  test("keep comments and order, and give back the same file", async () => {
    const world = newSettings();
    const before = "# top\n\nrefine:\n  # why five\n  maxRounds: 5 # see notes\nroles:\n  engineer: human\n";
    world.write(world.projectConfig, before);
    await world.run(["config", "set", "refine.maxRounds", "6"]);
    await world.run(["config", "set", "rollback.mode", "STRICT"]);
    expect(world.read(world.projectConfig)).toBe(
      `${before.replace("5 #", "6 #")}rollback:\n  mode: STRICT\n`,
    );
    await world.run(["config", "unset", "rollback.mode"]);
    await world.run(["config", "set", "refine.maxRounds", "5"]);
    expect(world.read(world.projectConfig)).toBe(before);
  });

  test("the starter file keeps all its comments", async () => {
    const world = await newProject();
    const before = world.read(world.projectConfig);
    await world.run(["config", "set", "refine.maxRounds", "6"]);
    expect(world.read(world.projectConfig)).toBe(`${before}\nrefine:\n  maxRounds: 6\n`);
    await world.run(["config", "unset", "refine.maxRounds"]);
    expect(world.read(world.projectConfig)).toBe(before);
  });

  test("text is taken as it is typed, other values are YAML", async () => {
    const world = newSettings();
    for (const [key, typed, value] of [
      ["build.command", "make: all # now", "make: all # now"],
      ["build.testCommand", "true", "true"],
      ["build.testCommand", "'quoted'", "quoted"],
      ["refine.criticalOverride", "false", false],
      ["refine.semanticOverlapMinimum", "0.5", 0.5],
      [
        "agents.fast",
        "{ kind: codex, args: [-v], env: [PATH] }",
        { kind: "codex", args: ["-v"], env: ["PATH"] },
      ],
      ["hooks", "[{ on: task.completed, run: say done }]", [{ on: "task.completed", run: "say done" }]],
    ] as const) {
      expect((await world.run(["config", "set", key, typed])).stderr, key).toBe("");
      expect(documentOf(await world.run(["config", "get", key, "--json"]))).toMatchObject({ value });
    }
  });

  test("check the whole result before anything is written", async () => {
    const world = newSettings();
    const before = world.read(world.projectConfig);
    for (const [key, value] of [
      ["refine.parallelGaps", "5"],
      ["refine.parallelGaps", "two"],
      ["refine.maxRounds", "60"],
      ["refine.maxRounds", ""],
      ["rollback.mode", "auto_retry"],
      ["roles.engineer", "nobody"],
      ["disputes.alertOnStale", "webhook"],
      ["agents.x", "{ kind: acp }"],
      ["agents.x", "{ kind: api }"],
      ["hooks", "[{ on: task.completed }]"],
    ] as const) {
      const ended = await world.run(["config", "set", key, value, "--json"]);
      expect(ended.code, `${key} ${value}`).toBe(3);
      expect(errorOf(ended).message).toMatch(/^nothing was changed: /);
    }
    expect(world.read(world.projectConfig)).toBe(before);
  });

  test("can repair a file whose only mistake is that value", async () => {
    const world = newSettings();
    world.write(world.projectConfig, "refine:\n  parallelGaps: 9\n");
    expect((await world.run(["config", "set", "refine.parallelGaps", "2"])).code).toBe(0);
    expect(world.read(world.projectConfig)).toBe("refine:\n  parallelGaps: 2\n");
  });

  test("a second time changes nothing", async () => {
    const world = newSettings();
    await world.run(["config", "set", "refine.maxRounds", "6"]);
    const { mtimeMs } = statSync(world.projectConfig);
    const again = await world.run(["config", "set", "refine.maxRounds", "6", "--json"]);
    expect(documentOf(again)).toMatchObject({ changed: false });
    expect(statSync(world.projectConfig).mtimeMs).toBe(mtimeMs);
  });

  test("keep the mode of the file, follow a link to it, and leave nothing beside it", async () => {
    const world = newSettings();
    const real = join(world.root, "dotfiles/parley.yaml");
    world.write(real, "refine:\n  maxRounds: 5\n");
    chmodSync(real, 0o640);
    mkdirSync(dirname(world.userConfig), { recursive: true });
    symlinkSync(real, world.userConfig);
    expect((await world.run(["config", "set", "--user", "refine.maxRounds", "8"])).code).toBe(0);
    expect(lstatSync(world.userConfig).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o640);
    expect(readFileSync(real, "utf8")).toBe("refine:\n  maxRounds: 8\n");
    expect(readdirSync(dirname(real))).toEqual(["parley.yaml"]);
  });

  test("a link that points nowhere yet gets its file", async () => {
    const world = newSettings();
    const real = join(world.root, "later.yaml");
    mkdirSync(dirname(world.userConfig), { recursive: true });
    symlinkSync(real, world.userConfig);
    expect((await world.run(["config", "set", "--user", "refine.maxRounds", "8"])).code).toBe(0);
    expect(readFileSync(real, "utf8")).toBe("refine:\n  maxRounds: 8\n");
  });

  test("Windows line ends and a byte order mark stay", async () => {
    const world = newSettings();
    world.write(world.projectConfig, "\uFEFF# hello\r\nrefine:\r\n  maxRounds: 5\r\n");
    await world.run(["config", "set", "refine.maxRounds", "8"]);
    expect(world.read(world.projectConfig)).toBe("\uFEFF# hello\r\nrefine:\r\n  maxRounds: 8\r\n");
  });

  test("refuse what cannot be edited, with the place", async () => {
    const world = newSettings();
    world.write(world.projectConfig, "limits:\n  run: &a { usd: 5 }\n  role: *a\n");
    const ended = await world.run(["config", "set", "limits.role.usd", "6", "--json"]);
    expect(ended.code).toBe(3);
    expect(errorOf(ended)).toMatchObject({ code: "cannot-edit", place: world.projectConfig });
  });

  test("a file that cannot be written is an error with its place", async () => {
    const world = newSettings();
    const ended = await world.run(["config", "set", "--user", "refine.maxRounds", "6", "--json"], {
      env: { XDG_CONFIG_HOME: "/proc/nowhere" },
    });
    expect(ended.code).toBe(1);
    expect(errorOf(ended)).toMatchObject({ code: "file", place: "/proc/nowhere/parley/config.yaml" });
  });
});

describe("secrets are refused and not repeated", () => {
  const key = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz012345";
  test.each([
    ["key", `api: { a: { protocol: openai-chat, keyEnv: X, key: ${key} } }`],
    ["apiKey", `api: { a: { protocol: openai-chat, keyEnv: X, apiKey: ${key} } }`],
    ["keyEnv itself", `api: { a: { protocol: openai-chat, keyEnv: ${key} } }`],
    ["an argument", `agents: { a: { kind: codex, args: [--api-key, ${key}] } }`],
    ["in the environment list", `agents: { a: { kind: codex, env: ["OPENAI_API_KEY=${key}"] } }`],
    [
      "a password in an address",
      "api: { a: { protocol: openai-chat, keyEnv: X, baseUrl: 'https://u:hunter2@h/' } }",
    ],
  ])("%s", async (_, text) => {
    const world = newSettings();
    world.write(world.projectConfig, `${text}\n`);
    const ended = await world.run(["config", "validate", "--json"]);
    expect(ended.code).toBe(3);
    expect(ended.stdout).not.toContain("abcdefgh");
    expect(ended.stdout).not.toContain("hunter2");
  });

  test("the fix names the environment", async () => {
    const world = newSettings();
    world.write(
      world.projectConfig,
      `api:\n  a:\n    protocol: openai-chat\n    keyEnv: X\n    key: ${key}\n`,
    );
    const { problems = [] } = errorOf(await world.run(["config", "validate", "--json"]));
    expect(problems[0]?.place).toBe(`${world.projectConfig}:5:5`);
    expect(problems[0]?.fix).toContain("environment variable");
  });
});

describe("files that are not as they should be", () => {
  test.each([
    ["an unknown key", "refine:\n  gapsPerRoun: 2\n", ":2:3"],
    ["broken syntax", "refine: [1\nroles: {}\n", ":2:1"],
    ["a list as the file", "- 1\n", ":1:1"],
    ["10 MB", "#".repeat(10_000_000), ""],
    ["deep nesting", "[".repeat(60_000), ":1:33"],
  ])("%s: exit code 3 with the place, and nothing is written", async (_, text, place) => {
    const world = newSettings(text);
    for (const args of [["validate"], ["show"], ["set", "rollback.mode", "STRICT"]]) {
      const ended = await world.run(["config", ...args, "--json"]);
      expect(ended.code, args.join(" ")).toBe(3);
      expect(errorOf(ended).problems?.[0]?.place).toBe(`${world.projectConfig}${place}`);
    }
    expect(world.read(world.projectConfig)).toBe(text);
  });

  test("all problems are named, each with its place", async () => {
    const world = newSettings();
    world.write(world.projectConfig, "refine:\n  maxRound: 1\n  parallelGaps: x\nrole: {}\nhooks: 3\n");
    world.write(world.userConfig, "build: 1\n");
    const { problems = [] } = errorOf(await world.run(["config", "validate", "--json"]));
    expect(problems.map(({ place }) => place.replace(world.root, "")).sort()).toEqual([
      "/home/.config/parley/config.yaml:1:8",
      "/project/.parley/config.yaml:2:3",
      "/project/.parley/config.yaml:3:17",
      "/project/.parley/config.yaml:4:1",
      "/project/.parley/config.yaml:5:8",
    ]);
    const text = await world.run(["config", "validate"]);
    expect(text.stderr).toContain(`${PROJECT}:4:1\n    unknown key role (did you mean roles?)\n`);
    expect(text.stderr.split("\n").filter((line) => line.length > 80 && !line.includes(world.root))).toEqual(
      [],
    );
  });

  test.each([
    ["an empty file", ""],
    ["only comments", "# nothing\n"],
    ["sections without anything in them", "refine:\n  # maxRounds: 3\nroles:\nhooks:\n"],
    ["a byte order mark", "\uFEFFrefine: { maxRounds: 3 }\n"],
  ])("%s is valid", async (_, text) => {
    const world = newSettings();
    world.write(world.projectConfig, text);
    expect((await world.run(["config", "validate"])).stdout).toBe(`valid  ${world.projectConfig}\n`);
    expect((await world.run(["config", "set", "refine.hardLimit", "9"])).code).toBe(0);
    expect((await world.run(["config", "get", "refine.hardLimit"])).stdout).toBe("9\n");
  });

  test("a folder in its place, or a file one may not read", async () => {
    const world = newWorld();
    mkdirSync(world.userConfig, { recursive: true });
    const folder = await world.run(["config", "show", "--json"]);
    expect(folder.code).toBe(3);
    expect(errorOf(folder)).toMatchObject({
      message: "cannot be read: it is a folder, not a file",
      place: world.userConfig,
    });
  });

  test("validate FILE takes the file for the project's", async () => {
    const world = newSettings();
    world.write(join(world.project, "other.yaml"), "roles: { engineer: fast }\n");
    const ended = await world.run(["config", "validate", "other.yaml", "--json"]);
    expect(ended.code).toBe(3);
    expect(errorOf(ended).place).toBe(`${join(world.project, "other.yaml")}:1:20`);
    world.write(world.userConfig, "agents: { fast: { kind: codex } }\n");
    expect((await world.run(["config", "validate", "other.yaml"])).code).toBe(0);
  });
});
