// Hooks, with the real program and real commands and servers behind them.
import { cpSync, existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { listeningServer } from "../support/listening-server.ts";
import { daysAgo, projectWith } from "./dispute-world.ts";
import { type Document, documentOf, type Ended, newWorld, type World } from "./world.ts";

const position = ["--reason", "scope_disagreement", "--position", "Not asked for."];

const inReview = () => projectWith((board) => ({ task: board.inReview("Fix login bug") }));

function hooks(world: World, entries: readonly object[]): void {
  writeFileSync(world.projectConfig, `hooks: ${JSON.stringify(entries)}\n`);
}

/** A command that keeps what it is told. */
const KEEP = "cat >> told.jsonl";

function told(world: World, file = "told.jsonl"): readonly Document[] {
  const path = join(world.project, file);
  if (!existsSync(path)) return [];
  return world
    .read(path)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Document);
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

const minor = (world: World, task: string): Promise<Ended> =>
  world.run(["dispute", "log", task, "--minor", "--notes", "taste"]);

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
    const world = newWorld();
    cpSync(resolve("test/fixtures/checkout"), join(world.project, "players"), { recursive: true });
    cpSync(resolve("test/fixtures/checkout/checkout.md"), join(world.project, "checkout.md"));
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

  test("nothing that happened before it stood in the settings", async () => {
    const { world, task } = await inReview();
    const id = await created(world, task);
    await new Promise((later) => setTimeout(later, 1_100));
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
    const ids = await Promise.all(tasks.map((task) => created(world, task)));
    await world.run(["dispute", "withdraw", ids[0] ?? ""]);
    const heard = told(world).map(({ dispute }) => (dispute as { id: string }).id);
    expect(heard.toSorted()).toEqual(ids.toSorted());
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
  const killed = await world.run(["dispute", "create", task, "--as", "coder", ...position]);
  expect([killed.signal, count()]).toEqual(["SIGKILL", 1]);
  expect([(await minor(world, task)).signal, count()]).toEqual(["SIGKILL", 2]);
  expect([(await minor(world, task)).code, count()]).toEqual([0, 2]);
  expect([(await minor(world, task)).code, count()]).toEqual([0, 2]);
  expect(log(world)).toContain("given up: parley broke off 2 times while it ran");
  expect(await doctor(world)).toMatchObject([
    { status: "warn", detail: expect.stringContaining("given up") },
  ]);
  expect(documentOf(await world.run(["dispute", "list", "--status", "open", "--json"]))).toHaveLength(1);
});
