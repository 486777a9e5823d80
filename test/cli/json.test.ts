import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMAND_NAMES } from "../../src/cli/program.ts";
import { documentOf, errorOf, newProject, newWorld } from "./world.ts";

describe("--json", () => {
  test("prints exactly one document and nothing on stderr, for every command", async () => {
    const world = await newProject();
    await world.run(["config", "set", "roles.engineer", "human"]);
    const lines = [
      ["--version"],
      ["--help"],
      ["init"],
      ["config", "show"],
      ["config", "get", "roles.engineer"],
      ["config", "set", "refine.maxRounds", "12"],
      ["config", "unset", "refine.maxRounds"],
      ["config", "path"],
      ["config", "validate"],
      ["doctor"],
      ["backup"],
      ["completion", "bash"],
      ["completion", "zsh"],
      ["help", "config", "set"],
      [],
    ];
    for (const form of ["after", "before"]) {
      for (const line of lines) {
        const args = form === "after" ? [...line, "--json"] : ["--json", ...line];
        const ended = await world.run(args);
        expect(ended, args.join(" ")).toMatchObject({ code: 0, stderr: "" });
        expect(documentOf(ended)).toBeTypeOf("object");
        expect(ended.stdout.endsWith("\n")).toBe(true);
      }
    }
  });

  const failures: readonly [string, number, readonly string[], string][] = [
    ["an unknown command", 2, ["confg"], "unknown-command"],
    ["an unknown command with --help", 2, ["confg", "--help"], "unknown-command"],
    ["a group alone", 2, ["config"], "missing-command"],
    ["an unknown option", 2, ["init", "--nestd"], "unknown-option"],
    ["a missing argument", 2, ["config", "set", "refine.maxRounds"], "bad-arguments"],
    ["too many arguments", 2, ["config", "get", "a", "b"], "bad-arguments"],
    ["a choice that is none", 2, ["completion", "tcsh"], "bad-arguments"],
    ["an option without its value", 2, ["doctor", "--cwd"], "bad-arguments"],
    ["an unknown help page", 2, ["help", "config", "sett"], "unknown-command"],
    ["two options that exclude each other", 2, ["config", "path", "--user", "--project"], "bad-arguments"],
    ["an unknown key", 3, ["config", "get", "refine.nonsense"], "unknown-key"],
    ["a wrong value", 3, ["config", "set", "--user", "refine.maxRounds", "many"], "config-invalid"],
    ["a value that is no YAML", 3, ["config", "set", "--user", "limits.run", "{a: "], "bad-value"],
    ["no project", 4, ["backup"], "no-project"],
    ["no project to set in", 4, ["config", "set", "refine.maxRounds", "3"], "no-project"],
    ["a key that is not set", 4, ["config", "get", "roles.engineer"], "not-set"],
    ["a key to unset that is not set", 4, ["config", "unset", "--user", "roles.engineer"], "not-set"],
    ["a missing file", 4, ["config", "validate", "nowhere.yaml"], "no-file"],
    ["a missing folder", 4, ["doctor", "--cwd", "nowhere"], "no-folder"],
  ];
  test.each(failures)("%s is one document with exit code %i", async (_, code, args, word) => {
    const world = newWorld();
    const ended = await world.run(["--json", ...args]);
    expect(ended).toMatchObject({ code, stderr: "" });
    expect(errorOf(ended).code).toBe(word);
    expect(errorOf(ended).message).not.toBe("");
    expect(errorOf(ended).fix, "every error says what to do next").toBeTypeOf("string");
    expect(Object.keys(documentOf(ended) as object)).toEqual(["error"]);
  });

  test.each(failures)("%s goes to stderr without --json", async (_, code, args) => {
    const world = newWorld();
    const ended = await world.run(args);
    expect(ended).toMatchObject({ code, stdout: "" });
    expect(ended.stderr).toMatch(/^error: \S/);
    expect(ended.stderr).toMatch(/^ {2}fix: \S/m);
  });

  test("after -- it is an argument", async () => {
    const world = await newProject();
    const ended = await world.run(["config", "set", "build.command", "--", "--json"]);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain("build.command is now --json");
  });
});

describe("global flags", () => {
  test("--cwd works before and after the command", async () => {
    const world = await newProject();
    for (const args of [
      ["--cwd", world.project, "config", "path", "--project"],
      ["config", "path", "--project", "--cwd", world.project],
      ["config", "path", "--project", "-C", "project"],
    ]) {
      const ended = await world.run(args, { cwd: world.root });
      expect(ended.stdout).toBe(`${world.projectConfig}\n`);
    }
  });

  test("--quiet leaves only what was asked for", async () => {
    const world = newWorld();
    const outputs = [];
    for (const args of [
      ["init", "--quiet"],
      ["config", "set", "refine.maxRounds", "3", "-q"],
      ["config", "validate", "--quiet"],
      ["config", "get", "refine.maxRounds", "--quiet"],
      ["backup", "copy.db", "--quiet"],
    ]) {
      outputs.push((await world.run(args)).stdout);
    }
    expect(outputs).toEqual(["", "", "", "3\n", `${join(world.project, "copy.db")}\n`]);
  });

  test("a folder that is gone is said so", async () => {
    const world = newWorld();
    const gone = join(world.root, "gone");
    const ended = await world.run(["doctor", "--cwd", gone]);
    expect(ended.code).toBe(4);
    expect(ended.stderr).toContain(gone);
  });
});

describe("did you mean", () => {
  test.each([
    [["confg"], "did you mean parley config?"],
    [["config", "vaildate"], "did you mean parley config validate?"],
    [["init", "--nestd"], "did you mean --nested?"],
    [["doctor", "--jsn"], "did you mean --json?"],
    [["config", "set", "refine.gapsPerRoun", "2"], "did you mean refine.gapsPerRound?"],
    [["config", "get", "gapsPerRound"], "did you mean refine.gapsPerRound?"],
    [["config", "get", "refin.maxRounds"], "did you mean refine.maxRounds?"],
    [["frobnicate"], `commands: ${COMMAND_NAMES.join(", ")}; see parley --help`],
  ])("%j", async (args, advice) => {
    const ended = await newWorld().run(args);
    expect([2, 3]).toContain(ended.code);
    expect(ended.stderr.replaceAll(/\s+/g, " ")).toContain(advice);
  });
});
