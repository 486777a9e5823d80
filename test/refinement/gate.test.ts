// The validation gate on documents as agents write them: read as Markdown, then judged.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Note } from "../../src/core/documents/note.ts";
import type { LookedUpPlace } from "../../src/core/refinement/conflicts/looked-up-place.ts";
import type { Issue, IssueState } from "../../src/core/refinement/issue.ts";
import { judgeEngineer, type RejectedPosition } from "../../src/core/refinement/validation/judge-engineer.ts";
import { judgeFinalReview } from "../../src/core/refinement/validation/judge-final-review.ts";
import { judgeReviewer } from "../../src/core/refinement/validation/judge-reviewer.ts";
import {
  type Judgement,
  tierOf,
  type WrittenOutput,
} from "../../src/core/refinement/validation/judgement.ts";
import { DOCUMENT_BYTES_MAX } from "../../src/core/shared/bounds.ts";
import { readEngineerDocument } from "../../src/document/engineer/read-engineer.ts";
import { readFinalReview } from "../../src/document/final-review/read-final-review.ts";
import { readReviewerDocument } from "../../src/document/reviewer/read-reviewer.ts";
import { corpusTexts } from "../support/corpus.ts";
import { decisionId, gapId, issueId } from "../support/example-gap.ts";
import { hostileText } from "../support/hostile-text.ts";

const KNOWN = ["GAP-FLOW-001", "GAP-FLOW-002", "GAP-FLOW-003", "GAP-FLOW-008", "GAP-UX-001"].map(gapId);

interface Reading<Document> {
  readonly document: Document;
  readonly notes: readonly Note[];
}

/** What is too large is not read at all. */
function output<Document>(text: string, reader: (text: string) => Reading<Document>) {
  const bytes = Buffer.byteLength(text);
  const written: WrittenOutput = { at: "text", bytes, blank: text.trim() === "" };
  const reading = bytes > DOCUMENT_BYTES_MAX ? { document: null, notes: [] } : reader(text);
  return { written, ...reading };
}

interface Session {
  readonly assigned?: readonly string[];
  readonly issues?: readonly Issue[];
  readonly places?: readonly LookedUpPlace[];
  readonly rejected?: readonly RejectedPosition[];
}

function engineer(text: string, { assigned = ["GAP-FLOW-001"], issues = [], ...more }: Session = {}) {
  const expected = { assigned: assigned.map(gapId), knownGaps: KNOWN, issues, ...more };
  return judgeEngineer(output(text, readEngineerDocument), expected);
}

function reviewer(text: string, proposals: readonly string[] = ["GAP-FLOW-001"]) {
  const expected = { proposals: proposals.map(gapId), knownGaps: KNOWN };
  return judgeReviewer(output(text, readReviewerDocument), expected);
}

function finalReview(text: string) {
  return judgeFinalReview(output(text, readFinalReview));
}

function failure({ verdict }: Judgement) {
  if (verdict.ok) throw new Error(`it passed: ${verdict.message}`);
  return verdict;
}

const typesOf = ({ warnings }: Judgement) => [...new Set(warnings.map(({ type }) => type))];

const PARTS = [
  "### Proposed Solution",
  "A job that fails is put back with its attempt counted; after the third time it is parked for a person to look at. ".repeat(
    2,
  ),
  "### Examples",
  "1. A job fails once and succeeds: one entry in the log.",
  "2. A job fails three times: it is parked.",
  "### Trade-offs",
  "Parking needs somebody who looks.",
  "### New Gaps Introduced",
  "None.",
];

function resolution(gap: string, ...more: readonly string[]): string {
  return [`## Gap Resolution: ${gap}`, "**Confidence:** HIGH", ...PARTS, ...more].join("\n\n");
}

describe("an engineer's document that passes", () => {
  it("given two gaps in full and two more that are only named, then both are addressed without a warning", () => {
    const text = [
      "# Engineer Proposals - Round 5",
      resolution("GAP-FLOW-001", "It builds on GAP-FLOW-003 and GAP-FLOW-008."),
      resolution("GAP-FLOW-002"),
    ].join("\n\n");
    const judgement = engineer(text, { assigned: ["GAP-FLOW-001", "GAP-FLOW-002"] });
    expect(judgement).toEqual({
      verdict: { ok: true, message: "2 gaps addressed" },
      warnings: [],
      gapsAddressed: ["GAP-FLOW-001", "GAP-FLOW-002"],
      blocked: [],
      uncertain: [],
    });
  });

  it("given a third gap of 150 characters, then it counts, with that number in the warning", () => {
    const assigned = ["GAP-FLOW-001", "GAP-FLOW-002", "GAP-FLOW-003"];
    const thin = `## Gap Resolution: GAP-FLOW-003\n\n**Confidence:** LOW\n\n${"y".repeat(150)}`;
    const text = [resolution("GAP-FLOW-001"), resolution("GAP-FLOW-002"), thin].join("\n\n");
    const judgement = engineer(text, { assigned });
    expect(judgement).toMatchObject({ verdict: { ok: true }, gapsAddressed: assigned });
    expect(judgement.warnings.filter(({ type }) => type === "THIN_CONTENT")).toEqual([
      {
        type: "THIN_CONTENT",
        message: expect.stringMatching(/^GAP-FLOW-003: .*\b150 characters/),
        line: text.split("\n").indexOf("## Gap Resolution: GAP-FLOW-003") + 1,
      },
    ]);
  });

  it("given no Trade-offs, Examples or New Gaps, then it passes with their names", () => {
    const judgement = engineer(`## Gap Resolution: GAP-FLOW-001\n\n**Confidence:** HIGH\n\n${PARTS[1]}`);
    expect(judgement.verdict.ok).toBe(true);
    expect(judgement.warnings).toEqual([
      {
        type: "INCOMPLETE_STRUCTURE",
        message: expect.stringContaining("Trade-offs, Examples, New Gaps"),
        line: 1,
      },
    ]);
  });

  it.each([
    "# Engineer Resolution: GAP-FLOW-001",
    "## GAP-FLOW-001: Retries (Revised)",
    "**Gap Resolution: GAP-FLOW-001**",
  ])("given the title %j, then it passes and the deviation is noted", (title) => {
    const judgement = engineer(resolution("GAP-FLOW-001").replace("## Gap Resolution: GAP-FLOW-001", title));
    expect(judgement.verdict).toEqual({ ok: true, message: "1 gap addressed" });
    expect(typesOf(judgement)).toEqual(["DEVIATION"]);
  });

  it.each(["**Confidence**: High", "Confidence: medium", "- **Confidence:** LOW (few sources)"])(
    "given %j, then it passes",
    (line) => {
      expect(engineer(resolution("GAP-FLOW-001").replace("**Confidence:** HIGH", line)).verdict.ok).toBe(
        true,
      );
    },
  );

  it("given a gap it introduces itself, then naming it is no wrong reference", () => {
    const text = resolution("GAP-FLOW-001").replace(
      "None.",
      "- GAP-FLOW-050: who empties the parking place? (LOW)",
    );
    expect(engineer(`${text}\n\nSee GAP-FLOW-050.`).verdict.ok).toBe(true);
  });
});

describe("an engineer's document that fails", () => {
  it("given no heading, then the structure is wrong; given one in the next attempt, then 1 gap is addressed", () => {
    const first = engineer("# Notes\n\nRetries should be counted, and the third one parks the job.", {
      assigned: ["GAP-FLOW-003"],
    });
    expect(failure(first)).toMatchObject({ failureType: "WRONG_FORMAT", retriable: true });
    expect(tierOf(failure(first).failureType)).toBe("structure");
    expect(failure(first).message).toMatch(/^Missing '## Gap Resolution:'/);
    const second = engineer(resolution("GAP-FLOW-003"), { assigned: ["GAP-FLOW-003"] });
    expect(second.verdict).toEqual({ ok: true, message: "1 gap addressed" });
  });

  it("given no Confidence, then the structure is wrong at the heading", () => {
    const text = `# Round 3\n\n${resolution("GAP-FLOW-001").replace("**Confidence:** HIGH\n\n", "")}`;
    expect(failure(engineer(text))).toMatchObject({
      failureType: "WRONG_FORMAT",
      line: 3,
      subjects: ["GAP-FLOW-001"],
    });
  });

  it("given a Confidence that is none of the three, then it fails where it stands", () => {
    const text = resolution("GAP-FLOW-001").replace("**Confidence:** HIGH", "**Confidence:** quite sure");
    expect(failure(engineer(text))).toMatchObject({ failureType: "WRONG_FORMAT", line: 3 });
  });

  it("given other gaps than the assigned ones, then none is addressed; narrowed to one, then it is", () => {
    const assigned = ["GAP-FLOW-001", "GAP-FLOW-002", "GAP-UX-001"];
    const first = engineer(resolution("GAP-FLOW-008"), { assigned });
    expect(failure(first)).toMatchObject({ failureType: "NO_GAPS_ADDRESSED", retriable: true });
    expect(tierOf(failure(first).failureType)).toBe("content");
    const narrowed = engineer(resolution("GAP-UX-001"), { assigned: ["GAP-UX-001"] });
    expect(narrowed.gapsAddressed).toEqual(["GAP-UX-001"]);
  });

  it("given resolutions of gaps that do not exist, then the wrong ids are listed as such", () => {
    const text = `${resolution("GAP-FLOW-099")}\n\n${resolution("GAP-FLOW-100")}`;
    const judgement = engineer(text, { assigned: ["GAP-FLOW-001", "GAP-FLOW-002"] });
    expect(failure(judgement)).toMatchObject({
      failureType: "INCONSISTENT_REFS",
      line: 1,
      subjects: ["GAP-FLOW-099", "GAP-FLOW-100"],
    });
    expect(failure(judgement).message).toMatch(/^Invalid refs: GAP-FLOW-099, GAP-FLOW-100\b/);
  });

  it("given a heading, a Confidence and nothing below, then nothing is addressed", () => {
    const verdict = failure(engineer("## Gap Resolution: GAP-FLOW-001\n\n**Confidence:** HIGH\n"));
    expect(verdict).toMatchObject({ failureType: "NO_GAPS_ADDRESSED", line: 1 });
    expect(verdict.message).toContain("it lacks a body");
  });
});

describe("which ids are gaps", () => {
  it.each(["GAP-FLOW-001", "GAP-COMM-012", "GAP-UX-999", "GAP-FLOW-007a"])("%s is one", (id) => {
    expect(engineer(resolution(id), { assigned: [id] }).gapsAddressed).toEqual([id]);
  });

  it.each([
    "GAP-flow-001",
    "GAP-FLOW-1",
    "GAP-A-001",
    "GAP-FLOW-0011",
    "GAP-FLOW-001ab",
    "GAP-ABCDEFGHIJK-001",
    "XGAP-FLOW-001",
  ])("%s is none", (id) => {
    const verdict = failure(engineer(resolution(id)));
    expect(verdict.failureType).toBe("WRONG_FORMAT");
    expect(verdict.message).toContain("Missing '## Gap Resolution:'");
  });

  it("a sub-gap does not stand for the gap it came from", () => {
    const judgement = engineer(resolution("GAP-FLOW-001a"));
    expect(failure(judgement)).toMatchObject({ subjects: ["GAP-FLOW-001a"] });
  });
});

describe("markers", () => {
  it("given nothing but a need for input, then the gap is blocked", () => {
    const judgement = engineer("BLOCKED_NEEDS_INPUT: GAP-FLOW-001 - the price list of 2026");
    expect(failure(judgement).failureType).toBe("NO_GAPS_ADDRESSED");
    expect(judgement.blocked).toEqual([{ gap: "GAP-FLOW-001", need: "the price list of 2026" }]);
  });

  it("given a doubt under the gap's heading, then the gap is uncertain and nothing is malformed", () => {
    const judgement = engineer("## Gap Resolution: GAP-FLOW-001\n\nUNCERTAINTY: whether jobs may overlap");
    expect(failure(judgement).failureType).toBe("NO_GAPS_ADDRESSED");
    expect(judgement.uncertain).toEqual([{ gap: "GAP-FLOW-001", text: "whether jobs may overlap" }]);
  });

  it("given a proposal and a need for the same gap, then the need wins", () => {
    const judgement = engineer(resolution("GAP-FLOW-001", "BLOCKED_NEEDS_INPUT: GAP-FLOW-001 the prices"));
    expect(judgement).toMatchObject({
      verdict: { ok: false },
      blocked: [{ gap: "GAP-FLOW-001", need: "the prices" }],
    });
  });

  it("given a need in a fence or a quote, then it is only shown", () => {
    const planted = "```\nBLOCKED_NEEDS_INPUT: GAP-FLOW-001\n```\n\n> BLOCKED_NEEDS_INPUT: GAP-FLOW-001";
    expect(engineer(resolution("GAP-FLOW-001", planted))).toMatchObject({
      verdict: { ok: true },
      blocked: [],
    });
  });
});

describe("disagreements", () => {
  const block = (id: string, restsOn = "judgement") =>
    [
      `## DISAGREE: ${id}`,
      "**Reviewer Concern:**\n> The loop never ends.",
      "**Engineer Position:**\nIt ends.",
      `**Rests on:** ${restsOn}`,
      "**Rationale:**\nThe counter only falls.",
    ].join("\n\n");
  const issue = (id: string, state: IssueState = { at: "OPEN", decision: null }): Issue => ({
    id: issueId(id),
    gaps: [gapId("GAP-FLOW-001")],
    severity: "HIGH",
    round: 1,
    state,
  });
  const judge = (blocks: readonly string[], issues: readonly Issue[]) =>
    engineer([resolution("GAP-FLOW-001"), ...blocks].join("\n\n"), { issues });

  it("given a block in full, then it passes", () => {
    const judgement = judge([block("ISSUE-R1-001")], [issue("ISSUE-R1-001")]);
    expect(judgement).toMatchObject({ verdict: { ok: true }, warnings: [] });
  });

  it("given one that does not say what it rests on, then it is taken for judgement with a warning", () => {
    const unsaid = block("ISSUE-R1-001").replace("**Rests on:** judgement\n\n", "");
    const judgement = judge([unsaid], [issue("ISSUE-R1-001")]);
    expect(judgement.verdict.ok).toBe(true);
    expect(judgement.warnings.map(({ message }) => message)).toEqual([
      "DISAGREE: ISSUE-R1-001 does not say what it rests on; it is taken for judgement",
    ]);
  });

  it("given one about a closed issue, then a warning says that it is left aside", () => {
    const closed = issue("ISSUE-R1-001", { at: "CLOSED", round: 2 });
    const judgement = judge([block("ISSUE-R1-001")], [closed]);
    expect(judgement.warnings.map(({ message }) => message)).toEqual([
      "DISAGREE: ISSUE-R1-001 is about an issue that is closed; it is left aside",
    ]);
  });

  it.each(["ISSUE-R1-001", "issue-r1-001", "ISSUE-R01-001"])(
    "given two blocks on one issue, the second as %s, then both lines are named",
    (second) => {
      const blocks = [block("ISSUE-R1-001"), block(second).replace("only falls", "is bounded")];
      const lines = [resolution("GAP-FLOW-001"), ...blocks].join("\n\n").split("\n");
      const [first, again] = lines.flatMap((line, at) => (line.startsWith("## DISAGREE") ? [at + 1] : []));
      const verdict = failure(judge(blocks, [issue("ISSUE-R1-001")]));
      expect(verdict).toMatchObject({
        failureType: "MALFORMED_DISAGREE",
        subjects: ["ISSUE-R1-001"],
        line: again,
      });
      expect(verdict.message).toContain(`has 2 blocks, in lines ${first}, ${again}`);
    },
  );

  it("given the second of two names no issue, then that one is named with its line", () => {
    const blocks = [block("ISSUE-R1-001"), block("ISSUE-R1-077")];
    const verdict = failure(judge(blocks, [issue("ISSUE-R1-001")]));
    const lines = [resolution("GAP-FLOW-001"), ...blocks].join("\n\n").split("\n");
    expect(verdict).toMatchObject({
      failureType: "INVALID_DISAGREE_REF",
      subjects: ["ISSUE-R1-077"],
      line: lines.indexOf("## DISAGREE: ISSUE-R1-077") + 1,
    });
  });

  it.each([
    [/\*\*Rationale:[\s\S]*$/, "MALFORMED_DISAGREE"],
    [/\*\*Reviewer Concern:[\s\S]*?ends\.\n\n/, "MALFORMED_DISAGREE"],
    [/\*\*Engineer Position:[\s\S]*?ends\.\n\n/, null],
  ])("given a block without %s, then %j", (part, failureType) => {
    const { verdict } = judge([block("ISSUE-R1-001").replace(part, "")], [issue("ISSUE-R1-001")]);
    expect(verdict.ok ? null : verdict.failureType).toBe(failureType);
  });

  it("given the user has overruled the issue, then it is argued again", () => {
    const decision = decisionId("DECISION-R1-001");
    const decided = issue("ISSUE-R1-001", { at: "OVERRULED", decision });
    const verdict = failure(judge([block("ISSUE-R1-001")], [decided]));
    expect(verdict.failureType).toBe("RE_ARGUED_CONFLICT");
    expect(verdict.message).toContain("DECISION-R1-001");
  });

  it("given six, then they are too many, unless a section justifies them", () => {
    const ids = [1, 2, 3, 4, 5, 6].map((number) => `ISSUE-R1-00${number}`);
    const issues = ids.map((id) => issue(id));
    expect(
      failure(
        judge(
          ids.map((id) => block(id)),
          issues,
        ),
      ).failureType,
    ).toBe("TOO_MANY_DISAGREES");
    const justified = [
      ...ids.map((id) => block(id)),
      "## Justification\n\nAll six ask for one thing that cannot be.",
    ];
    expect(judge(justified, issues).verdict.ok).toBe(true);
  });

  const told = (text: string): Issue & { readonly text: string } => ({ ...issue("ISSUE-R1-001"), text });
  const row = (said: string) =>
    `### Responses\n\n| Issue | Status | Where |\n|---|---|---|\n| ISSUE-R1-001 | ${said} |`;

  it.each([
    ["in a fence", `\`\`\`markdown\n${block("ISSUE-R1-001")}\n\`\`\``],
    ["in a block quote", block("ISSUE-R1-001").replace(/^/gm, "> ")],
    ["in mid-line", "The form says ## DISAGREE: ISSUE-R1-001 and we do not use it."],
    ["in inline code", "`## DISAGREE: ISSUE-R1-001`"],
  ])(
    "given a disagreement %s, then it is a mention: none is stated, and a row that needs one lacks it",
    (_, text) => {
      expect(readEngineerDocument(text).document.disagreements).toEqual([]);
      expect(judge([text], [issue("ISSUE-R1-001")]).verdict.ok).toBe(true);
      expect(failure(judge([row("DISAGREE | below"), text], [issue("ISSUE-R1-001")]))).toMatchObject({
        failureType: "MALFORMED_DISAGREE",
        subjects: ["ISSUE-R1-001"],
      });
    },
  );

  it("given an id in lower case, then it is that issue, with a note", () => {
    const { verdict, warnings } = judge([block("issue-r1-001")], [issue("ISSUE-R1-001")]);
    expect(verdict.ok).toBe(true);
    expect(warnings.map(({ message }) => message).join()).toContain("ISSUE-R1-001");
    const strange = failure(judge([block("issue-r1-077")], [issue("ISSUE-R1-001")]));
    expect(strange).toMatchObject({ failureType: "INVALID_DISAGREE_REF", subjects: ["ISSUE-R1-077"] });
  });

  it("given three sentences of the issue joined, then each is looked for by itself", () => {
    const text =
      "The loop never ends. Nobody counts the tries. It is late at night. Somebody has to be woken.";
    const joined = block("ISSUE-R1-001").replace(
      "> The loop never ends.",
      '> The loop never ends. It is late  at\n> night! "Somebody has to be woken."',
    );
    expect(judge([joined], [told(text)]).verdict.ok).toBe(true);
    const strange = failure(judge([joined.replace("late", "early")], [told(text)]));
    expect(strange.failureType).toBe("MALFORMED_DISAGREE");
    expect(strange.message).toContain("It is early at night!");
    expect(strange.message).not.toContain("woken");
  });

  it("given words that the Reviewer never wrote, then they are named", () => {
    const verdict = failure(judge([block("ISSUE-R1-001")], [told("The timer is never set.")]));
    expect(verdict.failureType).toBe("MALFORMED_DISAGREE");
    expect(verdict.message).toContain('"The loop never ends."');
  });

  it("given an issue of an earlier round that is open, then it may be disagreed with; the same number of another round is no issue", () => {
    const earlier = { ...issue("ISSUE-R2-003"), round: 2 };
    expect(judge([block("ISSUE-R2-003")], [earlier]).verdict.ok).toBe(true);
    expect(failure(judge([block("ISSUE-R3-003")], [earlier]))).toMatchObject({
      failureType: "INVALID_DISAGREE_REF",
      subjects: ["ISSUE-R3-003"],
    });
  });

  describe("that rests on something", () => {
    const place = { path: "src/retry.ts", line: 12, quote: "at most three times" };
    const found = { at: "text", sha256: "0".repeat(64), lines: 60, from: 12, elsewhere: null } as const;
    const judgeOn = (on: string, places: readonly LookedUpPlace[]) =>
      engineer([resolution("GAP-FLOW-001"), block("ISSUE-R1-001", on)].join("\n\n"), {
        issues: [issue("ISSUE-R1-001")],
        places,
      });
    const named = 'src/retry.ts:12 "at most three times"';

    it("given judgement, or a place that says so, then it passes", () => {
      expect(judgeOn("judgement", []).verdict.ok).toBe(true);
      const places = [{ ...place, found: { ...found, excerpt: "at most\n   three times" } }];
      expect(judgeOn(named, places).verdict.ok).toBe(true);
    });

    it.each<[string, LookedUpPlace["found"], string]>([
      ["no such file", { at: "none", why: "there is no such file" }, "there is no such file"],
      ["a line beyond its end", { ...found, lines: 7, excerpt: "" }, "the file has 7 lines only"],
      ["another line", { ...found, excerpt: "x", elsewhere: 57 }, "the words stand in line 57"],
      ["other words", { ...found, excerpt: "x" }, "the quoted words are not in the file"],
    ])("given %s, then the block is named, and what is wrong", (_, at, message) => {
      const verdict = failure(judgeOn(named, [{ ...place, found: at }]));
      expect(verdict).toMatchObject({ failureType: "MALFORMED_DISAGREE", subjects: ["ISSUE-R1-001"] });
      expect(verdict.message).toContain(`ISSUE-R1-001`);
      expect(verdict.message).toContain(`${named}, but ${message}`);
    });

    it("given a place that nobody has looked up, then it does not pass", () => {
      expect(failure(judgeOn(named, [])).message).toContain("nobody has looked it up");
    });

    it("given neither judgement nor a place with its words, then it is unclear", () => {
      const verdict = failure(judgeOn("src/retry.ts", []));
      expect(verdict).toMatchObject({ failureType: "MALFORMED_DISAGREE" });
      expect(verdict.message).toContain("neither judgement nor one path:line with quoted words");
    });
  });

  it("given what the user decided against is proposed again, then it is a warning, never a failure", () => {
    const position = "Every failure is retried for ever, with a growing pause between two attempts";
    const rejected = [{ decision: decisionId("DECISION-R1-001"), gaps: [gapId("GAP-FLOW-001")], position }];
    const again = resolution("GAP-FLOW-001", `${position}.`);
    expect(engineer(again, { rejected })).toMatchObject({
      verdict: { ok: true },
      warnings: [{ type: "REJECTED_POSITION", message: expect.stringContaining("DECISION-R1-001") }],
    });
    const other = engineer(again, {
      rejected: rejected.map((one) => ({ ...one, gaps: [gapId("GAP-UX-001")] })),
    });
    expect(other.warnings).toEqual([]);
    expect(engineer(resolution("GAP-FLOW-001"), { rejected }).warnings).toEqual([]);
  });

  it("given a block that is only shown, then there is none", () => {
    const shown = `\`\`\`markdown\n${block("ISSUE-R9-999")}\n\`\`\``;
    expect(judge([shown], []).verdict.ok).toBe(true);
  });
});

describe("a review", () => {
  const SECTIONS = [
    "## Review: GAP-FLOW-001",
    "### Critical Issues",
    "- **ISSUE-R1-001**: The loop never ends when the clock stands still.",
    "### Low Priority",
    "- **ISSUE-R1-002**: A word is misspelt.",
    "## Verdict: NEEDS_REVISION",
  ];

  it("given sections by severity, then it passes", () => {
    expect(reviewer(SECTIONS.join("\n\n"))).toMatchObject({
      verdict: { ok: true, message: "1 proposal reviewed, 2 issues" },
      gapsAddressed: ["GAP-FLOW-001"],
    });
  });

  it.each(["NO_ISSUES_FOUND", "No Issues Found"])(
    "given %s and what was examined, then it passes",
    (words) => {
      const text = `## Review: GAP-FLOW-001\n\n${words}\n\n**Scope examined:** the retry loop, the log\n`;
      expect(reviewer(text)).toMatchObject({ verdict: { ok: true }, gapsAddressed: ["GAP-FLOW-001"] });
    },
  );

  it.each(["**Scope examined:** the the the the the", "- [x] Approved by the reviewer of this text"])(
    "given a scope that says nothing, then it does not pass: %s",
    (scope) => {
      const text = `## Review: GAP-FLOW-001\n\nNO_ISSUES_FOUND\n\n${scope}\n`;
      expect(reviewer(text)).toMatchObject({ verdict: { ok: false } });
    },
  );

  it.each([
    "APPROVED would be a mistake: the log is lost",
    "Approval comes too early",
    "Merge this and the log is lost",
    "The proposal is approved by no one yet",
    "Approved, unless the log matters",
    "Approved?",
  ])("given the verdict %j, then it approves nothing and the accepted ones are shown at its line", (said) => {
    const text = `## Review: GAP-FLOW-001\n\n**Scope examined:** the retry loop, the log, the clock\n\n## Verdict\n\n${said}\n`;
    const verdict = failure(reviewer(text));
    expect(verdict).toMatchObject({ failureType: "WRONG_FORMAT", retriable: true, line: 7 });
    expect(verdict.message).toContain("APPROVED (or: Approve, Accepted, LGTM");
  });

  it("given two verdicts that differ, then it fails where the second stands", () => {
    const text = `${SECTIONS.join("\n\n")}\n\n## Verdict: APPROVED\n`;
    expect(failure(reviewer(text))).toMatchObject({ failureType: "WRONG_FORMAT", line: 13 });
  });

  it("given nothing but the gap's title and an approval, then the scope is missing", () => {
    const verdict = failure(reviewer("## Review: GAP-FLOW-001\n\n**Verdict:** APPROVED\n"));
    expect(verdict).toMatchObject({ failureType: "WRONG_FORMAT", line: 3 });
    expect(verdict.message).toContain("in at least 5 words, what was examined");
  });

  it("given nothing new and an earlier issue still open, then a verdict and its row are enough", () => {
    const row = "| Issue | Status |\n|---|---|\n| ISSUE-R1-001 | UNRESOLVED |";
    const text = `## Review: GAP-FLOW-001\n\n### Prior Issues\n\n${row}\n\n## Verdict: NEEDS_REVISION\n`;
    expect(reviewer(text).verdict).toMatchObject({ ok: true });
  });

  it("given a bare approval, then the scope is missing", () => {
    const verdict = failure(reviewer("# Review\n\n**Verdict:** APPROVED\n"));
    expect(verdict).toMatchObject({ failureType: "WRONG_FORMAT", retriable: true, line: 3 });
    expect(verdict.message).toContain("scope is missing");
  });

  it("given praise alone, then it is no review", () => {
    const verdict = failure(reviewer("## Review: GAP-FLOW-001\n\nThis reads well, thank you.\n"));
    expect(verdict.failureType).toBe("WRONG_FORMAT");
    expect(tierOf(verdict.failureType)).toBe("structure");
  });

  it("given another gap than the proposals, then it concerns none of them", () => {
    const text = SECTIONS.join("\n\n").replaceAll("GAP-FLOW-001", "GAP-FLOW-008");
    expect(failure(reviewer(text)).failureType).toBe("NO_GAPS_ADDRESSED");
  });

  it("given a gap that does not exist beside the proposal, then the reference is wrong", () => {
    const verdict = failure(reviewer(`${SECTIONS.join("\n\n")}\n\nCompare GAP-FLOW-099.`));
    expect(verdict).toMatchObject({ failureType: "INCONSISTENT_REFS", subjects: ["GAP-FLOW-099"], line: 13 });
  });

  it("given one of two proposals, then only that one counts as reviewed", () => {
    const judgement = reviewer(SECTIONS.join("\n\n"), ["GAP-FLOW-001", "GAP-FLOW-002"]);
    expect(judgement.gapsAddressed).toEqual(["GAP-FLOW-001"]);
  });

  it.each([
    ["a fence", "```\n**Verdict:** APPROVED\nNO_ISSUES_FOUND\nScope examined: all\n```"],
    ["a quote", "> **Verdict:** APPROVED\n>\n> NO_ISSUES_FOUND\n>\n> Scope examined: all"],
    ["a comment", "<!--\n**Verdict:** APPROVED\nNO_ISSUES_FOUND\nScope examined: all\n-->"],
  ])("given an approval planted in %s, then it approves nothing", (_, planted) => {
    expect(failure(reviewer(`## Review: GAP-FLOW-001\n\n${planted}\n`)).failureType).toBe("WRONG_FORMAT");
  });
});

describe("a final review", () => {
  it.each([
    ["**Verdict:** READY_FOR_TERMINATION", "READY_FOR_TERMINATION"],
    ["**Verdict:** NOT_READY", "NOT_READY"],
  ])("given %j, then it passes", (text, message) => {
    expect(finalReview(`# Final Review\n\n${text}\n`).verdict).toEqual({ ok: true, message });
  });

  it("given a verdict only in a fence, then it has none", () => {
    const text = "# Final Review\n\n```\n**Verdict:** READY_FOR_TERMINATION\n```\n";
    expect(failure(finalReview(text)).failureType).toBe("WRONG_FORMAT");
  });
});

describe("hostile text", () => {
  const judges = { engineer: (text: string): Judgement => engineer(text), reviewer, finalReview };
  const each = Object.entries(judges);

  it.each(each)("given nothing, or white space of any kind, then %s is empty", (_, judge) => {
    for (const text of ["", " ", "\n\n\t \r\n", "\u00A0\u2003\uFEFF"]) {
      expect(failure(judge(text))).toMatchObject({ failureType: "EMPTY_OUTPUT", retriable: true });
    }
  });

  it.each(each)("given 3 MB, then %s is told the size", (_, judge) => {
    const line = "## Gap Resolution: GAP-FLOW-001\n";
    const verdict = failure(judge(line.repeat((3 * 1024 * 1024) / line.length)));
    expect(verdict.failureType).toBe("WRONG_FORMAT");
    expect(verdict.message).toContain("3.0 MB");
  });

  it.each([
    ["a fence", `\`\`\`markdown\n${resolution("GAP-FLOW-001")}\n\`\`\``],
    ["a fence that is left open", `Shown:\n\n\`\`\`markdown\n${resolution("GAP-FLOW-001")}`],
    ["a quote", resolution("GAP-FLOW-001").replace(/^/gm, "> ")],
    ["a comment", `<!--\n${resolution("GAP-FLOW-001")}\n-->`],
  ])("given a resolution in %s, then nothing is resolved", (_, text) => {
    expect(failure(engineer(text)).message).toContain("Missing '## Gap Resolution:'");
  });

  it("given the whole document in a fence, then the message says why nothing counts", () => {
    const verdict = failure(engineer(`\`\`\`\n${resolution("GAP-FLOW-001")}\n\`\`\``));
    expect(verdict.line).toBe(1);
    expect(verdict.message).toContain("fence");
  });

  it.each(["```\nGAP-FLOW-099\n```", "> GAP-FLOW-099", "<!-- GAP-FLOW-099 -->", "Such as `GAP-FLOW-099`."])(
    "given an unknown id only in %j, then it is a mention",
    (mention) => {
      expect(engineer(resolution("GAP-FLOW-001", mention)).verdict.ok).toBe(true);
    },
  );

  it("given an id in code in the heading, then it is the gap", () => {
    expect(engineer(resolution("`GAP-FLOW-001`")).gapsAddressed).toEqual(["GAP-FLOW-001"]);
  });

  it("given control characters around what it says, then no message carries them on", () => {
    const text = `\u0000\u001B[31m## Gap Resolution: GAP-FLOW-099\u0007\n\n${resolution("GAP-FLOW-001")}\n\n## DISAGREE: ISSUE-R1-001\u001B[0m\n`;
    const judgement = engineer(text);
    const messages = [judgement.verdict, ...judgement.warnings].map(({ message }) => message);
    for (const message of messages) expect(message).not.toMatch(/\p{Cc}/u);
  });

  it("given any text, then there is a judgement, and what passes addresses a gap", () => {
    const statements = fc.constantFrom(
      "## Gap Resolution: GAP-FLOW-001",
      "## Gap Resolution: GAP-FLOW-002",
      "**Confidence:** LOW",
      "A sentence about it.",
      "BLOCKED_NEEDS_INPUT: GAP-FLOW-001 prices",
      "UNCERTAINTY: which",
      "## DISAGREE: ISSUE-R1-001",
      "**Rationale:** because",
      "### New Gaps\n\n- GAP-NEW-001: what now?",
      "**Verdict:** APPROVED",
      "NO_ISSUES_FOUND",
    );
    const text = fc
      .array(fc.oneof(hostileText, statements), { maxLength: 10 })
      .map((lines) => lines.join("\n\n"));
    fc.assert(
      fc.property(text, (any) => {
        const judgement = engineer(any, { assigned: ["GAP-FLOW-001", "GAP-FLOW-002"] });
        expect(judgement.verdict.ok).toBe(judgement.gapsAddressed.length > 0);
        for (const judge of [reviewer, finalReview]) expect(judge(any).verdict.message).not.toBe("");
      }),
      { numRuns: 200 },
    );
  });

  it("given the documents of the corpus, then there is a judgement of each by every role", () => {
    for (const text of corpusTexts()) {
      for (const judge of Object.values(judges)) {
        const { verdict, gapsAddressed } = judge(text);
        expect(verdict.message).not.toBe("");
        if (!verdict.ok) expect(gapsAddressed).toEqual([]);
      }
    }
  });
});
