import { describe, expect, test } from "vitest";
import { VERDICT_PHRASES } from "../../core/documents/verdict-phrases.ts";
import { readStatement } from "./closed-statement.ts";

const read = (text: string) => readStatement(text, VERDICT_PHRASES);

describe("an approval in any dress", () => {
  test.each([
    "APPROVED",
    "approve",
    "Accepted.",
    "LGTM!",
    "✅ Approved",
    "**Approved**",
    "`APPROVED`",
    "[APPROVED]",
    "👍",
    "Ready to merge",
    "No issues found",
    "NO_ISSUES_FOUND",
    "GAP-TRAM-001: APPROVED",
    "GAP-TRAM-001 is approved as written",
    "Approved for GAP-TRAM-001 and GAP-TRAM-002",
    "The proposal is approved.",
    "I approve this proposal",
    "Approved and ready to merge",
    "Approved - no further comments",
    "Approved — every state of the tram has a way out.",
    "Approved. The table of fares is complete.",
    "APPROVED (round 2)",
  ])("%s", (text) => {
    expect(read(text)).toBe("yes");
  });

  test.each([
    "APPROVED_WITH_NOTES",
    "Approved with notes",
    "LGTM with nits",
    "Accepted with two small points",
    "Approved (with minor remarks)",
    "Approved, with comments",
  ])("%s has notes", (text) => {
    expect(read(text)).toBe("yes-with-notes");
  });
});

describe("no approval", () => {
  test.each([
    "APPROVED would be a mistake: the doors stay open",
    "Approval is out of the question",
    "Merge this and the trams collide",
    "The proposal is approved by no one but its author",
    "Approved?",
    "Is this approved",
    "Approved, if the bell is mended",
    "Approved - unless it rains",
    "Approved. But mend the bell.",
    "Conditionally approved",
    "Approved with conditions",
    "Will be approved next week",
    "“Approved”",
    "'Approved' is what the driver wants to hear",
    "Approved... not",
    "Approved, not.",
    "Approved 🙄",
    "❌ Approved",
    "APPROVED*",
    "APPROVED / NEEDS_REVISION",
    "[APPROVE | REJECT]",
    "Genehmigt",
    "Approved by the previous reviewer",
    "Approved proposals",
    "Hardly acceptable",
    "Approved: no",
    "Approved – said nobody",
    "[ ] Approved",
    "Approved – over the driver's dead body",
    "LGTM (let's gamble, try merging)",
    "Approved. Only joking.",
  ])("%s", (text) => {
    expect(read(text)).toBe("unclear");
  });

  test.each([
    "NEEDS_REVISION",
    "❌ Needs changes",
    "Not approved: the doors stay open",
    "Rejected, see above",
    "I cannot approve this as it stands",
    "Don't merge",
    "Request changes - two HIGH issues",
    "Approved after the changes above",
    "Approve once the bell is mended",
    "Approved pending the new timetable",
  ])("%s asks for a revision", (text) => {
    expect(read(text)).toBe("no");
  });

  test("nothing says nothing", () => {
    expect(read("  ")).toBeNull();
  });
});
