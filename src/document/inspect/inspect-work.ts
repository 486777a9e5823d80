// Documents of the build loop, as `parley inspect` shows them: known by their title, read as a build reads them.
import { type CodeReview, REVIEW_WORDS } from "../../core/documents/code-review.ts";
import type { CoderDocument } from "../../core/documents/coder-document.ts";
import type { FormReading } from "../../core/documents/form-reading.ts";
import { readCodeReview } from "../code-review/read-code-review.ts";
import { readCoder } from "../coder/read-coder.ts";
import { readGuide } from "../guide/read-guide.ts";
import { type Markdown, parseMarkdown } from "../markdown/blocks.ts";
import { statedText } from "../markdown/spans.ts";
import { readPosition } from "../position/read-position.ts";
import { formFields } from "../reading/form-fields.ts";
import { normalTitle } from "../reading/sections.ts";
import type { Inspection, WorkDocumentRole } from "./inspection.ts";

/** `null`: it is none of these. */
export function inspectWork(text: string): Inspection | null {
  switch (roleOf(parseMarkdown(text))) {
    case "coder":
      return inspected("coder", readCoder(text), coderParts);
    case "code reviewer":
      return inspected("code reviewer", readCodeReview(text), reviewParts);
    case "position":
      return inspected("position", readPosition(text), () => ({}));
    case "guide":
      return inspected("guide", readGuide(text), () => ({}));
    case null:
      return null;
  }
}

const BY_TITLE: Readonly<Record<string, WorkDocumentRole>> = {
  work: "coder",
  review: "code reviewer",
  position: "position",
  guidance: "guide",
};

function roleOf(markdown: Markdown): WorkDocumentRole | null {
  const title = markdown.blocks.find((block) => block.kind === "heading");
  if (title?.kind !== "heading" || title.level !== 1) return null;
  const role = BY_TITLE[normalTitle(statedText(title.spans))] ?? null;
  return role === "code reviewer" && !isCodeReview(markdown) ? null : role;
}

/** A review of a refinement bears the same title, names its gaps, and has other verdicts. */
function isCodeReview(markdown: Markdown): boolean {
  const fields = formFields(markdown, ["Gaps", "Verdict"]);
  if (fields.some(({ label }) => label === "Gaps")) return false;
  return fields.some(({ word }) => REVIEW_WORDS.some((verdict) => verdict === word.toUpperCase()));
}

function inspected<Form>(
  role: WorkDocumentRole,
  reading: FormReading<Form>,
  partsOf: (form: Form) => Partial<Inspection>,
): Inspection {
  const nothing: Inspection = {
    role,
    gapsResolved: [],
    newGaps: [],
    responses: [],
    disagreements: [],
    issues: [],
    verdict: { norm: "NONE", line: null },
    noIssues: null,
    priorIssues: [],
    notes: [],
  };
  if (reading.at === "read") return { ...nothing, ...partsOf(reading.form) };
  const notes = reading.faults.map(({ code, line, message }) => ({ code, line: line ?? 1, message }));
  return { ...nothing, notes };
}

function coderParts({ answers, outcome }: CoderDocument): Partial<Inspection> {
  return {
    responses: answers.map(({ finding, line, status }) => ({ issueId: finding, line, status })),
    verdict: { norm: outcome.at, line: null },
  };
}

function reviewParts({ verdict, findings, fates }: CodeReview): Partial<Inspection> {
  return {
    verdict: { norm: verdict.word, line: null },
    issues: findings.map(({ finding, line, title, severity, place, why, settledBy }) => ({
      ...{ id: finding, line, title, severity, gap: null },
      ...{ location: place, impact: why, suggestion: settledBy },
    })),
    noIssues: findings.length === 0,
    priorIssues: fates.map(({ finding, status, line }) => ({ issueId: finding, status, line })),
  };
}
