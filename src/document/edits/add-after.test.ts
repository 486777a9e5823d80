import { describe, expect, test } from "vitest";
import type { WrittenEdit } from "../../core/documents/engineer-document.ts";
import { specOf } from "../spec/spec.ts";
import { placeEdit } from "./place-edit.ts";

/** The source with one text after a section. */
function after(source: string, path: readonly string[], text: string): string {
  const edit: WrittenEdit = { line: 1, target: { at: "after", headingPath: path }, text };
  const place = placeEdit(specOf(source), edit, null);
  if ("fault" in place) throw new Error(place.fault);
  const { span } = place;
  return source.slice(0, span.from) + place.text + source.slice(span.to);
}

describe("a text after a section", () => {
  test.each<[string, string, string]>([
    ["the last line ends", "# S\n\n| a |\n|---|\n| b |\n", "# S\n\n| a |\n|---|\n| b |\n\nNew.\n"],
    ["the last line does not end", "# S\n\nOld.", "# S\n\nOld.\n\nNew.\n"],
    ["there is a blank line at the end", "# S\n\nOld.\n\n", "# S\n\nOld.\n\nNew.\n"],
    ["lines end as on Windows", "# S\r\n\r\nOld.\r\n", "# S\r\n\r\nOld.\r\n\r\nNew.\r\n"],
    ["another section follows", "# S\n\nOld.\n\n# T\n\nMore.\n", "# S\n\nOld.\n\nNew.\n\n# T\n\nMore.\n"],
    ["another follows at once", "# S\nOld.\n# T\n", "# S\nOld.\n\nNew.\n\n# T\n"],
  ])("is set off by one blank line where %s", (_, source, expected) => {
    expect(after(source, ["S"], "New.")).toBe(expected);
  });
});
