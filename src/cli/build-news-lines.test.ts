import { expect, test } from "vitest";
import { buildNewsLines } from "./build-news-lines.ts";
import { lineText } from "./text.ts";

test("what git says in several lines is told in one", () => {
  const text = "f.txt\nAuto-merging f.txt\nCONFLICT (content): Merge conflict in f.txt\n";
  const event = {
    type: "LandingMissed",
    data: { task: "a1b2c3d4", incarnation: 1, because: "conflict", text },
  };
  const lines = buildNewsLines({ at: "happened", event } as never, { nowMs: 0 }, () => ({
    tasks: [],
    newest: null,
    parallel: 1,
  }));
  expect(lines.map((line) => lineText(line, { colours: false }))).toEqual([
    "    it cannot land as it is: f.txt Auto-merging f.txt CONFLICT (content): Merge conflict in f.txt",
  ]);
});
