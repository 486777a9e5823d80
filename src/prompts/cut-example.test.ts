import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEngineerDocument } from "../document/engineer/read-engineer.ts";
import { readFinalReview } from "../document/final-review/read-final-review.ts";
import { readReviewerDocument } from "../document/reviewer/read-reviewer.ts";
import { tokensOf } from "./budgets.ts";
import { cutExample } from "./choose-example.ts";
import { CANONICAL_ENGINEER, CANONICAL_FINAL, CANONICAL_REVIEWER } from "./examples/canonical-documents.ts";

describe("a cut example", () => {
  it("is whole where there is room", () => {
    expect(cutExample(CANONICAL_ENGINEER, 2_000)).toMatchObject({ truncated: false });
  });

  it("of an engineer document is still one, and marked", () => {
    const whole = tokensOf(CANONICAL_ENGINEER.trim());
    fc.assert(
      fc.property(fc.integer({ min: Math.ceil(whole * 0.45), max: whole - 1 }), (tokensMax) => {
        const { text, tokens, truncated } = cutExample(CANONICAL_ENGINEER, tokensMax);
        const { document, notes } = readEngineerDocument(text);
        expect(tokens).toBeLessThanOrEqual(tokensMax);
        expect(truncated).toBe(true);
        expect(text).toContain("[… cut: ");
        expect(notes).toEqual([]);
        expect(document.resolutions).toMatchObject([{ gaps: ["GAP-HOLD-004"], confidence: "HIGH" }]);
        expect(document.resolutions[0]?.edits).not.toEqual([]);
      }),
    );
  });

  it("of a review is still one, and marked", () => {
    const { text, truncated } = cutExample(CANONICAL_REVIEWER, Math.ceil(tokensOf(CANONICAL_REVIEWER) * 0.7));
    const { document, notes } = readReviewerDocument(text);
    expect(truncated).toBe(true);
    expect(text).toContain("[… cut: ");
    expect(notes).toEqual([]);
    expect(document.issues.map(({ id }) => id)).toEqual(["ISSUE-R3-001", "ISSUE-R3-002"]);
    expect(document.issues.map(({ severity }) => severity)).toEqual(["HIGH", "LOW"]);
    expect(document.verdict.norm).toBe("NEEDS_REVISION");
  });

  it("of a final review is still one, and marked", () => {
    const { text } = cutExample(CANONICAL_FINAL, Math.ceil(tokensOf(CANONICAL_FINAL) * 0.7));
    expect(text).toContain("[… cut: ");
    expect(readFinalReview(text).document.verdict).toBe("NOT_READY");
    expect(readFinalReview(text).document.blockers).toHaveLength(2);
  });
});
