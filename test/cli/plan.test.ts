// From a finished spec to tasks, with the real program.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { CHECKOUT_AGENTS, checkoutWorld, copyCheckout } from "./checkout-world.ts";
import { documentOf, type Ended, errorOf, newWorld, type World } from "./world.ts";

const GIT_IDENTITY = ["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"];

const words = ({ stdout, stderr }: Ended): string => `${stdout}${stderr}`.replaceAll(/\s+/g, " ");

let kept: string | null = null;

afterAll(() => {
  if (kept !== null) rmSync(kept, { recursive: true, force: true });
});

/** A session that has left its spec; played once, and each test has a copy. */
async function finished(): Promise<World> {
  const world = newWorld();
  if (kept === null) {
    copyCheckout(world);
    await world.run(["refine", "checkout.md", ...CHECKOUT_AGENTS]);
    await world.run(["gap", "unblock", "todo-002", "--text", "Ten years."]);
    expect((await world.run(["resume"])).code).toBe(0);
    kept = mkdtempSync(join(tmpdir(), "parley-test-"));
    cpSync(world.project, kept, { recursive: true });
  } else cpSync(kept, world.project, { recursive: true });
  return world;
}

interface Plan {
  readonly added: readonly {
    readonly id: string;
    readonly title: string;
    readonly [more: string]: unknown;
  }[];
  readonly [more: string]: unknown;
}

async function json(world: World, args: readonly string[]): Promise<Plan> {
  const ended = await world.run([...args, "--json"]);
  expect(ended.code).toBe(0);
  return documentOf(ended) as Plan;
}

describe("plan", () => {
  test("nobody there: it is printed, nothing is added, and it says how", async () => {
    const world = await finished();
    const ended = await world.run(["plan", "checkout", "--no-input"]);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain("## Payment\n\n- [ ] Build: Payment\n  gap: GAP-TODO-001\n");
    expect(ended.stdout).toContain("  source: checkout_v1.md#payment\n");
    expect(ended.stderr).toContain("parley plan checkout --yes");
    expect(documentOf(await world.run(["tasks", "list", "--json"]))).toEqual([]);
    expect(await json(world, ["plan", "--dry-run"])).toMatchObject({ added: [], text: ended.stdout });
  });

  test("--yes adds it, with sections and sources; once", async () => {
    const world = await finished();
    const { added } = await json(world, ["plan", "checkout", "--yes"]);
    expect(added.map(({ section, sourceFile }) => [section, sourceFile])).toEqual([
      ["Payment", "checkout_v1.md#payment"],
      ["Cancelling", "checkout_v1.md#cancelling"],
      ["Receipts", "checkout_v1.md#receipts"],
    ]);
    expect(added[0]).toMatchObject({ status: "pending", notes: "GAP-TODO-001 of the session checkout" });
    expect(await json(world, ["plan", "checkout", "--yes"])).toMatchObject({ added: [], known: 3 });
  });

  test("a task is known by its gap: renamed, it is not added twice; removed, not again unless asked", async () => {
    const world = await finished();
    const edited = [
      "- [ ] Decline cards",
      "  gap: gap-todo-001",
      "  source: checkout_v1.md#payment",
      "- [ ] Cancel",
      "  gap: GAP-CLARIFY-001",
      "",
    ].join("\n");
    world.write(join(world.project, "plan.md"), edited);
    const [decline, cancel] = (await json(world, ["plan", "--from", "plan.md"])).added;
    await world.run(["tasks", "update", decline?.id ?? "", "--title", "Say no"]);
    await world.run(["tasks", "remove", cancel?.id ?? ""]);
    const gone = [{ item: "GAP-CLARIFY-001" }];

    const dry = await json(world, ["plan", "--dry-run"]);
    expect(dry).toMatchObject({ added: [], known: 1, removed: gone });
    expect(String(dry.text).match(/^- \[ \]/gm)).toHaveLength(1);

    const rest = await json(world, ["plan", "--yes"]);
    expect(rest).toMatchObject({ known: 1, removed: gone });
    expect(rest.added.map(({ sourceFile }) => sourceFile)).toEqual(["checkout_v1.md#receipts"]);

    const same = await world.run(["plan", "--from", "plan.md"]);
    expect(words(same)).toContain("0 tasks added, 1 on the board already");
    expect(words(same)).toContain(`not added again without --again: GAP-CLARIFY-001 "Cancel"`);

    const again = await json(world, ["plan", "--yes", "--again"]);
    expect(again).toMatchObject({ known: 2, removed: [] });
    expect(again.added.map(({ sourceFile }) => sourceFile)).toEqual(["checkout_v1.md#cancelling"]);
    expect(await json(world, ["plan", "--yes"])).toMatchObject({ added: [], known: 3, removed: [] });
  });

  test("what is planned later still comes after what was planned before", async () => {
    const world = await finished();
    world.write(join(world.project, "plan.md"), "- [ ] Decline\n  gap: GAP-TODO-001\n");
    const [first] = (await json(world, ["plan", "--from", "plan.md"])).added;
    world.write(join(world.project, "plan.md"), "- [ ] Refund\n  after: GAP-TODO-001\n");
    const later = await json(world, ["plan", "--from", "plan.md"]);
    expect(later).toMatchObject({ dropped: [], added: [{ after: [first?.id] }] });
  });

  test("plans that are being edited are none of git's", async () => {
    const world = await finished();
    expect(world.read(join(world.project, ".parley/.gitignore")).split("\n")).toContain("plans/");
  });

  test("a source that leads out of the project is refused, link or not", async () => {
    const world = await finished();
    world.write(join(world.root, "secret.md"), "# Secret\n");
    symlinkSync(join(world.root, "secret.md"), join(world.project, "link.md"));
    symlinkSync(world.root, join(world.project, "out"));
    symlinkSync("checkout.md", join(world.project, "same.md"));
    for (const source of ["../secret.md", "link.md#secret", "out/secret.md"]) {
      const ended = await world.run(["tasks", "add", "A", "--source", source, "--json"]);
      expect([ended.code, errorOf(ended).code]).toEqual([2, "outside-project"]);
    }
    const inside = await world.run(["tasks", "add", "A", "--source", "same.md#payment", "--json"]);
    expect(documentOf(inside)).toMatchObject({ sourceFile: "same.md#payment" });
  });

  test("what somebody has made of it is added as it is", async () => {
    const world = await finished();
    const plan = [
      "## Money",
      "",
      "- [ ] Decline cards",
      "  gap: GAP-TODO-001",
      "  source: checkout_v1.md#payment",
      "  A hint.",
      "- [-] Refund",
      "  after: GAP-TODO-001, GAP-TODO-002",
      "",
    ].join("\n");
    world.write(join(world.project, "plan.md"), plan);
    const done = await json(world, ["plan", "checkout", "--from", "plan.md"]);
    const [decline, refund] = done.added;
    expect(decline).toMatchObject({ title: "Decline cards", section: "Money", status: "pending" });
    expect(decline?.notes).toBe("GAP-TODO-001 of the session checkout\n\nA hint.");
    expect(refund).toMatchObject({ status: "in_progress", after: [decline?.id], sourceFile: null });
    expect(done.dropped).toEqual(["GAP-TODO-002"]);
  });

  test.each<[string, string, number, string]>([
    ["a heading that is not there", "- [ ] A\n  source: checkout_v1.md#paymnet\n", 4, "line 1 of the plan"],
    ["a foundation that is not there", "- [ ] A\n  after: abcdef99\n", 4, "there is no task abcdef99"],
  ])("refuses %s, and adds nothing", async (_, plan, code, said) => {
    const world = await finished();
    world.write(join(world.project, "plan.md"), plan);
    const ended = await world.run(["plan", "checkout", "--from", "plan.md"]);
    expect([ended.code, words(ended)]).toEqual([code, expect.stringContaining(said)]);
    expect(documentOf(await world.run(["tasks", "list", "--json"]))).toEqual([]);
  });

  test("a session without a finished spec, an unknown one, and two ways at once", async () => {
    const world = checkoutWorld();
    await world.run(["refine", "checkout.md", ...CHECKOUT_AGENTS]);
    const early = await world.run(["plan", "checkout"]);
    expect([early.code, words(early)]).toEqual([5, expect.stringContaining("has left no finished spec")]);
    expect((await world.run(["plan", "chekout"])).code).toBe(4);
    expect((await world.run(["plan", "checkout", "--yes", "--dry-run"])).code).toBe(2);
  });
});

interface Story {
  readonly gaps: readonly { readonly id: string }[];
  readonly tasks: readonly { readonly id: string; readonly [more: string]: unknown }[];
  readonly [more: string]: unknown;
}

describe("from a line to its commit and back", () => {
  const SHA = "1f3870be274f6c49b3e31a0c6728957f1f3870be";

  async function built() {
    const world = await finished();
    const { added } = await json(world, ["plan", "checkout", "--yes"]);
    const task = added[0]?.id ?? "";
    const record = ["tasks", "update", task, "--status", "completed", "--commit", SHA];
    expect((await world.run(record)).code).toBe(0);
    return { world, task };
  }

  /** The first line of the finished spec that was written for a gap. */
  async function lineOf(
    world: World,
    gap: string,
  ): Promise<{ readonly place: string; readonly story: Story }> {
    for (let line = 1; ; line += 1) {
      const place = `checkout_v1.md:${line}`;
      const story = (await json(world, ["why", place])) as unknown as Story;
      if (story.gaps.some(({ id }) => id === gap)) return { place, story };
    }
  }

  test("a line tells the task that was planned from its gap, and the commit", async () => {
    const { world, task } = await built();
    const { place, story } = await lineOf(world, "GAP-TODO-001");
    expect(story.tasks).toMatchObject([
      { id: task, title: "Build: Payment", status: "completed", because: "gap", commits: [{ commit: SHA }] },
    ]);
    const said = words(await world.run(["why", place]));
    expect(said).toContain(`${task} [x] Build: Payment planned from a gap of this line`);
    expect(said).toContain("commit 1f3870be274f, human:");
    // Of the same section, and yet no line of that gap's.
    const heading = (await json(world, ["why", "checkout_v1.md:1"])) as unknown as Story;
    expect(heading.tasks).toEqual([]);
  });

  test("a task that points at a heading is told with every line below it", async () => {
    const { world } = await built();
    const { id } = (await json(world, [
      "tasks",
      "add",
      "Pay",
      "--source",
      "checkout_v1.md#payment",
    ])) as never;
    const { story } = await lineOf(world, "GAP-TODO-001");
    expect(story.tasks.map((task) => [task.id, task.because])).toContainEqual([id, "heading"]);
  });

  test("a commit of the audit, by its beginning: its task, the gap and what was decided", async () => {
    const { world, task } = await built();
    expect(await json(world, ["why", "--commit", "1F3870BE"])).toMatchObject({
      commit: SHA,
      knownFrom: "audit",
      task: { id: task, title: "Build: Payment", status: "completed" },
      source: "checkout_v1.md#payment",
      session: "checkout",
      gaps: [{ id: "GAP-TODO-001" }],
    });
    const said = words(await world.run(["why", "--commit", SHA]));
    expect(said).toContain(`${task} [x] Build: Payment`);
    expect(said).toContain("fulfils checkout_v1.md#payment");
    expect(said).toContain("GAP-TODO-001");
    await world.run(["tasks", "remove", task]);
    expect(await json(world, ["why", "--commit", SHA])).toMatchObject({ taskId: task, task: null, gaps: [] });
  });

  test("a commit of the repository by its trailer; one that was made for no task; none at all", async () => {
    const { world, task } = await built();
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", world.project, ...GIT_IDENTITY, ...args], { encoding: "utf8" }).trim();
    git("init", "-q");
    git(
      "commit",
      "-q",
      "--allow-empty",
      "-m",
      `Pay\n\nParley-Task: ffffffff\nin the text\n\nParley-Task: ${task}`,
    );
    const commit = git("rev-parse", "HEAD");
    expect(await json(world, ["why", "--commit", commit.slice(0, 9)])).toMatchObject({
      ...{ commit, knownFrom: "trailer", taskId: task, gaps: [{ id: "GAP-TODO-001" }] },
    });
    git("commit", "-q", "--allow-empty", "-m", "Something else");
    const other = await world.run(["why", "--commit", git("rev-parse", "HEAD")]);
    expect([other.code, words(other)]).toEqual([4, expect.stringContaining("was not made for a task")]);
    const none = await world.run(["why", "--commit", "abcdef12"]);
    expect([none.code, words(none)]).toEqual([4, expect.stringContaining("git knows no such commit here")]);
  });

  test.each<[string, string[], string]>([
    ["neither", [], "say what to explain"],
    ["both", ["a.md:1", "--commit", "abcd"], "two questions"],
    ["an option of git's", ["--commit", "--all"], "does not name a commit"],
    ["a name", ["--commit", "HEAD"], "does not name a commit"],
  ])("%s is a question of no sense", async (_, args, said) => {
    const ended = await (await finished()).run(["why", ...args]);
    expect([ended.code, words(ended)]).toEqual([2, expect.stringContaining(said)]);
  });
});
