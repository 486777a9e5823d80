import { expect, it } from "vitest";
import { quotes } from "../../../test/support/lint-quotes.ts";

it.each([
  ["The search must answer quickly.", ["quickly"]],
  ["Errors **should** be handled gracefully.", ["gracefully"]],
  ["The server shall retry as needed.", ["as needed"]],
  ["It must support formats such as PDF. It must accept CSV, XML, etc.", ["etc"]],
  ["It must return an appropriate status code.", ["appropriate"]],
  ["Uploads should handle large files.", ["large files"]],
  ["Passwords must be stored securely.", ["stored securely"]],
  ["It must be done quickly and must be robust.", ["quickly"]],
  ["| Id | Text |\n|---|---|\n| 1 | It must be user-friendly. |", ["user-friendly"]],
  ["## Requirements\n\n- Fast enough for everybody", ["Fast enough"]],
  ["- **FR-1**: Answers in a timely manner", ["in a timely manner"]],
  ["The list must be loaded as\nneeded.", ["needed"]],
])("finds the word in %j", (text, found) => {
  expect(quotes("vague-requirement", text)).toEqual(found);
});

it.each([
  ["no requirement", "The search answers quickly."],
  ["a number with its unit", "The search must answer quickly, within 200 ms."],
  ["an explanation in brackets", "It must return an appropriate status code (404 or 410)."],
  ["an explanation after a colon", "It must be robust: no event is lost when it is killed."],
  ["a list that follows", "It must retry when appropriate:"],
  ["a definition elsewhere", "It must use a suitable code as defined in §4."],
  ["a question", "Must it answer quickly?"],
  ["advice to the reader", "You should use a suitable editor."],
  ["inline code", "It must call `appropriate`."],
  ["a quotation", "> It must be fast enough."],
  ["a word spoken of", "It must reject the word “appropriate”."],
  ["a comparison", "It must answer quickly than before."],
  ["a part of a word", "It must be unreasonableness-free; the inappropriate is out."],
  ["an etc. of examples", "It must read formats such as CSV, XML, etc."],
  ["a heading", "## It must be user-friendly\n\nx"],
  ["an example", "## Example\n\nIt must answer quickly."],
  ["a rationale", "Rationale: it must answer quickly."],
  ["a note", "Note: clients should retry when appropriate."],
  ["a document that means capitals only", "Key words as in RFC 2119.\n\nIt must answer quickly."],
])("is quiet about %s", (_, text) => {
  expect(quotes("vague-requirement", text)).toEqual([]);
});

it("still finds capitals in a document that means capitals only", () => {
  expect(quotes("vague-requirement", "Key words as in RFC 2119.\n\nIt MUST answer quickly.")).toEqual([
    "quickly",
  ]);
});
