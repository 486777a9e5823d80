import { expect, test } from "vitest";
import { findSubject } from "../../src/cli/command.ts";
import { COMMAND_GROUPS } from "../../src/cli/command-groups.ts";
import { HELP_TOPICS } from "../../src/cli/help-topics.ts";
import { COMMAND_NAMES, loadProgram } from "../../src/cli/program.ts";
import { type Document, documentOf, newWorld } from "./world.ts";

interface HelpEntry {
  readonly name: string;
  readonly examples: readonly unknown[];
  readonly commands?: readonly HelpEntry[];
}

function pathsIn(entries: readonly HelpEntry[]): string[] {
  return entries.flatMap(({ name, commands = [] }) => [name, ...pathsIn(commands)]);
}

test("every command has help of at most 80 columns with an example, however it is asked for", async () => {
  const world = newWorld();
  const { commands } = documentOf(await world.run(["--help", "--json"])) as {
    commands: readonly HelpEntry[];
  };
  const paths = pathsIn(commands);
  expect(paths).toContain("config set");
  for (const [index, path] of ["", ...paths].entries()) {
    const words = path.split(" ").filter((word) => word !== "");
    const help = await world.run([...words, "--help"]);
    expect(help, path).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toMatch(/^Usage: parley /);
    expect(help.stdout).toMatch(/^Examples?:\n {2}\S/m);
    const tooLong = help.stdout.split("\n").filter((line) => line.length > 80);
    expect(tooLong, path).toEqual([]);
    // The other ways by turns: each is a program to be started.
    if (index % 2 === 0) expect((await world.run(["help", ...words])).stdout).toBe(help.stdout);
    else expect((documentOf(await world.run([...words, "-h", "--json"])) as Document).name).toBe(path);
  }
});

test("each command is in one group of the help, and each topic is explained", async () => {
  expect(COMMAND_GROUPS.flatMap(({ names }) => names).toSorted()).toEqual([...COMMAND_NAMES].toSorted());
  const world = newWorld();
  const help = (await world.run(["--help"])).stdout;
  for (const { title } of COMMAND_GROUPS) expect(help).toContain(`\n${title}:\n`);
  for (const { name, commands } of HELP_TOPICS) {
    expect(COMMAND_NAMES).not.toContain(name);
    expect(help).toContain(`  ${name} `);
    const told = await world.run(["help", ...name.split("-")]);
    expect(told).toMatchObject({ code: 0, stderr: "" });
    expect(told.stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    for (const { line } of commands) expect(told.stdout).toContain(line);
  }
  expect((await world.run(["help", "exit-codes"])).stdout).toContain("a decision is waiting");
  expect(documentOf(await world.run(["help", "undo", "--json"]))).toMatchObject({ topic: "undo" });
});

test("every line that a topic shows is one that parley knows", async () => {
  const program = await loadProgram();
  for (const { commands } of HELP_TOPICS) {
    for (const { line } of commands) {
      const words = line.split(/[;#]/)[0]?.trim().split(" ").slice(1) ?? [];
      expect(findSubject(program, words).entry, line).not.toBe(program);
    }
  }
});

test("the program alone shows its help", async () => {
  const world = newWorld();
  const ended = await world.run([]);
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  expect(ended.stdout).toBe((await world.run(["--help"])).stdout);
});

test("the version is answered everywhere, also beside other flags", async () => {
  const world = newWorld();
  const plain = await world.run(["--version"]);
  expect(plain.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  for (const args of [["-V"], ["--cwd", ".", "--version"], ["init", "--version"]]) {
    expect((await world.run(args)).stdout).toBe(plain.stdout);
  }
  expect(documentOf(await world.run(["--version", "--json"]))).toEqual({ version: plain.stdout.trim() });
});
