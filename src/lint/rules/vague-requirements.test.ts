import { expect, it } from "vitest";
import { quotes } from "../../../test/support/lint-quotes.ts";

it.each([
  ["The search must answer quickly.", ["quickly"]],
  ["Errors **must** be handled gracefully.", ["gracefully"]],
  ["## Requirements\n\nUploads should handle large files.", ["large files"]],
  ["- FR-1: a\n\nErrors **should** be handled gracefully.", ["gracefully"]],
  ["- **FR-1**: Shows kinds (models, services, etc.)", ["etc"]],
  ["It must show real-time updates.", ["real-time"]],
  ["The server shall retry as needed.", ["as needed"]],
  ["It must support formats such as PDF. It must accept CSV, XML, etc.", ["etc"]],
  ["It must return an appropriate status code.", ["appropriate"]],
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
  ["an etc. of examples in brackets", "It must read some formats (CSV, XML, etc.)."],
  ["an acronym, a path, a name", "It must read the ETC record, /etc/hosts and etc-common."],
  ["a compound", "It must show the real-time market price."],
  ["what is not wanted", "It must report all errors rather than hiding some when practical."],
  ["a list below", "- It must be robust\n  - no event is lost\n  - it starts again"],
  ["what follows a requirement", "## Requirements\n\n- It ends. The outcome is acceptable."],
  ["what may be later", "# Future possibilities\n\n## More\n\nIt must be fast enough."],
  ["an assumption", "# T\n\n## Assumptions\n\nThe network must be fast enough."],
  ["a document that means capitals only", "Key words as in RFC 2119.\n\nIt must answer quickly."],
])("is quiet about %s", (_, text) => {
  expect(quotes("vague-requirement", text)).toEqual([]);
});

it("still finds capitals in a document that means capitals only", () => {
  expect(quotes("vague-requirement", "Key words as in RFC 2119.\n\nIt MUST answer quickly.")).toEqual([
    "quickly",
  ]);
});

it.each([
  ["using anything else should fail with a helpful message.", ["helpful message"]],
  ["Whenever possible, guides should link to each other.", []],
  ["Should this prove sufficiently useful, it is added.", []],
  ["It will regularly change and should be left out.", []],
  ["Libraries should opt out, and use it as little as possible.", []],
])("where no requirements are stated, what only should be is told apart: %j", (text, found) => {
  expect(quotes("vague-statement", text)).toEqual(found);
  expect(quotes("vague-requirement", text)).toEqual([]);
});
