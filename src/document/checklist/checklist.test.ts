import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { World } from "../../../test/support/board-world.ts";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { tasksInOrder } from "../../core/board/board.ts";
import type { TaskId } from "../../core/board/board-id.ts";
import { TASK_STATUSES } from "../../core/board/task-status.ts";
import { checklistBoard } from "./checklist-board.ts";
import { planImport } from "./plan-import.ts";
import { readChecklist } from "./read-checklist.ts";
import { joinText, splitText } from "./source-lines.ts";
import { writeChecklist } from "./write-checklist.ts";

const FILE = "TODO.md";

function taken(text: string): World {
  const world = new World();
  world.take(text, FILE);
  return world;
}

function written(world: World, text: string): string {
  return writeChecklist(text, checklistBoard(world.board), FILE).text;
}

function titled(world: World, title: string): TaskId {
  const task = tasksInOrder(world.board).find((one) => one.title === title);
  if (task === undefined) throw new Error(`no task "${title}"`);
  return task.id;
}

describe("reading a checklist", () => {
  it("knows the six markers, and [X] for a done one", () => {
    const text = "- [ ] a\n- [-] b\n- [o] c\n- [x] d\n- [!] e\n- [F] f\n- [X] g\n- [x ] h\n";
    const statuses = readChecklist(text).items.map(({ status }) => status);
    expect(statuses).toEqual([...TASK_STATUSES, "completed", "completed"]);
  });

  it("puts items under the heading above them, nested ones under their items, notes beside", () => {
    const text = [
      "* [ ] Before all",
      "",
      "# Plan",
      "## Login",
      "1. [ ] Form",
      "   Two fields.",
      "",
      "   > and a quote",
      "   - [x] Name",
      "   - plain",
      "     - [o] Deep",
      "lazy words",
      "",
      "No longer part of it.",
      "",
      "   - [ ] Alone",
    ].join("\n");
    const { items } = readChecklist(text);
    expect(items.map(({ title, section, under }) => [title, section, under])).toEqual([
      ["Before all", null, []],
      ["Form", "Login", []],
      ["Name", "Login", ["Form"]],
      ["Deep", "Login", ["Form"]],
      ["Alone", "Login", []],
    ]);
    expect(items[1]?.notes).toBe("Two fields.\n\n> and a quote\n- plain");
    expect(items[3]?.notes).toBe("lazy words");
    expect(items[1]?.endLine).toBe(12);
  });

  it("tells headings of the same name apart by what stands above them", () => {
    const text = "# A\n## Tasks\n- [ ] a\n# B\n## Tasks\n- [ ] b\n## Only\n- [ ] c\n";
    expect(readChecklist(text).items.map(({ section }) => section)).toEqual([
      "A / Tasks",
      "B / Tasks",
      "Only",
    ]);
  });

  it("takes nothing from code, comments and quotes", () => {
    const text = "```\n- [ ] a\n```\n<!--\n- [ ] b\n-->\n> - [ ] c\n\n    - [ ] d\n";
    expect(readChecklist(text)).toMatchObject({ items: [], unread: [] });
  });

  it("given one column more than the item above, then it stands beside it and not under it", () => {
    const { items } = readChecklist("- [ ] a\n - [ ] b\n   - [ ] c\n1. [ ] d\n  - [ ] e\n");
    expect(items.map(({ title, under }) => [title, under])).toEqual([
      ["a", []],
      ["b", []],
      ["c", ["b"]],
      ["d", []],
      ["e", ["d"]],
    ]);
  });

  it("given a rule or a tag right below an item, then it is none of its notes", () => {
    const text =
      "- [ ] a\n***\n- [ ] b\n- - -\n- [ ] c\n  <br> inside\n</details>\n- [ ] d\n<https://x.example>\n";
    expect(readChecklist(text).items.map(({ endLine, notes }) => [endLine, notes])).toEqual([
      [1, ""],
      [3, ""],
      [6, "<br> inside"],
      [9, "<https://x.example>"],
    ]);
  });

  it("given notes with blank lines between, then they stay apart, and code keeps its own", () => {
    const text = "- [ ] a\n  one\n\n\n  two\n  - [ ] b\n\n  three\n  ```\n  x\n  \n\n  y\n  ```\n";
    const { items } = readChecklist(text);
    expect(items[0]?.notes).toBe("one\n\ntwo\n\nthree\n```\nx\n\n\ny\n```");
  });

  it("given a box with a slip of the hand, then it is named and belongs to no item above", () => {
    const slips = ["-[ ] b", "- [x]c", "[ ] d", "-\u00A0[ ] e", "• [x] f", "1.[-] g", "- [ ]\u3000h"];
    const fine = [
      "- [x](y)",
      "- [x][y]",
      "- [x], y",
      "- \\[ ] y",
      "- `[ ]` y",
      "[x]: https://y.example",
      "[x]y",
    ];
    for (const line of [...slips, ...fine]) {
      const { items, unread } = readChecklist(`- [ ] a\n${line}\n`);
      expect(unread).toMatchObject(slips.includes(line) ? [{ line: 2, code: "no-item" }] : []);
      expect(items.map(({ title }) => title)).toEqual(["a"]);
      if (slips.includes(line)) expect(items[0]).toMatchObject({ endLine: 1, notes: "" });
    }
  });

  it("says with its line what it did not understand, and is silent about links and words", () => {
    const text = "- [?] a\n- [ ] b\n- [] c\n- [link](x)\n- [ref][y]\n- [words] d\n- [ ]\n- [xx] e\n";
    expect(readChecklist(text).unread.map(({ line, code }) => [line, code])).toEqual([
      [1, "unknown-marker"],
      [3, "unknown-marker"],
      [7, "unfit-title"],
      [8, "unknown-marker"],
    ]);
  });
});

describe("taking a checklist in", () => {
  it("given lines that are tasks already, then only the others come, in the place of their line", () => {
    const world = taken("## A\n- [ ] one\n- [ ] three\n");
    const again = "## A\n- [ ] zero\n- [x] one\n- [ ] two\n- [ ] two and a half\n- [ ] three\n- [ ] four\n";
    const plan = planImport(readChecklist(again), checklistBoard(world.board), FILE);
    expect(plan.tasks.map(({ title }) => title)).toEqual(["zero", "two", "two and a half", "four"]);
    expect(plan.differing).toEqual([
      { line: 3, task: titled(world, "one"), there: "completed", board: "pending" },
    ]);
    world.take(again, FILE);
    expect(tasksInOrder(world.board).map(({ title }) => title)).toEqual([
      "zero",
      "one",
      "two",
      "two and a half",
      "three",
      "four",
    ]);
  });
});

describe("writing a checklist", () => {
  it("given a changed status, then one character changes", () => {
    const text = "# T\r\n\r\n- [ ] one   \r\n  note\r\n* [X] two";
    const world = taken(text);
    world.do({ type: "ChangeStatus", task: titled(world, "one"), to: "in_progress" });
    expect(written(world, text)).toBe("# T\r\n\r\n- [-] one   \r\n  note\r\n* [X] two");
  });

  it("given a new title, then its line has it, and is still found after the next one", () => {
    const text = "- [ ] one\n- [ ] two\n";
    const world = taken(text);
    const task = titled(world, "one");
    world.do({ type: "RenameTask", task, title: "first" });
    const first = writeChecklist(text, checklistBoard(world.board), FILE);
    expect(first.text).toBe("- [ ] first\n- [ ] two\n");
    world.do({ type: "NotePlaces", places: first.places });
    world.do({ type: "RenameTask", task, title: "number one" });
    expect(written(world, first.text)).toBe("- [ ] number one\n- [ ] two\n");
  });

  it("given another order, then blocks change places with what belongs to them", () => {
    const text = "## A\n- [ ] one\n  - [ ] inner\n  note\n\nBetween.\n\n- [ ] two\n- [ ] three";
    const world = taken(text);
    const [one, three] = [titled(world, "one"), titled(world, "three")];
    world.do({ type: "MoveTask", task: three, to: { at: "before", other: one } });
    expect(written(world, text)).toBe(
      "## A\n- [ ] three\n\nBetween.\n\n- [ ] one\n  - [ ] inner\n  note\n- [ ] two",
    );
  });

  it("given another section, then the block goes to its end", () => {
    const text = "## A\n- [ ] one\n  note\n- [ ] two\n\n## B\n* [ ] three\n\nEnd.\n";
    const world = taken(text);
    const section = world.task(titled(world, "three")).section;
    world.do({ type: "MoveTask", task: titled(world, "one"), to: { at: "last", section } });
    expect(written(world, text)).toBe("## A\n- [ ] two\n\n## B\n* [ ] three\n- [ ] one\n  note\n\nEnd.\n");
  });

  it("given new tasks, then they stand at the end of their sections, and new sections at the end", () => {
    const text = "Intro.\n\n## A\n1. [ ] one\n\n## B\n\nWords.\n## C\n";
    const world = taken(text);
    const a = world.task(titled(world, "one")).section;
    const [b, d] = [world.addSection("B"), world.addSection("D #")];
    world.add("two", { section: a });
    world.add("three", { section: b });
    world.add("four", { section: d });
    world.add("zero");
    expect(written(world, text)).toBe(
      "Intro.\n\n- [ ] zero\n\n## A\n1. [ ] one\n2. [ ] two\n\n## B\n\nWords.\n\n- [ ] three\n\n## C\n\n## D # ##\n\n- [ ] four\n",
    );
  });

  it("given no checklist yet, then the whole board is written", () => {
    const world = new World();
    const a = world.addSection("A");
    world.add("two", { section: a });
    world.add("one");
    expect(written(world, "")).toBe("- [ ] one\n\n## A\n\n- [ ] two\n");
  });

  it("given a section with a new name, then its heading has it", () => {
    const text = "## Old\n- [ ] one\n\nOther\n=====\n- [ ] two\n";
    const world = taken(text);
    const [one, two] = [world.task(titled(world, "one")).section, world.task(titled(world, "two")).section];
    if (one === null || two === null) throw new Error("no section");
    world.do({ type: "RenameSection", section: one, name: "New" });
    world.do({ type: "RenameSection", section: two, name: "Newer" });
    world.add("three", { section: one });
    const now = written(world, text);
    expect(now).toBe("## New\n- [ ] one\n- [ ] three\n\nNewer\n=====\n- [ ] two\n");
    expect(written(world, now)).toBe(now);
  });

  it("given lines that say the same, then only one that changes gets its id, and is found by it", () => {
    const text = "- [ ] same\n- [ ] same\n- [ ] same\n";
    const world = taken(text);
    expect(written(world, text)).toBe(text);
    const second = tasksInOrder(world.board)[1]?.id ?? titled(world, "same");
    world.do({ type: "ChangeStatus", task: second, to: "completed" });
    const now = written(world, text);
    expect(now).toBe(`- [ ] same\n- [x] same <!-- parley:${second} -->\n- [ ] same\n`);
    const swapped = `- [x] same <!-- parley:${second} -->\n- [ ] same\n- [ ] same\n`;
    world.do({ type: "ChangeStatus", task: second, to: "review" });
    expect(written(world, swapped).match(/\[o\]/g)).toHaveLength(1);
  });

  it("says which lines are no tasks", () => {
    const world = taken("- [ ] one\n");
    const { notes } = writeChecklist(
      "- [ ] one\n- [?] odd\n- [ ] stranger\n",
      checklistBoard(world.board),
      FILE,
    );
    expect(notes.map(({ line, code }) => [line, code])).toEqual([
      [2, "unknown-marker"],
      [3, "not-on-board"],
    ]);
  });
});

const PIECES = [
  ...[
    "- [ ] one",
    "- [x] two",
    "* [o] three",
    "1. [-] four",
    "- [F] one",
    "- [!] six",
    "- [X] seven",
    "+ [?] odd",
  ],
  ...[
    "- []",
    "- [ ]",
    "- [link](x)",
    "- plain",
    "## A",
    "## B",
    "# A",
    "### C ##",
    "Title\n=====",
    "Sub\n-------",
  ],
  ...[
    "```",
    "~~~md",
    "<!--",
    "-->",
    "> quote",
    "- [ ] a <!-- parley:a1b2c3d4 -->",
    "| a | b |\n|---|---|",
    "---",
    "* * *",
    "</details>",
    "-[ ] slip",
    "[x] bare",
  ],
  ...["words", "    code", "<pre>", "</pre>", "\t- [ ] tab", "- [ ] **bold** `code`", "- [ ] a  b\u2028c"],
];

/** Lines as people write them, and as they do not. */
const anyChecklist = fc
  .array(
    fc.tuple(
      fc.constantFrom("", "", "  ", "    ", "\t", " "),
      fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: hostileText }),
      fc.constantFrom("\n", "\n", "\n\n", "\r\n", "\r", ""),
    ),
    { maxLength: 30, size: "max" },
  )
  .map((lines) => lines.map((parts) => parts.join("")).join(""));

const mark = fc.constantFrom(" ", "-", "o", "x", "!", "F", "X", "?");
const word = fc.constantFrom("one", "two", "three", "**four** `five`", "a <b> & c", "snake_case");
const tidyItem = fc
  .record({
    depth: fc.nat({ max: 2 }),
    mark,
    word,
    note: fc.constantFrom(null, null, "a note", "> a quote", "- plain"),
  })
  .map(({ depth, mark, word, note }) => {
    const indent = "  ".repeat(depth);
    return `${indent}- [${mark}] ${word}\n${note === null ? "" : `${indent}  ${note}\n`}`;
  });

/** Headings with their lists, as most people write them. */
const tidyChecklist = fc
  .array(
    fc.record({
      title: fc.constantFrom("", "# Plan\n\n", "## Login\n\n", "## Tests\n", "### Tests\n\n"),
      words: fc.constantFrom("", "Some words.\n\n", "```sh\n- [ ] no item\n```\n\n"),
      items: fc.array(tidyItem, { maxLength: 6 }),
    }),
    { maxLength: 5 },
  )
  .map((parts) => parts.map(({ title, words, items }) => `${title}${words}${items.join("")}`).join("\n"));

describe("any checklist", () => {
  it("given any text, when split and joined, then it is the same", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(joinText(splitText(text))).toBe(text);
      }),
    );
  });

  it("given any text, when taken in and written with nothing changed, then it is the same to the byte", () => {
    fc.assert(
      fc.property(anyChecklist, (text) => {
        const world = taken(text);
        const result = writeChecklist(text, checklistBoard(world.board), FILE);
        expect(result.text).toBe(text);
        expect(result.changed).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("given changed statuses, then only the characters of those markers differ, and the lines are found again", () => {
    fc.assert(
      fc.property(anyChecklist, fc.infiniteStream(fc.constantFrom(...TASK_STATUSES)), (text, wishes) => {
        const world = taken(text);
        for (const { id, status } of tasksInOrder(world.board)) {
          const { value: to } = wishes.next();
          if (to !== undefined && to !== status) world.try({ type: "ChangeStatus", task: id, to });
        }
        const now = written(world, text);
        const bare = (all: string): string =>
          all
            .replace(/ <!-- parley:[0-9a-f]{8} -->/g, "")
            .replace(/(^[ \t]*(?:[-*+]|\d+[.)])[ \t]+)\[[^[\]]{1,3}\]/gm, "$1[]");
        expect(bare(now).replace(/[ \t]+(?=[\r\n]|$)/g, "")).toBe(
          bare(text).replace(/[ \t]+(?=[\r\n]|$)/g, ""),
        );
        expect(written(world, now)).toBe(now);
      }),
      { numRuns: 300 },
    );
  });

  it("given a tidy one and any wishes, then all is in the text, and writing again changes nothing", () => {
    fc.assert(
      fc.property(tidyChecklist, fc.array(anyWish, { maxLength: 8 }), (text, wishes) => {
        const world = taken(text);
        for (const wish of wishes) meddle(world, wish);
        const result = writeChecklist(text, checklistBoard(world.board), FILE);
        expect(result.notes.filter(({ code }) => code === "not-written")).toEqual([]);
        expect(missing(world, result.text)).toEqual([]);
        world.do({ type: "NotePlaces", places: result.places });
        const again = written(world, result.text);
        expect(missing(world, again)).toEqual([]);
        // Lines that nothing tells apart may stand for each other.
        const keys = result.places.map(({ origin }) => JSON.stringify(origin));
        if (new Set(keys).size === keys.length) expect(again).toBe(result.text);
      }),
      { numRuns: 300 },
    );
  });

  it("given any and any wishes, then a task is in the text or named as missing, and no other line is lost", () => {
    fc.assert(
      fc.property(anyChecklist, fc.array(anyWish, { maxLength: 8 }), (text, wishes) => {
        const world = taken(text);
        for (const wish of wishes) meddle(world, wish);
        const result = writeChecklist(text, checklistBoard(world.board), FILE);
        const unwritten = result.notes.filter(({ code }) => code === "not-written");
        expect(result.places.length + unwritten.length).toBe(world.board.tasks.size);
        const { items, headings } = readChecklist(text);
        const owned = new Set([...items, ...headings].flatMap(({ line }) => [line, line + 1]));
        const others = splitText(text).lines.filter((_, index) => !owned.has(index + 1));
        const left = splitText(result.text).lines.map((line) => line.text.trim());
        for (const other of others) expect(left).toContain(other.text.trim());
      }),
      { numRuns: 300 },
    );
  });
});

const anyWish = fc.record({
  does: fc.constantFrom("rename", "move", "add", "section", "carry"),
  which: fc.nat(),
  other: fc.nat(),
  title: fc.oneof(fc.constantFrom("one", "new", "C #", "- [ ] x", "a <!-- parley:a1b2c3d4 -->"), hostileText),
});

/** What the board says and the lines of a checklist do not. */
function missing(world: World, text: string): readonly string[] {
  const lines = readChecklist(text).items.map(({ title, status }) => `${status} ${title}`);
  return tasksInOrder(world.board).flatMap(({ title, status }) => {
    const at = lines.indexOf(`${status} ${title}`);
    if (at < 0) return [title];
    lines.splice(at, 1);
    return [];
  });
}

interface Meddling {
  readonly does: string;
  readonly which: number;
  readonly other: number;
  readonly title: string;
}

function meddle(world: World, { does, which, other, title }: Meddling): void {
  const tasks = tasksInOrder(world.board);
  const [task, target] = [tasks[which % tasks.length], tasks[other % tasks.length]];
  if (does === "add")
    world.try({ type: "AddTask", id: world.freshTask(), title, section: target?.section ?? null });
  if (does === "section") world.try({ type: "AddSection", id: world.freshSection(), name: title });
  if (task === undefined || target === undefined) return;
  if (does === "rename") world.try({ type: "RenameTask", task: task.id, title });
  if (does === "move") world.try({ type: "MoveTask", task: task.id, to: { at: "before", other: target.id } });
  if (does === "carry" && task.section !== null)
    world.try({ type: "RenameSection", section: task.section, name: `S ${title}` });
}
