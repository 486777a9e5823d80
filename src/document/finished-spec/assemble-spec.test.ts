import { describe, expect, it } from "vitest";
import { gapId } from "../../../test/support/example-gap.ts";
import type { LineOrigin } from "../../core/documents/finished-spec.ts";
import { Spec } from "../spec/spec.ts";
import { assembleSpec } from "./assemble-spec.ts";

const GAP = gapId("GAP-FLOW-001");

/** Where the lines come from after `[`…`]` of the source was replaced by a text. */
function originsOf(source: string, text: string): readonly string[] {
  const from = source.indexOf("[");
  const to = source.indexOf("]") - 1;
  const plain = source.replace(/[[\]]/g, "");
  const draft = plain.slice(0, from) + text + plain.slice(to);
  const own = { gaps: null, replaced: [] };
  const end = from + text.length;
  const stretches = [
    { from: 0, to: from, offset: 0, ...own },
    { from, to: end, offset: 0, gaps: [GAP], replaced: [{ from, to }] },
    { from: end, to: draft.length, offset: to, ...own },
  ].filter((stretch) => stretch.from < stretch.to);
  const { map } = assembleSpec(
    { stretches, decisions: [], limitations: [] },
    { source: new Spec(plain), draft: new Spec(draft) },
  );
  const lines = draft.replace(/\n$/, "").split("\n");
  return lines.map((_, index) => {
    const entry = map.find((one) => one.from <= index + 1 && index + 1 <= one.to);
    return entry === undefined ? "nowhere" : wordsOf(entry.origin, index + 1 - entry.from);
  });
}

function wordsOf(origin: LineOrigin, offset: number): string {
  if (origin.of === "source" || origin.of === "blended") return `${origin.of} ${origin.line + offset}`;
  return origin.of;
}

describe("where a line comes from", () => {
  it("given a line that an edit brings as it was, then it is the author's", () => {
    const source = "# Calls\n\n[Intro.\nTODO: how often?\nOutro.\n]\nEnd.\n";
    expect(originsOf(source, "Intro.\nThree times.\nOutro.\n")).toEqual([
      "source 1",
      "source 2",
      "source 3",
      "resolution",
      "source 5",
      "source 6",
      "source 7",
    ]);
  });

  it("given words of a line that come back with the rest of it, then the line is the author's", () => {
    expect(originsOf("The caller [waits] then.\n", "waits")).toEqual(["source 1"]);
    expect(originsOf("The caller [waits] then.\n", "tries")).toEqual(["blended 1"]);
  });

  it("given a line that stands once in what was replaced and twice in the edit, then only the first is the author's", () => {
    expect(originsOf("[Again.\n]End.\n", "Again.\nAgain.\n")).toEqual(["source 1", "resolution", "source 2"]);
  });

  it("given a line that the source has elsewhere, then it was written for the gap", () => {
    expect(originsOf("Same.\n[TODO\n]End.\n", "Same.\n")).toEqual(["source 1", "resolution", "source 3"]);
  });
});
