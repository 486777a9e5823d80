import { describe, expect, it } from "vitest";
import { findingId } from "../../../test/support/example-build-facts.ts";
import { codeReviewFaults } from "../../core/build/forms/code-review-faults.ts";
import { coderFaults } from "../../core/build/forms/coder-faults.ts";
import type { FormReading } from "../../core/documents/form-reading.ts";
import { readCodeReview } from "../../document/code-review/read-code-review.ts";
import { readCoder } from "../../document/coder/read-coder.ts";
import { readGuide } from "../../document/guide/read-guide.ts";
import { readPosition } from "../../document/position/read-position.ts";
import {
  CANONICAL_APPROVAL,
  CANONICAL_BLOCKED,
  CANONICAL_CODE_REVIEW,
  CANONICAL_CODER,
  CANONICAL_CODER_DISPUTE,
  CANONICAL_GUIDE,
  CANONICAL_NO_CHANGE,
  CANONICAL_POSITION,
  CANONICAL_REVIEW_DISPUTE,
} from "./build-documents.ts";
import {
  BLOCKED_FORM,
  CODE_REVIEW_TEMPLATE,
  CODER_TEMPLATE,
  DISPUTE_FORM,
  GUIDE_TEMPLATE,
  NO_CHANGE_FORM,
  POSITION_TEMPLATE,
} from "./build-templates.ts";

function formOf<Form>(reading: FormReading<Form>): Form {
  if (reading.at === "refused") throw new Error(JSON.stringify(reading.faults));
  return reading.form;
}

const known = new Map([1, 2, 3, 4].map((number) => [findingId(number), "open"] as const));

describe("the built-in examples of the build loop", () => {
  it.each([
    [CANONICAL_CODER, "done", 2],
    [CANONICAL_NO_CHANGE, "no-change-needed", 0],
    [CANONICAL_BLOCKED, "blocked", 0],
    [CANONICAL_CODER_DISPUTE, "disputed", 1],
  ] as const)("a coder's is taken: %#", (document, at, answers) => {
    const form = formOf(readCoder(document));
    expect(form.outcome.at).toBe(at);
    expect(form.answers).toHaveLength(answers);
    const own = new Map(form.answers.map(({ finding }) => [finding, "open"] as const));
    expect(coderFaults(form, { known: own, wasRejected: true })).toEqual([]);
  });

  it.each([
    [CANONICAL_CODE_REVIEW, "REJECT", [null, "F2"], ["F1", "F2", "F3"]],
    [CANONICAL_APPROVAL, "APPROVE", [], ["F2"]],
    [CANONICAL_REVIEW_DISPUTE, "DISPUTE", [], ["F4"]],
  ] as const)("a review is taken: %#", (document, word, findings, fates) => {
    const form = formOf(readCodeReview(document));
    expect(form.verdict.word).toBe(word);
    expect(form.findings.map(({ finding }) => finding)).toEqual(findings);
    expect(form.fates.map(({ finding }) => finding)).toEqual(fates);
    const own = new Map(
      [...known].filter(([finding]) => form.fates.some((fate) => fate.finding === finding)),
    );
    expect(codeReviewFaults(form, own)).toEqual([]);
  });

  it("the position and the guidance are taken whole", () => {
    const { position } = formOf(readPosition(CANONICAL_POSITION));
    expect(CANONICAL_POSITION).toBe(`# Position\n\n**Position:** ${position}\n`);
    const { guidance, why } = formOf(readGuide(CANONICAL_GUIDE));
    expect(CANONICAL_GUIDE).toBe(`# Guidance\n\n**Guidance:** ${guidance}\n\n**Why:** ${why}\n`);
  });
});

/** A choice in brackets becomes its first word, other brackets what they say. */
function filled(template: string): string {
  return template
    .replace("[one of the words below, alone]", "scope_disagreement")
    .replace(/\[([A-Z]+)(?:, [A-Z]+)* or [A-Z]+\]/g, "$1")
    .replace(/[[\]]/g, "");
}

describe("the forms of the build loop", () => {
  it("say nothing as they are shown", () => {
    expect(readCodeReview(CODE_REVIEW_TEMPLATE).at).toBe("refused");
    expect(readCoder(CODER_TEMPLATE).at).toBe("refused");
  });

  it("are read once they are filled in", () => {
    expect(formOf(readCoder(filled(CODER_TEMPLATE)))).toMatchObject({
      answers: [{ finding: "F1", status: "FIXED" }],
      outcome: { at: "done" },
    });
    expect(formOf(readCoder(filled(NO_CHANGE_FORM))).outcome.at).toBe("no-change-needed");
    expect(formOf(readCoder(filled(BLOCKED_FORM))).outcome.at).toBe("blocked");
    const dispute = { reason: "scope_disagreement", position: expect.stringMatching(/^what you hold/) };
    expect(formOf(readCoder(filled(DISPUTE_FORM))).outcome).toMatchObject({ at: "disputed", dispute });
    expect(formOf(readCodeReview(filled(DISPUTE_FORM))).verdict).toMatchObject({ word: "DISPUTE", dispute });
    const rejection = filled(CODE_REVIEW_TEMPLATE).replace("APPROVE", "REJECT");
    expect(formOf(readCodeReview(rejection))).toMatchObject({
      verdict: { word: "REJECT" },
      findings: [{ finding: null, severity: "CRITICAL", title: "the problem in one line" }],
      fates: [{ finding: "F1", status: "FIXED" }],
    });
    expect(formOf(readPosition(filled(POSITION_TEMPLATE))).position).toMatch(/^what you hold/);
    expect(formOf(readGuide(filled(GUIDE_TEMPLATE))).guidance).toMatch(/^what the coder should do/);
  });
});
