import { expect, test } from "vitest";
import { buildNewsLines } from "./build-news-lines.ts";
import { lineText } from "./text.ts";

const TASK = { id: "a1b2c3d4", title: "Make the shop listen on the port that the specification names" };
const MISSED = { type: "LandingMissed", data: { task: TASK.id, incarnation: 1, because: "conflict" } };

function told(
  event: { readonly type: string; readonly data: object },
  { newest = TASK.id, parallel = 1, width = 200 } = {},
): readonly string[] {
  const lines = buildNewsLines({ at: "happened", event } as never, { nowMs: 0, width }, () => ({
    ...{ tasks: [TASK as never], newest, parallel },
  }));
  return lines.map((line) => lineText(line, { colours: false }));
}

test("what git says in several lines is told in one", () => {
  const text = "f.txt\nAuto-merging f.txt\nCONFLICT (content): Merge conflict in f.txt\n";
  expect(told({ ...MISSED, data: { ...MISSED.data, text } })).toEqual([
    "    it cannot land as it is: f.txt Auto-merging f.txt CONFLICT (content): Merge conflict in f.txt",
  ]);
});

test("where several tasks go on, or the story is at another, each line says which it is about", () => {
  const missed = { ...MISSED, data: { ...MISSED.data, text: "f.txt" } };
  const reviewed = {
    type: "ReviewGiven",
    data: { task: TASK.id, verdict: "APPROVE", findings: [], fates: [] },
  };
  expect(told(reviewed)).toEqual(["    approved"]);
  expect([missed, reviewed].flatMap((event) => told(event, { parallel: 2 }))).toEqual([
    "    a1b2c3d4 it cannot land as it is: f.txt",
    "    a1b2c3d4 approved",
  ]);
  expect(told(missed, { newest: "b1b2c3d4" })).toEqual([
    `    "${TASK.title}" it cannot land as it is: f.txt`,
  ]);
});

test("a long title goes on in the next line, with the task's id at its end", () => {
  expect(told({ type: "TaskTaken", data: { task: TASK.id, run: 1 } }, { width: 60 })).toEqual([
    "Make the shop listen on the port that the",
    "specification names  a1b2c3d4",
  ]);
});
