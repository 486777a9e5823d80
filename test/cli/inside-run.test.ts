// An agent with a shell that tries to decide as the user, in a real session; and the person beside it, who may.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { RUN_PERMISSIONS } from "../../src/app/run-permissions.ts";
import { until } from "../support/until.ts";
import { type HeldAgent, installHeldClaude } from "./agent-programs.ts";
import { askingWorld } from "./gated-world.ts";
import { documentOf, type Ended, PROGRAM_FILE, type World } from "./world.ts";

/** One of each that a person alone may do, with words that would do something outside of a run. */
const ATTEMPTS: readonly (readonly string[])[] = [
  ["demo", "--dir", "made"],
  ["refine", "spec.md", "--policy", "policy.yaml"],
  ["survey", "spec.md"],
  ["resume", "spec", "--policy", "policy.yaml"],
  ["answer", "Q1", "force"],
  ["answer", "B1", "overrule", "--finding", "F1"],
  ["submit", "engineer", "spec.md", "--session", "spec"],
  ["submit", "coder", "spec.md", "--task", "a"],
  ["build", "--once"],
  ["fork", "spec", "--at", "0"],
  ["pause", "spec"],
  ["accept", "--session", "spec"],
  ["abandon", "--yes", "--session", "spec"],
  ["gap", "accept", "GAP-TODO-001", "--session", "spec"],
  ["gap", "block", "GAP-TODO-001", "--by", "GAP-TODO-002", "--session", "spec"],
  ["gap", "defer", "GAP-TODO-001", "--reason", "later", "--session", "spec"],
  ["gap", "close", "GAP-TODO-001", "--reason", "no", "--session", "spec"],
  ["gap", "reopen", "GAP-TODO-001", "--reason", "yes", "--session", "spec"],
  ["gap", "severity", "GAP-TODO-001", "LOW", "--reason", "small", "--session", "spec"],
  ["gap", "unblock", "GAP-TODO-001", "--session", "spec"],
  ["gap", "split", "GAP-TODO-001", "One", "Two", "--session", "spec"],
  ["rollback", "--retry", "same"],
  ["decisions", "recover", "--all", "--session", "spec"],
  ["archive", "restore", "round_001_rolled_back_1", "--to", "made"],
  ["archive", "keep", "round_001_rolled_back_1"],
  ["archive", "purge"],
  ["detectors"],
  ["config", "edit"],
  ["open", "spec"],
  ["tasks", "skip", "a"],
  ["tasks", "move", "a", "--first"],
  ["tasks", "remove", "a"],
  ["tasks", "import", "TODO.md"],
  ["tasks", "export", "OUT.md"],
  ["sections", "add", "Forged"],
  ["sections", "rename", "a", "b"],
  ["sections", "move", "a", "--first"],
  ["sections", "skip", "a"],
  ["sections", "remove", "a"],
  ["plan", "spec"],
  ["dispute", "resolve", "a", "--decision", "coder"],
  ["dispute", "withdraw", "a"],
  ["dispute", "alert"],
  ["init", "--nested"],
  ["config", "set", "limits.session.usd", "1000"],
  ["config", "unset", "refine.gapsPerRound"],
  ["trust", "--yes"],
  ["agents", "test", "claude"],
  ["agents", "add", "gemini-acp"],
  ["agents", "retry", "claude"],
  ["backup", "copy.db"],
];

/** In a run with a role that has a part in the board, only these are open to it; the Engineer has none. */
const AS_ITS_ROLE: readonly (readonly string[])[] = [
  ["tasks", "add", "Forged", "--as", "human"],
  ["tasks", "update", "a", "--status", "completed", "--as", "human"],
  ["tasks", "approve", "a", "--as", "reviewer", "--model", "m"],
  ["tasks", "reject", "a", "--notes", "no", "--as", "reviewer"],
  ["dispute", "create", "a", "--reason", "other", "--detail", "d", "--position", "p", "--as", "human"],
  ["dispute", "log", "a", "--minor", "--notes", "n", "--as", "coder"],
  ["dispute", "position", "a", "--position", "p", "--as", "coder", "--model", "m"],
];

test("the attempts are all there are", () => {
  const tried = (attempts: typeof ATTEMPTS, permission: string): void => {
    const wanted = Object.keys(RUN_PERMISSIONS).filter((name) => RUN_PERMISSIONS[name] === permission);
    const left = wanted.filter(
      (name) => !attempts.some((words) => `${words.join(" ")} `.startsWith(`${name} `)),
    );
    expect(left).toEqual([]);
  };
  tried(ATTEMPTS, "person");
  tried(AS_ITS_ROLE, "as-its-role");
});

/** How an agent's shell may start a command; all of them while the agent lives. */
const WAYS = {
  "as it is": '"$@"',
  "with its marks unset": 'env -u PARLEY_RUN -u PARLEY_ROLE -u PARLEY_OUT -u PARLEY_KEY "$@"',
  "with an empty environment": 'env -i HOME="$HOME" PATH="$PATH" "$@"',
  "with forged marks": 'env PARLEY_RUN= PARLEY_ROLE=human "$@"',
  "in a session of its own": 'setsid -w env -i HOME="$HOME" PATH="$PATH" "$@"',
} as const;
type Way = keyof typeof WAYS | "as an orphan with an empty environment";

/** A process of the agent: the program with these words, or all of the lines in one process of its own. */
type Attempt = { readonly way: Way } & (
  | { readonly words: readonly string[] }
  | { readonly lines: readonly (readonly string[])[] }
);

const COMMANDS_FILE = resolve("test/.build/commands-in-process.mjs");

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(" ");
const program = (words: readonly string[]): string =>
  quoted([process.execPath, PROGRAM_FILE, ...words, "--json"]);

/** Runs a command line in one of the ways; what it says, and how it ends, is found at the place. */
function shellOf(way: Way, command: string, place: string): string {
  if (way !== "as an orphan with an empty environment") {
    return `try() { ${WAYS[way]}; }\ntry ${command} > '${place}.out' 2> '${place}.err' < /dev/null\necho $? > '${place}.code'\n`;
  }
  const inner =
    `${command} > "${place}.out" 2> "${place}.err" < /dev/null; echo $? > "${place}.code"`.replaceAll(
      "'",
      '"',
    );
  return `( env -i HOME="$HOME" PATH="$PATH" sh -c '${inner}' & )\nuntil [ -s '${place}.code' ]; do sleep 0.05; done\n`;
}

/** A claude that does this once in the project's folder, then waits for a word, and comes to a good end. */
function installAgent(world: World, script: string): HeldAgent {
  const once = `if mkdir '${world.root}/once' 2> /dev/null; then
  cd '${world.project}'
${script}
  touch '${world.root}/tried'
  cd - > /dev/null
fi`;
  return installHeldClaude(world, "BLOCKED_NEEDS_INPUT: GAP-TODO-001 - who asks", once);
}

interface Running {
  /** Once the agent has tried everything; it still runs. */
  readonly tried: Promise<void>;
  letEnd(): Promise<Ended>;
}

function refineWithAgent(world: World, agent: HeldAgent): Running {
  world.write(join(world.project, "other.md"), "# Other\n\nTODO: who asks?\n");
  const roles = ["--engineer", "claude", "--reviewer", "player:reviewer.yaml"];
  const ended = world.run(["refine", "other.md", ...roles, "--until", "round", "--json"]);
  return {
    tried: until("it has tried", () => existsSync(join(world.root, "tried"))),
    letEnd: async () => {
      agent.letGo();
      return await ended;
    },
  };
}

function outcomeOf(place: string): { readonly code: number; readonly error: string } {
  const out = readFileSync(`${place}.out`, "utf8");
  const said = (out === "" ? {} : JSON.parse(out)) as { error?: { code: string } };
  return { code: Number(readFileSync(`${place}.code`, "utf8")), error: said.error?.code ?? out };
}

async function everything(world: World): Promise<unknown> {
  const looked = await Promise.all(
    [
      ["history", "spec", "--json"],
      ["tasks", "list", "--status", "all", "--json"],
      ["sections", "list", "--json"],
      ["config", "show", "--json"],
      ["sessions", "--all", "--json"],
    ].map(async (line) => documentOf(await world.run(line))),
  );
  // The session of the agent itself goes on.
  return looked.map((one) => (Array.isArray(one) ? one.filter((row) => row.session !== "other") : one));
}

async function tryAll(attempts: readonly Attempt[]) {
  const world = await askingWorld();
  expect((await world.run(["init"])).code).toBe(0);
  const folder = join(world.root, "attempts");
  mkdirSync(folder);
  const tried = attempts.map((attempt, index) => {
    const place = join(folder, String(index));
    if ("words" in attempt) {
      const { way, words } = attempt;
      return { script: shellOf(way, program(words), place), lines: [{ way, words, place }] };
    }
    const lines = attempt.lines.map((words, line) => ({ words, place: `${place}.${line}` }));
    const asJson = lines.map(({ words, place: at }) => ({ words: [...words, "--json"], place: at }));
    world.write(`${place}.json`, JSON.stringify(asJson));
    const command = quoted([process.execPath, COMMANDS_FILE, `${place}.json`, PROGRAM_FILE]);
    return {
      script: shellOf(attempt.way, command, place),
      lines: lines.map((line) => ({ way: attempt.way, ...line })),
    };
  });
  const agent = installAgent(world, tried.map(({ script }) => script).join(""));
  const before = await everything(world);
  const running = refineWithAgent(world, agent);
  await running.tried;
  const after = await everything(world);
  const outcomes = tried
    .flatMap(({ lines }) => lines)
    .map(({ way, words, place }) => ({ way, line: words.join(" "), ...outcomeOf(place) }));
  return { world, running, before, after, outcomes };
}

test("given an agent that does what only a person may, then each is refused, nothing changes, and the person beside it may", async () => {
  const lines = [...ATTEMPTS, ...AS_ITS_ROLE];
  const { world, running, before, after, outcomes } = await tryAll([
    { way: "with an empty environment", lines },
  ]);
  expect(outcomes).toHaveLength(lines.length);
  expect(outcomes.filter(({ code }) => code !== 5)).toEqual([]);
  expect(outcomes.filter(({ error }) => error !== "inside-run" && error !== "not-yours")).toEqual([]);
  expect(after).toEqual(before);
  expect(existsSync(join(world.project, "made"))).toBe(false);
  expect(existsSync(join(world.project, "copy.db"))).toBe(false);
  const answered = await world.run(["answer", "Q2", "defer", "--rationale", "later", "--session", "spec"]);
  expect(answered.code, answered.stderr).toBe(0);
  expect((await running.letEnd()).code).toBe(0);
});

test("given ways to hide where a command comes from, then it is known all the same", async () => {
  const ways: readonly Way[] = [...(Object.keys(WAYS) as Way[]), "as an orphan with an empty environment"];
  const lines = [
    ["config", "set", "limits.session.usd", "1000"],
    ["gap", "accept", "GAP-TODO-001", "--session", "spec"],
  ];
  const attempts = ways.flatMap((way) => [
    { way, words: ["answer", "Q1", "force"] },
    { way, lines },
  ]);
  const { running, before, after, outcomes } = await tryAll(attempts);
  expect(outcomes).toHaveLength(3 * ways.length);
  expect(outcomes.filter(({ code, error }) => code !== 5 || error !== "inside-run")).toEqual([]);
  expect(after).toEqual(before);
  expect((await running.letEnd()).code).toBe(0);
});

test("inside a run one may look, and is asked nothing", async () => {
  const lines = [
    ["status", "spec"],
    ["gap", "list", "--session", "spec"],
    ["history", "spec"],
    ["dispute", "list"],
    ["inbox"],
  ];
  const { running, outcomes } = await tryAll([{ way: "as it is", lines }]);
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0, 7]);
  await running.letEnd();
});

/** The agent of a run that has ended lends its number to what it left in its group. */
test("given an orphan with an empty environment whose agent is gone, then the run's folder tells", async () => {
  const world = await askingWorld();
  const run = join(world.project, ".parley/runs/0123456789abcdef");
  mkdirSync(run, { recursive: true });
  const place = join(world.root, "orphan");
  const inner = `until ! kill -0 $1 2> /dev/null; do sleep 0.02; done; ${program(["pause", "spec"])} > '${place}.out' 2> '${place}.err' < /dev/null; echo $? > '${place}.code'`;
  world.write(join(world.root, "inner.sh"), inner);
  const script = `echo $$ > '${run}/agent.pid'; env -i PATH="$PATH" HOME='${world.home}' sh '${world.root}/inner.sh' $$ &`;
  spawn("sh", ["-c", script], { cwd: world.project, detached: true, stdio: "ignore" });
  await until(
    "it has ended",
    () => existsSync(`${place}.code`) && readFileSync(`${place}.code`, "utf8") !== "",
  );
  expect(outcomeOf(place)).toEqual({ code: 5, error: "inside-run" });
});

/** What docs/security.md says is not defended: nothing of the run is left on such a process. */
test("given a process that left the run's session, ancestors and environment, then it counts as a person", async () => {
  const world = await askingWorld();
  const place = join(world.root, "detached");
  const inner = `${program(["answer", "Q1", "force"])} > '${place}.out' 2> '${place}.err' < /dev/null; echo $? > '${place}.code'`;
  world.write(join(world.root, "inner.sh"), inner);
  const agent = installAgent(
    world,
    `setsid -f env -i HOME="$HOME" PATH="$PATH" sh '${world.root}/inner.sh'\n`,
  );
  const running = refineWithAgent(world, agent);
  await running.tried;
  await until(
    "it has ended",
    () => existsSync(`${place}.code`) && readFileSync(`${place}.code`, "utf8") !== "",
  );
  expect(outcomeOf(place).code).toBe(0);
  await running.letEnd();
});
