// Statements of verdicts by somebody who had not seen the reader: none that does not approve may pass for an approval.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { judgeReviewer, verdictOn } from "../../src/core/refinement/validation/judge-reviewer.ts";
import { readReviewerDocument } from "../../src/document/reviewer/read-reviewer.ts";
import { gapId } from "../support/example-gap.ts";

const GAP = gapId("GAP-FLOW-001");

function statements<Entry>(file: string): readonly Entry[] {
  return JSON.parse(readFileSync(`test/fixtures/verdicts/${file}.json`, "utf8")) as readonly Entry[];
}

/** Whether a review of the gap with this part passes the gate and approves. */
function approves(verdict: string, gap = GAP): boolean {
  const text = `# Review\n\n**Gaps:** ${gap}\n\n## Scope Examined\n\nThe retry rules, their limits and both examples were checked.\n\n${verdict}\n`;
  const { document, notes } = readReviewerDocument(text);
  const written = { at: "text", bytes: text.length, blank: false } as const;
  const judged = judgeReviewer({ written, document, notes }, { proposals: [gap], knownGaps: [GAP, gap] });
  const norm = verdictOn(document, gap);
  return judged.verdict.ok && (norm === "APPROVED" || norm === "APPROVED_WITH_NOTES");
}

describe("a verdict", () => {
  it.each(statements<{ kind: string; text: string }>("not-approvals"))(
    "given $kind: $text, then it approves nothing",
    ({ text }) => {
      expect(approves(`## Verdict\n\n${text}`)).toBe(false);
      expect(approves(`**Verdict:** ${text}`)).toBe(false);
    },
  );

  it.each([
    "## Previous Verdict\n\nAPPROVED\n\n## Now\n\nI do not agree any more: data is lost.",
    "**Engineer's verdict:** APPROVED\n\nI see it differently; data is lost.",
    "## Criterion 1: spelling\n\n**Verdict:** APPROVED",
    "**Spelling verdict:** APPROVED",
    "**Verdict of round 1:** APPROVED",
    "## Appendix: how a review looks\n\n**Verdict:** APPROVED",
    "## Last Round\n\n**Verdict:** APPROVED",
    "I cannot say\n\nAPPROVED\n\nsince data is lost.",
  ])("given a place that is not the review's own, then it approves nothing: %j", (text) => {
    expect(approves(text)).toBe(false);
  });

  it.each([
    "!APPROVED",
    "¬APPROVED",
    "≠ APPROVED",
    "!= APPROVED",
    "\\!APPROVED",
    "{APPROVED}",
    "APPROVED :-/",
  ])("given a sign that takes it back, then it approves nothing: %s", (text) => {
    expect(approves(`**Verdict:** ${text}`)).toBe(false);
    expect(approves(`## Verdict\n\n${text}`)).toBe(false);
  });

  it.each([
    `## Review: ${GAP}\n\n**Verdict:** APPROVED\n\n## Review: GAP-FLOW-002\n\nIt loses data. I could not examine it.`,
    `**Verdict on ${GAP}:** APPROVED\n\nGAP-FLOW-002 was not looked at.`,
  ])("given a verdict on one gap, then it says nothing of another: %j", (text) => {
    expect(approves(text, gapId("GAP-FLOW-002"))).toBe(false);
  });

  it.each([
    "NO_ISSUES_FOUND\n\n**Approved:** no",
    "NO_ISSUES_FOUND\n\n**Approved:** not yet, data is lost",
    "NO_ISSUES_FOUND\n\n**Final word:** REJECTED",
    "NO_ISSUES_FOUND\n\n## Final Word\n\nREJECTED",
    "NO_ISSUES_FOUND\n\n## My last word on this\n\n**Needs revision.**",
    "NO_ISSUES_FOUND\n\n| Question | Answer |\n|---|---|\n| Approved | no |",
    "**Verdict:** APPROVED\n\n**Ready to merge:** no",
    "**Verdict:** APPROVED\n\n- Bottom line: do not merge",
    "## Verdict\n\nAPPROVED\n\n**Bottom line:** NEEDS_REVISION",
    "## Verdict\n\nAPPROVED. This is not an approval.",
    "## Verdict\n\nAPPROVED. I reject this text.",
    "**Verdict:** APPROVED — which is to say rejected in full",
    "**Verdict:** APPROVED\n\n**Approved?** No",
    "**Verdict:** APPROVED\n\n**Ready to merge:** false",
    "**Verdict:** APPROVED\n\n**Approved:** ❌",
    "**Verdict:** APPROVED\n\n**Approved:** never",
    "**Verdict:** APPROVED\n\n- [ ] Approved\n- [x] Rejected",
    "## Verdict\n\nAPPROVED\n\n- but only after the race is fixed",
    `| Reviewer | Verdict |\n|---|---|\n| ${GAP} | APPROVED |\n| me | REJECTED |`,
  ])("given a second statement that differs, then it approves nothing: %j", (text) => {
    expect(approves(text)).toBe(false);
  });

  it.each([
    "**Verdict:** APPROVED\n\n**Accepted:** both examples and the table of limits",
    "NO_ISSUES_FOUND\n\n**Note:** the retry rules say what happens to rejected requests",
    "**Verdict:** APPROVED\n\n**Approved:** yes",
    "**Verdict:** APPROVED\n\n**Default state:** rejected",
    "**Verdict:** APPROVED\n\n- **Payment result:** declined",
    "**Verdict:** APPROVED\n\n**Blocked:** no",
    "## Verdict\n\nAPPROVED\n\n- the limits are stated in one place\n- the example follows the rule",
  ])("given a field that says nothing against it, then the approval stands: %j", (text) => {
    expect(approves(text)).toBe(true);
  });

  it("given one of forty dresses of an approval, then at least thirty-six are read", () => {
    const all = statements<{ form: string; markdown: string }>("approvals");
    const unread = all.filter(({ markdown }) => !approves(markdown)).map(({ markdown }) => markdown);
    expect(all).toHaveLength(40);
    expect(unread.length, unread.join("\n---\n")).toBeLessThanOrEqual(4);
  });
});
