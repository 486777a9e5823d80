import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMAND_NAMES } from "../../src/cli/program.ts";
import { documentOf, newWorld } from "./world.ts";

/** What bash would propose for a line, its last word being completed. */
const COMPLETE = `
source "$1"; shift
COMP_WORDS=("$@")
COMP_CWORD=$(( $# - 1 ))
_parley
printf '%s\\n' "\${COMPREPLY[@]}"
complete -p parley >/dev/null || echo "not registered"
`;

describe("bash", () => {
  test.each([
    [
      ["parley", "conf"],
      ["conflicts", "config"],
    ],
    [["parley", ""], COMMAND_NAMES],
    [
      ["parley", "config", ""],
      ["show", "get", "set", "unset", "edit", "path", "validate"],
    ],
    [["parley", "config", "un"], ["unset"]],
    [["parley", "--json", "config", "va"], ["validate"]],
    [["parley", "--cwd", "/tmp", "config", "sh"], ["show"]],
    [["parley", "config", "set", "--us"], ["--user"]],
    [
      ["parley", "init", "--n"],
      ["--nested", "--no-input"],
    ],
    [["parley", "config", "get", "refine.max"], ["refine.maxRounds"]],
    [["parley", "config", "set", "--user", "refine.ha"], ["refine.hardLimit"]],
    [["parley", "config", "set", "refine.hardLimit", ""], [""]],
    [
      ["parley", "completion", ""],
      ["bash", "zsh"],
    ],
    [
      ["parley", "help", "config", "s"],
      ["show", "set"],
    ],
    [["parley", "backup", "some"], ["some file.db"]],
    [["parley", "--cwd", "fol"], ["folder"]],
    [["parley", "frob"], [""]],
  ])("%j", async (line, proposals) => {
    const world = newWorld();
    world.write(join(world.project, "some file.db"), "");
    world.write(join(world.project, "folder/x"), "");
    const script = join(world.root, "parley.bash");
    world.write(script, (await world.run(["completion", "bash"])).stdout);
    const ended = spawnSync("bash", ["--norc", "-c", COMPLETE, "bash", script, ...line], {
      cwd: world.project,
      encoding: "utf8",
    });
    expect(ended.stderr).toBe("");
    expect(ended.stdout.trimEnd().split("\n")).toEqual(proposals);
  });

  test("the same script is in the JSON", async () => {
    const world = newWorld();
    const { stdout } = await world.run(["completion", "bash"]);
    expect(documentOf(await world.run(["completion", "bash", "--json"]))).toEqual({
      shell: "bash",
      script: stdout,
    });
  });
});

const zshThere = spawnSync("zsh", ["--version"]).status === 0;

describe("zsh", () => {
  test.skipIf(!zshThere)("the script is valid and registers itself", async () => {
    const world = newWorld();
    const script = join(world.root, "_parley");
    world.write(script, (await world.run(["completion", "zsh"])).stdout);
    expect(spawnSync("zsh", ["-n", script], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
    const check = 'autoload -U compinit; compinit -D; source "$0"; print -r -- $_comps[parley]';
    const ended = spawnSync("zsh", ["-f", "-c", check, script], {
      encoding: "utf8",
      env: { HOME: world.home, PATH: process.env.PATH },
    });
    expect(ended.stdout).toBe("_parley\n");
  });
});
