// A checklist as seven people kept it over months: notes, nesting, odd markers, slips of the hand, code, quotes, comments.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findSection, sectionsInOrder, tasksInOrder } from "../../src/core/board/board.ts";
import type { TaskId } from "../../src/core/board/board-id.ts";
import { valuesOf } from "../../src/core/board/id-map.ts";
import type { Task } from "../../src/core/board/task.ts";
import { TASK_STATUSES } from "../../src/core/board/task-status.ts";
import { checklistBoard } from "../../src/document/checklist/checklist-board.ts";
import { planImport } from "../../src/document/checklist/plan-import.ts";
import { readChecklist } from "../../src/document/checklist/read-checklist.ts";
import { writeChecklist } from "../../src/document/checklist/write-checklist.ts";
import { World } from "../support/board-world.ts";

const FILE = "shop-relaunch.md";
const TEXT = readFileSync(new URL(FILE, import.meta.url), "utf8");
const LINES = TEXT.split("\n");

/** As CommonMark sees the items, in the order of the markers: `[ ]`, `[-]`, `[o]`, `[x]`, `[!]`, `[F]`. */
const COUNTED: readonly (readonly [section: string, ...counts: number[]])[] = [
  ["Shop relaunch", 1, 0, 0, 3, 0, 0],
  ["Kick-off", 2, 1, 1, 3, 0, 0],
  ["Who does what", 1, 0, 0, 1, 1, 0],
  ["Accounts", 8, 1, 1, 6, 0, 1],
  ["Addresses", 3, 1, 1, 5, 0, 1],
  ["Privacy", 3, 1, 0, 3, 1, 0],
  ["Accounts / Tests", 1, 1, 0, 3, 0, 0],
  ["Catalogue", 14, 2, 1, 13, 0, 1],
  ["Stock", 5, 1, 0, 2, 1, 0],
  ["Prices", 5, 0, 1, 2, 0, 1],
  ["Catalogue / Tests", 2, 1, 0, 5, 0, 0],
  ["Checkout", 5, 1, 1, 6, 1, 0],
  ["Payment", 6, 2, 2, 7, 1, 1],
  ["Shipping", 11, 2, 1, 7, 0, 0],
  ["Checkout / Tests", 2, 0, 0, 3, 0, 1],
  ["Devices", 4, 1, 0, 4, 0, 0],
  ["Content", 14, 2, 1, 9, 1, 0],
  ["SEO", 4, 1, 0, 3, 0, 0],
  ["Reviews", 5, 0, 0, 2, 1, 0],
  ["Operations", 11, 2, 1, 11, 0, 1],
  ["Runbooks", 4, 1, 0, 4, 0, 0],
  ["Load", 2, 0, 1, 3, 0, 0],
  ["Cut-over", 16, 0, 0, 0, 0, 0],
  ["If it goes wrong", 4, 1, 0, 1, 0, 0],
  ["Open questions", 3, 0, 0, 0, 1, 0],
  ["Legal", 5, 0, 1, 2, 0, 0],
  ["Money", 2, 1, 0, 2, 0, 0],
  ["Team", 4, 1, 0, 2, 0, 0],
  ["Holidays", 1, 0, 0, 1, 0, 0],
  ["Done", 0, 1, 0, 23, 0, 0],
  ["Later", 15, 0, 0, 1, 0, 0],
];

const NOT_UNDERSTOOD: readonly (readonly [line: number, code: string, says: string])[] = [
  [30, "unknown-marker", "- [?] Company offsite"],
  [114, "unknown-marker", "- [~] What3words"],
  [138, "unknown-marker", "+ [WIP] Privacy page"],
  [183, "unknown-marker", "- [>] Recommendations"],
  [190, "unknown-marker", "- [?] for the rest, by a model?"],
  [207, "unknown-marker", "- [] Back in stock mail"],
  [266, "unknown-marker", "- [*] Order by phone"],
  [317, "no-item", "• [ ] Sylt, Helgoland, Hiddensee"],
  [318, "unknown-marker", "- [/] Pick-up in the shop"],
  [387, "unknown-marker", "* [✓] Photos for the guides"],
  [426, "no-item", "[ ] Stars on a phone"],
  [443, "unknown-marker", "- [~] Monitoring"],
  [517, "no-item", "-[ ] 02:30 mail to the agency"],
  [518, "no-item", "- [ ]03:00 lights off"],
  [534, "unknown-marker", "- [?] Blog"],
  [554, "unfit-title", "- [ ] Hallo zusammen"],
  [563, "unfit-title", "- [ ]"],
  [594, "unknown-marker", "- [Ines] 1–12 July"],
  [595, "unknown-marker", "- [Jo] none, ever"],
  [641, "unknown-marker", "- [>] Recommendations"],
  [655, "unknown-marker", "- [f] Live chat"],
  [657, "no-item", "-\u00A0[ ] Podcast"],
];

function taken(): World {
  const world = new World();
  world.take(TEXT, FILE);
  return world;
}

function allTitled(world: World, title: string): readonly Task[] {
  return tasksInOrder(world.board).filter((task) => task.title === title);
}

function titled(world: World, title: string): Task {
  const [task, ...others] = allTitled(world, title);
  if (task === undefined || others.length > 0) throw new Error(`not one task "${title}"`);
  return task;
}

function sectionOf(world: World, { section }: Task): string | null {
  return section === null ? null : (findSection(world.board, section)?.name ?? null);
}

/** What stands in place of what, line by line, apart from the comments that name the tasks. */
function differences(now: string): readonly (readonly [string | undefined, string])[] {
  const lines = plain(now).split("\n");
  expect(lines).toHaveLength(LINES.length);
  return lines.flatMap((line, index) => (line === LINES[index] ? [] : [[LINES[index], line] as const]));
}

function plain(text: string): string {
  return text.replaceAll(/ <!-- parley:[0-9a-f]{8} -->/g, "");
}

function written(world: World): ReturnType<typeof writeChecklist> {
  return writeChecklist(TEXT, checklistBoard(world.board), FILE);
}

describe("a checklist of more than five hundred lines, taken in", () => {
  it("has every task in its section with its status, top to bottom", () => {
    const world = taken();
    expect(LINES.length).toBeGreaterThan(500);
    expect(sectionsInOrder(world.board).map(({ name }) => name)).toEqual(COUNTED.map(([name]) => name));
    const tasks = tasksInOrder(world.board);
    const counted = COUNTED.map(([name]) => {
      const statuses = tasks.filter((task) => sectionOf(world, task) === name).map(({ status }) => status);
      return [name, ...TASK_STATUSES.map((status) => statuses.filter((one) => one === status).length)];
    });
    expect(counted).toEqual(COUNTED);
    expect(tasks).toHaveLength(353);
  });

  it("lists what was not understood with its line, and takes none of it", () => {
    const { unread } = readChecklist(TEXT);
    expect(unread.map(({ line, code }) => [line, code])).toEqual(
      NOT_UNDERSTOOD.map(([line, code]) => [line, code]),
    );
    for (const [line, , says] of NOT_UNDERSTOOD) expect(LINES[line - 1]?.trim().startsWith(says)).toBe(true);
    const titles = tasksInOrder(taken().board).map(({ title }) => title);
    for (const title of ["What3words", "Recommendations", "Live chat", "Podcast", "Back in stock mail"])
      expect(titles).not.toContain(title);
  });

  it("takes no box from code, comments, quotes, tables, links and legends", () => {
    const titles = tasksInOrder(taken().board).map(({ title }) => title);
    expect(titles.filter((title) => title === "Imprint")).toHaveLength(1);
    expect(titles).not.toContain("Jobs page");
    for (const words of [
      "not a task",
      "letter from Legal",
      "so is this one",
      "nobody has touched",
      "not a box",
    ])
      expect(titles.filter((title) => title.includes(words))).toEqual([]);
  });

  it.each([
    [
      "bullets without a box",
      "Rate limits",
      "- `/search` 20/s per address\n- `/login` 5/min per account\n- everything else: 100/s",
    ],
    [
      "code",
      "Old price next to the new one must be the **lowest of the last 30 days**",
      "```sql\n-- - [ ] not a task, Tomasz, stop grepping\nselect min(price) from price_history\n where sku = :sku and day > current_date - 30;\n```\nPriya checked 12 products by hand, Ines another 5.",
    ],
    [
      "paragraphs, apart as they were",
      "22.4. Henrik's questions, all 19",
      "> Why not just use what we have?\n\nAnswered in the charter, section 1.",
    ],
    [
      "what stands before and after nested tasks",
      "VoiceOver, with Karim, who uses it every day",
      'Karim\'s list, 14 May:\n\n* the total is read before the items\n* "button" "button" "button" for plus and minus\n\nHe will come again in July.',
    ],
    [
      "what follows tabs",
      "What does support see",
      "A banner, and a button to unlock. Screenshot in the wiki.",
    ],
    [
      "a line that nobody indented",
      "Who answers mails in the first week",
      "all of us in shifts, see the sheet\nand bring a headset, the office ones are broken",
    ],
    ["a rule is none", "Point of no return: the first order shipped from the new system", ""],
    ["nor is a closing tag", "A day on a hut. With boots we sell!", ""],
    ["nor is a box with a slip", "02:00 old shop read-only, stays on until 31 October", ""],
  ])("keeps the notes: %s", (_, title, notes) => {
    expect(titled(taken(), title).notes).toBe(notes);
  });

  it.each<[string, string, readonly string[]]>([
    ["tabs", "the bank says nothing", ["Card"]],
    ["two spaces, thrice", "Mentions légales", ["Übersetzungen", "Français"]],
    ["three under a number", "which cobbler?", ["Repair service", "soles"]],
    ["four under four", "Gloves", ["Product pages from the new API", "Size guide"]],
    ["under a marker that is none", "… 60 minutes at night", ["Monitoring", "does it sell"]],
    [
      "under a bullet without a box",
      "find orders by mail address, ignoring upper and lower case",
      ["Guests"],
    ],
    ["one space is a slip", "What does the page say when the warehouse does not answer?", []],
    ["more spaces after the bullet", "20:30 last export of orders", []],
  ])("knows what a task is nested under: %s", (_, title, under) => {
    expect(titled(taken(), title).origin?.under).toEqual(under);
  });
});

describe("a checklist of more than five hundred lines, written", () => {
  it("given nothing changed, then it is as it was, to the byte, and once more taken in brings nothing", () => {
    const world = taken();
    const { text, changed, added, linked } = written(world);
    expect(text).toBe(TEXT);
    expect([changed, added, linked]).toEqual([[], [], []]);
    expect(planImport(readChecklist(TEXT), checklistBoard(world.board), FILE).tasks).toEqual([]);
  });

  it("given a few tasks changed, then their lines alone are others", () => {
    const world = taken();
    const change = (task: TaskId, to: Task["status"]): void => {
      world.do({ type: "ChangeStatus", task, to });
    };
    change(titled(world, "How many are too many").id, "in_progress");
    change(titled(world, "Pre-order, with a date that we can keep").id, "review");
    change(titled(world, "Order confirmation within a minute").id, "pending");
    change(titled(world, "HTTP/3").id, "in_progress");
    change(titled(world, "Twint").id, "pending");
    const [, second] = allTitled(world, "Ask for an offer");
    if (second === undefined) throw new Error("no second one");
    change(second.id, "completed");
    world.do({ type: "RenameTask", task: titled(world, "App").id, title: "App, for the phone" });
    const { text, changed } = written(world);
    expect(differences(text)).toEqual([
      ["\t*\t[ ] How many are too many", "\t*\t[-] How many are too many"],
      [
        "- [ ]   Pre-order,  with a date   that we can keep ",
        "- [o]   Pre-order,  with a date   that we can keep ",
      ],
      ["- [x] Order confirmation within a minute  ", "- [ ] Order confirmation within a minute  "],
      ["* [F] Twint", "* [ ] Twint"],
      ["- [x ] HTTP/3", "- [-] HTTP/3"],
      ["- [ ] Ask for an offer", "- [x] Ask for an offer"],
      ["- [ ] App", "- [ ] App, for the phone"],
    ]);
    expect(changed).toHaveLength(7);
    expect(text).toContain(`- [x] Ask for an offer <!-- parley:${second.id} -->\n`);
    expect(text.match(/ <!-- parley:/g)).toHaveLength(353);
    expect(writeChecklist(text, checklistBoard(world.board), FILE).text).toBe(text);
  });

  it("given a tenth of the statuses changed, then only those lines are others, by their marker", () => {
    const world = taken();
    const chosen = tasksInOrder(world.board).filter(
      ({ status }, index) => index % 10 === 0 && status !== "completed",
    );
    for (const { id: task } of chosen) world.do({ type: "ChangeStatus", task, to: "completed" });
    const { text, changed } = written(world);
    const differing = differences(text);
    expect(differing).toHaveLength(chosen.length);
    expect([...changed].sort()).toEqual(chosen.map(({ id }) => id).sort());
    for (const [before, now] of differing) expect(now).toBe(before?.replace(/\[[^\]]+\]/, "[x]"));
  });

  it("given another order, then no line moves, and it is told", () => {
    const world = taken();
    const [hut, shirts] = [titled(world, "A day on a hut. With boots we sell!"), titled(world, "T-shirts")];
    world.do({ type: "MoveTask", task: hut.id, to: { at: "before", other: shirts.id } });
    const { text, level, notes } = written(world);
    expect([text, level]).toEqual([TEXT, false]);
    expect(notes.filter(({ code }) => code === "other-order")).toEqual([
      {
        code: "other-order",
        line: LINES.indexOf("- [ ] A day on a hut. With boots we sell!") + 1,
        message: `"${hut.title}" has another place on the board: lines are not moved`,
      },
    ]);
  });

  it("given a new task in every section, then each stands under its heading and no line is gone", () => {
    const world = taken();
    for (const { id: section, name } of valuesOf(world.board.sections))
      world.add(`New in ${name}`, { section });
    const { text, added } = written(world);
    expect(added).toHaveLength(world.board.sections.size);
    expect(
      plain(text)
        .split("\n")
        .filter((line) => !line.includes("New in ")),
    ).toEqual(LINES);
    const again = new World();
    again.take(text, FILE);
    expect(sectionsInOrder(again.board).map(({ name }) => name)).toEqual(
      sectionsInOrder(world.board).map(({ name }) => name),
    );
    for (const task of tasksInOrder(again.board))
      if (task.title.startsWith("New in ")) expect(task.title).toBe(`New in ${sectionOf(again, task)}`);
  });
});
