import { describe, expect, it } from "vitest";
import { readEngineerDocument } from "../../../document/engineer/read-engineer.ts";
import { mergedDocument } from "./session-files.ts";

const part = (gap: string, more = "") => `## Gap Resolution: ${gap}

**Confidence:** HIGH

### Proposed Solution

A loan ends after 28 days.

### Spec Text

Loans last 28 days.

### Trade-offs

Fewer renewals.
${more}`;

/** The same without lines, which are others in the whole. */
const placeless = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === "line" ? undefined : inner)));

describe("documents of several runs as one", () => {
  it("say what each of them says, one after another", () => {
    const parts = [
      part("GAP-FLOW-001", "\n### New Gaps Introduced\n\n- GAP-FLOW-010: Holidays (LOW)\n"),
      `\n\n${part("GAP-FLOW-002", "\n## DISAGREE: ISSUE-R1-001\n\n**Rationale:** It is out of scope.\n")}\n\n`,
      part("GAP-FLOW-003", "\n### New Gaps Introduced\n\nNone.\n"),
    ];
    const merged = readEngineerDocument(mergedDocument(parts)).document;
    const read = parts.map((text) => readEngineerDocument(text.trim()).document);
    for (const of of ["resolutions", "newGaps", "disagreements", "responses"] as const) {
      expect(placeless(merged[of])).toEqual(placeless(read.flatMap((one) => [...one[of]])));
    }
  });

  it("leave out what is blank, and end with a line", () => {
    expect(mergedDocument(["one\n", " \n", "\uFEFFtwo"])).toBe("one\n\n---\n\ntwo\n");
  });
});
