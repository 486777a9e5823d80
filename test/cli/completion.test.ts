import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { complete } from "../../src/cli/complete.ts";
import { COMMAND_NAMES } from "../../src/cli/program.ts";
import { waitingCheckout } from "./checkout-world.ts";
import { documentOf, newWorld, type World } from "./world.ts";

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
      ["bash", "zsh", "fish"],
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

  test.each([
    [["parley", "status", "che"], ["checkout"], "session status"],
    [["parley", "gap", "show", ""], ["checkout", "other"], "gap gap show"],
    [["parley", "answer", "Q1", ""], ["checkout", "other"], "option answer Q1"],
    [["parley", "refine", "spec.md", "--engineer", "o"], ["other"], "agent refine spec.md --engineer"],
  ])("%j asks parley", async (line, proposals, asked) => {
    const world = newWorld();
    const script = join(world.root, "parley.bash");
    const heard = join(world.root, "asked");
    const parley = `parley() { shift; echo "$*" > '${heard}'; printf 'checkout\\tof a shop\\nother\\tone\\n'; }\n`;
    world.write(script, `${parley}${(await world.run(["completion", "bash"])).stdout}`);
    const ended = spawnSync("bash", ["--norc", "-c", COMPLETE, "bash", script, ...line], {
      encoding: "utf8",
    });
    expect(ended.stdout.trimEnd().split("\n")).toEqual(proposals);
    expect(world.read(heard)).toBe(`${asked}\n`);
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

const fishThere = spawnSync("fish", ["--version"]).status === 0;

describe("fish", () => {
  test("every position and every word has its line", async () => {
    const { stdout } = await newWorld().run(["completion", "fish"]);
    expect(stdout).toContain("      case 'config|set'; set state 'config set'\n");
    expect(stdout).toContain("    case 'status/0'; $words[1] __complete session $words[2..-1] 2>/dev/null\n");
    expect(stdout).toContain("    case 'lint/0'; __fish_complete_path $current\n");
    expect(stdout).toMatch(/case 'completion\/0'; printf '%s\\t%s\\n' 'bash' '' 'zsh' '' 'fish' ''\n/);
  });

  test.skipIf(!fishThere)("the script is valid", async () => {
    const world = newWorld();
    const script = join(world.root, "parley.fish");
    world.write(script, (await world.run(["completion", "fish"])).stdout);
    expect(spawnSync("fish", ["-n", script], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  });
});

describe("what parley proposes", () => {
  async function proposedIn(world: World, line: readonly string[], cwd = world.project) {
    const never = new AbortController().signal;
    const { env } = world;
    return await complete(line, { cwd, env, now: new Date(0), cancel: never, cancelNow: never });
  }

  test("sessions, gaps, questions with their options, and agents, each with what it means", async () => {
    const world = await waitingCheckout();
    expect(await proposedIn(world, ["session"])).toMatch(/^checkout\t[A-Z]+, checkout\.md\n$/);
    expect(await proposedIn(world, ["gap", "gap", "show"])).toMatch(/^(?:GAP-[A-Z]+-\d+\t[A-Z_]+, .+\n){3}$/);
    const questions = await proposedIn(world, ["question", "answer"]);
    expect(questions).toMatch(/^Q\d+\t.+\n$/);
    const [id = ""] = questions.split("\t");
    expect(await proposedIn(world, ["option", "answer", id])).toContain("input\t");
    expect(await proposedIn(world, ["option", "answer", "Q99"])).toBe("");
    world.write(
      world.projectConfig,
      "agents:\n  careful: { kind: claude, model: opus }\n  $(touch x): { kind: claude }\n",
    );
    const agents = await proposedIn(world, ["agent"]);
    expect(agents).not.toContain("$(");
    for (const name of ["claude", "careful", "human"]) expect(agents).toMatch(new RegExp(`^${name}\t`, "m"));
  });

  test("nothing where there is no project, whatever is asked; --cwd leads to one", async () => {
    const world = await waitingCheckout();
    for (const kind of ["session", "gap", "question", "option", "nonsense", ""])
      expect(await proposedIn(world, [kind], world.root)).toBe("");
    const line = ["session", "--cwd", world.project, "status"];
    expect(await proposedIn(world, line, world.root)).toContain("checkout\t");
  });

  test("nothing is said of a damaged database", async () => {
    const world = await waitingCheckout();
    world.write(join(world.project, ".parley/parley.db"), "no database");
    expect(await proposedIn(world, ["session"])).toBe("");
  });
});
