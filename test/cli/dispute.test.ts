// The commands about disputes, with the real program.
import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, test } from "vitest";
import { daysAgo, projectWith } from "./dispute-world.ts";
import { documentOf, type Ended, errorOf, newProject, type World } from "./world.ts";

const ME = `human:${userInfo().username}`;
const words = ({ stdout, stderr }: Ended): string => `${stdout}${stderr}`.replaceAll(/\s+/g, " ");

interface Seen {
  readonly id: string;
  readonly taskStatus: string;
}

async function json(world: World, args: readonly string[], env = {}): Promise<Seen> {
  const ended = await world.run([...args, "--json"], { env });
  expect(ended, words(ended)).toMatchObject({ code: 0 });
  return documentOf(ended) as Seen;
}

const inReview = () => projectWith((board) => ({ task: board.inReview("Fix login bug", 1) }));
const position = ["--position", "Sessions are safer."];

async function disputed(): Promise<{ world: World; task: string; id: string }> {
  const { world, task } = await inReview();
  const about = ["--as", "reviewer", "--reason", "architecture_disagreement", ...position];
  const { id } = await json(world, ["dispute", "create", task, ...about]);
  return { world, task, id };
}

const disputeMd = (world: World): string => world.read(join(world.project, "dispute.md"));

describe("raising a dispute", () => {
  test("by the reviewer: the task is [!], its position is kept, the other side's awaited", async () => {
    const { world, task } = await inReview();
    const about = ["--reason", "architecture_disagreement", ...position, "--model", "claude-opus-4"];
    const ended = await world.run(["dispute", "create", task, "--as", "reviewer", ...about]);
    expect([ended.code, words(ended)]).toEqual([0, expect.stringContaining("review [o] → disputed [!]")]);
    const [listed] = documentOf(await world.run(["dispute", "list", "--json"])) as Seen[];
    const shown = await json(world, ["dispute", "show", listed?.id ?? ""]);
    expect(shown).toEqual({ ...listed, taskStatus: "disputed" });
    expect(shown).toMatchObject({ daysOpen: 0 });
    expect(listed).toMatchObject({
      taskId: task,
      taskTitle: "Fix login bug",
      type: "reviewer",
      raisedBy: "reviewer",
      weight: "major",
      status: "open",
      reason: "architecture_disagreement",
      coderPosition: null,
      reviewerPosition: "Sessions are safer.",
      reviewerModel: "claude-opus-4",
      resolution: null,
      createdBy: "model:claude-opus-4",
    });
    expect(disputeMd(world)).toContain(`## Dispute: ${listed?.id} (OPEN)`);
    expect(disputeMd(world)).toContain("### Reviewer Position (claude-opus-4)");
  });

  test("by the coder inside its run, whatever it says it is", async () => {
    const { world, task } = await inReview();
    const about = ["--reason", "specification_interpretation", "--position", "Stateless means tokens."];
    const env = { PARLEY_ROLE: "coder" };
    const refused = await world.run(["dispute", "create", task, "--as", "reviewer", ...about], { env });
    expect(refused.code).toBe(5);
    const created = await json(world, ["dispute", "create", task, ...about, "--model", "m-1"], env);
    expect(created).toMatchObject({ type: "coder", coderPosition: "Stateless means tokens." });
    expect((await world.run(["dispute", "resolve", created.id, "--decision", "coder"], { env })).code).toBe(
      5,
    );
  });

  test("by a person, whose words are neither side's", async () => {
    const { world, task } = await inReview();
    const created = await json(world, ["dispute", "create", task, "--reason", "other", ...position]);
    expect(created).toMatchObject({
      type: "human",
      detail: "Sessions are safer.",
      coderPosition: null,
      reviewerPosition: null,
      createdBy: ME,
    });
  });

  test("a model without --as coder or reviewer is a usage error, and nothing happens", async () => {
    const { world, task } = await inReview();
    const model = ["--model", "claude-opus-4"];
    const lines = [
      ["dispute", "create", task, "--reason", "scope_disagreement", ...position],
      ["dispute", "log", task, "--minor", "--notes", "taste"],
      ["dispute", "position", "d1", ...position],
      ["tasks", "add", "Log out"],
      ["tasks", "update", task, "--status", "pending"],
      ["tasks", "approve", task],
      ["tasks", "reject", task, "--notes", "no"],
    ];
    for (const line of lines) {
      for (const as of [[], ["--as", "human"]]) {
        const ended = await world.run([...line, ...model, ...as]);
        expect([line[1], ended.code]).toEqual([line[1], 2]);
        expect(ended.stderr).toContain("--as coder");
      }
    }
    expect(documentOf(await world.run(["dispute", "list", "--json"]))).toEqual([]);
    expect(await json(world, ["tasks", "show", task])).toMatchObject({ status: "review" });
  });

  test("a model that speaks for a side is the one who acts", async () => {
    const { world, task } = await inReview();
    const log = ["dispute", "log", task, "--minor", "--notes", "taste", "--model", "claude-opus-4"];
    expect(await json(world, [...log, "--as", "coder"])).toMatchObject({ createdBy: "model:claude-opus-4" });
  });

  test("the other side's position is given once", async () => {
    const { world, id } = await disputed();
    const give = ["dispute", "position", id, "--position", "Tokens scale."];
    expect((await world.run(give)).code).toBe(2);
    expect(await json(world, [...give, "--as", "coder"])).toMatchObject({ coderPosition: "Tokens scale." });
    const again = await world.run([...give, "--as", "coder"]);
    expect([again.code, words(again)]).toEqual([5, expect.stringContaining("is settled already")]);
    expect(disputeMd(world)).toContain("Tokens scale.");
  });

  test("several tasks are disputed independently, each with one open dispute", async () => {
    const { world, first, second } = await projectWith((board) => ({
      first: board.inReview("Fix login bug"),
      second: board.inReview("Add caching"),
    }));
    const about = ["--as", "coder", "--reason", "scope_disagreement", ...position];
    await json(world, ["dispute", "create", first, ...about]);
    await json(world, ["dispute", "create", second, ...about]);
    const third = await world.run(["dispute", "create", first, ...about]);
    expect([third.code, words(third)]).toEqual([5, expect.stringContaining("has an open dispute already")]);
    expect(documentOf(await world.run(["dispute", "list", "--json"]))).toHaveLength(2);
    expect(disputeMd(world).match(/^## Dispute: /gm)).toHaveLength(2);
  });

  test("a minor one is on record, resolved as the coder had it, and leaves the task alone", async () => {
    const { world, task } = await inReview();
    const notes = ["--notes", "snake_case, as everywhere."];
    const plain = await world.run(["dispute", "log", task, ...notes]);
    expect([plain.code, words(plain)]).toEqual([2, expect.stringContaining("--minor")]);
    expect(await json(world, ["dispute", "log", task, "--minor", ...notes])).toMatchObject({
      type: "minor",
      weight: "minor",
      status: "resolved",
      resolution: "coder",
      notes: "snake_case, as everywhere.",
      taskStatus: "review",
      resolvedBy: ME,
    });
    expect(disputeMd(world)).toContain(", minor");
    expect(disputeMd(world).match(/snake\\?_case, as everywhere/g)).toHaveLength(1);
  });
});

describe("the files of a dispute", () => {
  const git = (world: World, ...args: string[]): string =>
    execFileSync(
      "git",
      ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", ...args],
      {
        cwd: world.project,
        encoding: "utf8",
      },
    ).trim();
  const committed = (world: World, name: string): string => {
    world.write(join(world.project, name), name);
    git(world, "add", name);
    git(world, "commit", "-qm", "work");
    return git(world, "rev-parse", "HEAD");
  };
  const raise = ["--reason", "scope_disagreement", ...position];

  test("are those of the commits that its task came with, as git tells", async () => {
    const { world, task } = await projectWith((board) => ({ task: board.add("Fix login bug") }));
    git(world, "init", "-q");
    const first = committed(world, "src/auth/jwt.ts");
    const second = committed(world, "src/日本 語.ts");
    committed(world, "unrelated.ts");
    for (const [status, commit] of [
      ["in_progress", first],
      ["review", second.slice(0, 10)],
      ["in_progress", first],
      ["review", "0123456789abcdef"],
    ] as const)
      await json(world, ["tasks", "update", task, "--status", status, "--commit", commit]);
    const files = ["src/auth/jwt.ts", "src/日本 語.ts"];
    const created = await json(world, ["dispute", "create", task, ...raise]);
    expect(created).toMatchObject({ files });
    expect(disputeMd(world)).toContain(`**Files:** ${files.join(", ")}`);
    expect(words(await world.run(["dispute", "show", created.id]))).toContain(`files ${files.join(", ")}`);
  });

  test.each(["no repository", "no git"])("are not known with %s", async (lack) => {
    const { world, task } = await projectWith((board) => ({ task: board.add("Fix login bug") }));
    let commit = "0123456789abcdef";
    if (lack === "no git") {
      git(world, "init", "-q");
      commit = committed(world, "a.ts");
    }
    await json(world, ["tasks", "update", task, "--status", "review", "--commit", commit]);
    const env = lack === "no git" ? { PATH: world.bin } : {};
    expect(await json(world, ["dispute", "create", task, ...raise], env)).toMatchObject({ files: [] });
    expect(disputeMd(world)).toContain("**Files:** none known");
  });
});

test("whoever was killed before dispute.md was written: the next change of any kind writes it", async () => {
  const { world } = await disputed();
  const file = join(world.project, "dispute.md");
  const shown = disputeMd(world);
  // As it is when parley dies between the two.
  rmSync(file);
  const database = new DatabaseSync(join(world.project, ".parley/parley.db"));
  database.exec("delete from file_cursors where stream = 'board'");
  database.close();
  expect(await world.run(["tasks", "add", "Something else"])).toMatchObject({ code: 0 });
  expect(disputeMd(world)).toBe(shown);
});

describe("settling a dispute", () => {
  test.each([
    ["coder", [], "completed"],
    ["reviewer", ["--notes", "Use sessions."], "in_progress"],
    ["custom", ["--notes", "Tokens in a cookie."], "in_progress"],
  ] as const)("decided for %s", async (decision, notes, taskStatus) => {
    const { world, id } = await disputed();
    const args = ["dispute", "resolve", id.slice(0, 5), "--decision", decision, ...notes];
    expect(await json(world, args)).toMatchObject({
      id,
      status: "resolved",
      resolution: decision,
      taskStatus,
      notes: notes[1] ?? null,
      resolvedBy: ME,
      daysOpen: null,
    });
    expect(disputeMd(world)).toContain(`**Resolution:** ${decision.toUpperCase()}`);
    const again = await world.run(args);
    expect([again.code, words(again)]).toEqual([5, expect.stringContaining("cannot be resolved")]);
  });

  test("withdrawn: the task is where it was", async () => {
    const { world, id } = await disputed();
    expect(await json(world, ["dispute", "withdraw", id, "--notes", "Settled over lunch."])).toMatchObject({
      status: "withdrawn",
      taskStatus: "review",
      resolution: null,
    });
    expect((await world.run(["dispute", "withdraw", id])).code).toBe(5);
  });

  test("what was decided, an agent does not raise again; a person may", async () => {
    const { world, id, task } = await disputed();
    await json(world, ["dispute", "resolve", id, "--decision", "reviewer", "--notes", "Use sessions."]);
    const raise = ["dispute", "create", task, "--reason", "architecture_disagreement", ...position];
    const again = await world.run([...raise, "--as", "coder"]);
    expect([again.code, words(again)]).toEqual([5, expect.stringContaining("was decided")]);
    expect(await json(world, raise)).toMatchObject({ type: "human", taskStatus: "disputed" });
  });
});

test("says clearly why not, and leaves everything as it was", async () => {
  const { world, task, id } = await disputed();
  const before = documentOf(await world.run(["dispute", "list", "--json"]));
  const other = ["--reason", "other"];
  const cases: readonly [readonly string[], number, string][] = [
    [["create", task, ...position], 2, "--reason is needed"],
    [["create", task, "--reason", "scope", ...position], 2, "did you mean scope_disagreement?"],
    [["create", task, ...other], 2, "--position is needed"],
    [["create", task, ...other, ...position, "--as", "codr"], 2, "did you mean coder?"],
    [["create", "ffffffff", ...other, ...position], 4, "no task ffffffff"],
    [["log", "ffffffff", "--minor", "--notes", "n"], 4, "no task ffffffff"],
    [["log", task, "--minor"], 2, "--notes is needed"],
    [["position", "ffffffff", "--as", "coder", ...position], 4, "no dispute ffffffff"],
    [["resolve", id], 2, "--decision is needed"],
    [["resolve", id, "--decision", "codre"], 2, "did you mean coder?"],
    [["resolve", id, "--decision", "custom"], 2, "needs notes"],
    [["resolve", "ffffffff", "--decision", "coder"], 4, "no dispute ffffffff"],
    [["show", "ffffffff"], 4, "no dispute ffffffff"],
    [["withdraw", "ffffffff"], 4, "no dispute ffffffff"],
    [["list", "--status", "opne"], 2, "did you mean open?"],
  ];
  for (const [args, code, said] of cases) {
    const ended = await world.run(["dispute", ...args]);
    expect([ended.code, words(ended)], args.join(" ")).toEqual([code, expect.stringContaining(said)]);
  }
  expect(documentOf(await world.run(["dispute", "list", "--json"]))).toEqual(before);
});

test("refuses what a task's state does not allow", async () => {
  const { world, pending, begun } = await projectWith((board) => {
    const ids = { pending: board.add("Not begun"), begun: board.add("Under way") };
    board.do({ type: "ChangeStatus", task: ids.begun, to: "in_progress" });
    return ids;
  });
  const raise = (task: string, as: string) =>
    world.run(["dispute", "create", task, "--as", as, "--reason", "other", "--detail", "d", ...position]);
  expect((await raise(pending, "human")).code).toBe(5);
  expect((await raise(begun, "coder")).code).toBe(5);
  expect((await raise(begun, "human")).code).toBe(0);
});

describe("lists", () => {
  const past = () =>
    projectWith((board) => {
      const [old, older, young, done] = ["Fix login bug", "Add OAuth", "Add caching", "Log out"].map(
        (title) => board.inReview(title),
      ) as [never, never, never, never];
      const ids = {
        old: board.dispute(old, { hours: daysAgo(12.5) }),
        older: board.dispute(older, { hours: daysAgo(20.5), reason: "security_concern" }),
        young: board.dispute(young, { hours: daysAgo(6) }),
        done: board.dispute(done, { hours: daysAgo(30) }),
      };
      board.do({ type: "ResolveDispute", dispute: ids.done, decision: "coder", hours: daysAgo(29) });
      return ids;
    });

  test("open ones first, those that wait longest at the top; by status", async () => {
    const { world, old, older, young, done } = await past();
    const { stdout } = await world.run(["dispute", "list"]);
    expect(stdout.split("\n").map((line) => line.trim().split(/ {2,}/))).toEqual([
      ["ID", "TASK", "STATUS", "REASON"],
      [older, "Add OAuth", "open", "security_concern"],
      [old, "Fix login bug", "open", "architecture_disagreement"],
      [young, "Add caching", "open", "architecture_disagreement"],
      [done, "Log out", "resolved", "architecture_disagreement"],
      [""],
    ]);
    const resolved = await world.run(["dispute", "list", "--status", "resolved", "--quiet"]);
    expect(resolved.stdout).toBe(`${done}\n`);
    expect(words(await world.run(["dispute", "list", "--status", "withdrawn"]))).toContain("no such dispute");
  });

  test("the stale ones with their days; looking alerts nobody", async () => {
    const { world, old, older } = await past();
    const ended = await world.run(["dispute", "list", "--stale"]);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(/^WARNING: 2 disputes have been open for > 7 days\n\n/);
    expect(ended.stdout).toMatch(/\n\nRun `parley dispute show <id>` for details\.\n$/);
    expect(ended.stdout).toMatch(
      new RegExp(`^ID +TASK +DAYS OPEN\n${older} +Add OAuth +20\n${old} +Fix login bug +12$`, "m"),
    );
    await world.run(["config", "set", "disputes.timeoutDays", "15"]);
    const fewer = documentOf(await world.run(["dispute", "list", "--stale", "--json"]));
    expect(fewer).toMatchObject([{ id: older, daysOpen: 20, staleAlertedAt: null }]);
    expect((await world.run(["dispute", "list", "--stale"])).stdout).toMatch(
      /^WARNING: 1 dispute has been open for > 15 days\n/,
    );
    await world.run(["config", "set", "disputes.timeoutDays", "40"]);
    expect(words(await world.run(["dispute", "list", "--stale"]))).toContain("No dispute has been open");
    expect(existsSync(join(world.project, ".parley/logs/disputes.log"))).toBe(false);
  });

  test("with the titles that tasks have now; the same keys, whoever asks", async () => {
    const { world, old, older } = await past();
    const all = async (...more: string[]) =>
      documentOf(await world.run(["dispute", "list", ...more, "--json"])) as {
        readonly id: string;
        readonly taskId: string;
        readonly daysOpen: number | null;
      }[];
    const [first, second, , settled] = await all();
    expect([first?.daysOpen, second?.daysOpen, settled?.daysOpen]).toEqual([20, 12, null]);
    expect((await all("--stale")).map(Object.keys)).toEqual(
      [first, second].map((one) => Object.keys(one ?? {})),
    );
    await world.run(["tasks", "update", first?.taskId ?? "", "--title", "Sign in with OAuth"]);
    for (const more of [[], ["--stale"]]) {
      const listed = await all(...more);
      expect(listed[0]).toMatchObject({ id: older, taskTitle: "Sign in with OAuth" });
      expect(listed[1]).toMatchObject({ id: old, taskTitle: "Fix login bug" });
      expect((await world.run(["dispute", "list", ...more])).stdout).toContain("Sign in with OAuth");
    }
  });

  test("a shortened id names one, or all that it may be", async () => {
    const { world, old } = await past();
    expect(await json(world, ["dispute", "show", old.slice(0, 4).toUpperCase()])).toMatchObject({ id: old });
    const several = await world.run(["dispute", "show", old.slice(0, 1), "--json"]);
    expect([several.code, errorOf(several).message]).toEqual([
      4,
      `${old.slice(0, 1)} may be any of 4 disputes`,
    ]);
    expect(errorOf(several).fix).toContain(`${old} "Fix login bug"`);
  });

  test("nothing yet", async () => {
    const world = await newProject();
    expect(documentOf(await world.run(["dispute", "list", "--json"]))).toEqual([]);
  });
});

describe("dispute.md", () => {
  test("an edit by hand is set aside, never lost, and never taken for ours", async () => {
    const { world, task, id } = await disputed();
    const file = join(world.project, "dispute.md");
    world.write(file, "my own notes\n");
    const resolved = await world.run(["dispute", "resolve", id, "--decision", "coder"]);
    expect([resolved.code, words(resolved)]).toEqual([
      0,
      expect.stringContaining("kept as dispute.md.edited"),
    ]);
    expect(world.read(`${file}.edited`)).toBe("my own notes\n");
    expect(disputeMd(world)).toContain("RESOLVED");
    world.write(file, "more notes\n");
    await world.run(["dispute", "log", task, "--minor", "--notes", "taste"]);
    expect(world.read(`${file}.edited-2`)).toBe("more notes\n");
  });

  test("a file of that name that was there before is kept", async () => {
    const { world, task } = await inReview();
    world.write(join(world.project, "dispute.md"), "# My disputes\n");
    await json(world, ["dispute", "create", task, "--reason", "scope_disagreement", ...position]);
    expect(world.read(join(world.project, "dispute.md.edited"))).toBe("# My disputes\n");
  });

  test("many at once leave the latest version, and nothing that looks like an edit", async () => {
    const { world, task } = await inReview();
    const ended = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        world.start(["dispute", "log", task, "--minor", "--notes", `note ${n}`, "--quiet"]),
      ),
    );
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(ended.map(() => [0, ""]));
    expect(disputeMd(world).match(/^## Dispute: /gm)).toHaveLength(8);
    expect(existsSync(join(world.project, "dispute.md.edited"))).toBe(false);
    expect(existsSync(join(world.project, ".parley/dispute.md.lock"))).toBe(false);
  });
});
