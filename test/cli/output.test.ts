import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { documentOf, errorOf, newProject, newWorld, PROGRAM_FILE } from "./world.ts";

const ESCAPE = "\u001b";

describe("colours", () => {
  test.each([
    [{}, false],
    [{ FORCE_COLOR: "1" }, true],
    [{ FORCE_COLOR: "0" }, false],
    [{ FORCE_COLOR: "1", NO_COLOR: "1" }, false],
    [{ FORCE_COLOR: "1", NO_COLOR: "" }, true],
  ])("%j", async (env, coloured) => {
    const world = newWorld();
    const help = await world.run(["--help"], { env });
    expect(help.stdout.includes(ESCAPE)).toBe(coloured);
    const error = await world.run(["nonsense"], { env });
    expect(error.stderr.includes(ESCAPE)).toBe(coloured);
    const json = await world.run(["--help", "--json"], { env });
    expect(json.stdout.includes(ESCAPE)).toBe(false);
  });
});

describe("an output that goes away", () => {
  test.each(["--version", "--help", "config show", "nonsense", "completion bash"])("%s | true", (line) => {
    const script = `node "$0" ${line} | true; echo "\${PIPESTATUS[0]}"`;
    const ended = spawnSync("bash", ["-c", script, PROGRAM_FILE], { encoding: "utf8" });
    expect(ended.stdout).toMatch(/^[02]\n$/);
    expect(ended.stderr).not.toMatch(/EPIPE|at .*\.js/);
  });

  test("a full disk is an error", () => {
    for (const line of ["--version", "--help"]) {
      const ended = spawnSync("bash", ["-c", `node "$0" ${line} > /dev/full`, PROGRAM_FILE], {
        encoding: "utf8",
      });
      expect(ended.status).toBe(1);
      expect(ended.stderr).toMatch(/^error: +the output could not be written/);
    }
  });
});

describe("control characters from outside are shown, not obeyed", () => {
  const nasty = `a${ESCAPE}[31mb\u0007\u009bc\u202ed`;

  test.each([[[nasty]], [["config", "get", nasty]], [["config", "set", "--user", "roles.engineer", nasty]]])(
    "arguments %#",
    async (args) => {
      const world = newWorld();
      const text = await world.run(args);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come out
      expect(text.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      const json = await world.run([...args, "--json"]);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come out
      expect(json.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      expect(errorOf(json).message).not.toBe("");
    },
  );

  test("a file's content", async () => {
    const world = await newProject();
    world.write(world.projectConfig, `"bad${ESCAPE}[2Jkey": 1\n"x\\e]0;title\\a": 2\n`);
    const text = await world.run(["config", "validate"]);
    expect(text.code).toBe(3);
    expect(text.stderr).not.toContain(ESCAPE);
    expect(text.stderr).toContain("\\x1b");
  });

  test("a value with line breaks", async () => {
    const world = await newProject();
    await world.run(["config", "set", "build.command", `one\ntwo${ESCAPE}[0m`]);
    const text = await world.run(["config", "get", "build.command"]);
    expect(text.stdout).toBe("one\ntwo\\x1b[0m\n");
    const show = await world.run(["config", "show"]);
    expect(show.stdout).toContain("one\\ntwo\\x1b[0m");
    const { value } = documentOf(await world.run(["config", "get", "build.command", "--json"])) as {
      value: string;
    };
    expect(value).toBe(`one\ntwo${ESCAPE}[0m`);
  });
});

test("a folder that was deleted under our feet is an answer, not a stack trace", async () => {
  const world = newWorld();
  const script = 'mkdir gone && cd gone && rmdir ../gone && node "$0" config path; echo "$?"';
  const ended = spawnSync("bash", ["-c", script, PROGRAM_FILE], { cwd: world.project, encoding: "utf8" });
  rmSync(world.project, { recursive: true });
  expect(ended.stdout).toMatch(/^[14]\n$/);
});
