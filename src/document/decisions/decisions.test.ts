import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { known } from "../../../test/support/known.ts";
import * as values from "../../../test/support/record-values.ts";
import type {
  DecisionSubject,
  DecisionsDocument,
  RecordedDecision,
} from "../../core/documents/decisions-document.ts";
import type { Note } from "../../core/documents/note.ts";
import { DECIDED_VIA } from "../../core/shared/decided-via.ts";
import { parseDecisionId } from "../../core/shared/decision-id.ts";
import { parseGapId } from "../../core/shared/gap-id.ts";
import { parseIssueId } from "../../core/shared/issue-id.ts";
import { parseTimestamp } from "../../core/shared/timestamp.ts";
import { withRollbackHistory } from "../record/rollback.ts";
import { readDecisions, renderDecisions } from "./decisions.ts";

const ENTRY: RecordedDecision = {
  id: known(parseDecisionId("DECISION-R6-001")),
  round: 6,
  title: "Retry timing",
  about: {
    of: "conflict",
    issue: known(parseIssueId("ISSUE-R5-003")),
    type: "EXPLICIT",
    reviewer: "Back off exponentially between retries.",
    engineer: "Retry at once: the target is a local file.",
    option: "C",
  },
  gaps: [known(parseGapId("GAP-FLOW-001"))],
  severity: "HIGH",
  decision: "At once for files, with backoff for anything remote.",
  rationale: "Both are right:\n\n- files fail fast\n- networks do not",
  constraints: null,
  actionForEngineer: "Say which operation retries how.",
  actionForGap: "GAP-FLOW-001 goes to NEEDS_REVISION.",
  decidedBy: "User",
  timestamp: known(parseTimestamp("2026-01-12T15:30:00Z")),
  reappliedFrom: null,
  supersededBy: null,
};

const RENDERED = `# Decisions

What the user decided, oldest first. What is not superseded binds every later round.

## Round 6 Conflict Resolutions

### ISSUE-R5-003: Retry timing

- **Decision ID:** DECISION-R6-001
- **Conflict Type:** Explicit DISAGREE
- **Gap Affected:** GAP-FLOW-001
- **Severity:** HIGH

**Positions:**

- **Reviewer:** Back off exponentially between retries.
- **Engineer:** Retry at once: the target is a local file.

**Resolution:**

- **Chosen Option:** C (Synthesis)
- **Decision:** At once for files, with backoff for anything remote.
- **Rationale:**
  > Both are right:
  >
  > - files fail fast
  > - networks do not

- **Constraints:** None.

**Action Required:**

- **For Engineer:** Say which operation retries how.
- **For Gap:** GAP-FLOW-001 goes to NEEDS_REVISION.

**Decided By:** User

**Timestamp:** 2026-01-12T15:30:00Z
`;

const codes = (notes: readonly Note[]) => notes.map(({ code }) => code);

describe("decisions.md", () => {
  it("is written like this", () => {
    expect(renderDecisions({ decisions: [ENTRY], rollbacks: [] })).toBe(RENDERED);
  });

  it("says from where a decision was taken again", () => {
    const again = { ...ENTRY, reappliedFrom: { round: 6, archive: "round_006_rolled_back_1.tar.gz" } };
    const text = renderDecisions({ decisions: [again], rollbacks: [] });
    expect(text).toContain("**Re-applied From:** Rolled-back round 6, round_006_rolled_back_1.tar.gz\n");
    expect(readDecisions(text).document.decisions).toEqual([again]);
  });

  it("says which decision took the place of one that no longer binds", () => {
    const old = { ...ENTRY, supersededBy: known(parseDecisionId("DECISION-R7-002")) };
    const text = renderDecisions({ decisions: [old], rollbacks: [] });
    expect(text).toContain("- **Decision ID:** DECISION-R6-001\n- **Superseded By:** DECISION-R7-002\n");
    expect(readDecisions(text).document.decisions).toEqual([old]);
  });

  it("says that nothing was decided", () => {
    expect(renderDecisions({ decisions: [], rollbacks: [] })).toMatch(/\n\nNone\.\n$/);
  });
});

describe("reading decisions.md", () => {
  it("reads what somebody dressed otherwise, without a note", () => {
    const dressed = RENDERED.replaceAll("- **", "* **")
      .replace("**Severity:** HIGH", "**Severity**: `high`")
      .replace("**Decided By:** User", "Decided By: User")
      .replace("C (Synthesis)", "Option C")
      .replaceAll("\n", "\r\n");
    expect(readDecisions(dressed)).toEqual({ document: { decisions: [ENTRY], rollbacks: [] }, notes: [] });
  });

  it.each([
    ["a field is missing", RENDERED.replace(/- \*\*Decision ID.*\n/, ""), ["missing-field"]],
    ["a time is none", RENDERED.replace("15:30:00Z", "25:30"), ["unreadable-field"]],
    ["the option is none", RENDERED.replace("C (Synthesis)", "Maybe"), ["unreadable-field"]],
    ["the title names nothing", RENDERED.replace("ISSUE-R5-003: ", ""), ["unreadable-heading"]],
  ])("leaves an entry out where %s", (_, text, expected) => {
    const { document, notes } = readDecisions(text);
    expect(document.decisions).toEqual([]);
    expect(codes(notes)).toEqual(expected);
  });

  it("notes a field it does not know", () => {
    const { document, notes } = readDecisions(
      RENDERED.replace("- **Severity", "- **Mood:** calm\n- **Severity"),
    );
    expect(document.decisions).toEqual([ENTRY]);
    expect(notes).toEqual([{ code: "unknown-field", line: 12, message: 'no field "Mood" is known here' }]);
  });
});

const { freeText, optional, few } = values;
const subject: fc.Arbitrary<DecisionSubject> = fc.oneof(
  fc.record({
    of: fc.constant("conflict" as const),
    issue: values.issueId,
    type: fc.constantFrom("EXPLICIT" as const, "IMPLICIT_CONVERTED" as const),
    reviewer: freeText,
    engineer: freeText,
    option: fc.constantFrom("A" as const, "B" as const, "C" as const, "D" as const),
  }),
  fc.record({ of: fc.constant("other" as const), option: freeText }),
);
const plainEntry: fc.Arbitrary<RecordedDecision> = fc.record({
  id: values.decisionId,
  round: fc.constantFrom(1, 2),
  title: freeText,
  about: subject,
  gaps: few(values.gapId),
  severity: optional(values.severity),
  decision: freeText,
  rationale: optional(freeText),
  constraints: optional(freeText),
  actionForEngineer: optional(freeText),
  actionForGap: optional(freeText),
  decidedBy: freeText,
  timestamp: values.timestamp,
  supersededBy: optional(values.decisionId),
  reappliedFrom: optional(fc.record({ round: values.count, archive: freeText })),
});
const entry = fc.oneof(
  plainEntry,
  fc
    .tuple(plainEntry, fc.constantFrom(...DECIDED_VIA))
    .map(([decision, via]): RecordedDecision => ({ ...decision, via })),
);
const document: fc.Arbitrary<DecisionsDocument> = fc.record({
  decisions: few(entry),
  rollbacks: few(values.rollbackEntry),
});

describe("any decisions", () => {
  it("come back as they were", () => {
    fc.assert(
      fc.property(document, (given) => {
        expect(readDecisions(renderDecisions(given))).toEqual({ document: given, notes: [] });
      }),
    );
  });

  it("keep their bytes when the history of rollbacks changes", () => {
    fc.assert(
      fc.property(
        document,
        fc.array(values.rollbackEntry, { minLength: 1, maxLength: 2 }),
        (given, rollbacks) => {
          const restored = withRollbackHistory(renderDecisions(given), rollbacks, null);
          expect(restored).toBe(renderDecisions({ ...given, rollbacks }));
        },
      ),
    );
  });

  it("are read from any text without failing", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(hostileText, fc.constantFrom(...RENDERED.split("\n")))), (lines) => {
        readDecisions(lines.join("\n"));
      }),
    );
  });
});
