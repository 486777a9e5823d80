import { describe, expect, it } from "vitest";
import { parseMarkdown } from "./blocks.ts";
import { statedLines, withoutMentions } from "./stated-lines.ts";

const stated = (text: string) => statedLines(parseMarkdown(text)).join("\n");

describe("what the lines of a text state", () => {
  it.each([
    ["prose", "The fee is TODO."],
    ["an item", "- [ ] **GAP-FLOW-001**: when?\n  - see GAP-FLOW-002"],
    ["a question that goes on in the next line", "[needs clarification: a\nb]"],
  ])("is all of %s", (_, text) => expect(stated(text)).toBe(text));

  it.each([
    ["code", "`TODO` and `` ` TBD ``"],
    ["fences", "```\nTODO\n```"],
    ["quotes", "> TODO"],
    ["comments", "a <!-- TODO\nTBD --> b"],
    ["an id in code in running text", "- `GAP-FLOW-001`: an example"],
  ])("is nothing of %s", (_, text) => expect(stated(text)).not.toMatch(/TODO|TBD|GAP/));

  it("has a gap's id in code where a heading or a row is about it", () => {
    expect(stated("## `GAP-FLOW-001` Returns")).toBe("##  GAP-FLOW-001  Returns");
    const table = "| Gap | x |\n|---|---|\n| `GAP-FLOW-001` | TBD |";
    expect(stated(table).split("\n")[2]).toBe("|  GAP-FLOW-001  | TBD |");
  });

  it("takes an escaped backtick for what it is", () => {
    expect(withoutMentions("\\`TODO `TBD` ``x`", false)).toBe("\\`TODO       ``x`");
  });
});
