import { expect, test } from "vitest";
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
