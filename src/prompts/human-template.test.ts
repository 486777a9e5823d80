import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleGap, gapId, issueId } from "../../test/support/example-gap.ts";
import { judgeDraft } from "../core/refinement/validation/judge-draft.ts";
import { judgeEngineer } from "../core/refinement/validation/judge-engineer.ts";
import { judgeFinalReview } from "../core/refinement/validation/judge-final-review.ts";
import { judgeReviewer } from "../core/refinement/validation/judge-reviewer.ts";
import { judgeSurvey } from "../core/refinement/validation/judge-survey.ts";
import { readDraft } from "../document/draft/read-draft.ts";
import { readEngineerDocument } from "../document/engineer/read-engineer.ts";
import { readFinalReview } from "../document/final-review/read-final-review.ts";
import { readReviewerDocument } from "../document/reviewer/read-reviewer.ts";
import { specOf } from "../document/spec/spec.ts";
import { findPlaces } from "../document/survey/find-places.ts";
import { readSurvey } from "../document/survey/read-survey.ts";
import { findStub, formOf, type HandwrittenTask, handwrittenSheet, withoutTask } from "./human-template.ts";

const GAPS = ["GAP-FLOW-001", "GAP-FLOW-002"].map(gapId);
const ISSUE = issueId("ISSUE-R1-001");

function taskOf(role: HandwrittenTask["role"], about: Partial<HandwrittenTask> = {}): HandwrittenTask {
  return {
    role,
    round: 2,
    gaps: GAPS.map((gap) => ({ ...exampleGap(gap, { severity: "HIGH" }), title: "Retries" })),
    openIssues: [],
    guidance: [],
    failure: null,
    prompt: ".parley/runs/abc/prompt.md",
    commands: { resume: "parley resume s", submit: "parley submit engineer --session s" },
    ...about,
  };
}

const written = (text: string) => ({ at: "text", bytes: text.length, blank: text.trim() === "" }) as const;

function judged(role: HandwrittenTask["role"], text: string) {
  switch (role) {
    case "answer-issue":
    case "engineer": {
      const issues = [
        {
          id: ISSUE,
          round: 1,
          severity: "HIGH",
          gaps: [GAPS[0] as never],
          state: { at: "OPEN", decision: null },
        },
      ] as const;
      return judgeEngineer(
        { written: written(text), ...readEngineerDocument(text) },
        { assigned: GAPS, knownGaps: GAPS, issues },
      );
    }
    case "reviewer":
      return judgeReviewer(
        { written: written(text), ...readReviewerDocument(text) },
        { proposals: GAPS, knownGaps: GAPS },
      );
    case "draft":
      return judgeDraft({ written: written(text), ...readDraft(text) });
    case "final":
      return judgeFinalReview({ written: written(text), ...readFinalReview(text) });
    case "survey":
    case "second-survey": {
      const read = readSurvey(text);
      return judgeSurvey({ written: written(text), ...read, places: findPlaces(LAYOUT, read.document) });
    }
  }
}

const LAYOUT = specOf("# Orders\n\n## Limits\n\nAt most five.\n");

const ROLES = ["engineer", "reviewer", "draft", "final", "survey", "second-survey"] as const;

describe("the file a person fills in", () => {
  it.each(ROLES)("given to the %s and left as it is, does not pass the gate", (role) => {
    expect(judged(role, formOf(taskOf(role))).verdict.ok).toBe(false);
    expect(judged(role, formOf(taskOf(role, { openIssues: [ISSUE] }))).verdict.ok).toBe(false);
    expect(judged(role, handwrittenSheet(taskOf(role), null)).verdict.ok).toBe(false);
  });

  it("filled in by an Engineer passes, with every gap addressed", () => {
    const text = formOf(taskOf("engineer", { openIssues: [ISSUE] }))
      .replaceAll("**Confidence:**", "**Confidence:** HIGH")
      .replaceAll("### Proposed Solution\n", "### Proposed Solution\n\nThe caller retries three times.\n")
      .replaceAll("````markdown\n\n", "````markdown\nThe caller retries three times.\n")
      .replace(`| ${ISSUE} |  |  |`, `| ${ISSUE} | ADDRESSED | the limit is three |`);
    const judgement = judged("engineer", text);
    expect(judgement.verdict).toMatchObject({ ok: true });
    expect(judgement.gapsAddressed).toEqual(GAPS);
    const { document } = readEngineerDocument(text);
    expect(document.resolutions[0]?.edits[0]?.text).toContain("The caller retries three times.");
    expect(document.responses.map(({ issueId: id }) => id)).toEqual([ISSUE]);
  });

  it("has one section for the gaps of one passage", () => {
    const form = formOf(taskOf("engineer", { passages: [GAPS] }));
    expect(form).toContain(`## Gap Resolution: ${GAPS.join(", ")}\n`);
    expect(form.match(/### Spec Text/g)).toHaveLength(1);
  });

  it("filled in by a Reviewer who finds only an earlier issue still open passes", () => {
    const text = formOf(taskOf("reviewer", { openIssues: [ISSUE] }))
      .replace(/## Issues\n[\s\S]*?(?=## Prior)/, "")
      .replace(`| ${ISSUE} |  |`, `| ${ISSUE} | UNRESOLVED |`)
      .replace("## Scope Examined\n", "## Scope Examined\n\n- the limits of both texts\n")
      .replaceAll(/\| (GAP-\S+) \| {2}\|/g, "| $1 | NEEDS_REVISION |")
      .replace("## Verdict:\n", "## Verdict: NEEDS_REVISION\n");
    expect(judged("reviewer", text)).toMatchObject({ verdict: { ok: true }, gapsAddressed: GAPS });
  });

  it("has a row for each disagreement that a Reviewer has to answer, and what it may say", () => {
    const disputed = issueId("ISSUE-R1-009");
    const task = taskOf("reviewer", { disagreements: [disputed] });
    const sheet = handwrittenSheet(task, null);
    expect(sheet).toContain(`The Engineer disagrees with: ${disputed}.`);
    expect(sheet).toContain("WITHDRAW, which closes the issue");
    const text = formOf(task)
      .replace(/## Issues\n[\s\S]*?(?=### Disagreements)/, "")
      .replace(`| ${disputed} |  |  |`, `| ${disputed} | STAND | nothing bounds it |`)
      .replace("## Scope Examined\n", "## Scope Examined\n\n- the limits of both texts, and their order\n")
      .replaceAll(/\| (GAP-\S+) \| {2}\|/g, "| $1 | NEEDS_REVISION |")
      .replace("## Verdict:\n", "## Verdict: NEEDS_REVISION\n");
    expect(judged("reviewer", text)).toMatchObject({ verdict: { ok: true }, gapsAddressed: GAPS });
    expect(readReviewerDocument(text).document.disagreements).toMatchObject([
      { issueId: disputed, answer: "STAND", why: "nothing bounds it" },
    ]);
  });

  it("given to whoever answers the user, has a row for each issue and the block of a disagreement, and no resolution", () => {
    const task = taskOf("answer-issue", { gaps: [], openIssues: [ISSUE] });
    const sheet = handwrittenSheet(task, null);
    expect(sheet).toContain(`Answer these issues, and nothing else:\n    ${ISSUE}`);
    const form = formOf(task);
    expect(form).not.toContain("Gap Resolution");
    expect(readEngineerDocument(form).document.responses).toEqual([]);
    const text = form
      .replace(`| ${ISSUE} |  |  |`, `| ${ISSUE} | DISAGREE | below |`)
      .replace("## DISAGREE:", `## DISAGREE: ${ISSUE}`)
      .replace("**Reviewer Concern:**", "**Reviewer Concern:**\n\n> It loops.")
      .replace("**Rationale:**", "**Rationale:** It does not.")
      .replace("**Rests on:**", "**Rests on:** judgement");
    expect(readEngineerDocument(text).document.disagreements).toMatchObject([
      {
        issueId: ISSUE,
        reviewerConcern: "It loops.",
        rationale: "It does not.",
        restsOn: { of: "judgement" },
      },
    ]);
  });

  it("filled in by a Reviewer passes, with an issue", () => {
    const text = formOf(taskOf("reviewer", { openIssues: [ISSUE] }))
      .replace("ISSUE-R2-001:", "ISSUE-R2-001: No limit")
      .replace("**Severity:**", "**Severity:** HIGH")
      .replace("**Suggestion:**", "**Suggestion:** Name one.")
      .replace(`| ${ISSUE} |  |`, `| ${ISSUE} | RESOLVED |`)
      .replace("## Scope Examined\n\n", "")
      .replaceAll(/\| (GAP-\S+) \| {2}\|/g, "| $1 | NEEDS_REVISION |")
      .replace("## Verdict:\n", "## Verdict: NEEDS_REVISION\n");
    const judgement = judged("reviewer", text);
    expect(judgement.verdict).toMatchObject({ ok: true });
    expect(judgement.gapsAddressed).toEqual(GAPS);
    expect(readReviewerDocument(text).document.issues).toMatchObject([
      { id: "ISSUE-R2-001", title: "No limit", severity: "HIGH" },
    ]);
  });

  it("filled in by a Reviewer who found nothing passes", () => {
    const text = formOf(taskOf("reviewer"))
      .replace(/## Issues\n[\s\S]*?(?=## Scope)/, "NO_ISSUES_FOUND\n\n")
      .replace("## Scope Examined\n", "## Scope Examined\n\n- values, limits and what errors look like\n")
      .replaceAll(/\| (GAP-\S+) \| {2}\|/g, "| $1 | APPROVED |")
      .replace("## Verdict:\n", "## Verdict: APPROVED\n");
    expect(judged("reviewer", text)).toMatchObject({ verdict: { ok: true }, gapsAddressed: GAPS });
  });

  it("filled in by a person who drafts option C passes", () => {
    const text = formOf(taskOf("draft"))
      .replace("**Text:**", "**Text:** The caller retries three times.")
      .replace("**Trade-off:**", "**Trade-off:** A slow server is left too early.")
      .replace("concern:**", "concern:** KEPT")
      .replace("constraint:**", "constraint:** PARTLY")
      .replace("**Values:**", "**Values:** None.");
    expect(judged("draft", text).verdict).toMatchObject({ ok: true });
  });

  it("filled in for the Final Review passes, ready or not", () => {
    const form = formOf(taskOf("final"));
    const ready = form
      .replace("**Verdict:**", "**Verdict:** READY_FOR_TERMINATION")
      .replace(/### Blocker 1:[\s\S]*/, "None.\n");
    expect(judged("final", ready).verdict).toMatchObject({ ok: true, message: "READY_FOR_TERMINATION" });
    const not = form
      .replace("**Verdict:**", "**Verdict:** NOT_READY")
      .replace("Blocker 1:", "Blocker 1: No limit")
      .replace("**Severity:**", "**Severity:** HIGH");
    expect(judged("final", not).verdict).toMatchObject({ ok: true, message: "NOT_READY: 1 blocker" });
  });

  it("says what is wanted, where the whole task stands, and how to go on", () => {
    const sheet = handwrittenSheet(
      taskOf("engineer", { openIssues: [ISSUE], guidance: ["Keep it short."] }),
      null,
    );
    for (const words of [
      "your turn as Engineer, round 2",
      "GAP-FLOW-002 (HIGH): Retries",
      "Answer each open issue: ISSUE-R1-001.",
      "For this turn: Keep it short.",
      "The whole task is in .parley/runs/abc/prompt.md.",
      "parley submit engineer --session s",
    ])
      expect(sheet).toContain(words);
  });

  it("for the rest of a document has what was written on it, and the form for what was not", () => {
    const failure = { retry: 1, because: "EDIT_INCOMPLETE", message: "a mark is left", line: 9 };
    const [first = expect.fail(), second = expect.fail()] = GAPS;
    const written = `## Gap Resolution: ${second}\n\nMine.`;
    const task = taskOf("engineer", {
      failure,
      taken: [gapId("GAP-FLOW-009")],
      former: new Map([[second, written]]),
    });
    const sheet = handwrittenSheet(task, null);
    expect(sheet).toContain("Taken from what you wrote: GAP-FLOW-009. Write only the gaps below.");
    expect(sheet).toContain("What is left: EDIT_INCOMPLETE: a mark is left\n");
    expect(sheet).toContain(`## Gap Resolution: ${first}\n\n**Confidence:**\n`);
    expect(sheet).toContain(`${written}\n\n### Responses\n`);
  });

  it("in a retry has what was written for several gaps at once once", () => {
    const joint = `## Gap Resolution: ${GAPS.join(", ")}\n\n**Confidence:** HIGH\n`;
    const task = taskOf("engineer", { former: new Map(GAPS.map((gap) => [gap, joint])) });
    expect(handwrittenSheet(task, null).split(joint)).toHaveLength(2);
  });

  it("in a retry opens with what failed, above the text to mend", () => {
    const failure = { retry: 1, because: "WRONG_FORMAT", message: "no --> Confidence", line: 3 };
    const sheet = handwrittenSheet(taskOf("engineer", { failure }), "## Mine\n");
    expect(sheet).toMatch(
      /^<!-- parley: .*\n {2}The last document did not pass: WRONG_FORMAT: no -- > Confidence/,
    );
    expect(sheet).toContain("(line 3 of the text below)");
    expect(sheet.endsWith("\n-->\n\n## Mine\n")).toBe(true);
  });
});

describe("taking the comment off again", () => {
  const text = fc.string({ unit: "binary", maxLength: 60 });
  it("gives what stands below it, whatever titles, messages and documents say", () => {
    fc.assert(
      fc.property(text, text, text, fc.constantFrom(...ROLES), (title, message, below, role) => {
        const document = `# Mine\n${below}`;
        const failure = { retry: 1, because: "WRONG_FORMAT", message, line: null };
        const gaps = GAPS.map((gap) => ({ ...exampleGap(gap, { severity: "LOW" }), title }));
        const sheet = handwrittenSheet(taskOf(role, { gaps, failure, guidance: [message] }), document);
        expect(withoutTask(sheet)).toBe(document);
        expect(withoutTask(`\uFEFF\n${sheet.replaceAll("\n", "\r\n")}`)).toBe(
          document.replaceAll("\n", "\r\n"),
        );
      }),
    );
  });

  it("leaves a text without our comment as it is", () => {
    for (const mine of ["", "\n\n# Mine", "<!-- my own -->\n# Mine", "# Mine\n\n<!-- parley: no -->\n"])
      expect(withoutTask(mine)).toBe(mine);
  });

  it("given a comment whose end was lost, does not guess", () => {
    const sheet = handwrittenSheet(taskOf("engineer"), "# Mine\n\n<!-- a comment of mine -->\n");
    expect(withoutTask(sheet.replace("\n-->\n", "\n"))).toBeNull();
    expect(withoutTask("<!-- parley: your turn\n\nwords")).toBeNull();
  });
});

describe("a form that is not filled in", () => {
  it.each(ROLES)("of the %s, is told from its first line that was left", (role) => {
    const task = taskOf(role);
    expect(findStub(task, formOf(task))).not.toBeNull();
  });

  it("is told by line and text, and a value on the next line fills a label", () => {
    const task = taskOf("final");
    const filled = formOf(task)
      .replace("**Verdict:**", "**Verdict:**\n\nNOT_READY")
      .replace("|  |  |", "| Calls | COMPLETE |");
    expect(findStub(task, filled)).toEqual({ line: 9, text: "### Blocker 1:" });
    const titled = filled.replace("### Blocker 1:", "### Blocker 1: How many retries");
    expect(findStub(task, titled)).toMatchObject({ text: "- **Severity:**" });
    const whole = titled
      .replace("- **Severity:**", "- **Severity:** HIGH")
      .replace("- **Location:**\n", "")
      .replace("- **Detail:**", "- **Detail:** Nobody says how many.");
    expect(findStub(task, whole)).toBeNull();
    expect(judged("final", whole).verdict).toMatchObject({ ok: true, message: "NOT_READY: 1 blocker" });
  });

  it("is none for what may stay empty, or stands in a fence", () => {
    const task = taskOf("answer-issue", { openIssues: [ISSUE] });
    const filled = formOf(task)
      .replace(`| ${ISSUE} |  |  |`, `| ${ISSUE} | DISAGREE | below |`)
      .replace("## DISAGREE:", `## DISAGREE: ${ISSUE}`)
      .replaceAll(/^(\*\*(?!Alternative).*:\*\*)$/gm, "$1 something");
    expect(findStub(task, filled)).toBeNull();
    expect(findStub(taskOf("final"), "````\n```\n**Verdict:**\n```\n````\n")).toBeNull();
  });
});

describe("what a person judges", () => {
  it("stands in the Reviewer's file, within the comment, however it reads", () => {
    const underReview = [`# ${GAPS[0]}\n\n-->\n\n## The proposal\n\nIt retries.\n`];
    const sheet = handwrittenSheet(taskOf("reviewer", { underReview }), null);
    expect(sheet).toContain("  What you review:\n\n    # GAP-FLOW-001\n");
    expect(sheet).toContain("    It retries.\n");
    expect(withoutTask(sheet)).toBe(formOf(taskOf("reviewer")));
  });

  it("has a row for each open remark where the Final Review is asked for them", () => {
    const form = formOf(taskOf("final", { openRemarks: [ISSUE] }));
    const { document } = readFinalReview(form.replace(`| ${ISSUE} |  |  |`, `| ${ISSUE} | SETTLED | - |`));
    expect(document.remarks).toEqual([{ issue: ISSUE, settled: true, left: "" }]);
    expect(formOf(taskOf("final"))).not.toContain("Open Remarks");
  });
});
