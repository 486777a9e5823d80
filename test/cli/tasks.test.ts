// The commands about tasks, with the real program.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { documentOf, type Ended, errorOf, newProject, newWorld, type World } from "./world.ts";

interface Task {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly [more: string]: unknown;
}

const SPEC = "# Shop\n\n## Log in\n\nPeople must log in.\n\n## 2. Pay\n\nPeople must pay.\n";

async function board(): Promise<World> {
  const world = await newProject();
  world.write(join(world.project, "spec.md"), SPEC);
  return world;
}

async function json<Shape>(world: World, args: readonly string[], env = {}): Promise<Shape> {
  const ended = await world.run([...args, "--json"], { env });
  expect([ended.code, ended.stderr]).toEqual([0, ""]);
  return documentOf(ended) as Shape;
}

async function add(world: World, title: string, ...more: readonly string[]): Promise<Task> {
  return await json<Task>(world, ["tasks", "add", title, ...more]);
}

async function titles(world: World, ...more: readonly string[]): Promise<readonly string[]> {
  return (await json<Task[]>(world, ["tasks", "list", ...more])).map(({ title }) => title);
}

const words = ({ stdout, stderr }: Ended): string => `${stdout}${stderr}`.replaceAll(/\s+/g, " ");

describe("adding and looking", () => {
  test("a task has its section, source and foundations, and is found by the beginning of its id", async () => {
    const world = await board();
    await world.run(["sections", "add", "Accounts"]);
    const first = await add(world, "  Sign   up ", "--section", "accounts");
    const second = await add(world, "Log in", "--source", "spec.md#Log in", "--after", first.id.slice(0, 7));
    expect(first).toMatchObject({
      title: "Sign up",
      status: "pending",
      section: "Accounts",
      rejectionCount: 0,
    });
    expect(second).toMatchObject({ section: null, sourceFile: "spec.md#log-in", after: [first.id] });
    const shown = await json<Task>(world, ["tasks", "show", second.id.toUpperCase().slice(0, 7)]);
    expect(shown).toMatchObject({ id: second.id, waitsFor: [first.id], foundations: [{ title: "Sign up" }] });
    expect(await json(world, ["tasks", "show", first.id])).toMatchObject({ dependents: [{ id: second.id }] });
    expect(await titles(world)).toEqual(["Log in", "Sign up"]);
    expect(await titles(world, "--section", "Accounts")).toEqual(["Sign up"]);
    expect((await world.run(["tasks", "add", "Quiet", "-q"])).stdout).toMatch(/^[a-f][0-9a-f]{7}\n$/);
    const before = await add(world, "First of all", "--before", first.id);
    expect(before).toMatchObject({ section: "Accounts" });
    expect(await titles(world, "--section", "Accounts")).toEqual(["First of all", "Sign up"]);
  });

  test("a task has the files its work is to stay in, until they are others or none", async () => {
    const world = await board();
    const globs = ["--files", "src/cart/**", "--files", " test/cart ", "--files", "src/cart/**"];
    const added = await add(world, "Draw the cart", ...globs);
    const files = ["src/cart/**", "test/cart"];
    expect(added).toMatchObject({ files });
    expect((await json<Task[]>(world, ["tasks", "list"]))[0]).toMatchObject({ files });
    const before = await add(world, "First of all", "--before", added.id, "--files", "docs");
    expect(before).toMatchObject({ files: ["docs"] });
    expect((await world.run(["tasks", "show", added.id])).stdout).toMatch(
      /files +src\/cart\/\*\*\n +test\/cart\n/,
    );
    const changed = ["tasks", "update", added.id, "--title", "Draw it"];
    const refused = await world.run([...changed, "--files", "../elsewhere", "--json"]);
    expect([refused.code, errorOf(refused)]).toMatchObject([
      2,
      { code: "unfit-text", message: '"../elsewhere" is no glob of files' },
    ]);
    expect(await json(world, ["tasks", "show", added.id])).toMatchObject({ title: "Draw the cart", files });
    expect(await json(world, ["tasks", "update", added.id, "--files", "lib"])).toMatchObject({
      files: ["lib"],
    });
    expect(await json(world, ["tasks", "update", added.id, "--files", ""])).toMatchObject({ files: [] });
    const absolute = await world.run(["tasks", "add", "No", "--files", "/etc/**"]);
    expect([absolute.code, await titles(world)]).toEqual([2, ["First of all", "Draw the cart"]]);
    const audit = await json<{ notes: string }[]>(world, ["tasks", "audit", added.id]);
    expect(audit.map(({ notes }) => notes)).toEqual(["added", "files lib", "any files"]);
  });

  test("a source is a heading of a file in the project, by its anchor, title, or title without number", async () => {
    const world = await board();
    world.write(join(world.project, "docs/more.md"), "no headings\n");
    const sources = ["spec.md", "./spec.md#pay", "spec.md#2-pay", "docs/more.md"];
    for (const [index, source] of sources.entries()) {
      const { sourceFile } = await add(world, `Task ${index}`, "--source", source);
      expect(sourceFile).toBe(["spec.md", "spec.md#2-pay", "spec.md#2-pay", "docs/more.md"][index]);
    }
    const inside = await world.run(["tasks", "add", "x", "--source", "more.md", "--json"], {
      cwd: join(world.project, "docs"),
    });
    expect(documentOf(inside)).toMatchObject({ sourceFile: "docs/more.md" });
  });

  test("lists leave the completed out unless asked, and take statuses as people write them", async () => {
    const world = await board();
    const [done, open] = [await add(world, "Done"), await add(world, "Open")];
    await world.run(["tasks", "update", done.id, "--status", "completed"]);
    await world.run(["tasks", "update", open.id, "--status", "in-progress"]);
    expect(await titles(world)).toEqual(["Open"]);
    expect(await titles(world, "--status", "all")).toEqual(["Done", "Open"]);
    expect(await titles(world, "--status", "[x]")).toEqual(["Done"]);
    expect(await titles(world, "--status", "In Progress")).toEqual(["Open"]);
    const plain = await world.run(["tasks", "list", "--status", "all"]);
    expect(plain.stdout).toBe(`${done.id} [x] Done\n${open.id} [-] Open\n`);
  });
});

describe("changing", () => {
  test("a task goes through review, back, and to its end, and the audit tells who, why and with which commit", async () => {
    const world = await board();
    const { id } = await add(world, "Log in", "--as", "coder", "--model", "opus");
    const coder = { PARLEY_ROLE: "coder" };
    await json(world, ["tasks", "update", id, "--status", "in_progress"], coder);
    await json(world, ["tasks", "update", id, "--status", "review", "--commit", "abcdef1"], coder);
    const rejected = await json(world, ["tasks", "reject", id, "--notes", "no test"], {
      PARLEY_ROLE: "reviewer",
    });
    expect(rejected).toMatchObject({
      status: "in_progress",
      rejectionCount: 1,
      feedback: [{ text: "no test" }],
    });
    await json(world, ["tasks", "update", id, "--status", "o"]);
    const approved = await world.run(["tasks", "approve", id, "--model", "critic", "--as", "reviewer"]);
    expect(words(approved)).toContain("review [o] → completed [x]");
    const audit = await json<{ [key: string]: unknown }[]>(world, ["tasks", "audit", id]);
    expect(audit.map(({ fromStatus, toStatus, commitSha }) => [fromStatus, toStatus, commitSha])).toEqual([
      [null, "pending", null],
      ["pending", "in_progress", null],
      ["in_progress", "review", "abcdef1"],
      ["review", "in_progress", null],
      ["in_progress", "review", null],
      ["review", "completed", null],
    ]);
    expect(audit.map(({ actor }) => actor)).toEqual([
      "model:opus",
      "model:coder",
      "model:coder",
      "model:reviewer",
      expect.stringMatching(/^human:/),
      "model:critic",
    ]);
    expect(audit[3]?.notes).toBe("no test");
  });

  test("several things at once are done together or not at all", async () => {
    const world = await board();
    const [first, second] = [await add(world, "First"), await add(world, "Second")];
    const both = ["--title", "Other", "--after", second.id, "--source", "spec.md#pay"];
    expect(await json(world, ["tasks", "update", first.id, ...both])).toMatchObject({
      title: "Other",
      after: [second.id],
      sourceFile: "spec.md#2-pay",
    });
    const refused = await world.run(["tasks", "update", first.id, "--title", "No", "--status", "disputed"]);
    expect([refused.code, words(refused)]).toEqual([5, expect.stringContaining("only by a dispute")]);
    const circle = await world.run(["tasks", "update", second.id, "--after", first.id, "--json"]);
    expect([circle.code, errorOf(circle).code]).toEqual([5, "cycle"]);
    expect(await json(world, ["tasks", "show", first.id])).toMatchObject({
      title: "Other",
      status: "pending",
    });
    expect(await json(world, ["tasks", "update", first.id, "--after", "", "--source", ""])).toMatchObject({
      after: [],
      sourceFile: null,
    });
  });

  test("the fifteenth rejection fails a task, and only a person restores it", async () => {
    const world = await board();
    const { id } = await add(world, "Hard");
    for (let count = 1; count <= 15; count += 1) {
      await world.run(["tasks", "update", id, "--status", "review", "-q"]);
      const ended = await world.run(["tasks", "reject", id, "--notes", `no ${count}`]);
      expect(words(ended)).toContain(`rejection ${count}`);
    }
    expect(await json(world, ["tasks", "show", id])).toMatchObject({ status: "failed", rejectionCount: 15 });
    const agent = await world.run(["tasks", "update", id, "--status", "review"], {
      env: { PARLEY_ROLE: "coder" },
    });
    expect(agent.code).toBe(5);
    expect(await json(world, ["tasks", "update", id, "--status", "pending"])).toMatchObject({
      rejectionCount: 0,
    });
  });

  test("tasks are moved, skipped and removed; the audit of one that is gone stays", async () => {
    const world = await board();
    await world.run(["sections", "add", "Later"]);
    const [a, b, c] = [
      await add(world, "A"),
      await add(world, "B"),
      await add(world, "C", "--section", "later"),
    ];
    await json(world, ["tasks", "move", b.id, "--before", a.id]);
    expect(await titles(world)).toEqual(["B", "A", "C"]);
    await json(world, ["tasks", "move", a.id, "--section", "Later", "--first"]);
    expect(await titles(world, "--section", "later")).toEqual(["A", "C"]);
    await json(world, ["tasks", "move", a.id, "--after-task", c.id]);
    await json(world, ["tasks", "move", c.id, "--section", ""]);
    expect(await titles(world)).toEqual(["B", "C", "A"]);
    expect(await json(world, ["tasks", "skip", a.id, "--notes", "not now"])).toMatchObject({ skipped: true });
    expect(words(await world.run(["tasks", "skip", a.id]))).toContain("nothing changed");
    expect(await json(world, ["tasks", "skip", a.id, "--off"])).toMatchObject({
      skipped: false,
      status: "pending",
    });
    expect(await json(world, ["tasks", "remove", a.id])).toMatchObject({ id: a.id });
    expect((await world.run(["tasks", "show", a.id])).code).toBe(4);
    const audit = await json<{ toStatus: string | null }[]>(world, ["tasks", "audit", a.id]);
    expect(audit.at(-1)?.toStatus).toBe(null);
  });
});

/** Without the comments that tell which line is which task. */
function plain(text: string): string {
  return text.replaceAll(/ <!-- parley:[0-9a-f]{8} -->/g, "");
}

describe("a checklist", () => {
  const TEXT = readFileSync("test/board/shop-relaunch.md", "utf8");

  test("of more than five hundred lines is taken in, written back to the byte, and synced by one character and the comments", async () => {
    const world = await board();
    const file = join(world.project, "TODO.md");
    world.write(file, TEXT);
    const dry = await json<{ added: unknown[] }>(world, ["tasks", "import", "TODO.md", "--dry-run"]);
    expect(await titles(world, "--status", "all")).toEqual([]);
    const taken = await json<{ added: Task[]; sections: string[]; unread: { line: number }[] }>(world, [
      "tasks",
      "import",
      "TODO.md",
    ]);
    expect(taken.added.length).toBe(dry.added.length);
    expect(taken.added).toHaveLength(353);
    expect(taken.sections).toHaveLength(31);
    expect(taken.sections).toContain("Accounts / Tests");
    expect(taken.unread).toHaveLength(22);
    expect(taken.unread[0]).toMatchObject({ line: 30, message: "[?] is no marker" });
    const said = words(await world.run(["tasks", "import", "TODO.md", "--dry-run"]));
    expect(said).toContain("353 known already not understood: 22 lines TODO.md:30 [?] is no marker");
    expect(said).toContain("TODO.md:517 a box without a list bullet before it or a space beside it");
    const [karim] = taken.added.filter(({ title }) => title.startsWith("VoiceOver"));
    expect(words(await world.run(["tasks", "show", karim?.id ?? ""]))).toContain(
      "He will come again in July.",
    );
    expect(await json(world, ["tasks", "import", "TODO.md"])).toMatchObject({
      added: [],
      known: taken.added.length,
    });
    expect(await json(world, ["tasks", "export", "TODO.md"])).toMatchObject({ differs: false, changed: [] });
    expect(world.read(file)).toBe(TEXT);
    const [open] = taken.added.filter(({ status }) => status === "pending");
    await world.run(["tasks", "update", open?.id ?? "", "--status", "completed"]);
    const shown = await world.run(["tasks", "export", "TODO.md", "--dry-run"]);
    const rehearsed = await json<{ text: string }>(world, ["tasks", "export", "TODO.md", "--dry-run"]);
    expect(world.read(file)).toBe(TEXT);
    expect(await json(world, ["tasks", "export", "TODO.md"])).toMatchObject({ changed: [open?.id] });
    const now = world.read(file).split("\n");
    expect(rehearsed.text).toBe(now.join("\n"));
    // A screen is given no tabs; who wants every byte asks for the JSON.
    expect(shown.stdout.trimEnd()).toBe(now.join("\n").replaceAll("\t", " ").trimEnd());
    const unnamed = plain(now.join("\n")).split("\n");
    const other = TEXT.split("\n").flatMap((line, index) =>
      line === unnamed[index] ? [] : [[line, unnamed[index]]],
    );
    expect(now.filter((line, index) => line !== unnamed[index])).toHaveLength(353);
    expect(other).toEqual([[expect.stringContaining("[ ]"), expect.stringContaining("[x]")]]);
  });

  test("that is not there yet is made, and reads back as the same board", async () => {
    const world = await board();
    await world.run(["sections", "add", "Accounts"]);
    await add(world, "Sign up", "--section", "Accounts");
    const { id } = await add(world, "Pay");
    await world.run(["tasks", "update", id, "--status", "review"]);
    await world.run(["tasks", "export", "docs.md"]);
    expect(plain(world.read(join(world.project, "docs.md")))).toBe(
      "- [o] Pay\n\n## Accounts\n\n- [ ] Sign up\n",
    );
    const again = await newProject();
    again.write(join(again.project, "docs.md"), world.read(join(world.project, "docs.md")));
    await again.run(["tasks", "import", "docs.md"]);
    expect(await titles(again)).toEqual(["Pay", "Sign up"]);
  });

  test("that is no text is left alone", async () => {
    const world = await board();
    const file = join(world.project, "odd.md");
    world.write(file, new Uint8Array([0xff, 0xfe, 0x00]));
    expect((await world.run(["tasks", "export", "odd.md"])).code).toBe(1);
    expect(readFileSync(file)).toEqual(Buffer.from([0xff, 0xfe, 0x00]));
    world.write(file, `- [ ] one\n${"words\n".repeat(99)}\0`);
    for (const does of ["import", "export"]) {
      const ended = await world.run(["tasks", does, "odd.md", "--json"]);
      expect([ended.code, errorOf(ended).code]).toEqual([1, "binary"]);
    }
    expect(await titles(world)).toEqual([]);
  });

  test("gets one line more for a new task, and tells what has another place on the board", async () => {
    const world = await board();
    const file = join(world.project, "TODO.md");
    const text =
      "# A\n\nFirst group:\n- [ ] a1\n- [ ] a2\n\nSecond group:\n- [ ] b1\n- [ ] b2\n\nThird group:\n1. [ ] c1\n2. [ ] c2\n";
    world.write(file, text);
    const { added } = await json<{ added: Task[] }>(world, ["tasks", "import", "TODO.md"]);
    const id = (title: string): string => added.find((task) => task.title === title)?.id ?? "";
    await add(world, "c3", "--section", "A", "--notes", "Mind the gap.");
    expect(words(await world.run(["tasks", "export", "TODO.md"]))).toContain(
      "0 changed, 1 added, 6 linked by a comment",
    );
    const now = `${text}3. [ ] c3\n   Mind the gap.\n`;
    expect(plain(world.read(file))).toBe(now);
    expect(world.read(file)).toContain(`- [ ] a1 <!-- parley:${id("a1")} -->\n`);
    expect(words(await world.run(["tasks", "export", "TODO.md"]))).toContain("is in sync already");
    await world.run(["tasks", "move", id("c2"), "--before", id("c1")]);
    const said = words(await world.run(["tasks", "export", "TODO.md"]));
    expect(said).toContain("stays as it is, and is not as the board is");
    expect(said).toContain('TODO.md:13 "c2" has another place on the board: lines are not moved');
    expect(plain(world.read(file))).toBe(now);
  });

  test("whose lines were reworded and put elsewhere brings no task twice once it has been exported", async () => {
    const world = await board();
    const file = join(world.project, "TODO.md");
    world.write(file, "## A\n- [ ] one\n- [ ] two\n");
    const { added } = await json<{ added: Task[] }>(world, ["tasks", "import", "TODO.md"]);
    const [one = "", two = ""] = added.map(({ id }) => id);
    await world.run(["tasks", "update", one, "--status", "review"]);
    await world.run(["tasks", "export", "TODO.md"]);
    world.write(file, `## B\n- [ ] second <!-- parley:${two} -->\n- [o] one <!-- parley:${one} -->\n`);
    expect(await json(world, ["tasks", "import", "TODO.md", "--update"])).toMatchObject({
      added: [],
      known: 2,
      updated: [{ task: two, title: { from: "two", to: "second" } }],
    });
    expect(await titles(world, "--status", "all")).toEqual(["one", "second"]);
  });

  test("with boxes ticked by hand is taken with --update, and else written over by name", async () => {
    const world = await board();
    const file = join(world.project, "TODO.md");
    world.write(file, "- [ ] one\n- [ ] two\n- [ ] three\n- [o] four\n");
    const { added } = await json<{ added: Task[] }>(world, ["tasks", "import", "TODO.md"]);
    const [one, two, , four] = added.map(({ id }) => id);
    await world.run(["tasks", "update", two ?? "", "--status", "in_progress"]);
    await json(world, [
      "dispute",
      "create",
      four ?? "",
      "--reason",
      "scope_disagreement",
      "--position",
      "No.",
    ]);
    world.write(file, "- [x] one\n- [ ] two\n- [!] three\n- [x] four\n");
    const told = words(await world.run(["tasks", "import", "TODO.md"]));
    expect(told).toContain(
      `TODO.md:1 ${one} is [ ] on the board, [x] there: the board's stands; --update takes`,
    );
    expect(told).toContain(`TODO.md:2 ${two} is [-] on the board, [ ] there: the board's stands, and export`);
    const rehearsed = await json(world, ["tasks", "import", "TODO.md", "--update", "--dry-run"]);
    expect(await json(world, ["tasks", "show", one ?? ""])).toMatchObject({ status: "pending" });
    const updated = await json(world, ["tasks", "import", "TODO.md", "--update"]);
    expect({ ...(updated as object), dryRun: true }).toEqual(rehearsed);
    expect(updated).toMatchObject({
      updated: [{ line: 1, task: one, status: { from: "pending", to: "completed" }, title: null }],
      refused: [
        { line: 3, reason: expect.stringContaining("only by a dispute") },
        { line: 4, reason: expect.stringContaining("while its dispute") },
      ],
      differing: [{ line: 2, byHand: false }],
    });
    const audit = await json<{ notes: string }[]>(world, ["tasks", "audit", one ?? ""]);
    expect(audit.at(-1)).toMatchObject({ toStatus: "completed", notes: "read in TODO.md:1" });
    const exported = await world.run(["tasks", "export", "TODO.md"]);
    expect(words(exported)).toContain("written over, though changed by hand: 2 markers TODO.md:3 [!] → [ ]");
    expect(plain(world.read(file))).toBe("- [x] one\n- [-] two\n- [ ] three\n- [!] four\n");
    expect(await json(world, ["tasks", "export", "TODO.md"])).toMatchObject({ overwritten: [], level: true });
  });

  test("keeps titles and headings that were changed by hand, names them, and gives them to --update", async () => {
    const world = await board();
    const file = join(world.project, "TODO.md");
    world.write(file, "## B\n- [ ] alpha\n  note\n- [ ] beta\n");
    const { added } = await json<{ added: Task[] }>(world, ["tasks", "import", "TODO.md"]);
    const [alpha = "", beta = ""] = added.map(({ id }) => id);
    await add(world, "delta", "--section", "B");
    await world.run(["tasks", "export", "TODO.md"]);
    await world.run(["tasks", "remove", beta]);
    const edited = world
      .read(file)
      .replace("## B", "## Server side")
      .replace("alpha", "alpha by hand")
      .replace(`<!-- parley:${beta} -->`, `<!-- parley:${beta} --> with thoughts`);
    world.write(file, edited);
    const said = words(await world.run(["tasks", "export", "TODO.md"]));
    expect(said).toContain("stays as it is, and is not as the board is");
    expect(said).toContain(`TODO.md:2 "alpha by hand" was written by hand, and stays: ${alpha} is "alpha"`);
    expect(said).toContain('TODO.md:4 "beta with thoughts" was removed from the board');
    expect(said).toContain('is in the section "B" on the board, and stays here under its heading');
    expect(await json(world, ["tasks", "import", "TODO.md", "--update"])).toMatchObject({
      added: [],
      updated: [{ task: alpha, title: { from: "alpha", to: "alpha by hand" } }],
    });
    const { notes } = await json<{ notes: { code: string }[] }>(world, ["tasks", "export", "TODO.md"]);
    expect(notes.map(({ code }) => code)).toEqual(["other-section", "removed-kept", "other-section"]);
    expect(world.read(file)).toBe(edited);
  });

  test("loses the line of a removed task, and does not bring it back", async () => {
    const world = await board();
    const file = join(world.project, "TODO.md");
    world.write(file, "- [ ] one\n- [ ] two\n  note\n- [ ] three\n");
    const { added } = await json<{ added: Task[] }>(world, ["tasks", "import", "TODO.md"]);
    const two = added[1]?.id ?? "";
    await world.run(["tasks", "remove", two]);
    expect(await json(world, ["tasks", "import", "TODO.md"])).toMatchObject({
      added: [],
      removed: [{ line: 2, task: two, title: "two" }],
    });
    expect(words(await world.run(["tasks", "import", "TODO.md"]))).toContain(
      `TODO.md:2 "two" (${two}) was removed from the board and is not added again`,
    );
    expect(await json(world, ["tasks", "export", "TODO.md"])).toMatchObject({ removed: [two], notes: [] });
    expect(plain(world.read(file))).toBe("- [ ] one\n- [ ] three\n");
    await add(world, "two");
    world.write(file, "- [ ] one\n- [ ] two\n- [ ] three\n");
    expect(await json(world, ["tasks", "import", "TODO.md"])).toMatchObject({
      added: [],
      known: 3,
      removed: [],
    });
  });

  test("keeps its tasks where they are also written elsewhere", async () => {
    const world = await board();
    const file = join(world.project, "TODO.md");
    world.write(file, "- [ ] one\n  - [ ] inner\n");
    const { added } = await json<{ added: Task[] }>(world, ["tasks", "import", "TODO.md"]);
    await world.run(["tasks", "export", "REPORT.md"]);
    expect(plain(world.read(join(world.project, "REPORT.md")))).toBe("- [ ] one\n- [ ] inner\n");
    await world.run(["tasks", "update", added[1]?.id ?? "", "--title", "renamed"]);
    await world.run(["tasks", "export", "TODO.md"]);
    expect(plain(world.read(file))).toBe("- [ ] one\n  - [ ] renamed\n");
  });

  test("is not written by an agent", async () => {
    const world = await board();
    await add(world, "one");
    for (const role of ["coder", "reviewer"]) {
      const ended = await world.run(["tasks", "export", "TODO.md"], { env: { PARLEY_ROLE: role } });
      expect([ended.code, words(ended)]).toEqual([5, expect.stringContaining(`not for the ${role} to do`)]);
    }
    expect(existsSync(join(world.project, "TODO.md"))).toBe(false);
  });

  test("whose nested tasks are elsewhere on the board is not called level", async () => {
    const world = await board();
    const file = join(world.project, "TODO.md");
    const text = "## A\n- [ ] one\n  - [ ] inner\n## B\n- [ ] two\n";
    world.write(file, text);
    const { added } = await json<{ added: Task[] }>(world, ["tasks", "import", "TODO.md"]);
    await world.run(["tasks", "move", added[1]?.id ?? "", "--section", "B"]);
    const said = words(await world.run(["tasks", "export", "TODO.md"]));
    expect(said).toContain("stays as it is, and is not as the board is");
    expect(said).toContain(
      'TODO.md:3 "inner" is in the section "B" on the board, and stays here under "one"',
    );
    await world.run(["tasks", "import", "TODO.md", "--update"]);
    expect(await titles(world, "--section", "B")).toEqual(["two", "inner"]);
    expect(world.read(file)).toBe(text);
  });

  test("gives new tasks their notes, and notes are changed without a status", async () => {
    const world = await board();
    const { id } = await add(world, "one", "--notes", "First.");
    expect(await json(world, ["tasks", "update", id, "--notes", "Two\nlines."])).toMatchObject({
      notes: "Two\nlines.",
      status: "pending",
      feedback: [],
    });
    await json(world, ["tasks", "update", id, "--status", "review", "--notes", "have a look"]);
    expect(await json(world, ["tasks", "list"])).toMatchObject([{ notes: "Two\nlines." }]);
    await world.run(["tasks", "export", "TODO.md"]);
    expect(plain(world.read(join(world.project, "TODO.md")))).toBe("- [o] one\n  Two\n  lines.\n");
    const audit = await json<{ notes: string }[]>(world, ["tasks", "audit", id]);
    expect(audit.map(({ notes }) => notes)).toEqual(["added", "notes\n\nTwo\nlines.", "have a look"]);
  });
});

/** Refusals change nothing, so that all of them may be asked for in one place. */
interface Unchanging {
  readonly world: World;
  readonly task: string;
}

describe("what cannot be", () => {
  const root = mkdtempSync(join(tmpdir(), "parley-test-"));
  let made: Promise<Unchanging> | null = null;

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  async function make(): Promise<Unchanging> {
    const world = newWorld(root);
    await world.run(["init"]);
    world.write(join(world.project, "spec.md"), SPEC);
    await world.run(["sections", "add", "Accounts"]);
    const { id: task } = await add(world, "Sign up");
    await add(world, "Log in", "--after", task);
    return { world, task };
  }

  test.each<[string, readonly string[], number, string]>([
    ["no title", ["tasks", "add"], 2, "missing"],
    ["a blank title", ["tasks", "add", " "], 2, "a title is one line"],
    ["an unknown section", ["tasks", "add", "x", "--section", "Acounts"], 4, 'did you mean "Accounts"?'],
    ["two places", ["tasks", "add", "x", "--section", "Accounts", "--before", "TASK"], 2, "two places"],
    ["an unknown foundation", ["tasks", "add", "x", "--after", "abcdef99"], 4, "there is no task abcdef99"],
    ["a missing source", ["tasks", "add", "x", "--source", "none.md#a"], 4, "there is no such file"],
    ["a missing heading", ["tasks", "add", "x", "--source", "spec.md#log-on"], 4, "did you mean #log-in?"],
    ["a source outside", ["tasks", "add", "x", "--source", "../x.md"], 2, "a file of the project"],
    ["an unknown status", ["tasks", "list", "--status", "complete"], 2, "did you mean completed?"],
    ["an unknown task", ["tasks", "show", "fedcba98"], 4, "there is no task fedcba98"],
    ["no such id", ["tasks", "show", "login"], 4, "there is no task login"],
    ["nothing to update", ["tasks", "update", "TASK"], 2, "nothing is said to change"],
    [
      "a commit alone",
      ["tasks", "update", "TASK", "--commit", "abcdef1"],
      2,
      "belongs to a change of status",
    ],
    ["the same status", ["tasks", "update", "TASK", "--status", "pending"], 5, "is pending [ ] already"],
    ["an odd commit", ["tasks", "update", "TASK", "--status", "review", "--commit", "x"], 2, "is no commit"],
    ["approval before review", ["tasks", "approve", "TASK"], 5, "only a task in review [o] can be approved"],
    ["rejection without notes", ["tasks", "reject", "TASK"], 2, "a rejection needs notes"],
    ["a coder who approves", ["tasks", "approve", "TASK", "--as", "coder"], 5, "not for the coder to do"],
    ["an unknown part", ["tasks", "approve", "TASK", "--as", "coda"], 2, "did you mean coder?"],
    ["no place", ["tasks", "move", "TASK"], 2, "say one place"],
    ["two ends", ["tasks", "move", "TASK", "--first", "--last"], 2, "say one place"],
    ["what others need", ["tasks", "remove", "TASK"], 5, "must come after it"],
    ["a missing checklist", ["tasks", "import", "none.md"], 4, "there is no such file"],
    ["an audit of nothing", ["tasks", "audit", "fedcba98"], 4, "there never was a task fedcba98"],
    ["an unknown command", ["tasks", "aprove", "TASK"], 2, "did you mean parley tasks approve?"],
  ])("%s", async (_, args, code, said) => {
    made ??= make();
    const { world, task } = await made;
    const before = await json(world, ["tasks", "audit"]);
    const ended = await world.run(args.map((word) => (word === "TASK" ? task : word)));
    expect([ended.code, words(ended)]).toEqual([code, expect.stringContaining(said)]);
    expect(await json(world, ["tasks", "audit"])).toEqual(before);
  });

  test("a beginning that several ids have is answered with all of them", async () => {
    const world = await board();
    const lines = Array.from({ length: 40 }, (_, number) => `- [ ] Task ${number}`);
    world.write(join(world.project, "many.md"), lines.join("\n"));
    await world.run(["tasks", "import", "many.md"]);
    const ids = (await json<Task[]>(world, ["tasks", "list"])).map(({ id }) => id);
    const letter = [..."abcdef"].find((one) => ids.filter((id) => id.startsWith(one)).length > 1) ?? "";
    const same = ids.filter((id) => id.startsWith(letter)).sort();
    const ended = await world.run(["tasks", "show", letter, "--json"]);
    expect([ended.code, errorOf(ended).code]).toEqual([4, "several-tasks"]);
    expect(errorOf(ended).message).toBe(`${letter} may be any of ${same.length} tasks`);
    expect(errorOf(ended).fix).toContain(same[0]);
  });

  test("an agent is what its run makes it", async () => {
    const world = await board();
    const { id } = await add(world, "Log in");
    const posing = await world.run(["tasks", "update", id, "--status", "completed", "--as", "human"], {
      env: { PARLEY_ROLE: "coder" },
    });
    expect([posing.code, words(posing)]).toEqual([5, expect.stringContaining("cannot act as human")]);
    const engineer = await world.run(["tasks", "add", "x"], { env: { PARLEY_ROLE: "engineer" } });
    expect([engineer.code, words(engineer)]).toEqual([5, expect.stringContaining("no part in the board")]);
  });

  test("outside a project it says so", async () => {
    const world = await board();
    const ended = await world.run(["tasks", "list"], { cwd: world.home });
    expect([ended.code, words(ended)]).toEqual([4, expect.stringContaining("no parley project")]);
  });
});
