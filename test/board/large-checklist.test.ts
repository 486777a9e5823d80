// Five hundred lines in the manner of those that grow in a project: notes, nesting, odd markers, code, quotes, two kinds of headings.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sectionsInOrder, tasksInOrder } from "../../src/core/board/board.ts";
import { valuesOf } from "../../src/core/board/id-map.ts";
import { checklistBoard } from "../../src/document/checklist/checklist-board.ts";
import { planImport } from "../../src/document/checklist/plan-import.ts";
import { readChecklist } from "../../src/document/checklist/read-checklist.ts";
import { writeChecklist } from "../../src/document/checklist/write-checklist.ts";
import { World } from "../support/board-world.ts";

const FILE = "shop-relaunch.md";
const TEXT = readFileSync(new URL(FILE, import.meta.url), "utf8");
const LINES = TEXT.split("\n");

function taken(): World {
  const world = new World();
  world.take(TEXT, FILE);
  return world;
}

describe("a checklist of five hundred lines", () => {
  it("is taken in with its sections; what was not understood is listed with its line", () => {
    const { tasks, sections, unread } = planImport(
      readChecklist(TEXT),
      checklistBoard(new World().board),
      FILE,
    );
    expect(LINES.length).toBeGreaterThanOrEqual(500);
    const odd = LINES.flatMap((line, index) => (/^- \[(?:[?~/>*]|)\] /.test(line) ? [index + 1] : []));
    expect(unread.map(({ line }) => line)).toEqual(odd);
    expect(odd.length).toBeGreaterThan(15);
    const items = LINES.filter((line) => /^\s*(?:[-*+]|\d[.)]) \[[ \-ox!FX]\] /.test(line));
    const mentions = items.filter((line) => /neither is this|parked/.test(line));
    expect(mentions.length).toBeGreaterThan(3);
    expect(tasks).toHaveLength(items.length - mentions.length);
    expect(sections.slice(0, 3)).toEqual(["Shop relaunch", "Accounts", "Lock-out, second look"]);
    expect(sections).toContain("Accounts / Tests");
    expect(sections).toContain("Checkout");
  });

  it("given nothing changed, then it is written as it was, to the byte, and once more taken in brings nothing", () => {
    const world = taken();
    const { text, changed, added, moved } = writeChecklist(TEXT, checklistBoard(world.board), FILE);
    expect(text).toBe(TEXT);
    expect([changed, added, moved]).toEqual([[], [], []]);
    expect(planImport(readChecklist(TEXT), checklistBoard(world.board), FILE).tasks).toEqual([]);
  });

  it("given a tenth of the statuses changed, then only those lines are others, by one character", () => {
    const world = taken();
    const chosen = tasksInOrder(world.board).filter(
      ({ status }, index) => index % 10 === 0 && status !== "completed",
    );
    for (const { id: task } of chosen) world.do({ type: "ChangeStatus", task, to: "completed" });
    const { text, changed } = writeChecklist(TEXT, checklistBoard(world.board), FILE);
    const now = text.split("\n");
    expect(now).toHaveLength(LINES.length);
    const differing = now.filter((line, index) => line !== LINES[index]);
    expect(differing).toHaveLength(chosen.length);
    expect([...changed].sort()).toEqual(chosen.map(({ id }) => id).sort());
    for (const line of differing) expect(line).toContain("[x]");
  });

  it("given a new task in every section, then each stands under its heading and no line is gone", () => {
    const world = taken();
    for (const { id: section, name } of valuesOf(world.board.sections))
      world.add(`New in ${name}`, { section });
    const { text, added } = writeChecklist(TEXT, checklistBoard(world.board), FILE);
    expect(added).toHaveLength(world.board.sections.size);
    const left = text.trimEnd().split("\n");
    expect(left.filter((line) => !line.includes("New in "))).toEqual(LINES);
    const again = new World();
    again.take(text, FILE);
    expect(sectionsInOrder(again.board).map(({ name }) => name)).toEqual(
      sectionsInOrder(world.board).map(({ name }) => name),
    );
    for (const { title, section } of tasksInOrder(again.board)) {
      const name = sectionsInOrder(again.board).find(({ id }) => id === section)?.name;
      if (title.startsWith("New in ")) expect(title).toBe(`New in ${name}`);
    }
  });
});
