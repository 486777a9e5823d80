import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, test } from "vitest";
import { isAlive, numberIn } from "../agents/processes.ts";
import { until } from "../support/until.ts";
import { documentOf, type Ended, errorOf, newProject, newWorld, type World } from "./world.ts";

interface Row {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
  readonly fix?: string;
}

function rowsOf(ended: Ended): readonly Row[] {
  return documentOf(ended) as Row[];
}

function row(rows: readonly Row[], check: string): Row | undefined {
  return rows.find((candidate) => candidate.check === check);
}

describe("doctor", () => {
  test("a good project is ok", async () => {
    const world = await newProject();
    world.program("claude", "#!/bin/sh\necho '2.1.325 (Claude Code)'\n");
    const ended = await world.run(["doctor", "--json"]);
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    const rows = rowsOf(ended);
    for (const check of [
      "node",
      "project",
      "config",
      "database",
      "project folder",
      "user folder",
      "disk space",
      "git",
    ]) {
      expect(row(rows, check)?.status, check).toBe("ok");
    }
    expect(row(rows, "database")?.detail).toMatch(/^format \d+, \d+ KB, no damage found$/);
    expect(row(rows, "claude")?.detail).toBe(`2.1.325 (Claude Code) (${join(world.bin, "claude")})`);
    expect(row(rows, "codex")).toEqual({ check: "codex", status: "skip", detail: "not found on PATH" });
  });

  test.each([
    ["nothing", [], "warn", /^nobody is chosen to be the engineer/],
    ["one agent", ["codex"], "ok", /^engineer and reviewer codex: .* different makers find more/],
    ["both", ["claude", "codex"], "ok", /^engineer claude, reviewer codex: found on this machine/],
  ])("on a machine with %s it says who would play", async (_, programs, status, detail) => {
    const world = newWorld();
    for (const name of programs) world.program(name, "#!/bin/sh\necho 1.0\n");
    const ended = await world.run(["doctor", "--json"]);
    expect(ended.code).toBe(0);
    expect(row(rowsOf(ended), "agents")).toMatchObject({ status, detail: expect.stringMatching(detail) });
  });

  test("a key of the environment is half of an agent, a model the other half", async () => {
    const world = await newProject();
    const env = { OPENAI_API_KEY: "fake-engineer" };
    const half = rowsOf(await world.run(["doctor", "--json"], { env }));
    expect(row(half, "openai")).toEqual({
      check: "openai",
      status: "skip",
      detail: "no model is chosen",
      fix: "parley config set agents.openai.model MODEL",
    });
    await world.run(["config", "set", "agents.openai.model", "some-model"]);
    const whole = rowsOf(await world.run(["doctor", "--json"], { env }));
    expect(row(whole, "openai")).toEqual({
      check: "openai",
      status: "ok",
      detail: "some-model at openai, the key in OPENAI_API_KEY",
    });
  });

  test("without a project it warns, and exits with 0", async () => {
    const ended = await newWorld().run(["doctor", "--json"]);
    expect(ended.code).toBe(0);
    expect(row(rowsOf(ended), "project")).toMatchObject({
      status: "warn",
      fix: expect.stringContaining("parley init"),
    });
    expect(row(rowsOf(ended), "database")?.status).toBe("skip");
    expect(row(rowsOf(ended), "agents")?.status).toBe("warn");
  });

  test("every problem of the settings is a row, and fails", async () => {
    const world = await newProject();
    world.write(world.projectConfig, "refine: { maxRound: 1, parallelGaps: 9 }\n");
    const ended = await world.run(["doctor", "--json"]);
    expect(ended.code).toBe(1);
    const problems = rowsOf(ended).filter(({ check, status }) => check === "config" && status === "fail");
    expect(problems).toHaveLength(2);
  });

  test("a damaged, missing or strange database is told", async () => {
    const world = await newProject();
    const database = join(world.project, ".parley/parley.db");
    world.write(database, "nonsense".repeat(1000));
    const damaged = await world.run(["doctor", "--json"]);
    expect(damaged.code).toBe(1);
    expect(row(rowsOf(damaged), "database")).toMatchObject({ status: "fail" });
    rmSync(database);
    const missing = await world.run(["doctor", "--json"]);
    expect(missing.code).toBe(0);
    expect(row(rowsOf(missing), "database")).toMatchObject({ status: "warn" });
    expect(existsSync(database)).toBe(false);
  });

  test("a project of a parley that had no such table is older, not damaged, until a list brings it up to date", async () => {
    const world = await newProject();
    await world.run(["tasks", "add", "Write the importer"]);
    const database = new DatabaseSync(join(world.project, ".parley/parley.db"));
    database.exec("drop table tasks; delete from projections where name = 'tasks'");
    database.close();
    const older = await world.run(["doctor", "--json"]);
    expect(older.code).toBe(0);
    expect(row(rowsOf(older), "database")).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("there is no table tasks yet"),
    });
    expect(await world.run(["backup"])).toMatchObject({ code: 0 });
    expect(documentOf(await world.run(["tasks", "list", "--json"]))).toMatchObject([
      { title: "Write the importer" },
    ]);
    expect(row(rowsOf(await world.run(["doctor", "--json"])), "database")?.status).toBe("ok");
  });

  test("a role whose agent is not installed fails", async () => {
    const world = await newProject();
    await world.run(["config", "set", "roles.engineer", "codex"]);
    const ended = await world.run(["doctor", "--json"]);
    expect(ended.code).toBe(1);
    expect(row(rowsOf(ended), "codex")).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("roles.engineer"),
    });
  });

  test("agents of one's own are looked for by their command", async () => {
    const world = await newProject();
    world.program("my-agent", "#!/bin/sh\necho 'mine 3'\n");
    await world.run(["config", "set", "agents.mine", "{ kind: acp, command: my-agent }"]);
    expect(row(rowsOf(await world.run(["doctor", "--json"])), "mine")?.detail).toContain("mine 3");
  });

  test("a program that settings name by its path is looked at, not run", async () => {
    const world = await newProject();
    world.program("evil", `#!/bin/sh\ntouch ${world.root}/was-run\n`);
    await world.run(["config", "set", "agents.mine", `{ kind: acp, command: ${join(world.bin, "evil")} }`]);
    expect(row(rowsOf(await world.run(["doctor", "--json"])), "mine")?.detail).toContain(
      `found (${join(world.bin, "evil")})`,
    );
    expect(existsSync(join(world.root, "was-run"))).toBe(false);
  });

  test("a folder that everybody may write to is a warning", async () => {
    const world = await newProject();
    chmodSync(join(world.project, ".parley"), 0o777);
    expect(row(rowsOf(await world.run(["doctor", "--json"])), "project folder")).toMatchObject({
      status: "warn",
    });
  });

  test("changes nothing", async () => {
    const world = await newProject();
    // SQLite itself lays its shared memory beside a database that it reads.
    const seen = (): string[] =>
      readdirSync(world.root, { recursive: true, encoding: "utf8" })
        .filter((name) => !/parley\.db-(shm|wal)$/.test(name))
        .sort();
    const before = seen();
    const content = readFileSync(join(world.project, ".parley/parley.db"));
    await world.run(["doctor"]);
    expect(seen()).toEqual(before);
    expect(readFileSync(join(world.project, ".parley/parley.db")).equals(content)).toBe(true);
    const empty = newWorld();
    await empty.run(["doctor"]);
    expect(readdirSync(empty.home)).toEqual([]);
    expect(readdirSync(empty.project)).toEqual([]);
  });

  test("the text is aligned, fits 80 columns, and ends in a summary", async () => {
    const world = newWorld();
    const { stdout } = await world.run(["doctor"]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.at(-1)).toMatch(/^\d+ ok, \d+ warnings?, 0 failed, \d+ skipped$/);
    const rows = lines.slice(0, -2);
    expect(rows.filter((line) => !/^((ok|warn|skip|fail) +\S|\s{10,}\S)/.test(line))).toEqual([]);
    expect(rows.filter((line) => line.length > 80 && !line.includes("/"))).toEqual([]);
    const quiet = await world.run(["doctor", "--quiet"]);
    expect(quiet.stdout).not.toMatch(/^(ok|skip)/m);
  });
});

/** Four command lines that behave as badly as real ones do. */
function badAgents(world: World): void {
  world.program(
    "claude",
    "#!/bin/sh\nsleep 600 &\necho $! > ../child-of-claude\nprintf '\\033[31m\\033]0;title\\0071.0\\b.0 claude\\033[0m\\r\\n'\n".replace(
      "..",
      world.root,
    ),
  );
  world.program("codex", `#!/bin/sh\necho $$ > ${world.root}/codex-pid\nsleep 600 & wait\n`);
  world.program(
    "gemini",
    "#!/bin/sh\nprintf '\\033[31m\\033]0;title\\007v1\\b.2.3\\033[0m\\r\\n'\nhead -c 10000000 /dev/zero | tr '\\0' x\n",
  );
  world.program("opencode", "#!/bin/sh\ncat\necho 'broken pipe?' >&2\nexit 3\n");
}

describe("programs that misbehave", () => {
  test("cost at most their time bound, leave nothing behind, and are told apart", async () => {
    const world = newWorld();
    badAgents(world);
    const start = performance.now();
    const ended = await world.run(["doctor", "--json"]);
    // They would take ten minutes.
    expect(performance.now() - start).toBeLessThan(60_000);
    const rows = rowsOf(ended);
    expect(row(rows, "claude")).toMatchObject({
      status: "ok",
      detail: expect.stringContaining("1.0.0 claude"),
    });
    expect(row(rows, "codex")).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("no answer within 5 s"),
    });
    expect(row(rows, "gemini")).toMatchObject({
      status: "warn",
      detail: expect.stringMatching(/^talks without end /),
    });
    expect(row(rows, "opencode")).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("exit code 3: broken pipe?"),
    });
    for (const name of ["child-of-claude", "codex-pid"]) await isGone(join(world.root, name));
  });

  test("Ctrl-C ends them too: exit code 130, still one document", async () => {
    const world = newWorld();
    world.program("codex", `#!/bin/sh\necho $$ > ${world.root}/codex-pid\nsleep 600\n`);
    const doctor = world.begin(["doctor", "--json"]);
    await doctor.until("codex is asked", () => numberIn(join(world.root, "codex-pid")) > 0);
    doctor.interrupt();
    const ended = await doctor.ended;
    expect([ended.code, errorOf(ended).code]).toEqual([130, "interrupted"]);
    await isGone(join(world.root, "codex-pid"));
  });

  test("a thing on PATH that cannot run is a warning", async () => {
    const world = newWorld();
    world.program("claude", "#!/no/such/interpreter\n");
    mkdirSync(join(world.bin, "gemini"));
    const rows = rowsOf(await world.run(["doctor", "--json"]));
    expect(row(rows, "claude")).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("cannot be started"),
    });
    expect(row(rows, "gemini")).toMatchObject({ status: "skip" });
  });
});

/** Somebody who was killed takes a moment to be gone. */
async function isGone(file: string): Promise<void> {
  const pid = numberIn(file);
  expect(pid).toBeGreaterThan(0);
  await until(`${file} is gone`, () => !isAlive(pid));
}
