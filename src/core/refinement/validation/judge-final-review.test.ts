import { describe, expect, it } from "vitest";
import type { FinalReviewDocument } from "../../documents/final-review-document.ts";
import type { Note } from "../../documents/note.ts";
import { judgeFinalReview } from "./judge-final-review.ts";
import type { Written } from "./judgement.ts";
import { DOCUMENT_BYTES_MAX } from "./judgement.ts";

const TEXT: Written = { at: "text", bytes: 100, blank: false };
const BLOCKER = { title: "t", line: 9, severity: null, gap: null, location: null, text: "" };

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

  it("given both verdicts, then it fails where the second stands", () => {
    const notes = [{ code: "both-verdicts", line: 12, message: "NOT_READY is stated here" }];
    const judgement = judge({}, notes);
    expect(judgement.verdict).toMatchObject({ ok: false, failureType: "WRONG_FORMAT", line: 12 });
    expect(judgement.warnings).toEqual([{ type: "DEVIATION", message: notes[0]?.message, line: 12 }]);
  });

  it.each<[Written, string]>([
    [{ at: "missing" }, "FILE_MISSING"],
    [{ at: "text", bytes: 2, blank: true }, "EMPTY_OUTPUT"],
    [{ at: "text", bytes: DOCUMENT_BYTES_MAX + 1, blank: false }, "WRONG_FORMAT"],
    [TEXT, "WRONG_FORMAT"],
  ])("given %j and no document, then %s", (written, failureType) => {
    const { verdict } = judgeFinalReview({ written, document: null, notes: [] });
    expect(verdict).toMatchObject({ ok: false, failureType, retriable: true });
  });
});
