import { describe, expect, it } from "vitest";
import { decisionId } from "../../../test/support/example-gap.ts";
import { known } from "../../../test/support/known.ts";
import { asIs, expectTextsShown, type Say } from "../../../test/support/written-parts.ts";
import type { DecisionEntry } from "../../core/documents/decisions-document.ts";
import type { RollbackEntry } from "../../core/documents/rollback-history.ts";
import { parseGapId } from "../../core/shared/gap-id.ts";
import { parseIssueId } from "../../core/shared/issue-id.ts";
import { parseTimestamp } from "../../core/shared/timestamp.ts";
import { renderDecisions } from "./decisions.ts";

const entryWith = (say: Say): DecisionEntry => ({
  id: decisionId("DECISION-R6-001"),
  round: 6,
  title: say("Retry timing"),
  about: {
    of: "conflict",
    issue: known(parseIssueId("ISSUE-R5-003")),
    type: "EXPLICIT",
    reviewer: say("Back off exponentially between retries."),
    engineer: say("Retry at once: the target is a local file."),
    option: "C",
  },
  gaps: [known(parseGapId("GAP-FLOW-001"))],
  severity: "HIGH",
  decision: say("At once for files, with backoff for anything remote."),
  rationale: say("Both are right:\n\n- files fail fast\n- networks do not"),
  constraints: null,
  actionForEngineer: say("Say which operation retries how."),
  actionForGap: say("GAP-FLOW-001 goes to NEEDS_REVISION."),
  decidedBy: say("User"),
  timestamp: known(parseTimestamp("2026-01-12T15:30:00Z")),
  reappliedFrom: null,
});
const ENTRY = entryWith(asIs);

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

const ROLLBACK: RollbackEntry = {
  round: 6,
  attempt: 1,
  timestamp: ENTRY.timestamp,
  mode: "INTERACTIVE",
  reason: "too abstract",
  adjustments: [],
  context: null,
  autoRetry: null,
  rootCause: null,
  userDecision: null,
  archive: "round_006_rolled_back_1.tar.gz",
  outcome: null,
};

describe("decisions.md", () => {
  it("is written like this", () => {
    expect(renderDecisions([ENTRY])).toBe(RENDERED);
  });

  it("says from where a decision was taken again", () => {
    const again = { ...ENTRY, reappliedFrom: { round: 6, archive: "round_006_rolled_back_1.tar.gz" } };
    expect(renderDecisions([again])).toContain(
      "**Re-applied From:** Rolled-back round 6, round_006_rolled_back_1.tar.gz\n",
    );
  });

  it("says which decision took the place of one that no longer binds", () => {
    const later = { ...ENTRY, id: decisionId("DECISION-R7-002"), round: 7 };
    const text = renderDecisions([ENTRY, later]);
    expect(text).toContain("- **Decision ID:** DECISION-R6-001\n- **Superseded By:** DECISION-R7-002\n");
    expect(text.match(/Superseded By/g)).toHaveLength(1);
  });

  it("has one title for what was decided in a row on the same kind of thing", () => {
    const issue = known(parseIssueId("ISSUE-R5-004"));
    const second = { ...ENTRY, about: { ...ENTRY.about, issue } };
    const other: DecisionEntry = { ...ENTRY, about: { of: "other", option: "WONT_FIX" }, via: "terminal" };
    const titles = renderDecisions([ENTRY, second, other]).match(/^##+ .*$/gm);
    expect(titles).toEqual([
      "## Round 6 Conflict Resolutions",
      "### ISSUE-R5-003: Retry timing",
      "### ISSUE-R5-004: Retry timing",
      "## Round 6 Other Decisions",
      "### DECISION-R6-001: Retry timing",
    ]);
  });

  it("says that nothing was decided", () => {
    expect(renderDecisions([])).toMatch(/\n\nNone\.\n$/);
  });

  it("keeps its bytes when the history of rollbacks changes", () => {
    const after = renderDecisions([ENTRY], { rollbacks: [ROLLBACK] });
    expect(after.slice(0, after.indexOf("\n## Rollback History\n"))).toBe(RENDERED);
  });

  it("shows each text in its place, whatever it holds", () => {
    expectTextsShown((say) =>
      renderDecisions(
        [
          { ...entryWith(say), reappliedFrom: { round: 6, archive: say("an archive") } },
          { ...entryWith(say), about: { of: "other", option: say("an option") }, constraints: say("None.") },
        ],
        {
          rollbacks: [
            {
              ...ROLLBACK,
              mode: say("a mode"),
              reason: say("a reason"),
              adjustments: [say("an adjustment"), say("another")],
              context: say("context"),
              rootCause: { detected: say("a cause"), recommendation: say("an advice") },
              userDecision: say("a choice"),
              archive: say("an archive"),
              outcome: say("an outcome"),
            },
          ],
        },
      ),
    );
  });
});
