// A stranger's project: what its settings name is neither started nor contacted before somebody has agreed to it.
import { cpSync, existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectTrust } from "../../src/app/trust/project-trust.ts";
import { askForTrust } from "../../src/cli/ask/ask-for-trust.ts";
import { listeningServer } from "../support/listening-server.ts";
import { FakeTerminal, KEYS } from "../support/typing-terminal.ts";
import { installStub, SPEC } from "./agent-programs.ts";
import { daysAgo, happened } from "./dispute-world.ts";
import { type Document, documentOf, errorOf, newProject, type World } from "./world.ts";

const POSITION = ["--reason", "scope_disagreement", "--position", "Not asked for."];

interface Strange {
  readonly world: World;
  readonly task: string;
  readonly started: () => boolean;
  readonly heard: readonly unknown[];
}

/** Settings that name a program, a server, a webhook and hooks, all of which leave a trace. */
async function strangeProject(more = ""): Promise<Strange> {
  const world = await newProject();
  const trace = join(world.root, "started");
  const server = await listeningServer();
  world.program("evil", `#!/bin/sh\necho "$@" >> '${trace}'\nexit 1\n`);
  world.write(join(world.project, "calls.md"), SPEC);
  const { task } = await happened(world, (board) => {
    board.dispute(board.inReview("Old"), { hours: daysAgo(30) });
    return { task: board.inReview("Fix login") };
  });
  world.write(
    world.projectConfig,
    `agents:
  evil: { kind: claude, command: evil, args: [--now] }
  server: { kind: api, model: m }
api:
  server: { protocol: openai-chat, baseUrl: "${server.url}", keyEnv: SOME_KEY }
roles: { engineer: evil, reviewer: server }
disputes: { alertOnStale: webhook, webhookUrl: "${server.url}/stale" }
hooks:
  - { on: dispute.opened, run: "echo hook >> '${trace}'" }
  - { on: dispute.opened, post: "${server.url}/hook" }
${more}`,
  );
  return { world, task, started: () => existsSync(trace), heard: server.heard };
}

const env = { SOME_KEY: "a-key-of-mine" };

describe("before anybody has agreed", () => {
  test("looking starts nothing", async () => {
    const { world, started, heard } = await strangeProject();
    for (const line of [
      ["doctor"],
      ["agents", "list"],
      ["agents", "explain", "evil"],
      ["config", "show"],
      ["board"],
      ["dispute", "list"],
    ])
      expect((await world.run([...line, "--json"], { env })).code, line.join(" ")).toBeLessThanOrEqual(1);
    expect([started(), heard]).toEqual([false, []]);
    const agents = documentOf(await world.run(["agents", "list", "--json"], { env })) as Document[];
    expect(agents.find(({ name }) => name === "evil")).toMatchObject({
      ...{ state: "ready", version: null, file: join(world.bin, "evil") },
    });
    const rows = documentOf(await world.run(["doctor", "--json"], { env })) as Document[];
    expect(rows.find(({ check }) => check === "trust")).toMatchObject({
      status: "warn",
      fix: "parley trust",
    });
  });

  test.each([
    ["refine", ["refine", "calls.md"]],
    ["agents test", ["agents", "test", "evil"]],
    ["agents test of a server", ["agents", "test", "server"]],
    ["dispute alert", ["dispute", "alert"]],
  ])("%s is refused, and nothing begins", async (_, line) => {
    const { world, started, heard } = await strangeProject();
    const ended = await world.run([...line, "--json"], { env });
    expect([ended.code, errorOf(ended)]).toMatchObject([
      5,
      { code: "untrusted", place: world.projectConfig, fix: expect.stringContaining("parley trust") },
    ]);
    expect([started(), heard]).toEqual([false, []]);
    expect(documentOf(await world.run(["sessions", "--all", "--json"]))).toEqual([]);
  });

  test("resume is refused where the settings have changed under a session; abandon starts nothing", async () => {
    const world = await newProject();
    world.write(join(world.project, "calls.md"), SPEC);
    const human = ["--engineer", "human", "--reviewer", "human"];
    expect((await world.run(["refine", "calls.md", ...human])).code).toBe(7);
    const trace = join(world.root, "started");
    world.write(world.projectConfig, `hooks: [{ on: session.ended, run: "echo hook >> '${trace}'" }]\n`);
    const ended = await world.run(["resume", "--json"]);
    expect([ended.code, errorOf(ended).code]).toEqual([5, "untrusted"]);
    expect((await world.run(["abandon", "--yes"])).code).toBe(0);
    expect(existsSync(trace)).toBe(false);
  });

  test("hooks are not set off, which is said; what was asked for is done", async () => {
    const { world, task, started, heard } = await strangeProject();
    const ended = await world.run(["dispute", "create", task, "--as", "coder", ...POSITION]);
    expect(ended.code).toBe(0);
    expect(ended.stderr.replaceAll("\n", " ")).toContain("see `parley trust`");
    expect([started(), heard]).toEqual([false, []]);
    expect(world.read(join(world.project, ".parley/logs/hooks.log"))).toContain("parley trust");
  });
});

describe("trust", () => {
  test("shows exactly what is named, and agrees only when told to", async () => {
    const { world } = await strangeProject();
    const shown = await world.run(["trust"]);
    expect(shown.code).toBe(5);
    for (const said of [
      "agents.evil.command",
      "evil",
      '["--now"]',
      "api.server",
      "SOME_KEY",
      "hooks[1]",
      "/stale",
    ])
      expect(shown.stdout).toContain(said);
    expect(documentOf(await world.run(["trust", "--json"]))).toMatchObject({ trusted: false });
    expect(documentOf(await world.run(["trust", "--yes", "--json"]))).toMatchObject({ trusted: true });
    expect((await world.run(["trust"])).code).toBe(0);
    expect(documentOf(await world.run(["trust", "--list", "--json"]))).toMatchObject([
      { root: world.project },
    ]);
    expect((await world.run(["trust", "--list", "--yes"])).code).toBe(2);
  });

  test("once agreed, everything works, until the named things change or it is taken back", async () => {
    const { world, task, started, heard } = await strangeProject();
    await world.run(["trust", "--yes"]);
    expect((await world.run(["agents", "test", "evil", "--json"])).code).toBe(1);
    expect(started()).toBe(true);
    await world.run(["dispute", "create", task, "--as", "coder", ...POSITION]);
    expect(heard).toMatchObject([{ path: "/hook" }]);
    const text = world.read(world.projectConfig);
    world.write(world.projectConfig, `${text}refine: { gapsPerRound: 2 }\n`);
    expect((await world.run(["trust"])).code).toBe(0);
    world.write(world.projectConfig, text.replace("[--now]", "[--later]"));
    expect((await world.run(["trust"])).code).toBe(5);
    world.write(world.projectConfig, text);
    expect((await world.run(["trust"])).code).toBe(0);
    expect(documentOf(await world.run(["trust", "--revoke", "--json"]))).toEqual({
      root: world.project,
      revoked: 1,
    });
    expect((await world.run(["agents", "test", "evil"])).code).toBe(5);
  });

  test("holds for a folder, not for a copy of it", async () => {
    const { world } = await strangeProject();
    await world.run(["trust", "--yes"]);
    const copy = join(world.root, "copy");
    cpSync(world.project, copy, { recursive: true });
    expect((await world.run(["trust"], { cwd: copy })).code).toBe(5);
  });

  test("is kept by the user alone: nothing in the project grants it, and a file that is no trust file neither", async () => {
    const { world } = await strangeProject();
    const kept = join(world.home, ".local/state/parley/trusted.json");
    await world.run(["trust", "--yes"]);
    renameSync(kept, join(world.project, ".parley/trusted.json"));
    expect((await world.run(["trust"])).code).toBe(5);
    for (const text of ["", "[]", "null", '{"projects":[1,{"root":"x"}]}', "\u0000"]) {
      world.write(kept, text);
      expect((await world.run(["trust"])).code).toBe(5);
    }
    expect((await world.run(["trust", "--yes"])).code).toBe(0);
    expect(JSON.parse(readFileSync(kept, "utf8")).projects).toHaveLength(1);
  });
});

describe("what needs no question", () => {
  test("a setting of one's own, made through parley", async () => {
    const world = await newProject();
    installStub(world, "claude");
    await world.run(["config", "set", "agents.mine", "{ kind: claude, command: claude }"]);
    await world.run(["config", "set", "hooks", "[{ on: dispute.opened, run: 'true' }]"]);
    expect(documentOf(await world.run(["trust", "--json"]))).toMatchObject({ trusted: true });
    await world.run(["config", "unset", "hooks"]);
    expect((await world.run(["trust"])).code).toBe(0);
  });

  test("but one setting of one's own makes a stranger's others no better", async () => {
    const { world } = await strangeProject();
    await world.run(["config", "set", "agents.mine", "{ kind: claude, command: claude }"]);
    expect((await world.run(["trust"])).code).toBe(5);
  });

  test("one's own settings, and agents that parley knows by name", async () => {
    const { world, task } = await (async () => {
      const made = await newProject();
      return { world: made, ...(await happened(made, (board) => ({ task: board.inReview("Fix login") }))) };
    })();
    const trace = join(world.root, "started");
    world.write(world.userConfig, `hooks: [{ on: dispute.opened, run: "echo hook >> '${trace}'" }]\n`);
    world.write(
      world.projectConfig,
      "roles: { engineer: claude, reviewer: codex }\nagents: { claude: { model: opus } }\n",
    );
    expect((await world.run(["trust"])).code).toBe(0);
    await world.run(["dispute", "create", task, "--as", "coder", ...POSITION]);
    expect(existsSync(trace)).toBe(true);
  });
});

test("given an agent that plants a hook in the project's settings, then it is not set off", async () => {
  const world = await newProject();
  const trace = join(world.root, "started");
  world.write(join(world.project, "calls.md"), SPEC);
  world.program(
    "claude",
    `#!/bin/sh
if [ "$1" = --version ]; then echo 1.0; exit 0; fi
cat > '${world.projectConfig}' <<END
hooks: [{ on: question.asked, run: "echo hook >> '${trace}'" }]
END
exit 1
`,
  );
  const ended = await world.run([
    "refine",
    "calls.md",
    "--engineer",
    "claude",
    "--reviewer",
    "human",
    "--survey",
    "false",
    "--json",
  ]);
  expect(ended.code).toBe(7);
  expect(documentOf(await world.run(["trust", "--json"]))).toMatchObject({
    names: [{ key: "hooks[0]" }],
    trusted: false,
  });
  expect(existsSync(trace)).toBe(false);
});

describe("at a terminal", () => {
  async function asked(...keys: readonly string[]) {
    const { world } = await strangeProject();
    const now = new Date();
    const never = new AbortController().signal;
    const surroundings = {
      cwd: world.project,
      env: { HOME: world.home },
      now,
      cancel: never,
      cancelNow: never,
    };
    const trust = await projectTrust(surroundings);
    if ("failed" in trust) throw new Error(trust.message);
    const terminal = new FakeTerminal();
    const answered = askForTrust(surroundings, terminal, trust);
    await terminal.on("Do you trust these settings?", ...keys);
    return { answer: await answered, text: terminal.text, code: (await world.run(["trust"])).code };
  }

  test("one sees what it is; Enter alone agrees to nothing, and a yes is kept", async () => {
    const no = await asked(KEYS.enter);
    expect(no).toMatchObject({ answer: false, code: 5 });
    expect(no.text).toContain("agents.evil.command");
    expect(await asked(KEYS.down, KEYS.enter)).toMatchObject({ answer: true, code: 0 });
  });
});
