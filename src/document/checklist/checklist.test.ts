import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { World } from "../../../test/support/board-world.ts";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { sectionsInOrder, tasksInOrder } from "../../core/board/board.ts";
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

/** Without the comments that tell which line is which task. */
function plain(text: string): string {
  return text.replaceAll(/ <!-- parley:[0-9a-f]{8} -->/g, "");
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
    const text = "- [?] a\n- [ ] b\n- [] c\n- [link](x)\n- [ref][y]\n- [two words] d\n- [ ]\n- [xx] e\n";
    expect(readChecklist(text).unread.map(({ line, code }) => [line, code])).toEqual([
      [1, "unknown-marker"],
      [3, "unknown-marker"],
      [7, "unfit-title"],
      [8, "unknown-marker"],
    ]);
  });

  it("given a word for a marker, then it is named, unless it is a link or too long for one", () => {
    const text =
      "- [done] a\n1. [TODO] b\n- [Ines](x) c\n- [here] d\n- [internationally] e\n- [done]: f\n- [v2] g\n\n[Here]: https://x.example\n";
    expect(readChecklist(text).unread.map(({ line, message }) => [line, message])).toEqual([
      [1, "[done] is no marker"],
      [2, "[TODO] is no marker"],
      [7, "[v2] is no marker"],
    ]);
  });

  it("takes nothing from front matter", () => {
    const text = "---\ntitle: Plan\n# no heading\ntodo:\n- [ ] a\n---\n- [ ] b\n";
    expect(readChecklist(text)).toMatchObject({ headings: [], items: [{ title: "b", line: 7 }], unread: [] });
  });
});

describe("taking a checklist in", () => {
  it("given lines that are tasks already, then only the others come, in the place of their line", () => {
    const world = taken("## A\n- [ ] one\n- [ ] three\n");
    const again = "## A\n- [ ] zero\n- [x] one\n- [ ] two\n- [ ] two and a half\n- [ ] three\n- [ ] four\n";
    const plan = planImport(readChecklist(again), checklistBoard(world.board), FILE);
    expect(plan.tasks.map(({ title }) => title)).toEqual(["zero", "two", "two and a half", "four"]);
    expect(plan.differing).toEqual([
      { line: 3, task: titled(world, "one"), there: "completed", board: "pending", byHand: true },
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

describe("taking in what was changed by hand", () => {
  it("given a box ticked there and another done on the board, then only the first was changed by hand", () => {
    const text = "- [ ] one\n- [ ] two\n";
    const world = taken(text);
    world.do({ type: "ChangeStatus", task: titled(world, "two"), to: "completed" });
    const plan = planImport(readChecklist("- [x] one\n- [ ] two\n"), checklistBoard(world.board), FILE);
    expect(plan.differing.map(({ line, byHand }) => [line, byHand])).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  it("given a new title in a line with an id, then it is told, but not where the board has renamed it", () => {
    const world = taken("- [ ] same\n- [ ] same\n");
    const [first, second] = tasksInOrder(world.board).map(({ id }) => id);
    const text = `- [ ] other <!-- parley:${first} -->\n- [ ] same <!-- parley:${second} -->\n`;
    if (second !== undefined) world.do({ type: "RenameTask", task: second, title: "new" });
    const plan = planImport(readChecklist(text), checklistBoard(world.board), FILE);
    expect(plan.retitled).toEqual([{ line: 1, task: first, there: "other", board: "same" }]);
  });

  it("given a line whose task was removed, then it is not taken in again, unless somebody adds it", () => {
    const text = "- [ ] one\n- [ ] two\n- [ ] two\n";
    const world = taken(text);
    const [, second] = tasksInOrder(world.board);
    for (const task of [titled(world, "one"), second?.id ?? titled(world, "two")])
      world.do({ type: "RemoveTask", task });
    const plan = () => planImport(readChecklist(text), checklistBoard(world.board), FILE);
    expect(plan().tasks).toEqual([]);
    expect(plan().removed.map(({ line, title }) => [line, title])).toEqual([
      [1, "one"],
      [2, "two"],
    ]);
    world.add("one");
    expect(plan()).toMatchObject({ tasks: [], known: 2, removed: [{ line: 2 }] });
  });
});

describe("lines and their comments", () => {
  it("given a first change, then every line of a task gets the comment that names it", () => {
    const text = "# A\n\n- [ ] one  \n  note\n- [?] odd\n* [X] two";
    const world = taken(text);
    const [one, two] = [titled(world, "one"), titled(world, "two")];
    world.do({ type: "ChangeStatus", task: one, to: "in_progress" });
    const { text: now, changed, linked } = writeChecklist(text, checklistBoard(world.board), FILE);
    expect(now).toBe(
      `# A\n\n- [-] one <!-- parley:${one} -->  \n  note\n- [?] odd\n* [X] two <!-- parley:${two} -->`,
    );
    expect([changed, linked]).toEqual([[one], [two]]);
    expect(written(world, now)).toBe(now);
  });

  it("given a file with comments and a line more that was taken in, then that line gets its own, too", () => {
    const world = taken("- [ ] one\n");
    world.do({ type: "ChangeStatus", task: titled(world, "one"), to: "review" });
    const text = `${written(world, "- [ ] one\n")}- [ ] two\n`;
    world.take(text);
    expect(written(world, text)).toBe(
      `- [o] one <!-- parley:${titled(world, "one")} -->\n- [ ] two <!-- parley:${titled(world, "two")} -->\n`,
    );
  });

  it("given lines with comments, then they are known wherever somebody has put them and whatever they say", () => {
    const world = taken("## A\n- [ ] one\n- [ ] two\n## B\n- [ ] three\n");
    const [one, two] = [titled(world, "one"), titled(world, "two")];
    const text = `## B\n- [ ] three\n  - [ ] other words <!-- parley:${one} -->\n## C\n- [ ] two <!-- parley:${two} -->\n`;
    const plan = planImport(readChecklist(text), checklistBoard(world.board), FILE);
    expect([plan.tasks, plan.known]).toEqual([[], 3]);
    expect(plan.retitled).toEqual([{ line: 3, task: one, there: "other words", board: "one" }]);
    expect(plain(written(world, text))).toBe("## B\n- [ ] three\n  - [ ] other words\n## C\n- [ ] two\n");
  });

  it("given a line without a comment that reads otherwise, or stands elsewhere and is not the only one, then it is new", () => {
    const world = taken("## A\n- [ ] one\n- [ ] two\n");
    const text = "## A\n- [ ] one!\n## B\n- [ ] two\n## C\n- [ ] two\n";
    const plan = planImport(readChecklist(text), checklistBoard(world.board), FILE);
    expect([plan.tasks.map(({ title }) => title), plan.known]).toEqual([["one!", "two", "two"], 0]);
  });

  it("given a line without a comment that stands elsewhere, and is the only one of its title, then it is known", () => {
    const text =
      "## A\n- [ ] one\n- [-] two\n- [o] three\n## B\n1. [ ] seven\n2. [ ] eight\n   - [ ] nested\n";
    const world = taken(text);
    for (const edited of [
      text.replace("## A", "## A (core)"),
      text.replace("- [-] two\n", "").replace("## B\n", "## B\n- [-] two\n"),
      text.replace("seven", "nine").replace("eight", "seven").replace("nine", "eight"),
      text.replace("- [-] two", "  - [-] two"),
    ]) {
      const plan = planImport(readChecklist(edited), checklistBoard(world.board), FILE);
      expect([plan.tasks, plan.sections, plan.known]).toEqual([[], [], 6]);
      expect(plain(written(world, edited))).toBe(edited);
    }
  });

  it("given a line copied with its comment, then the first is the task, and the other a new one", () => {
    const world = taken("- [ ] one\n");
    const one = titled(world, "one");
    const text = `- [ ] one <!-- parley:${one} -->\n- [ ] one <!-- parley:${one} -->\n`;
    world.take(text);
    const [, other] = tasksInOrder(world.board);
    expect(written(world, text)).toBe(
      `- [ ] one <!-- parley:${one} -->\n- [ ] one <!-- parley:${other?.id} -->\n`,
    );
  });

  it("given a comment and a marker that means nothing, then the line stays, and no other is written for its task", () => {
    const world = taken("- [ ] one\n");
    const text = `- [?] one <!-- parley:${titled(world, "one")} -->\n`;
    const result = writeChecklist(text, checklistBoard(world.board), FILE);
    expect([result.text, result.level, result.notes.map(({ code }) => code)]).toEqual([
      text,
      false,
      ["unknown-marker"],
    ]);
  });
});

describe("what somebody has changed by hand since", () => {
  /** Taken in, and exported once with comments. */
  function exported(text: string): { readonly world: World; readonly text: string } {
    const world = taken(text);
    const [first] = tasksInOrder(world.board);
    if (first !== undefined) world.do({ type: "ChangeStatus", task: first.id, to: "review" });
    return { world, text: noted(world, text).text };
  }

  function noted(world: World, text: string): ReturnType<typeof writeChecklist> {
    const result = writeChecklist(text, checklistBoard(world.board), FILE);
    world.do({ type: "NotePlaces", places: result.places, gone: result.gone });
    return result;
  }

  it("given a title, then export leaves it and names it, however often and whatever the board calls it", () => {
    const { world, text } = exported("- [ ] alpha\n- [ ] beta\n");
    const task = titled(world, "alpha");
    const edited = text.replace("alpha", "alpha by hand");
    for (const title of [null, null, "alpha on the board"]) {
      if (title !== null) world.do({ type: "RenameTask", task, title });
      const result = noted(world, edited);
      expect([result.text, result.changed, result.level]).toEqual([edited, [], false]);
      expect(result.notes).toMatchObject([
        {
          code: "retitled",
          line: 1,
          message: expect.stringContaining('"alpha by hand" was written by hand'),
        },
      ]);
    }
    world.do({ type: "ChangeStatus", task, to: "completed" });
    expect(noted(world, edited).text).toBe(edited.replace("[o]", "[x]"));
    world.do({ type: "RenameTask", task, title: "alpha by hand" });
    expect(noted(world, edited.replace("[o]", "[x]"))).toMatchObject({ notes: [], level: true });
    world.do({ type: "RenameTask", task, title: "omega" });
    expect(plain(noted(world, edited).text)).toBe("- [x] omega\n- [ ] beta\n");
  });

  it("given a title in a file that the task does not belong to, then it is written over and named", () => {
    const world = taken("## A\n- [ ] one\n");
    const copy = writeChecklist("", checklistBoard(world.board), "REPORT.md").text;
    const edited = copy.replace("one", "one by hand").replace("## A", "## B");
    const { text, notes } = writeChecklist(edited, checklistBoard(world.board), "REPORT.md");
    expect(text).toBe(copy);
    expect(notes.map(({ code, message }) => [code, message])).toEqual([
      ["written-over", '"B" was written here, and is "A" now'],
      ["written-over", '"one by hand" was written here, and is "one" now'],
    ]);
  });

  it("given another title in the line of a removed task, then the line stays with its notes", () => {
    const { world, text } = exported("- [ ] alpha\n- [ ] beta\n  note\n");
    world.do({ type: "RemoveTask", task: titled(world, "beta") });
    for (const edited of [text.replace("beta", "beta with thoughts"), text.replace("note", "thoughts")]) {
      const result = noted(world, edited);
      expect([result.text, result.removed]).toEqual([edited, []]);
      expect(result.notes.map(({ code }) => code)).toEqual(["removed-kept"]);
    }
  });

  it("given a copy above its original with other words, then the original keeps its id, and the copy is new", () => {
    const { world, text } = exported("- [ ] alpha\n- [ ] beta\n");
    const [line = ""] = text.split("\n");
    const edited = `${line.replace("alpha", "other thing")}\n${text}`;
    const plan = planImport(readChecklist(edited), checklistBoard(world.board), FILE);
    expect([plan.tasks.map(({ title }) => title), plan.retitled]).toEqual([["other thing"], []]);
    const result = noted(world, edited);
    expect(result.text).toBe(edited);
    expect(result.notes.map(({ line: at, code }) => [at, code])).toEqual([[1, "not-on-board"]]);
    world.take(edited);
    expect(written(world, edited)).toBe(edited.replace(titled(world, "alpha"), titled(world, "other thing")));
  });

  it("given words or a comment beside ours, or ours before the title, then the line is known and ours no title", () => {
    const { world, text } = exported("- [ ] alpha\n");
    const task = titled(world, "alpha");
    const ours = `<!-- parley:${task} -->`;
    const lines = {
      [`- [o] alpha ${ours} more`]: "alpha more",
      [`- [o] alpha ${ours}more`]: "alpha more",
      [`- [o] alpha ${ours} <!-- mine -->`]: "alpha <!-- mine -->",
      [`- [o] ${ours} alpha`]: "alpha",
      [`- [o] alpha ${ours} ${ours}`]: "alpha",
      [`- [o] \`\`a \` ${ours}\`\` alpha ${ours}`]: `\`\`a \` ${ours}\`\` alpha`,
    };
    for (const [line, title] of Object.entries(lines)) {
      expect(readChecklist(line).items).toMatchObject([{ id: task, title }]);
      const other = new World();
      other.board = world.board;
      expect(writeChecklist(`${line}\n`, checklistBoard(other.board), FILE)).toMatchObject({
        text: `${line}\n`,
        added: [],
      });
      other.do({ type: "ChangeStatus", task, to: "completed" });
      expect(written(other, line)).toBe(line.replace("[o]", "[x]"));
    }
    expect(readChecklist(`- [ ] a \`${ours}\``).items).toMatchObject([{ id: null }]);
    expect(text).toBe(`- [o] alpha ${ours}\n`);
  });

  it("given a heading, then it stays and is told, after an import and another export too", () => {
    const { world, text } = exported("## Backend\n- [ ] alpha\n- [ ] beta\n");
    const edited = text.replace("Backend", "Server side");
    const { places, gone } = planImport(readChecklist(edited), checklistBoard(world.board), FILE);
    world.do({ type: "NotePlaces", places, gone });
    for (let time = 0; time < 2; time += 1) {
      const result = noted(world, edited);
      expect([result.text, result.level]).toEqual([edited, false]);
      expect(result.notes.map(({ code }) => code)).toEqual(["other-section", "other-section"]);
    }
  });
});

describe("appending", () => {
  const GROUPS =
    "# A\n\nFirst group:\n\n- [ ] a1\n- [ ] a2\n\nSecond group:\n\n- [ ] b1\n- [ ] b2\n\nThird group:\n\n1. [ ] c1\n2. [ ] c2\n";

  function addTo(world: World, title: string, sibling: string, notes = ""): TaskId {
    return world.add(title, { section: world.task(titled(world, sibling)).section, notes });
  }

  it("given a new task, then one line stands behind the last of its section, wherever the board has it", () => {
    const world = taken(GROUPS);
    const task = addTo(world, "a1.5", "a2");
    world.do({ type: "MoveTask", task, to: { at: "before", other: titled(world, "a2") } });
    const result = writeChecklist(GROUPS, checklistBoard(world.board), FILE);
    expect(plain(result.text)).toBe(`${GROUPS}3. [ ] a1.5\n`);
    expect(result.added).toEqual([task]);
    expect(result.notes.map(({ line, code }) => [line, code])).toEqual([[17, "other-order"]]);
  });

  it("given tasks in another order, then no line moves and no list is numbered anew, and it is told", () => {
    const world = taken(GROUPS);
    for (const [task, other] of [
      ["b2", "a1"],
      ["c2", "c1"],
    ] as const) {
      const to = { at: "before", other: titled(world, other) } as const;
      world.do({ type: "MoveTask", task: titled(world, task), to });
    }
    const result = writeChecklist(GROUPS, checklistBoard(world.board), FILE);
    expect([result.text, result.level]).toEqual([GROUPS, false]);
    expect(result.notes.map(({ line, code }) => [line, code])).toEqual([
      [11, "other-order"],
      [16, "other-order"],
    ]);
  });

  it("given a list numbered by one number, or with a plain item in it, then the numbers go on as they did", () => {
    const same = "1. [ ] a\n1. [ ] b\n";
    const world = taken(same);
    addTo(world, "new", "b");
    addTo(world, "newer", "b");
    expect(plain(written(world, same))).toBe("1. [ ] a\n1. [ ] b\n1. [ ] new\n1. [ ] newer\n");
    const mixed = "8. [ ] a\n9. plain\n   more\n10. [ ] b\n\n- c\n";
    const other = taken(mixed);
    addTo(other, "new", "b");
    addTo(other, "newer", "b");
    expect(plain(written(other, mixed))).toBe(
      "8. [ ] a\n9. plain\n   more\n10. [ ] b\n11. [ ] new\n12. [ ] newer\n\n- c\n",
    );
  });

  it("given a list with blank lines between, then what comes leaves it so", () => {
    const text = "- [ ] a\n\n- [ ] b\n\n- [ ] c\n";
    const world = taken(text);
    addTo(world, "new", "b");
    addTo(world, "newer", "b");
    expect(plain(written(world, text))).toBe(`${text}\n- [ ] new\n\n- [ ] newer\n`);
  });

  it("given nested ones last, then it goes behind the item they are nested under", () => {
    const text = "- [ ] a\n- [?] odd\n  - [ ] b\n    note\n";
    const world = taken(text);
    addTo(world, "new", "b");
    expect(plain(written(world, text))).toBe(`${text}- [ ] new\n`);
  });

  it("given notes of a new task, then they stand below it, and none of their lines is an item", () => {
    const text = "1. [ ] a\n2. [ ] b\n";
    const world = taken(text);
    const one = addTo(world, "one", "b", "Two\nlines.\n\nAnd a paragraph.");
    const two = addTo(world, "two", "b", "- [ ] no item\n# no heading");
    addTo(world, "three", "b");
    expect(plain(written(world, text))).toBe(
      "1. [ ] a\n2. [ ] b\n3. [ ] one\n   Two\n   lines.\n\n   And a paragraph.\n4. [ ] two\n   > - [ ] no item\n   > # no heading\n\n5. [ ] three\n",
    );
    const fresh = taken(written(world, ""));
    expect(fresh.task(titled(fresh, "one")).notes).toBe(world.task(one).notes);
    expect(fresh.board.tasks.size).toBe(world.board.tasks.size);
    expect(two).not.toBe(one);
  });
});

describe("what export says beside what it writes", () => {
  it("given a marker that somebody has changed by hand, then it is named; others are not", () => {
    const text = "- [ ] one\n- [ ] two\n";
    const world = taken(text);
    world.do({ type: "ChangeStatus", task: titled(world, "two"), to: "completed" });
    const { overwritten, text: now } = writeChecklist(
      "- [x] one\n- [ ] two\n",
      checklistBoard(world.board),
      FILE,
    );
    expect(plain(now)).toBe("- [ ] one\n- [x] two\n");
    expect(overwritten).toEqual([
      { line: 1, task: titled(world, "one"), there: "completed", board: "pending" },
    ]);
  });

  it("given a nested task that is elsewhere on the board, then it stays, is named, and taken in again nothing flips", () => {
    const text = "## A\n- [ ] a\n  - [ ] inner\n- [ ] b\n## B\n- [ ] c\n";
    const world = taken(text);
    const section = world.task(titled(world, "c")).section;
    world.do({ type: "MoveTask", task: titled(world, "inner"), to: { at: "last", section } });
    const result = writeChecklist(text, checklistBoard(world.board), FILE);
    expect(result.text).toBe(text);
    expect(result.notes.map(({ line, code }) => [line, code])).toEqual([[3, "other-section"]]);
    expect(result.level).toBe(false);
    const before = tasksInOrder(world.board).map(({ title, section: home }) => [title, home]);
    world.take(text);
    expect(tasksInOrder(world.board).map(({ title, section: home }) => [title, home])).toEqual(before);
    world.do({
      type: "MoveTask",
      task: titled(world, "inner"),
      to: { at: "after", other: titled(world, "b") },
    });
    const order = writeChecklist(text, checklistBoard(world.board), FILE);
    expect([order.text, order.level]).toEqual([text, false]);
    expect(order.notes.map(({ code }) => code)).toEqual(["other-order"]);
  });

  it("given sections in another order, then it says so and moves no heading", () => {
    const text = "## A\n- [ ] a\n## B\n- [ ] b\n";
    const world = taken(text);
    const [a, b] = sectionsInOrder(world.board).map(({ id }) => id);
    if (a !== undefined && b !== undefined)
      world.do({ type: "MoveSection", section: b, to: { at: "before", other: a } });
    const { text: now, level, notes } = writeChecklist(text, checklistBoard(world.board), FILE);
    expect([now, level, notes.map(({ code }) => code)]).toEqual([text, false, ["other-order"]]);
  });

  it("given front matter, then it stays first", () => {
    const text = "---\ntitle: Plan\n---\n";
    const world = new World();
    world.add("one");
    expect(plain(written(world, text))).toBe(`${text}\n- [ ] one\n`);
  });
});

describe("lines of removed tasks", () => {
  function without(text: string, ...titles: readonly string[]): ReturnType<typeof writeChecklist> {
    const world = taken(text);
    for (const title of titles) world.do({ type: "RemoveTask", task: titled(world, title) });
    return writeChecklist(text, checklistBoard(world.board), FILE);
  }

  it("go with their notes", () => {
    const result = without("1. [ ] a\n2. [ ] b\n   note\n3. [ ] c\n", "b");
    expect([plain(result.text), result.removed.length]).toEqual(["1. [ ] a\n3. [ ] c\n", 1]);
    expect(plain(without("# A\n\n- [ ] a\n\n- [ ] b\n\nWords.\n", "b").text)).toBe(
      "# A\n\n- [ ] a\n\nWords.\n",
    );
    expect(plain(without("- [ ] a\n\n- [ ] b", "b").text)).toBe("- [ ] a");
  });

  it("given nested ones that stay, then the line stays and is named; given none that stays, then all go", () => {
    for (const text of [
      "- [ ] a\n  note\n  - [ ] b\n- [ ] c\n",
      "- [ ] a\n  - plain\n    - [ ] b\n- [ ] c\n",
    ]) {
      const kept = without(text, "a");
      expect([kept.text, kept.removed, kept.notes.map(({ line, code }) => [line, code])]).toEqual([
        text,
        [],
        [[1, "removed-kept"]],
      ]);
    }
    expect(plain(without("- [ ] a\n  - [ ] b\n- [ ] c\n", "a", "b").text)).toBe("- [ ] c\n");
  });

  it("given a line that reads otherwise by now, then it stays and is named", () => {
    const world = taken("- [ ] a\n  note\n- [ ] b\n");
    world.do({ type: "RemoveTask", task: titled(world, "a") });
    for (const text of ["- [x] a\n  note\n- [ ] b\n", "- [ ] a\n  another note\n- [ ] b\n"]) {
      const result = writeChecklist(text, checklistBoard(world.board), FILE);
      expect([result.text, result.gone]).toEqual([text, []]);
      expect(result.notes.map(({ code }) => code)).toEqual(["removed-kept"]);
    }
    const gone = writeChecklist("- [ ] b\n", checklistBoard(world.board), FILE);
    expect([gone.text, gone.removed, gone.gone.length]).toEqual(["- [ ] b\n", [], 1]);
  });

  it("are taken from the file they stood in alone, and one written again later is new", () => {
    const text = "- [ ] a\n- [ ] b\n";
    const world = taken(text);
    const task = titled(world, "a");
    world.do({ type: "RemoveTask", task });
    expect(writeChecklist(text, checklistBoard(world.board), "REPORT.md").text).toBe(text);
    const { places, gone } = writeChecklist(text, checklistBoard(world.board), FILE);
    world.do({ type: "NotePlaces", places, gone });
    world.take(text);
    expect(titled(world, "a")).not.toBe(task);
  });
});

describe("writing a checklist", () => {
  it("given a changed status, then one character changes beside the comments", () => {
    const text = "# T\r\n\r\n- [ ] one   \r\n  note\r\n* [X] two";
    const world = taken(text);
    world.do({ type: "ChangeStatus", task: titled(world, "one"), to: "in_progress" });
    expect(plain(written(world, text))).toBe("# T\r\n\r\n- [-] one   \r\n  note\r\n* [X] two");
  });

  it("given a new title, then its line has it, and is still found after the next one", () => {
    const text = "- [ ] one\n- [ ] two\n";
    const world = taken(text);
    const task = titled(world, "one");
    world.do({ type: "RenameTask", task, title: "first" });
    const first = writeChecklist(text, checklistBoard(world.board), FILE);
    expect(plain(first.text)).toBe("- [ ] first\n- [ ] two\n");
    world.do({ type: "NotePlaces", places: first.places });
    world.do({ type: "RenameTask", task, title: "number one" });
    expect(plain(written(world, first.text))).toBe("- [ ] number one\n- [ ] two\n");
  });

  it("given another section, then the line stays under its heading, and it is told", () => {
    const text = "## A\n- [ ] one\n  note\n- [ ] two\n\n## B\n* [ ] three\n\nEnd.\n";
    const world = taken(text);
    const section = world.task(titled(world, "three")).section;
    world.do({ type: "MoveTask", task: titled(world, "one"), to: { at: "last", section } });
    const { text: now, notes, level } = writeChecklist(text, checklistBoard(world.board), FILE);
    expect([now, level]).toEqual([text, false]);
    expect(notes.map(({ line, message }) => [line, message])).toEqual([
      [2, '"one" is in the section "B" on the board, and stays here under its heading'],
    ]);
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
    expect(plain(written(world, text))).toBe(
      "Intro.\n\n- [ ] zero\n\n## A\n1. [ ] one\n2. [ ] two\n\n## B\n\nWords.\n\n- [ ] three\n\n## C\n\n## D # ##\n\n- [ ] four\n",
    );
  });

  it("given no checklist yet, then the whole board is written", () => {
    const world = new World();
    const a = world.addSection("A");
    world.add("two", { section: a });
    world.add("one");
    expect(plain(written(world, ""))).toBe("- [ ] one\n\n## A\n\n- [ ] two\n");
  });

  it("given a section with a new name, then its heading has it", () => {
    const text = "## Old\n- [ ] one\n\nOther\n=====\n- [ ] two\n";
    const world = taken(text);
    const [one, two] = [world.task(titled(world, "one")).section, world.task(titled(world, "two")).section];
    if (one === null || two === null) throw new Error("no section");
    world.do({ type: "RenameSection", section: one, name: "New" });
    world.do({ type: "RenameSection", section: two, name: "Newer" });
    world.add("three", { section: one });
    const { text: now, notes } = writeChecklist(text, checklistBoard(world.board), FILE);
    expect(plain(now)).toBe("## New\n- [ ] one\n- [ ] three\n\nNewer\n=====\n- [ ] two\n");
    expect(notes).toEqual([
      { code: "heading-renamed", line: 1, message: 'the heading "Old" is "New" now, as on the board' },
      { code: "heading-renamed", line: 4, message: 'the heading "Other" is "Newer" now, as on the board' },
    ]);
    expect(writeChecklist(now, checklistBoard(world.board), FILE)).toMatchObject({ text: now, notes: [] });
  });

  it("given lines that say the same, then each is its own task, and is found by its comment", () => {
    const text = "- [ ] same\n- [ ] same\n- [ ] same\n";
    const world = taken(text);
    expect(written(world, text)).toBe(text);
    const [first, second, third] = tasksInOrder(world.board).map(({ id }) => id);
    world.do({ type: "ChangeStatus", task: second ?? titled(world, "same"), to: "completed" });
    expect(written(world, text)).toBe(
      `- [ ] same <!-- parley:${first} -->\n- [x] same <!-- parley:${second} -->\n- [ ] same <!-- parley:${third} -->\n`,
    );
    const swapped = `- [x] same <!-- parley:${second} -->\n- [ ] same\n- [ ] same\n`;
    world.do({ type: "ChangeStatus", task: second ?? titled(world, "same"), to: "review" });
    expect(plain(written(world, swapped))).toBe("- [o] same\n- [ ] same\n- [ ] same\n");
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
          plain(all).replace(/(^[ \t]*(?:[-*+]|\d+[.)])[ \t]+)\[[^[\]]{1,3}\]/gm, "$1[]");
        expect(bare(now)).toBe(bare(text));
        expect(written(world, now)).toBe(now);
      }),
      { numRuns: 300 },
    );
  });

  it("given a blank of another kind at the end of a line, then it stays where our comment comes", () => {
    const text = "- [X] seven\uFEFF\n- [X] seven\n";
    const world = taken(text);
    for (const { id } of tasksInOrder(world.board))
      world.try({ type: "ChangeStatus", task: id, to: "in_progress" });
    const now = written(world, text);
    expect(now).toMatch(/^- \[-\] seven\uFEFF <!-- parley:[0-9a-f]{8} -->\n- \[-\] seven <!--/);
    expect(written(world, now)).toBe(now);
  });

  it("given a tidy one and any wishes, then all is in the text, and writing again changes nothing", () => {
    fc.assert(
      fc.property(
        tidyChecklist,
        fc.array(anyWish, { maxLength: 8 }),
        fc.array(fc.nat({ max: 9 }), { maxLength: 2 }),
        (text, wishes, removals) => {
          const world = taken(text);
          for (const wish of wishes) meddle(world, wish);
          for (const { id } of tasksInOrder(world.board).filter((_, index) => removals.includes(index)))
            world.do({ type: "RemoveTask", task: id });
          const result = writeChecklist(text, checklistBoard(world.board), FILE);
          expect(result.notes.filter(({ code }) => code === "not-written")).toEqual([]);
          expect(missing(world, result.text)).toEqual([]);
          world.do({ type: "NotePlaces", places: result.places, gone: result.gone });
          const again = written(world, result.text);
          expect(missing(world, again)).toEqual([]);
          expect(again).toBe(result.text);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("given a tidy one and any wishes, then every line that stays keeps its place", () => {
    fc.assert(
      fc.property(tidyChecklist, fc.array(anyWish, { maxLength: 8 }), (text, wishes) => {
        const world = taken(text);
        for (const wish of wishes.filter(({ does }) => does !== "rename" && does !== "carry"))
          meddle(world, wish);
        const { text: now, added } = writeChecklist(text, checklistBoard(world.board), FILE);
        const before = plain(text)
          .split("\n")
          .filter((line) => line !== "");
        const after = plain(now)
          .split("\n")
          .filter((line) => line !== "");
        expect(inOrder(before, after)).toBe(true);
        if (added.length === 0) expect(plain(now)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it("given edits by hand between exports and imports, then no word that a person typed is lost unsaid", () => {
    const edits = fc.array(anyEdit, { maxLength: 6 });
    const removals = fc.array(fc.nat({ max: 9 }), { maxLength: 3 });
    const wishes = fc.array(anyWish, { maxLength: 4 });
    const rounds = fc.array(fc.boolean(), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(tidyChecklist, edits, removals, wishes, rounds, (text, byHand, gone, onBoard, imports) => {
        const world = taken(text);
        for (const { id } of tasksInOrder(world.board))
          world.try({ type: "ChangeStatus", task: id, to: "review" });
        const noted = (before: string): ReturnType<typeof writeChecklist> => {
          const result = writeChecklist(before, checklistBoard(world.board), FILE);
          world.do({ type: "NotePlaces", places: result.places, gone: result.gone });
          return result;
        };
        let now = editByHand(noted(text).text, byHand);
        const typed = new Set(now.match(/typed\d+x/g) ?? []);
        for (const { id } of tasksInOrder(world.board).filter((_, index) => gone.includes(index)))
          world.do({ type: "RemoveTask", task: id });
        for (const wish of onBoard) meddle(world, wish);
        for (const isImported of imports) {
          if (isImported) world.take(now);
          const { places } = planImport(readChecklist(now), checklistBoard(world.board), FILE);
          if (isImported) world.do({ type: "NotePlaces", places });
          const result = noted(now);
          now = result.text;
          const said = `${now}\n${result.notes.map(({ message }) => message).join("\n")}`;
          for (const word of typed) expect(said).toContain(word);
        }
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
        // The number of a list's item is the list's.
        const said = ({ text: all }: { readonly text: string }): string =>
          all.trim().replace(/^\d+(?=[.)])/, "1");
        const left = new Set(splitText(result.text).lines.map(said));
        for (const other of others) if (said(other) !== "") expect(left).toContain(said(other));
      }),
      { numRuns: 300 },
    );
  });
});

const anyEdit = fc.record({
  does: fc.constantFrom(
    "retitle",
    "append",
    "comment",
    "front",
    "tick",
    "copy",
    "move",
    "delete",
    "note",
    "heading",
  ),
  which: fc.nat(),
  to: fc.nat(),
});

/** What a person does to the lines of a file, with words of their own that stand nowhere else. */
function editByHand(text: string, edits: readonly { does: string; which: number; to: number }[]): string {
  const lines = text.split("\n");
  for (const [index, { does, which, to }] of edits.entries()) {
    const word = `typed${index}x`;
    const fits = does === "heading" ? /^#/ : /^ *- \[/;
    const places = [...lines.keys()].filter((at) => fits.test(lines[at] ?? ""));
    const at = places[which % places.length];
    if (at === undefined) continue;
    const line = lines[at] ?? "";
    const target = to % lines.length;
    if (does === "retitle") lines[at] = line.replace(/\] [^<]*/, `] ${word} `);
    if (does === "append" || does === "heading") lines[at] = `${line} ${word}`;
    if (does === "comment") lines[at] = `${line} <!-- ${word} -->`;
    if (does === "front") lines[at] = line.replace("] ", `] ${word} `);
    if (does === "tick") lines[at] = line.replace(/\[.\]/, "[x]");
    if (does === "copy") lines.splice(target, 0, line.replace("] ", `] ${word} `));
    if (does === "move") lines.splice(target, 0, ...lines.splice(at, 1));
    if (does === "delete") lines.splice(at, 1);
    if (does === "note") lines.splice(at + 1, 0, `${/^ */.exec(line)?.[0] ?? ""}  ${word}`);
  }
  return lines.join("\n");
}

/** Whether all of some lines are among others, one below the other. */
function inOrder(some: readonly string[], others: readonly string[]): boolean {
  let next = 0;
  for (const line of others) if (line === some[next]) next += 1;
  return next === some.length;
}

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
    world.try({
      type: "AddTask",
      id: world.freshTask(),
      title,
      section: target?.section ?? null,
      notes: which % 3 === 0 ? "a note\n\n- [ ] no item" : which % 3 === 1 ? title : "",
    });
  if (does === "section") world.try({ type: "AddSection", id: world.freshSection(), name: title });
  if (task === undefined || target === undefined) return;
  if (does === "rename") world.try({ type: "RenameTask", task: task.id, title });
  if (does === "move") world.try({ type: "MoveTask", task: task.id, to: { at: "before", other: target.id } });
  if (does === "carry" && task.section !== null)
    world.try({ type: "RenameSection", section: task.section, name: `S ${title}` });
}
