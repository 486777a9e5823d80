import { describe, expect, it } from "vitest";
import type { FinalReviewDocument } from "../../documents/final-review-document.ts";
import type { Note } from "../../documents/note.ts";
import { DOCUMENT_BYTES_MAX } from "../../shared/bounds.ts";
import { judgeFinalReview } from "./judge-final-review.ts";
import type { WrittenOutput } from "./judgement.ts";

const TEXT: WrittenOutput = { at: "text", bytes: 100, blank: false };
const BLOCKER = { title: "t", line: 9, severity: null, id: null, description: "" };

function judge(document: Partial<FinalReviewDocument>, notes: readonly Note[] = []) {
  const whole = { verdict: null, line: null, blockers: [], ...document };
  return judgeFinalReview({ written: TEXT, document: whole, notes });
}

describe("the gate of the final review", () => {
  it.each([
    [{ verdict: "READY_FOR_TERMINATION", line: 3 }, "READY_FOR_TERMINATION"],
    [{ verdict: "NOT_READY", line: 3 }, "NOT_READY"],
    [{ verdict: "NOT_READY", line: 3, blockers: [BLOCKER] }, "NOT_READY: 1 blocker"],
    [{ verdict: "NOT_READY", line: 3, blockers: [BLOCKER, BLOCKER] }, "NOT_READY: 2 blockers"],
  ] as const)("given %j, then it passes as %j", (document, message) => {
    expect(judge(document)).toEqual({ verdict: { ok: true, message }, warnings: [], gapsAddressed: [] });
  });

  it("given no verdict, then both words are named", () => {
    const { verdict } = judge({ blockers: [BLOCKER] });
    expect(verdict).toMatchObject({ ok: false, failureType: "WRONG_FORMAT", retriable: true, line: null });
    expect(verdict.message).toContain("READY_FOR_TERMINATION or NOT_READY");
  });

  it.each([
    ["both verdicts", { why: "differs", line: 12, text: "NOT_READY" }, "NOT_READY in line 12 differs"],
    ["other words", { why: "wording", line: 4, text: "ready or not" }, '"ready or not" in line 4'],
  ] as const)("given %s, then it fails at that place, and the accepted ones are named", (_, doubt, said) => {
    const { verdict } = judge({ doubt });
    expect(verdict).toMatchObject({ ok: false, failureType: "WRONG_FORMAT", line: doubt.line });
    expect(verdict.message).toContain(said);
    expect(verdict.message).toContain("READY_FOR_TERMINATION, NOT_READY");
  });

  it.each<[WrittenOutput, string]>([
    [{ at: "missing" }, "FILE_MISSING"],
    [{ at: "text", bytes: 2, blank: true }, "EMPTY_OUTPUT"],
    [{ at: "text", bytes: DOCUMENT_BYTES_MAX + 1, blank: false }, "WRONG_FORMAT"],
    [TEXT, "WRONG_FORMAT"],
  ])("given %j and no document, then %s", (written, failureType) => {
    const { verdict } = judgeFinalReview({ written, document: null, notes: [] });
    expect(verdict).toMatchObject({ ok: false, failureType, retriable: true });
  });
});
