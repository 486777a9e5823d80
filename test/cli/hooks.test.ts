// Hooks, with the real program and real commands and servers behind them.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { HookEvent } from "../../src/app/hooks/hook.ts";
import { hooksOf } from "../../src/app/hooks/hook.ts";
import { writeHookStates } from "../../src/app/hooks/hook-file.ts";
import { projectAt } from "../../src/app/project.ts";
import { startRefinement } from "../../src/app/sessions/start-refinement.ts";
import { BackgroundWork } from "../../src/cli/background-work.ts";
import { runAndAsk } from "../../src/cli/run-and-ask.ts";
import { timestampFromMs } from "../../src/core/shared/timestamp.ts";
import { listeningServer } from "../support/listening-server.ts";
import { trustSettings } from "../support/trust-settings.ts";
import { FakeTerminal, KEYS } from "../support/typing-terminal.ts";
import { checkoutWorld } from "./checkout-world.ts";
import { daysAgo, projectWith } from "./dispute-world.ts";
import { contextOf, requestIn } from "./gated-world.ts";
import { type Document, documentOf, type Ended, newWorld, type World } from "./world.ts";

const position = ["--reason", "scope_disagreement", "--position", "Not asked for."];

const SECONDS_PER_DAY = 24 * 60 * 60;

const inReview = () => projectWith((board) => ({ task: board.inReview("Fix login bug") }));

function hooks(world: World, entries: readonly object[]): void {
  writeFileSync(world.projectConfig, `hooks: ${JSON.stringify(entries)}\n`);
  trustSettings(world);
}

/** A command that keeps what it is told. */
const KEEP = "cat >> told.jsonl";

function told(world: World, file = "told.jsonl"): readonly Document[] {
  const path = join(world.project, file);
  if (!existsSync(path)) return [];
  // A line may be half there yet.
  const lines = world.read(path).split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Document);
}

const log = (world: World): string => world.read(join(world.project, ".parley/logs/hooks.log"));

async function doctor(world: World): Promise<readonly Document[]> {
  const rows = documentOf(await world.run(["doctor", "--json"])) as Document[];
  return rows.filter(({ check }) => check === "hooks");
}

async function created(world: World, task: string): Promise<string> {
  const ended = await world.run(["dispute", "create", task, "--as", "coder", ...position, "--json"]);
  expect(ended.code, ended.stdout).toBe(0);
  return (documentOf(ended) as { id: string }).id;
}

/** A command that keeps what it is told and then does not end before it is let go. */
const KEEP_AND_WAIT = `${KEEP}; while test ! -e go; do sleep 0.05; done`;

const letGo = (world: World): void => world.write(join(world.project, "go"), "");

const minorWords = (task: string) => ["dispute", "log", task, "--minor", "--notes", "taste"];
const minor = (world: World, task: string): Promise<Ended> => world.run(minorWords(task));

describe("what sets a hook off", () => {
  test("a dispute from its beginning to its end, each hook for its own event", async () => {
    const { world, task } = await inReview();
    const events = ["task.disputed", "dispute.opened", "dispute.resolved", "task.completed", "task.failed"];
    hooks(
      world,
      events.map((on) => ({ on, run: `${KEEP}; echo "$PARLEY_EVENT" >> names.txt` })),
    );
    const id = await created(world, task);
    expect(told(world)).toMatchObject([
      {
        event: "task.disputed",
        project: world.project,
        task: { id: task, title: "Fix login bug", from: "review", status: "disputed" },
        disputeId: id,
      },
      {
        event: "dispute.opened",
        dispute: { id, taskId: task, status: "open", coderPosition: "Not asked for." },
      },
    ]);
    await minor(world, task);
    expect(told(world)).toHaveLength(2);
    await world.run(["dispute", "resolve", id, "--decision", "coder", "--notes", "Fine."]);
    expect(told(world).slice(2)).toMatchObject([
      { event: "dispute.resolved", dispute: { id, resolution: "coder" } },
      { event: "task.completed", task: { id: task, from: "disputed", status: "completed", notes: "Fine." } },
    ]);
    expect(world.read(join(world.project, "names.txt"))).toBe(`${events.slice(0, 4).join("\n")}\n`);
    expect(await doctor(world)).toMatchObject([{ status: "ok" }]);
  });

  test("a dispute that is stale", async () => {
    const { world, id } = await projectWith((board) => ({
      id: board.dispute(board.inReview("Fix login bug"), { hours: daysAgo(9) }),
    }));
    hooks(world, [{ on: "dispute.stale", run: KEEP }]);
    await world.run(["dispute", "alert"]);
    await world.run(["dispute", "alert"]);
    expect(told(world)).toMatchObject([
      { event: "dispute.stale", dispute: { id, daysOpen: 9 }, by: "parley" },
    ]);
  });

  test("a question of a session, and its end", async () => {
    const world = checkoutWorld();
    world.write(
      world.userConfig,
      `hooks: [{ on: question.asked, run: "${KEEP}" }, { on: session.ended, run: "${KEEP}" }]\n`,
    );
    const agents = [
      "--engineer",
      "player:players/engineer.yaml",
      "--reviewer",
      "player:players/reviewer.yaml",
    ];
    expect((await world.run(["refine", "checkout.md", ...agents])).code).toBe(7);
    expect(told(world)).toMatchObject([
      { event: "question.asked", session: "checkout", question: { id: "Q1", kind: "blocked", open: true } },
    ]);
    expect((await world.run(["answer", "Q1", "input", "--text", "Ten years."])).code).toBe(0);
    expect((await world.run(["resume"])).code).toBe(0);
    expect(told(world).slice(1)).toMatchObject([
      { event: "session.ended", session: "checkout", ending: "COMPLETE", output: "checkout_v1.md" },
    ]);
  });

  test("a question of a build, with the task that it is about", async () => {
    const world = newWorld();
    const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: world.project });
    git("init", "-q");
    git("config", "user.name", "Ann");
    git("config", "user.email", "ann@example.invalid");
    git("commit", "-q", "--allow-empty", "-m", "begun");
    world.write(
      join(world.project, "coder.yaml"),
      'steps: [{ on: { purpose: coder }, write: "BLOCKED_NEEDS_INPUT: how many copies?" }]\n',
    );
    world.write(
      join(world.project, "reviewer.yaml"),
      "steps: [{ on: { purpose: reviewer }, nothing: true }]\n",
    );
    world.write(world.userConfig, `hooks: [{ on: question.asked, run: "${KEEP}" }]\n`);
    await world.run(["init"]);
    await world.run(["tasks", "add", "Print a page"]);
    const agents = ["--coder", "player:coder.yaml", "--reviewer", "player:reviewer.yaml"];
    expect((await world.run(["build", ...agents])).code).toBe(7);
    expect(told(world)).toMatchObject([
      {
        event: "question.asked",
        session: null,
        task: { title: "Print a page" },
        question: { id: "B1", kind: "stuck", open: true },
      },
    ]);
  });

  test("nothing that happened before it stood in the settings", async () => {
    // The log tells times to the second.
    const { world, id } = await projectWith((board) => ({
      id: board.dispute(board.inReview("Fix login bug"), { hours: daysAgo(2 / SECONDS_PER_DAY) }),
    }));
    hooks(world, [
      { on: "dispute.opened", run: KEEP },
      { on: "dispute.resolved", run: KEEP },
    ]);
    await world.run(["dispute", "resolve", id, "--decision", "coder"]);
    expect(told(world)).toMatchObject([{ event: "dispute.resolved" }]);
  });

  test("nothing inside an agent's run: whoever started it sees to that", async () => {
    const { world, task } = await inReview();
    hooks(world, [{ on: "dispute.opened", run: KEEP }]);
    const env = { PARLEY_RUN: "0123456789abcdef", PARLEY_ROLE: "coder" };
    expect((await world.run(["dispute", "create", task, ...position], { env })).code).toBe(0);
    expect(told(world)).toEqual([]);
  });

  test("several processes at once: each event once", async () => {
    const { world, tasks } = await projectWith((board) => ({
      tasks: Array.from({ length: 6 }, (_, n) => board.inReview(`Task ${n}`)),
    }));
    hooks(world, [{ on: "dispute.opened", run: KEEP }]);
    const ended = await Promise.all(
      tasks.map((task) => world.start(["dispute", "create", task, "--as", "coder", ...position, "--json"])),
    );
    const ids = ended.map((one) => (documentOf(one) as { id: string }).id);
    await world.run(["dispute", "withdraw", ids[0] ?? ""]);
    const heard = told(world).map(({ dispute }) => (dispute as { id: string }).id);
    expect(heard.toSorted()).toEqual(ids.toSorted());
  });
});

describe("while a run is under way", () => {
  /** The first gap needs an answer; on the second the Engineer works for ever. */
  const ENGINEER = `steps:
  - on: { purpose: engineer, round: 1, attempt: 1 }
    write: "BLOCKED_NEEDS_INPUT: GAP-TODO-001 - more"
  - on: { purpose: engineer }
    nothing: true
    hang: true
`;

  test("a question is heard of at once, although the run goes on with something else", async () => {
    const world = newWorld();
    world.write(
      join(world.project, "spec.md"),
      "# Spec\n\n## One\n\nTODO: say it.\n\n## Two\n\nTODO: say it.\n",
    );
    world.write(join(world.project, "engineer.yaml"), ENGINEER);
    cpSync(resolve("test/fixtures/checkout/reviewer.yaml"), join(world.project, "reviewer.yaml"));
    world.write(world.userConfig, `hooks: [{ on: question.asked, run: "${KEEP}" }]\n`);
    const agents = ["--engineer", "player:engineer.yaml", "--reviewer", "player:reviewer.yaml"];
    const run = world.begin(["refine", "spec.md", ...agents]);
    await run.until("it is told", () => told(world).length > 0);
    expect(told(world)).toMatchObject([{ event: "question.asked", question: { id: "Q1", open: true } }]);
    run.interrupt();
    await run.says(/Ctrl-C again to stop now/);
    run.interrupt();
    expect((await run.ended).code).toBe(130);
    expect(told(world)).toHaveLength(1);
  });

  test("somebody at the prompt is asked while the hook still runs, and the end comes once, with its spec", async () => {
    const world = newWorld();
    cpSync(resolve("test/fixtures/checkout"), world.project, { recursive: true });
    const events = ["question.asked", "session.ended"];
    world.write(
      world.userConfig,
      `hooks: ${JSON.stringify(events.map((on) => ({ on, run: KEEP_AND_WAIT })))}\n`,
    );
    const background = new BackgroundWork();
    const request = requestBeside(world, background);
    const terminal = new FakeTerminal();
    const done = runAndAsk(
      request,
      (wishes) => startRefinement(request.context, { ...wishes, ...CHECKOUT, started: () => undefined }),
      { terminal },
    );
    await terminal.on("Q1: your decision?", KEYS.down, KEYS.enter);
    await terminal.on("Your text", "Ten years.", KEYS.enter, KEYS.enter);
    expect(await done).toMatchObject({ data: { end: "ended", status: { state: "COMPLETE" } } });
    expect(told(world)).toMatchObject([{ event: "question.asked", question: { id: "Q1" } }]);
    letGo(world);
    await background.finish();
    expect(told(world).slice(1)).toMatchObject([{ event: "session.ended", output: "checkout_v1.md" }]);
  });

  const CHECKOUT = {
    spec: "checkout.md",
    name: undefined,
    engineer: "player:engineer.yaml",
    reviewer: "player:reviewer.yaml",
  };

  function requestBeside(world: World, background: BackgroundWork) {
    return requestIn({ ...contextOf(world), background });
  }
});

describe("what a command says comes before its hooks", () => {
  const create = (task: string) => ["dispute", "create", task, "--as", "coder", ...position];

  test.each([
    { flags: [], whole: /\S\n$/ },
    { flags: ["--json"], whole: /^\{\n.*\n\}\n$/s },
  ])("given a hook that takes its time, with $flags", async ({ flags, whole }) => {
    const { world, task } = await inReview();
    hooks(world, [{ on: "dispute.opened", run: KEEP_AND_WAIT }]);
    const command = world.begin([...create(task), ...flags]);
    await command.until("the hook runs", () => told(world).length > 0);
    const said = command.stdout;
    expect(said).toMatch(whole);
    letGo(world);
    expect(await command.ended).toMatchObject({ code: 0, stdout: said });
    expect(await doctor(world)).toMatchObject([{ status: "ok" }]);
  });

  test("given Ctrl-C while a hook runs, then the command ends at once, says nothing more, and the hook with it", async () => {
    const { world, task } = await inReview();
    hooks(world, [{ on: "dispute.opened", run: `${KEEP_AND_WAIT}; echo never >> told.jsonl` }]);
    const command = world.begin([...create(task), "--json"]);
    await command.until("the hook runs", () => told(world).length > 0);
    command.interrupt();
    const ended = await command.ended;
    expect(ended.code).toBe(130);
    expect(documentOf(ended)).toMatchObject({ taskId: task });
    letGo(world);
    expect((await minor(world, task)).code).toBe(0);
    expect(told(world)).toHaveLength(1);
    expect(await doctor(world)).toMatchObject([{ detail: expect.stringContaining("interrupted") }]);
  });
});

describe("hooks that the settings at hand do not name", () => {
  test("given two people with hooks of their own, then each hears of everything once", async () => {
    const { world, task } = await inReview();
    const userOf = (name: string) => ({ XDG_CONFIG_HOME: join(world.home, name) });
    for (const name of ["ada", "bob"]) {
      world.write(
        join(world.home, name, "parley/config.yaml"),
        `hooks: [{ on: dispute.opened, run: "cat >> ${name}.jsonl" }]\n`,
      );
    }
    const heard = (name: string) => told(world, `${name}.jsonl`).length;
    await world.run(["dispute", "create", task, "--as", "coder", ...position], { env: userOf("ada") });
    expect(heard("ada")).toBe(1);
    await world.run(["dispute", "log", task, "--minor", "--notes", "taste"], { env: userOf("bob") });
    await world.run(["dispute", "log", task, "--minor", "--notes", "taste"], { env: userOf("ada") });
    expect([heard("ada"), heard("bob")]).toEqual([1, 1]);
  });

  /** A hook that was last seen two months ago; a dispute was opened since. */
  async function unseen() {
    const hook: { on: HookEvent; run: string } = { on: "dispute.opened", run: KEEP };
    const made = await projectWith((board) => {
      board.dispute(board.inReview("Days ago"), { hours: daysAgo(9) });
      return { task: board.inReview("Fix login bug") };
    });
    const state = { position: 0, attempt: null, last: null, seenAt: timestampFromMs(at(60).getTime()) };
    const states = new Map(hooksOf({ hooks: [hook] }).map(({ id }) => [id, state]));
    await writeHookStates(projectAt(made.world.project), states);
    hooks(made.world, [hook]);
    return made;
  }

  const at = (days: number): Date => new Date(Date.now() - days * 24 * 60 * 60_000);

  test("given one that comes back after months, then what happened meanwhile stays quiet", async () => {
    const { world, task } = await unseen();
    const dispute = await created(world, task);
    expect(told(world)).toMatchObject([{ dispute: { id: dispute } }]);
  });

  test("given one that stood there all along while nobody looked, then it hears of everything", async () => {
    const { world, task } = await unseen();
    utimesSync(world.projectConfig, at(70), at(70));
    const dispute = await created(world, task);
    expect(told(world)).toMatchObject([{ dispute: { taskTitle: "Days ago" } }, { dispute: { id: dispute } }]);
  });
});

describe("a web address", () => {
  test("is posted the same document", async () => {
    const { world, task } = await inReview();
    const server = await listeningServer();
    hooks(world, [{ on: "dispute.opened", post: `${server.url}/hook?key=secret` }]);
    const id = await created(world, task);
    expect(server.heard).toMatchObject([
      { path: "/hook?key=secret", type: "application/json; charset=utf-8" },
    ]);
    expect(JSON.parse(server.heard[0]?.body ?? "")).toMatchObject({
      event: "dispute.opened",
      dispute: { id },
    });
    expect(log(world)).toContain(`dispute.opened → ${server.url} (event`);
    expect(log(world)).not.toContain("secret");
  });

  test("that refuses is shown by doctor", async () => {
    const { world, task } = await inReview();
    const server = await listeningServer(() => 500);
    hooks(world, [{ on: "dispute.opened", post: server.url }]);
    await created(world, task);
    expect(server.heard).toHaveLength(1);
    expect(await doctor(world)).toMatchObject([
      { status: "warn", detail: expect.stringContaining("the server answered 500") },
    ]);
  });
});

describe("a hook that fails", () => {
  test("fails nothing but itself, is logged with what it said, and shown by doctor until it works", async () => {
    const { world, task } = await inReview();
    hooks(world, [
      { on: "task.disputed", run: "echo out; echo err >&2; test -e fixed" },
      { on: "dispute.opened", run: "no-such-program" },
    ]);
    const id = await created(world, task);
    expect(log(world)).toMatch(/task\.disputed → echo out; .*: exit code 1\n {2}out\n {2}err\n/);
    expect(log(world)).toMatch(/no-such-program .*: exit code 127\n/);
    expect(await doctor(world)).toMatchObject([
      {
        status: "warn",
        detail: expect.stringContaining("exit code 1"),
        fix: expect.stringContaining("hooks.log"),
      },
      { status: "warn", detail: expect.stringContaining("exit code 127") },
    ]);
    world.write(join(world.project, "fixed"), "");
    await world.run(["dispute", "withdraw", id]);
    await created(world, task);
    expect(await doctor(world)).toMatchObject([{ detail: expect.stringContaining("no-such-program") }]);
  });

  test("how far it has come cannot be kept: doctor says that no hook is looked after", async () => {
    const { world, task } = await inReview();
    hooks(world, [{ on: "task.disputed", run: KEEP }]);
    mkdirSync(join(world.project, ".parley/logs/hooks.json"));
    await created(world, task);
    expect(told(world)).toEqual([]);
    expect(await doctor(world)).toMatchObject([
      { status: "warn", detail: expect.stringContaining("hooks are not looked after") },
    ]);
  });

  test("settings that are wrong keep hooks from running, not commands from working", async () => {
    const { world, task } = await inReview();
    writeFileSync(world.projectConfig, "hooks: [{ on: dispute.opend, run: x }]\n");
    await created(world, task);
    expect(existsSync(join(world.project, ".parley/logs/hooks.log"))).toBe(false);
  });
});

test("after kill -9 in the middle of a hook it is repeated once and never again", async () => {
  const { world, task } = await inReview();
  hooks(world, [{ on: "dispute.opened", run: "echo set off >> count.txt; kill -9 $PPID" }]);
  const count = (): number => world.read(join(world.project, "count.txt")).trim().split("\n").length;
  const killed = await world.start(["dispute", "create", task, "--as", "coder", ...position]);
  expect([killed.signal, count()]).toEqual(["SIGKILL", 1]);
  expect(killed.stdout).toMatch(/\S\n$/);
  const again = await world.start(minorWords(task));
  expect([again.signal, count()]).toEqual(["SIGKILL", 2]);
  expect([(await minor(world, task)).code, count()]).toEqual([0, 2]);
  expect([(await minor(world, task)).code, count()]).toEqual([0, 2]);
  expect(log(world)).toContain("given up: parley broke off 2 times while it ran");
  expect(await doctor(world)).toMatchObject([
    { status: "warn", detail: expect.stringContaining("given up") },
  ]);
  expect(documentOf(await world.run(["dispute", "list", "--status", "open", "--json"]))).toHaveLength(1);
});
