import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileText } from "../../../test/support/hostile-text.ts";
import {
  CONFIDENCES,
  type Disagreement,
  type EngineerDocument,
  type GapMarker,
  type IssueResponse,
  type ProposedGap,
  type Resolution,
} from "../../core/documents/engineer-document.ts";
import { type GapId, makeGapId } from "../../core/shared/gap-id.ts";
import { SEVERITIES } from "../../core/shared/severity.ts";
import { readEngineerDocument } from "../engineer/read-engineer.ts";
import { oneLine, someLines } from "./free-lines.ts";
import { factsInBody, renderEngineerDocument } from "./render-engineer.ts";

const LOOKALIKES = [
  ...[
    "## Gap Resolution: GAP-FAKE-001",
    "**Confidence:** LOW",
    "Confidence: high",
    "(Confidence: LOW)",
    "(revised)",
  ],
  ...[
    "### Spec Text",
    "Replaces: A > B",
    "After: C",
    "### New Gaps",
    "This introduces GAP-FAKE-002: x",
    "(new)",
  ],
  ...[
    "## Response to ISSUE-R1-002",
    "- ISSUE-R1-003: fixed",
    "| Issue | Response |\n|---|---|\n| ISSUE-R1-004 | fixed |",
  ],
  ...[
    "**Status:** declined",
    "**Rationale:** because",
    "#### Request",
    "## Justification",
    "# Examples",
    "## Summary",
  ],
  ...[
    "BLOCKED_NEEDS_INPUT: GAP-FAKE-003",
    "**UNCERTAINTY:** x",
    "### Trade-offs",
    "Example 1: x",
    "**Gap:** GAP-FAKE-004",
  ],
  ...[
    "# Background",
    "**New Gaps**",
    "- a plain item",
    "A plain sentence. ",
    "\n\n",
    "\n",
    "> quoted\n",
    " > ",
    "---",
  ],
];

const hostile = fc.oneof(
  hostileText,
  fc
    .array(fc.oneof(fc.constantFrom(...LOOKALIKES), hostileText), { maxLength: 5 })
    .map((pieces) => pieces.join("\n")),
  fc.array(fc.constantFrom(...LOOKALIKES), { maxLength: 4 }).map((pieces) => pieces.join(" ")),
);
const line = hostile.map(oneLine);
const named = line.filter((text) => text !== "");
const lines = hostile.map(someLines);
const filled = lines.filter((text) => text !== "");

const gapId = fc
  .record({
    category: fc.constantFrom("LOAN", "TRAM", "OVEN", "FAKE"),
    number: fc.integer({ min: 1, max: 40 }),
    letter: fc.constantFrom(null, null, "a"),
  })
  .map((parts) => makeGapId(parts) as GapId);
const issueId = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 100, max: 999 }))
    .map(([r, n]) => `ISSUE-R${r}-${n}`),
  fc.constantFrom("CRIT-001", "H1", "M-02", "R2-H3", "7"),
);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const resolution = (gaps: readonly GapId[]): fc.Arbitrary<Resolution> =>
  fc.record({
    gaps: fc.constant(gaps),
    line: fc.constant(0),
    title: line,
    confidence: orNull(fc.constantFrom(...CONFIDENCES)),
    body: lines,
    specText: orNull(
      fc.record({
        text: lines,
        line: fc.constant(0),
        place: fc.oneof(
          fc.constant({ at: "marker" as const }),
          fc.record({
            at: fc.constantFrom("replaces" as const, "after" as const),
            headingPath: fc.array(named, { minLength: 1, maxLength: 3 }),
          }),
        ),
      }),
    ),
    has: fc.constant({ tradeOffs: false, examples: 0, newGaps: false }),
  });
const marker: fc.Arbitrary<GapMarker> = fc.record({ gap: orNull(gapId), line: fc.constant(0), text: line });
const response: fc.Arbitrary<IssueResponse> = fc.record({
  issueId,
  line: fc.constant(0),
  kind: fc.constantFrom("addressed", "partial", "declined", "deferred", "other"),
  text: filled,
});
const disagreement: fc.Arbitrary<Disagreement> = fc.record({
  issueId,
  line: fc.constant(0),
  reviewerConcern: orNull(filled),
  engineerPosition: orNull(filled),
  rationale: orNull(filled),
  alternative: orNull(filled),
  request: orNull(filled),
});

/** Gaps are either resolved or new; what follows from the texts is worked out from them. */
const anyDocument: fc.Arbitrary<EngineerDocument> = fc
  .uniqueArray(gapId, { maxLength: 6 })
  .chain((ids) => {
    const resolved = ids.slice(0, 3);
    const groups =
      resolved.length === 3 ? [resolved.slice(0, 1), resolved.slice(1)] : resolved.map((id) => [id]);
    const newIds: (GapId | null)[] = [...ids.slice(3), null];
    return fc.record({
      resolutions: fc.tuple(...groups.map(resolution)),
      newGaps: fc
        .tuple(
          ...newIds.map((id) =>
            fc.record({
              id: fc.constant(id),
              line: fc.constant(0),
              title: id === null ? named : line,
              severity: orNull(fc.constantFrom(...SEVERITIES)),
            }),
          ),
        )
        .chain((gaps) => fc.subarray(gaps as ProposedGap[])),
      responses: fc.array(response, { maxLength: 2 }),
      disagreements: fc.array(disagreement, { maxLength: 2 }),
      blocked: fc.array(marker, { maxLength: 2 }),
      uncertain: fc.array(marker, { maxLength: 2 }),
      justification: orNull(filled),
      listed: fc.boolean(),
    });
  })
  .map(({ listed, ...document }) => ({
    ...document,
    gapsNamed: [],
    resolutions: document.resolutions.map((each) => {
      const facts = factsInBody(each.body);
      return { ...each, has: { ...facts, newGaps: facts.newGaps || listed || document.newGaps.length > 0 } };
    }),
  }));

function withoutLines(document: EngineerDocument): unknown {
  const { gapsNamed: _, ...rest } = document;
  return JSON.parse(JSON.stringify(rest, (key, value) => (key === "line" ? undefined : value)));
}

describe("an engineer document that parley writes", () => {
  it("is read back as it was, whatever its texts hold", () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const read = readEngineerDocument(renderEngineerDocument(document)).document;
        expect(withoutLines(read)).toEqual(withoutLines(document));
        const about = document.resolutions.flatMap(({ gaps }) => gaps);
        expect(read.gapsNamed.map(({ gap }) => gap)).toEqual(expect.arrayContaining(about));
      }),
      { numRuns: 150 },
    );
  });

  it("is the plain form, so nothing is noted, and reads well", () => {
    const document: EngineerDocument = {
      resolutions: [
        {
          gaps: [makeGapId({ category: "LOAN", number: 1, letter: null }) as GapId],
          line: 0,
          title: "When a loan ends",
          confidence: "HIGH",
          body: "### Proposed Solution\n\nAt closing time.",
          specText: {
            text: "A loan ends at closing time.",
            line: 0,
            place: { at: "after", headingPath: ["Lending", "Loans"] },
          },
          has: { tradeOffs: false, examples: 0, newGaps: true },
        },
      ],
      newGaps: [
        {
          id: makeGapId({ category: "LOAN", number: 2, letter: null }) as GapId,
          line: 0,
          title: "Holidays | feasts",
          severity: "LOW",
        },
      ],
      responses: [{ issueId: "ISSUE-R1-001", line: 0, kind: "addressed", text: "The hour is given." }],
      disagreements: [
        {
          issueId: "ISSUE-R1-002",
          line: 0,
          reviewerConcern: "Readers cannot know the hour.",
          engineerPosition: "It hangs at the door.",
          rationale: "By-law 3.",
          alternative: null,
          request: null,
        },
      ],
      blocked: [],
      uncertain: [],
      justification: null,
      gapsNamed: [],
    };
    const source = renderEngineerDocument(document);
    expect(source).toMatchInlineSnapshot(`
      "# Engineer

      ## Gap Resolution: GAP-LOAN-001: When a loan ends

      **Confidence:** HIGH

      ### Proposed Solution

      At closing time.

      ### Spec Text

      After: Lending > Loans

      \`\`\`markdown
      A loan ends at closing time.
      \`\`\`

      ## New Gaps Introduced

      | Gap          | Severity | Title              |
      | ------------ | -------- | ------------------ |
      | GAP-LOAN-002 | LOW      | Holidays \\| feasts |

      ## Response to ISSUE-R1-001

      **Status:** addressed

      The hour is given.

      ## DISAGREE: ISSUE-R1-002

      **Reviewer Concern:**

      > Readers cannot know the hour.

      **Engineer Position:**

      It hangs at the door.

      **Rationale:**

      By-law 3.
      "
    `);
    expect(readEngineerDocument(source).notes).toEqual([]);
  });
});
