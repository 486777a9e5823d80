import { expect, test } from "vitest";
import { gistOf } from "./gist.ts";

const BEFORE = "# Basket\n\nAn item is reserved, for TBD minutes. After that it goes back.\n";

test.each<[string, string, string | null]>([
  ["the first sentence", "It lapses after 20 minutes. Then it is free.", "It lapses after 20 minutes."],
  [
    "not one that stood there before",
    "An item is reserved, for 20 minutes. After that it goes back.",
    "An item is reserved, for 20 minutes.",
  ],
  [
    "the new one after an old one",
    "After that it goes\nback. The customer is **told** so.",
    "The customer is told so.",
  ],
  ["no heading, but what stands below it", "## Lapsing\n\n- Items lapse.\n- They return.", "Items lapse."],
  ["what stands in a table", "| Limit | Days |\n|---|---|\n| Open orders | 3 |", "Open orders"],
  ["whole where a semicolon divides it", "It lapses; then it is free. Good.", "It lapses; then it is free."],
  ["the first one where nothing is new", "After that it goes back.", "After that it goes back."],
  ["code as it is written", "The state is `open`.", "The state is `open`."],
  ["nothing of what says nothing", "```\ncode\n```", null],
])("a text's gist is %s", (_, text, gist) => {
  expect(gistOf(text, [BEFORE])).toBe(gist);
});

test("a long sentence is cut between two words", () => {
  const gist = gistOf(`${"many words ".repeat(60)}end.`, []);
  expect(gist?.length).toBeLessThan(300);
  expect(gist).toMatch(/words? …$|many …$/);
});

test("a text that was changed is told by its change, and by its news where it is the same", () => {
  const first = "It lapses after 20 minutes. The customer is told.";
  const second = "It lapses after 20 minutes. The customer is told by mail.";
  expect(gistOf(second, [BEFORE, first])).toBe("The customer is told by mail.");
  expect(gistOf(first, [BEFORE, first])).toBe("It lapses after 20 minutes.");
});
