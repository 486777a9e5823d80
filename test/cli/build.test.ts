// `parley build` as a person and a program see it: on a real repository, with players.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openProject, projectAt } from "../../src/app/project.ts";
import { buildAndAsk } from "../../src/cli/commands/build.ts";
import { BUILD_LEASE } from "../../src/engine/build-ports.ts";
import { editorProgram } from "../agents/by-hand.ts";
import { APPROVE, BLOCKED, coderDocument, disputeDocument } from "../support/build-documents.ts";
import { FakeTerminal } from "../support/typing-terminal.ts";
import { daysAgo, projectWith } from "./dispute-world.ts";
import { contextOf, requestIn } from "./gated-world.ts";
import { documentOf, errorOf, newProject, newWorld, playedOnce, type World } from "./world.ts";

const AGENTS = "roles:\n  coder: player:coder.yaml\n  reviewer: player:reviewer.yaml\n";

function gitIn(world: World, folder: string, ...args: readonly string[]): string {
  const env = { ...world.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  return execFileSync("git", args, { cwd: folder, env, encoding: "utf8", stdio: "pipe" }).trim();
}

/** A project in a repository with a bare remote, and agents that do well. */
const builtWorld = playedOnce(async (world) => {
  expect((await world.run(["init", "--quiet"])).code).toBe(0);
  const git = (...args: readonly string[]): string => gitIn(world, world.project, ...args);
  world.write(world.projectConfig, AGENTS);
  agents(world, [{ on: { purpose: "coder" }, ...WRITES, write: coderDocument() }]);
  beginRepository(world);
  git("init", "-q", "--bare", "-b", "main", "remote.git");
  git("remote", "add", "origin", "./remote.git");
});

function beginRepository(world: World): void {
  const git = (...args: readonly string[]): string => gitIn(world, world.project, ...args);
  git("init", "-q", "-b", "main");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.org");
  git("add", "--all");
  git("commit", "-q", "-m", "begun");
}

const WRITES = { files: [{ write: "src/page.txt", text: "a page\n" }] };

function agents(
  world: World,
  coder: readonly object[],
  reviewer: readonly object[] = [{ on: { purpose: "reviewer" }, write: APPROVE }],
): void {
  world.write(join(world.project, "coder.yaml"), JSON.stringify({ steps: coder }));
  world.write(join(world.project, "reviewer.yaml"), JSON.stringify({ steps: reviewer }));
}

async function worldWith(...titles: readonly string[]): Promise<World> {
  const world = await builtWorld();
  gitIn(world, world.project, "remote", "set-url", "origin", join(world.project, "remote.git"));
  gitIn(world, world.project, "push", "-q", "origin", "main");
  for (const title of titles) expect((await world.run(["tasks", "add", title, "--quiet"])).code).toBe(0);
  return world;
}

interface Built {
  readonly end: string;
  readonly left: number;
  readonly questions: readonly string[];
  readonly tasks: readonly {
    readonly id: string;
    readonly title: string;
    readonly status: string;
    readonly commit: string;
  }[];
}

async function built(world: World, ...args: readonly string[]) {
  const ended = await world.run(["build", "--json", ...args]);
  return { code: ended.code, ...(documentOf(ended) as Built) };
}

function landed(world: World): readonly string[] {
  return gitIn(world, join(world.project, "remote.git"), "log", "--format=%s", "main").split("\n");
}

describe("parley build", () => {
  test("builds, lands and tells each task as a story, and a second time finds nothing", async () => {
    const world = await worldWith("Add a page");
    const ended = await world.run(["build"]);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toMatch(/^coder {5}player:coder.yaml\nreviewer {2}player:reviewer.yaml\n/);
    expect(ended.stderr).toContain("checks    none: build.command and build.testCommand name them\n");
    expect(ended.stderr).toMatch(
      /\] Add a page {2}[0-9a-f]{8}\n\[\d+ s\] {3}coder starts \(player:coder.yaml\)\n[\s\S]* approved\n[\s\S]* landed on origin\/main as [0-9a-f]{8}\n/,
    );
    expect(ended.stdout).toMatch(
      /^the build is done\n {2}completed {3}[0-9a-f]{8} Add a page {2}[0-9a-f]{8}\n$/,
    );
    expect(landed(world)[0]).toMatch(/^Add a page \([0-9a-f]{8}\)$/);
    const again = await world.run(["build", "--quiet"]);
    expect([again.code, again.stdout]).toEqual([0, ""]);
    expect(await built(world)).toMatchObject({ end: "nothing", tasks: [], left: 0 });
    expect(gitIn(world, world.project, "worktree", "list").split("\n")).toHaveLength(1);
  });

  test("takes one task, the one that is named, or those of a section", async () => {
    const world = await worldWith("First", "Second", "Third");
    agents(world, [{ on: { purpose: "coder" }, write: "# Work\n\n**No change needed:** It is there.\n" }]);
    await world.run(["sections", "add", "Later", "--quiet"]);
    await world.run(["tasks", "add", "Fourth", "--section", "Later", "--quiet"]);
    const titles = async (...args: readonly string[]): Promise<readonly string[]> =>
      (await built(world, ...args)).tasks.map(({ title }) => title);
    expect(await titles("--once")).toEqual(["First"]);
    expect(await titles("--section", "later")).toEqual(["Fourth"]);
    const third = documentOf(await world.run(["tasks", "list", "--json"])) as readonly {
      id: string;
      title: string;
    }[];
    expect(await titles("--task", third.find(({ title }) => title === "Third")?.id ?? "")).toEqual(["Third"]);
    expect(await built(world)).toMatchObject({ tasks: [{ title: "Second", status: "completed" }], left: 0 });
  });

  test("waits for what only a person can say, goes on after it, and a dispute holds nobody up", async () => {
    const world = await worldWith("Ask first", "Argue", "Do well");
    agents(
      world,
      [
        { on: { purpose: "coder", told: ["Port 8080."] }, ...WRITES, write: coderDocument() },
        { on: { purpose: "coder", told: ["`: `Ask first`"] }, write: BLOCKED },
        {
          on: { purpose: "position" },
          write: "# Position\n\n**Position:** It is to be read the other way.\n",
        },
        {
          on: { purpose: "coder", told: ["`: `Argue`"] },
          files: [{ write: "a.txt", text: "a\n" }],
          write: coderDocument(),
        },
        { on: { purpose: "coder" }, files: [{ write: "b.txt", text: "b\n" }], write: coderDocument() },
      ],
      [
        { on: { purpose: "reviewer", told: ["`: `Argue`"] }, write: disputeDocument() },
        { on: { purpose: "reviewer" }, write: APPROVE },
      ],
    );
    const first = await world.run(["build"]);
    expect(first.code).toBe(7);
    expect(first.stdout).toMatch(/^the build waits for you {2}1 task left\n/);
    expect(first.stdout).toMatch(/ disputed {4}[0-9a-f]{8} Argue {2}[0-9a-f]{8}\n/);
    expect(first.stdout).toMatch(
      /^B1 to answer: parley inbox\n1 dispute waits for your decision: parley dispute show [0-9a-f]{8}\ngo on: parley build\n$/m,
    );
    expect((await world.run(["answer", "B1", "guide", "--text", "Port 8080.", "--quiet"])).code).toBe(0);
    expect(await built(world)).toMatchObject({
      code: 0,
      end: "done",
      tasks: [{ title: "Ask first", status: "completed" }],
    });
    expect([...landed(world)].map((title) => title.replace(/ \(.*/, ""))).toEqual([
      ...["Ask first", "Do well", "Argue"],
      "begun",
    ]);
  });

  test("names a task of an earlier build that it only lands", async () => {
    const world = await worldWith("Add a page");
    const hook = join(world.project, "remote.git/hooks/pre-receive");
    world.write(hook, "#!/bin/sh\nexit 1\n");
    chmodSync(hook, 0o755);
    expect(await built(world)).toMatchObject({ code: 7, tasks: [{ title: "Add a page", status: "review" }] });
    rmSync(hook);
    expect((await world.run(["answer", "B1", "retry", "--quiet"])).code).toBe(0);
    const ended = await world.run(["build"]);
    expect(ended.stderr).toMatch(/\] {5}"Add a page" landed on origin\/main as [0-9a-f]{8}\n/);
    expect(ended.stdout).toMatch(
      /^the build is done\n {2}completed {3}[0-9a-f]{8} Add a page {2}[0-9a-f]{8}\n$/,
    );
  });

  test("goes by the agent that a person names between two builds, until nothing is under way", async () => {
    const world = await worldWith("Add a page");
    agents(world, [{ on: { purpose: "coder" }, ...WRITES, write: coderDocument() }], []);
    expect(await built(world)).toMatchObject({ code: 7, questions: ["B1"] });
    world.write(
      join(world.project, "other.yaml"),
      JSON.stringify({ steps: [{ on: { purpose: "reviewer" }, write: APPROVE }] }),
    );
    const answer = ["answer", "B1", "other-agent", "--text", "player:other.yaml", "--quiet"];
    expect((await world.run(answer)).code).toBe(0);
    const ended = await world.run(["build"]);
    expect([ended.code, ended.stderr]).toEqual([
      0,
      expect.stringMatching(/^reviewer {2}player:other.yaml$/m),
    ]);
    expect(ended.stderr).toContain("note: player:other.yaml is the reviewer, as you have answered");
    const next = await world.run(["build"]);
    expect(next.stderr).toMatch(/^reviewer {2}player:reviewer.yaml$/m);
  });

  test("cuts a long title, so that each task has its line", async () => {
    const world = await worldWith(
      "Add a page that says at length what the shop sells, and to whom, and when",
    );
    agents(world, [{ on: { purpose: "coder" }, write: BLOCKED }]);
    const ended = await world.run(["build"]);
    expect(ended.stdout).toMatch(/^ {2}in_progress [0-9a-f]{8} Add a page that .*… {2}coding$/m);
    expect(ended.stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("begins nothing where there is no repository, no agent with hands, or nobody agreed to a command", async () => {
    const bare = await newProject();
    bare.write(bare.projectConfig, AGENTS);
    agents(bare, [{ on: { purpose: "coder" }, write: coderDocument() }]);
    await bare.run(["tasks", "add", "Add a page", "--quiet"]);
    const refused = async (world: World, ...args: readonly string[]) => {
      const ended = await world.run(["build", "--json", ...args]);
      const { code, fix } = errorOf(ended);
      return [ended.code, code, fix];
    };
    expect(await refused(bare)).toEqual([5, "no-repository", "git init, and make a first commit"]);
    const world = await worldWith("Add a page");
    world.write(world.userConfig, "agents:\n  anthropic:\n    model: m\n");
    const key = { ANTHROPIC_API_KEY: "a-key-of-nobody" };
    const handless = await world.run(["build", "--coder", "anthropic", "--json"], { env: key });
    expect([handless.code, errorOf(handless).code]).toEqual([3, "no-hands"]);
    expect((await refused(world, "--task", "ffffffff")).slice(0, 2)).toEqual([4, "no-task"]);
    expect((await refused(world, "--section", "none")).slice(0, 2)).toEqual([4, "no-section"]);
    expect((await refused(world, "--parallel", "9")).slice(0, 2)).toEqual([2, "parallel"]);
    world.write(world.projectConfig, `${AGENTS}build:\n  testCommand: make test\n`);
    expect((await refused(world)).slice(0, 2)).toEqual([5, "untrusted"]);
    const events = documentOf(await world.run(["tasks", "audit", "--json"])) as readonly {
      notes: string | null;
    }[];
    expect(events.filter(({ notes }) => notes?.includes("begun") === true)).toEqual([]);
  });

  test("runs once at a time, and not inside an agent's run", async () => {
    const world = await worldWith("Add a page");
    const { store } = await openProject(projectAt(world.project), "read-write");
    await store.acquire({
      resource: BUILD_LEASE,
      holder: { host: "elsewhere", pid: 1, processStart: "then" },
      ...{ nowMs: Date.now(), leaseMs: 60_000, isDead: () => false },
    });
    store.close();
    const held = await world.run(["build", "--json"]);
    expect([held.code, errorOf(held).code]).toEqual([6, "build-held"]);
    const inside = await world.run(["build", "--json"], { env: { PARLEY_RUN: "a-run" } });
    expect([inside.code, errorOf(inside).code]).toEqual([5, "inside-run"]);
  });

  test("reports a dispute that has been open for too long, once", async () => {
    const { world, id } = await projectWith((board) => ({
      id: board.dispute(board.inReview("Log in"), { hours: daysAgo(9) }),
    }));
    world.write(world.projectConfig, AGENTS);
    agents(world, []);
    beginRepository(world);
    for (const _ of ["first", "second"]) expect((await world.run(["build"])).code).toBe(0);
    const log = world.read(join(world.project, ".parley/logs/disputes.log"));
    expect(log.match(new RegExp(`dispute ${id} has been open for 9 days`, "g"))).toHaveLength(1);
  });

  test("asks nothing of a board without tasks", async () => {
    const world = await worldWith();
    const ended = await world.run(["build"]);
    expect([ended.code, ended.stdout]).toEqual([0, "there is nothing to build\nsee why: parley board\n"]);
  });
});

/** Of the demo's screen in the docs, what is told where nobody is asked and the width is another. */
function screenInDocs(): readonly string[] {
  const [, build = ""] = readFileSync("docs/screens.md", "utf8").split("\n## A build\n");
  const [, story = "", again = ""] = build.split("```text\n").map((part) => part.split("```")[0] ?? "");
  const [decided = ""] = again.split("\nthe build is done\n");
  return `${story}${decided}`.split("\n").filter((line) => line !== "" && !/^[│◆└]/.test(line));
}

/** Ids and times differ from run to run. */
function likeInDocs(text: string): string {
  return text
    .replaceAll(/^\[[^\]]+\] /gm, "")
    .replaceAll(/\b[0-9a-f]{8}\b/g, "ID")
    .replaceAll(/\d+\.\d s\b/g, "SECONDS")
    .replaceAll(/\s+/g, " ")
    .trim();
}

describe("parley demo build", () => {
  test("approves one, rejects one, argues about one, decides it, and lands all of it", async () => {
    const world = newWorld();
    const ended = await world.run(["demo", "build", "--no-input", "--json"]);
    expect(ended.code).toBe(0);
    const { demo, tasks, end } = documentOf(ended) as Built & { readonly demo: string };
    expect([demo, end]).toEqual([join(world.project, "parley-build-demo"), "done"]);
    expect(tasks.map(({ title, status }) => `${title}: ${status}`)).toEqual([
      "Price a parcel by its weight: completed",
      "Refuse what is too heavy: completed",
      "Give regular customers a discount: completed",
      "Print the price list: completed",
    ]);
    const told = likeInDocs(ended.stderr);
    const screen = screenInDocs();
    expect(screen.length).toBeGreaterThan(50);
    for (const line of screen) expect(told).toContain(likeInDocs(line));
    const remote = join(demo, "remote.git");
    expect(gitIn(world, remote, "log", "--format=%H", "main").split("\n")).toHaveLength(6);
    expect(gitIn(world, remote, "show", "main:src/discount.js")).toContain("Math.floor");
    const shop = join(demo, "shop");
    expect(gitIn(world, shop, "status", "--porcelain")).toBe("?? dispute.md");
    expect(
      existsSync(join(shop, ".parley/worktrees")) ? readdirSync(join(shop, ".parley/worktrees")) : [],
    ).toEqual([]);
    const again = await world.run(["demo", "build", "--dir", demo, "--json"]);
    expect([again.code, errorOf(again).code]).toEqual([5, "not-empty"]);
  });
});

test("a person who codes has the form in their editor, works in the worktree, and the build goes on", async () => {
  const world = await worldWith("Add a page");
  const editor = editorProgram(`
    const [, folder] = /The worktree is (.*)/.exec(text);
    fs.writeFileSync(folder + "/page.txt", "by hand\\n");
    return text.includes("attempt 2") ? text.replace("Half.", "## Summary\\n\\nDone.") : text.replace("## Summary", "Half.");
  `);
  const request = requestIn({ ...contextOf(world), env: { ...world.env, EDITOR: editor } });
  const wish = { task: undefined, section: undefined, once: false, parallel: undefined, reviewer: undefined };
  const built = await buildAndAsk(request, { ...wish, coder: "human" }, { terminal: new FakeTerminal() });
  expect(built).toMatchObject({ end: "done", awaited: [], tasks: [{ status: "completed" }] });
  expect(gitIn(world, join(world.project, "remote.git"), "show", "main:page.txt")).toBe("by hand");
});

test("a person who stands in the worktree of a task stands in the project", async () => {
  const world = await worldWith("Add a page");
  const agents = ["--coder", "human", "--no-input"];
  expect((await world.run(["build", ...agents])).code).toBe(7);
  const [{ id }] = documentOf(await world.run(["tasks", "list", "--json"])) as [{ id: string }];
  const cwd = join(world.project, ".parley/worktrees", id);
  expect(existsSync(join(cwd, ".parley/config.yaml"))).toBe(true);
  world.write(join(cwd, "page.txt"), "by hand\n");
  world.write(join(world.root, "mine.md"), coderDocument());
  const submitted = await world.run(["submit", "coder", join(world.root, "mine.md")], { cwd });
  expect(submitted).toMatchObject({ code: 0, stderr: "" });
  expect(existsSync(join(cwd, ".parley/parley.db"))).toBe(false);
  expect((await world.run(["build", ...agents], { cwd })).code).toBe(0);
  expect(landed(world)[0]).toMatch(/^Add a page/);
});

test("a person who reviews and puts it off is told where to write, and their form is laid out anew at once", async () => {
  const world = await worldWith("Add a page");
  const agents = ["--reviewer", "human", "--no-input"];
  const ended = await world.run(["build", ...agents]);
  expect(ended.code).toBe(7);
  expect(ended.stdout).toMatch(/^a document is awaited: round 1 reviewer, [0-9a-f]{8} "Add a page"$/m);
  expect(ended.stdout).toContain("parley submit reviewer .parley/runs/");
  const [{ id }] = documentOf(await world.run(["tasks", "list", "--json"])) as [{ id: string }];
  const submit = (input: string) => world.run(["submit", "reviewer", "-", "--task", id, "--json"], { input });
  const refused = await submit("# Review\n\nFine.\n");
  expect([refused.code, refused.stderr]).toEqual([1, ""]);
  const { awaited } = documentOf(refused) as { awaited: [{ file: string; prompt: string }] };
  expect(world.read(awaited[0].file)).toContain("Fine.");
  expect(world.read(awaited[0].prompt)).toContain("+a page");
  expect((await submit(APPROVE)).code).toBe(0);
  expect((await world.run(["build", ...agents])).code).toBe(0);
  expect(landed(world)[0]).toMatch(/^Add a page/);
});
