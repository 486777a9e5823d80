import { describe, expect, test } from "vitest";
import { parseMarkdown } from "../markdown/blocks.ts";
import { labelledText } from "./labelled-fields.ts";

function read(text: string) {
  const [block] = parseMarkdown(text).blocks;
  if (block?.kind !== "paragraph" && block?.kind !== "item")
    throw new Error("neither a paragraph nor an item");
  const { lead, fields } = labelledText(block.spans);
  return { lead, fields: fields.map(({ label, value }) => [label, value]) };
}

describe("labels", () => {
  test.each([
    "**Location:** the pier",
    "**Location**: the pier",
    "**Location** — the pier",
    "**Location** | the pier",
    "- Location: the pier",
    "- *Location:* the pier",
    "📍 Location: the pier",
  ])("%s", (text) => {
    expect(read(text)).toEqual({ lead: "", fields: [["Location", "the pier"]] });
  });

  test("several, on lines of their own or on one", () => {
    const fields = [
      ["Location", "the pier"],
      ["Impact", "wet feet"],
    ];
    expect(read("**Location:** the pier\n**Impact:** wet feet").fields).toEqual(fields);
    expect(read("**Location:** the pier | **Impact:** wet feet").fields).toEqual(fields);
    expect(read("Location: the pier\nImpact: wet feet").fields).toEqual(fields);
  });

  test("known names count after a stop, other words before a colon do not", () => {
    expect(read("The plank is loose. Fix: nail it. Beware: it is wet.")).toEqual({
      lead: "The plank is loose.",
      fields: [["Fix", "nail it. Beware: it is wet."]],
    });
  });

  test("a label in code is only shown", () => {
    expect(read("write `Location: x` here").fields).toEqual([]);
  });

  test("what is shown in a value is not stated", () => {
    const [block] = parseMarkdown("**Verdict:** `APPROVED`").blocks;
    if (block?.kind !== "paragraph") throw new Error("no paragraph");
    expect(labelledText(block.spans).fields[0]).toMatchObject({ value: "APPROVED", stated: "" });
  });
});
