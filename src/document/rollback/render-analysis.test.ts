import fc from "fast-check";
import { expect, it } from "vitest";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { known } from "../../../test/support/known.ts";
import { asIs, expectTextsShown, type Say } from "../../../test/support/written-parts.ts";
import type { RollbackAnalysis } from "../../core/refinement/rollback/rollback-analysis.ts";
import { parseGapId } from "../../core/shared/gap-id.ts";
import { parseTimestamp } from "../../core/shared/timestamp.ts";
import { parseMarkdown } from "../markdown/blocks.ts";
import { renderAnalysis } from "./render-analysis.ts";

const gap = known(parseGapId("GAP-FLOW-007"));
const other = known(parseGapId("GAP-FLOW-008"));

const example = (say: Say, quoted: readonly string[] = []): RollbackAnalysis => ({
  produced: [
    {
      gap,
      addressed: "Partial",
      sections: ["Solution", "Examples"],
      examples: 1,
      chars: 900,
      headings: [],
      concerns: [],
    },
    { gap: other, addressed: "No", sections: [], examples: 0, chars: 0, headings: [], concerns: [] },
  ],
  checks: [
    { check: "Has ## Gap Resolution headers", passed: true },
    { check: "Has ### Trade-offs", passed: false },
  ],
  patterns: [
    {
      pattern: "MISSING_SECTIONS",
      gap,
      detail: say("GAP-FLOW-007: Trade-offs absent"),
      subjects: ["Trade-offs"],
      evidence: quoted.map((text, index) => ({ file: "engineer.md", line: index + 3, text })),
    },
    {
      pattern: "NARROW_EXAMPLES",
      gap,
      detail: say("GAP-FLOW-007: only 1 example"),
      subjects: [],
      evidence: [],
    },
  ],
  contradictions: [],
  adjustments: [
    { pattern: "MISSING_SECTIONS", text: say("You must include Trade-offs."), confidence: "HIGH" },
    { pattern: "NARROW_EXAMPLES", text: say("Give at least 2 examples."), confidence: "HIGH" },
  ],
});

const report = (say: Say, quoted: readonly string[] = []) =>
  renderAnalysis({
    round: 5,
    attempt: 2,
    reason: say("Still missing trade-offs"),
    timestamp: known(parseTimestamp("2026-01-12T15:45:00Z")),
    analysis: example(say, quoted),
    previous: [{ ...example(say), patterns: example(say).patterns.slice(1) }],
  });

it("has the headings and tables of the report that is asked for", () => {
  expect(report(asIs, ["## Gap Resolution: GAP-FLOW-007"])).toBe(`## Rollback Analysis - Round 5

### Failure Summary

- **Rollback Reason:** Still missing trade-offs
- **Attempt Number:** 2 of this round
- **Timestamp:** 2026-01-12T15:45:00Z

### Content Analysis

#### What Was Produced

| Gap          | Addressed | Sections Present   | Example Count |
| ------------ | --------- | ------------------ | ------------: |
| GAP-FLOW-007 | Partial   | Solution, Examples |             1 |
| GAP-FLOW-008 | No        | None               |             0 |

#### Structural Completeness

| Check                         | Status |
| ----------------------------- | ------ |
| Has ## Gap Resolution headers | PASS   |
| Has ### Trade-offs            | FAIL   |

### Pattern Detection

#### Detected Patterns

- **MISSING_SECTIONS:** GAP-FLOW-007: Trade-offs absent
  - engineer.md:3: \`## Gap Resolution: GAP-FLOW-007\`
- **NARROW_EXAMPLES:** GAP-FLOW-007: only 1 example

#### Historical Comparison

| Pattern          | This Attempt | Previous Attempts |
| ---------------- | ------------ | ----------------- |
| MISSING_SECTIONS | Yes          | No                |
| NARROW_EXAMPLES  | Yes          | Yes (1 of 1)      |

### Recommended Adjustments

Based on detected patterns:

1. **For MISSING_SECTIONS:**
   Add to prompt: You must include Trade-offs.
2. **For NARROW_EXAMPLES:**
   Add to prompt: Give at least 2 examples.

### Adjustment Confidence

- Adjustment 1: HIGH (structural, easily checked)
- Adjustment 2: HIGH (may need knowledge of the domain; found in an earlier attempt too)
`);
});

it("given a first attempt with nothing to find, says so", () => {
  const nothing = { ...example(asIs), patterns: [], adjustments: [] };
  const text = renderAnalysis({
    round: 4,
    attempt: 1,
    reason: "",
    timestamp: known(parseTimestamp("2026-01-12T15:45:00Z")),
    analysis: nothing,
    previous: [],
  });
  expect(text).toContain("- **Rollback Reason:** None.");
  expect(text.match(/^None\.$/gm)).toHaveLength(4);
});

it("shows two places that contradict each other", () => {
  const evidence = ["It is 3.", "It is 5."].map((text, at) => ({ file: "engineer.md", line: at + 1, text }));
  const text = renderAnalysis({
    round: 4,
    attempt: 1,
    reason: "x",
    timestamp: known(parseTimestamp("2026-01-12T15:45:00Z")),
    analysis: { ...example(asIs), contradictions: [{ gap, evidence }] },
    previous: [],
  });
  expect(text).toContain(`#### Contradictions

- GAP-FLOW-007 says two things that cannot both hold:
  - engineer.md:1: \`It is 3.\`
  - engineer.md:2: \`It is 5.\`
`);
  expect(text).toContain("N/A (first attempt)");
});

it("shows every text whole, whatever it holds", () => {
  expectTextsShown((say) => report(say));
});

it("given lines of a document that try to be structure, keeps its own", () => {
  const shape = (quoted: string) =>
    parseMarkdown(report(asIs, [quoted])).blocks.map(({ kind, depth, line }) => [kind, depth, line]);
  const plain = shape("x");
  fc.assert(
    fc.property(hostileText, (quoted) => {
      expect(shape(quoted)).toEqual(plain);
    }),
    { numRuns: 200 },
  );
});
