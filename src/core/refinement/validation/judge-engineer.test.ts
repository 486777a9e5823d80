import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decisionId, gapId, issueId } from "../../../../test/support/example-gap.ts";
import type {
  Disagreement,
  EngineerDocument,
  GapMarker,
  Resolution,
} from "../../documents/engineer-document.ts";
import type { Note } from "../../documents/note.ts";
import { DOCUMENT_BYTES_MAX } from "../../shared/bounds.ts";
import type { Issue, IssueState } from "../issue.ts";
import { type EngineerExpected, judgeEngineer } from "./judge-engineer.ts";
import {
  type EngineerJudgement,
  FAILURE_TYPES,
  type FailureType,
  WARNINGS_MAX,
  type Warning,
  type WrittenOutput,
} from "./judgement.ts";

const FLOW_1 = gapId("GAP-FLOW-001");
const FLOW_2 = gapId("GAP-FLOW-002");
const STRANGER = gapId("GAP-FLOW-099");
const TEXT: WrittenOutput = { at: "text", bytes: 1_000, blank: false };
const NOTHING: EngineerDocument = {
  resolutions: [],
  newGaps: [],
  responses: [],
  disagreements: [],
  blocked: [],
  uncertain: [],
  justification: null,
  gapsNamed: [],
};

function resolution(about: Partial<Resolution> = {}): Resolution {
  return {
    gaps: [FLOW_1],
    line: 3,
    title: "",
    confidence: "HIGH",
    body: "x".repeat(200),
    edits: [],
    drops: "",
    has: { tradeOffs: true, examples: 1, newGaps: true },
    ...about,
  };
}

function disagreement(id: string, about: Partial<Disagreement> = {}): Disagreement {
  return {
    issueId: id,
    line: 20,
    reviewerConcern: "It never ends.",
    engineerPosition: "It ends.",
    rationale: "The counter only falls.",
    alternative: null,
    request: null,
    restsOn: { of: "judgement" },
    ...about,
  };
}

function issue(id: string, state: IssueState = { at: "OPEN", decision: null }): Issue {
  return { id: issueId(id), gaps: [FLOW_1], severity: "HIGH", round: 1, state };
}

interface Case extends Partial<EngineerExpected> {
  readonly document?: Partial<EngineerDocument>;
  readonly notes?: readonly Note[];
}

function judge({ document = {}, notes = [], ...expected }: Case): EngineerJudgement {
  const whole: EngineerDocument = { ...NOTHING, resolutions: [resolution()], ...document };
  return judgeEngineer(
    { written: TEXT, document: whole, notes },
    { assigned: [FLOW_1], knownGaps: [FLOW_1, FLOW_2], issues: [], ...expected },
  );
}

function failure(judgement: EngineerJudgement) {
  if (judgement.verdict.ok) throw new Error("it passed");
  return judgement.verdict;
}

const ofType = (judgement: EngineerJudgement, type: Warning["type"]) =>
  judgement.warnings.filter((warning) => warning.type === type).map(({ message }) => message);

describe("before anyone reads it", () => {
  it.each<[WrittenOutput, FailureType]>([
    [{ at: "missing" }, "FILE_MISSING"],
    [{ at: "text", bytes: 0, blank: true }, "EMPTY_OUTPUT"],
    [{ at: "text", bytes: 3 * DOCUMENT_BYTES_MAX, blank: true }, "EMPTY_OUTPUT"],
    [{ at: "text", bytes: DOCUMENT_BYTES_MAX + 1, blank: false }, "WRONG_FORMAT"],
  ])("given %j, then %s, whatever the document says", (written, failureType) => {
    const document = { ...NOTHING, resolutions: [resolution()] };
    for (const read of [document, null]) {
      const judgement = judgeEngineer(
        { written, document: read, notes: [] },
        { assigned: [FLOW_1], knownGaps: [FLOW_1], issues: [] },
      );
      expect(judgement.verdict).toMatchObject({ ok: false, failureType, retriable: true, line: null });
      expect(judgement.gapsAddressed).toEqual([]);
    }
  });

  it("given exactly the largest size, then it is read", () => {
    const written: WrittenOutput = { at: "text", bytes: DOCUMENT_BYTES_MAX, blank: false };
    const output = { written, document: { ...NOTHING, resolutions: [resolution()] }, notes: [] };
    const expected = { assigned: [FLOW_1], knownGaps: [FLOW_1], issues: [] };
    expect(judgeEngineer(output, expected).verdict.ok).toBe(true);
  });

  it.each([
    [DOCUMENT_BYTES_MAX + 1, "2.1 MB"],
    [3 * 1024 * 1024, "3.0 MB"],
  ])("given %i bytes, then the message says %s", (bytes, words) => {
    const output = { written: { at: "text", bytes, blank: false } as const, document: null, notes: [] };
    const { message } = failure(judgeEngineer(output, { assigned: [], knownGaps: [], issues: [] }));
    expect(message).toContain(words);
    expect(message).toContain("at most 2 MB");
  });
});

describe("the form of a resolution", () => {
  it("given no resolution, then the missing heading is named", () => {
    const verdict = failure(judge({ document: { resolutions: [] } }));
    expect(verdict).toMatchObject({ failureType: "WRONG_FORMAT", retriable: true });
    expect(verdict.message).toContain("Missing '## Gap Resolution:'");
    expect(verdict.message).toContain("GAP-FLOW-001");
  });

  it("given no resolution and a fence that swallows the document, then the fence is named", () => {
    const notes = [{ code: "document-in-fence", line: 1, message: "nothing in it counts" }];
    const verdict = failure(judge({ document: { resolutions: [] }, notes }));
    expect(verdict.line).toBe(1);
    expect(verdict.message).toContain("line 1: nothing in it counts");
  });

  it("given an assigned gap without Confidence, then it fails at its heading", () => {
    const verdict = failure(judge({ document: { resolutions: [resolution({ confidence: null })] } }));
    expect(verdict).toMatchObject({ failureType: "WRONG_FORMAT", line: 3, subjects: [FLOW_1] });
    expect(verdict.message).toContain("Missing '**Confidence:**'");
  });

  it("given a Confidence that is none of the three, then it fails where that stands", () => {
    const notes = [{ code: "confidence-unclear", line: 5, message: "none of them" }];
    const verdict = failure(judge({ document: { resolutions: [resolution({ confidence: null })] }, notes }));
    expect(verdict).toMatchObject({ failureType: "WRONG_FORMAT", line: 5 });
  });

  it("given only a gap that was not assigned lacks it, then it passes", () => {
    const other = resolution({ gaps: [FLOW_2], confidence: null, line: 9 });
    expect(judge({ document: { resolutions: [resolution(), other] } }).verdict.ok).toBe(true);
  });

  it("given a section that goes on in a second one without Confidence, then it passes", () => {
    const more = resolution({ confidence: null, line: 30 });
    expect(judge({ document: { resolutions: [resolution(), more] } }).gapsAddressed).toEqual([FLOW_1]);
  });
});

describe("addressed", () => {
  it.each([
    ["body", { body: "words" }, true],
    ["spec text only", { body: "", edits: [{ text: "words", line: 5, target: { at: "mark" } }] }, true],
    ["white space", { body: " \n\t", edits: [] }, false],
    ["nothing", { body: "" }, false],
  ] as const)("given %s, then %#", (_, about, ok) => {
    const judgement = judge({ document: { resolutions: [resolution(about)] } });
    expect(judgement.verdict.ok).toBe(ok);
    if (ok) return;
    expect(failure(judgement)).toMatchObject({ failureType: "NO_GAPS_ADDRESSED", line: 3 });
    expect(failure(judgement).message).toContain("GAP-FLOW-001 (line 3): it lacks a body");
  });

  it.each([
    [[FLOW_1], "1 gap addressed"],
    [[FLOW_1, FLOW_2], "2 gaps addressed"],
  ])("given a heading for %j, then the message is %j", (gaps, message) => {
    const judgement = judge({ assigned: gaps, document: { resolutions: [resolution({ gaps })] } });
    expect(judgement.verdict).toEqual({ ok: true, message });
    expect(judgement.gapsAddressed).toEqual(gaps);
  });

  it("given one of two assigned gaps, then that one counts", () => {
    expect(judge({ assigned: [FLOW_2, FLOW_1] }).gapsAddressed).toEqual([FLOW_1]);
  });

  it("given another known gap instead, then no assigned gap is addressed and the drift is named", () => {
    const judgement = judge({ assigned: [FLOW_2] });
    expect(failure(judgement)).toMatchObject({ failureType: "NO_GAPS_ADDRESSED", subjects: [FLOW_2] });
    expect(failure(judgement).message).toContain("resolves GAP-FLOW-001 instead");
    expect(ofType(judgement, "SCOPE_DRIFT")).toHaveLength(1);
    expect(judgement.gapsAddressed).toEqual([]);
  });

  it("given nothing was assigned, then nothing can be addressed", () => {
    expect(failure(judge({ assigned: [] })).failureType).toBe("NO_GAPS_ADDRESSED");
  });
});

describe("markers", () => {
  const marker = (gap: GapMarker["gap"], text = "the price"): GapMarker => ({ gap, line: 7, text });

  it("given BLOCKED beside a proposal for the gap, then BLOCKED wins", () => {
    const judgement = judge({ document: { blocked: [marker(FLOW_1)] } });
    expect(failure(judgement).failureType).toBe("NO_GAPS_ADDRESSED");
    expect(failure(judgement).message).toContain("BLOCKED_NEEDS_INPUT");
    expect(judgement.blocked).toEqual([{ gap: FLOW_1, need: "the price" }]);
  });

  it.each(["blocked", "uncertain"] as const)("given only a %s marker, then nothing is malformed", (kind) => {
    const judgement = judge({ document: { resolutions: [], [kind]: [marker(FLOW_1)] } });
    expect(failure(judgement)).toMatchObject({ failureType: "NO_GAPS_ADDRESSED", subjects: [FLOW_1] });
    expect(judgement[kind].map(({ gap }) => gap)).toEqual([FLOW_1]);
  });

  it("given a marker for one of two gaps and nothing for the other, then the heading is missing", () => {
    const judgement = judge({
      assigned: [FLOW_1, FLOW_2],
      document: { resolutions: [], blocked: [marker(FLOW_1)] },
    });
    expect(failure(judgement).failureType).toBe("WRONG_FORMAT");
    expect(judgement.blocked).toEqual([{ gap: FLOW_1, need: "the price" }]);
  });

  it("given a blocked gap under a heading without Confidence, then the other gap's proposal passes", () => {
    const stuck = resolution({ gaps: [FLOW_2], confidence: null, line: 9 });
    const judgement = judge({
      assigned: [FLOW_1, FLOW_2],
      document: { resolutions: [resolution(), stuck], blocked: [marker(FLOW_2)] },
    });
    expect(judgement).toMatchObject({ verdict: { ok: true }, gapsAddressed: [FLOW_1] });
    expect(judgement.blocked).toEqual([{ gap: FLOW_2, need: "the price" }]);
  });

  it("given a marker without a gap and one assigned gap, then it belongs to it, addressed or not", () => {
    expect(judge({ document: { blocked: [marker(null)] } }).blocked).toEqual([
      { gap: FLOW_1, need: "the price" },
    ]);
  });

  it("given a marker without a gap and several, then it belongs to those not addressed", () => {
    const judgement = judge({ assigned: [FLOW_1, FLOW_2], document: { blocked: [marker(null)] } });
    expect(judgement.gapsAddressed).toEqual([FLOW_1]);
    expect(judgement.blocked).toEqual([{ gap: FLOW_2, need: "the price" }]);
  });

  it("given both markers for a gap, then it is blocked and not also uncertain", () => {
    const markers = { blocked: [marker(FLOW_1)], uncertain: [marker(FLOW_1, "which")] };
    const judgement = judge({ document: { resolutions: [], ...markers } });
    expect(judgement.blocked).toHaveLength(1);
    expect(judgement.uncertain).toEqual([]);
  });

  it("given UNCERTAINTY beside a complete proposal, then the proposal counts", () => {
    const judgement = judge({ document: { uncertain: [marker(FLOW_1)] } });
    expect(judgement).toMatchObject({ verdict: { ok: true }, uncertain: [] });
  });

  it("given two needs, then both are kept, each once", () => {
    const blocked = [marker(FLOW_1, "a"), marker(FLOW_1, "b"), marker(FLOW_1, "a")];
    expect(judge({ document: { blocked } }).blocked).toEqual([{ gap: FLOW_1, need: "a; b" }]);
  });

  it("given a marker for a gap that was not assigned, then it is nobody's", () => {
    expect(judge({ document: { blocked: [marker(FLOW_2)] } })).toMatchObject({
      verdict: { ok: true },
      blocked: [],
    });
  });
});

describe("references", () => {
  const strangers = [
    { gap: STRANGER, line: 8 },
    { gap: gapId("GAP-FLOW-100"), line: 9 },
  ];

  it("given gaps that nobody knows, then they are listed from the first line on", () => {
    const verdict = failure(judge({ document: { gapsNamed: strangers } }));
    expect(verdict).toMatchObject({
      failureType: "INCONSISTENT_REFS",
      line: 8,
      subjects: ["GAP-FLOW-099", "GAP-FLOW-100"],
    });
    expect(verdict.message).toMatch(/^Invalid refs: GAP-FLOW-099, GAP-FLOW-100\b/);
  });

  it("given the document introduces them, then they are valid", () => {
    const newGaps = strangers.map(({ gap, line }) => ({ id: gap, line, title: "", severity: null }));
    expect(judge({ document: { gapsNamed: strangers, newGaps } }).verdict.ok).toBe(true);
  });

  it("given its only resolutions are of unknown gaps, then the ids are wrong rather than the work missing", () => {
    const document = { resolutions: [resolution({ gaps: [STRANGER] })], gapsNamed: strangers };
    expect(failure(judge({ document })).failureType).toBe("INCONSISTENT_REFS");
  });

  it("given thousands of them, then the message stays short", () => {
    const gapsNamed = Array.from({ length: 900 }, (_, at) => ({
      gap: gapId(`GAP-ZZ-${String(at).padStart(3, "0")}`),
      line: at + 1,
    }));
    expect(failure(judge({ document: { gapsNamed } })).message.length).toBeLessThan(600);
  });
});

describe("DISAGREE blocks", () => {
  const against = (disagreements: readonly Disagreement[], issues: readonly Issue[], more = {}) =>
    judge({ document: { disagreements, ...more }, issues });
  const decision = decisionId("DECISION-R1-001");

  it("given a complete block on an open issue, then it passes without a word", () => {
    expect(against([disagreement("ISSUE-R1-001")], [issue("ISSUE-R1-001")])).toMatchObject({
      verdict: { ok: true },
      warnings: [],
    });
  });

  it.each([
    ["ISSUE-R1-002", "names no issue"],
    ["CRIT-001", "names no issue"],
    ["issue-r1-001", "names no issue"],
    ["ISSUE-R1-0011", "names no issue"],
    ["ISSUE-R2-009", "withdrawn"],
  ])("given %s, then INVALID_DISAGREE_REF", (id, said) => {
    const known = [issue("ISSUE-R1-001"), issue("ISSUE-R2-009", { at: "WITHDRAWN", round: 2 })];
    const verdict = failure(against([disagreement("ISSUE-R1-001"), disagreement(id, { line: 31 })], known));
    expect(verdict).toMatchObject({ failureType: "INVALID_DISAGREE_REF", line: 31, subjects: [id] });
    expect(verdict.message).toContain(`${id} (line 31)`);
    expect(verdict.message).toContain(said);
  });

  it("given a round written with a leading zero, then it is the same issue", () => {
    expect(against([disagreement("ISSUE-R01-001")], [issue("ISSUE-R1-001")]).verdict.ok).toBe(true);
  });

  it.each([
    [{ rationale: null }, "'**Rationale:**'"],
    [{ rationale: "  " }, "'**Rationale:**'"],
    [{ rationale: null, engineerPosition: null }, "'**Rationale:**'"],
    [{ reviewerConcern: null }, "'**Reviewer Concern:**'"],
    [{ reviewerConcern: null, rationale: null }, "'**Reviewer Concern:**' and no '**Rationale:**'"],
  ])("given %j, then MALFORMED_DISAGREE names %s", (about, said) => {
    const verdict = failure(against([disagreement("ISSUE-R1-001", about)], [issue("ISSUE-R1-001")]));
    expect(verdict).toMatchObject({
      failureType: "MALFORMED_DISAGREE",
      line: 20,
      subjects: ["ISSUE-R1-001"],
    });
    expect(verdict.message).toContain(said);
  });

  it.each([
    ["DISAGREE", [], 'no "## DISAGREE: ISSUE-R1-001" block'],
    ["ADDRESSED", [disagreement("ISSUE-R1-001")], "is answered with ADDRESSED, but"],
  ] as const)("given a row with %s and the blocks %j, then MALFORMED_DISAGREE", (status, blocks, said) => {
    const responses = [{ issueId: "ISSUE-R1-001", line: 12, status, text: "see below" }];
    const verdict = failure(against(blocks, [issue("ISSUE-R1-001")], { responses }));
    expect(verdict).toMatchObject({ failureType: "MALFORMED_DISAGREE", line: 12 });
    expect(verdict.message).toContain(said);
  });

  it.each([
    ["DISAGREE and a block", "DISAGREE", [disagreement("ISSUE-R1-001")]],
    ["another status and none", "DEFERRED", []],
    ["no status and a block", null, [disagreement("ISSUE-R1-001")]],
  ] as const)("given a row with %s, then it passes", (_, status, blocks) => {
    const responses = [{ issueId: "ISSUE-R1-001", line: 12, status, text: "see below" }];
    expect(against(blocks, [issue("ISSUE-R1-001")], { responses }).verdict.ok).toBe(true);
  });

  it("given only the Engineer Position is missing, then the Rationale stands for it, with a warning", () => {
    const block = disagreement("ISSUE-R1-001", { engineerPosition: null });
    const judgement = against([block], [issue("ISSUE-R1-001")]);
    expect(judgement.verdict.ok).toBe(true);
    expect(ofType(judgement, "DEVIATION")).toEqual([expect.stringContaining("Engineer Position")]);
  });

  it.each<[IssueState, FailureType | null]>([
    [{ at: "OPEN", decision: null }, null],
    [{ at: "OPEN", decision }, "RE_ARGUED_CONFLICT"],
    [{ at: "OVERRULED", decision }, "RE_ARGUED_CONFLICT"],
    [{ at: "WAIVED", reason: "no" }, "RE_ARGUED_CONFLICT"],
    [{ at: "CLOSED", round: 2 }, null],
  ])("given an issue that is %j, then %j", (state, failureType) => {
    const { verdict } = against([disagreement("ISSUE-R1-001")], [issue("ISSUE-R1-001", state)]);
    expect(verdict.ok ? null : verdict.failureType).toBe(failureType);
  });

  const many = (count: number) => {
    const ids = Array.from({ length: count }, (_, at) => `ISSUE-R1-00${at + 1}`);
    return { blocks: ids.map((id) => disagreement(id)), issues: ids.map((id) => issue(id)) };
  };

  it.each([
    [5, null, true],
    [6, null, false],
    [6, "  ", false],
    [6, "They share one cause.", true],
  ])("given %i blocks and the justification %j, then it passes: %s", (count, justification, ok) => {
    const { blocks, issues } = many(count);
    const { verdict } = against(blocks, issues, { justification });
    expect(verdict.ok).toBe(ok);
    if (verdict.ok) return;
    expect(verdict).toMatchObject({ failureType: "TOO_MANY_DISAGREES", retriable: true });
    expect(verdict.message).toMatch(/^6 DISAGREE blocks/);
    expect(verdict.subjects).toHaveLength(6);
  });

  it("given several failures, then the first type in order wins, not the first block", () => {
    const { blocks, issues } = many(6);
    const malformed = disagreement("ISSUE-R1-001", { rationale: null, line: 1 });
    const strange = disagreement("ISSUE-R8-001", { line: 90 });
    expect(failure(against([malformed, ...blocks, strange], issues))).toMatchObject({
      failureType: "INVALID_DISAGREE_REF",
      line: 90,
    });
    expect(failure(against([...blocks, malformed], issues)).failureType).toBe("MALFORMED_DISAGREE");
  });

  it("given two blocks that fail alike, then the first is the subject and the other is named too", () => {
    const blocks = [disagreement("ISSUE-R8-001"), disagreement("ISSUE-R8-002", { line: 40 })];
    const verdict = failure(against(blocks, []));
    expect(verdict).toMatchObject({ line: 20, subjects: ["ISSUE-R8-001"] });
    expect(verdict.message).toContain("ISSUE-R8-002 in line 40");
  });
});

describe("warnings", () => {
  it.each([
    [199, ["GAP-FLOW-001: the section holds 199 characters, fewer than 200"]],
    [200, []],
  ])("given %i characters of body and spec text, then %j", (count, expected) => {
    const text = "é".repeat(50);
    const about = {
      body: "🙂".repeat(count - 50),
      edits: [{ text, line: 9, target: { at: "mark" } }],
    } as const;
    expect(ofType(judge({ document: { resolutions: [resolution(about)] } }), "THIN_CONTENT")).toEqual(
      expected,
    );
  });

  it.each([
    [{ tradeOffs: true, examples: 2, newGaps: true }, null],
    [{ tradeOffs: false, examples: 2, newGaps: true }, "Trade-offs"],
    [{ tradeOffs: true, examples: 0, newGaps: false }, "Examples, New Gaps"],
    [{ tradeOffs: false, examples: 0, newGaps: false }, "Trade-offs, Examples, New Gaps"],
  ])("given %j, then what is missing is %j", (has, missing) => {
    const judgement = judge({ document: { resolutions: [resolution({ has })] } });
    expect(judgement.verdict.ok).toBe(true);
    expect(ofType(judgement, "INCOMPLETE_STRUCTURE")).toEqual(
      missing === null ? [] : [`GAP-FLOW-001: there is no section for ${missing}`],
    );
  });

  it("given a gap beside the assigned ones, then it is named and left aside", () => {
    const other = resolution({ gaps: [FLOW_2], line: 40 });
    const judgement = judge({ document: { resolutions: [resolution(), other] } });
    expect(judgement).toMatchObject({ verdict: { ok: true }, gapsAddressed: [FLOW_1] });
    expect(judgement.warnings).toEqual([
      { type: "SCOPE_DRIFT", message: expect.stringContaining("GAP-FLOW-002"), line: 40 },
    ]);
  });

  it.each([0, 1, WARNINGS_MAX, WARNINGS_MAX + 7])(
    "given %i reading notes, then they stay bounded",
    (count) => {
      const notes = Array.from({ length: count }, (_, at) => ({
        code: "x",
        line: at + 1,
        message: `n${at}`,
      }));
      const messages = ofType(judge({ notes }), "DEVIATION");
      expect(messages).toHaveLength(Math.min(count, WARNINGS_MAX + 1));
      if (count > WARNINGS_MAX) expect(messages.at(-1)).toBe("and 7 more");
    },
  );
});

describe("for any document", () => {
  const gap = fc.constantFrom(FLOW_1, FLOW_2, STRANGER, gapId("GAP-UX-001a"));
  const text = fc.oneof(fc.constantFrom("", " ", "words"), fc.string({ unit: "binary", maxLength: 30 }));
  const line = fc.integer({ min: 1, max: 90 });
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
  const few = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 4 });
  const marker = fc.record({ gap: maybe(gap), line, text });
  const anyResolution: fc.Arbitrary<Resolution> = fc.record({
    gaps: few(gap),
    line,
    title: text,
    confidence: maybe(fc.constantFrom("HIGH" as const, "LOW" as const)),
    body: text,
    edits: few(fc.record({ text, line, target: fc.constant({ at: "mark" as const }) })),
    drops: text,
    has: fc.record({ tradeOffs: fc.boolean(), examples: fc.nat(2), newGaps: fc.boolean() }),
  });
  const anyDocument: fc.Arbitrary<EngineerDocument> = fc.record({
    resolutions: few(anyResolution),
    newGaps: few(fc.record({ id: maybe(gap), line, title: text, severity: fc.constant(null) })),
    responses: fc.constant([]),
    disagreements: fc.array(
      fc.record({
        issueId: fc.oneof(fc.constantFrom("ISSUE-R1-001", "ISSUE-R1-002"), text),
        line,
        reviewerConcern: maybe(text),
        engineerPosition: maybe(text),
        rationale: maybe(text),
        alternative: maybe(text),
        request: maybe(text),
        restsOn: fc.constant(null),
      }),
      { maxLength: 8 },
    ),
    blocked: few(marker),
    uncertain: few(marker),
    justification: maybe(text),
    gapsNamed: few(fc.record({ gap, line })),
  });
  const anyCase = fc.record({
    document: maybe(anyDocument),
    written: fc.oneof(
      fc.constant<WrittenOutput>({ at: "missing" }),
      fc.record({ at: fc.constant("text" as const), bytes: fc.nat(3_000_000), blank: fc.boolean() }),
    ),
    assigned: few(gap),
    issues: fc.constantFrom([], [issue("ISSUE-R1-001")]),
  });

  it("never throws, and what passes addresses a gap it was given", () => {
    fc.assert(
      fc.property(anyCase, ({ document, written, assigned, issues }) => {
        const expected = { assigned, knownGaps: [FLOW_1, FLOW_2], issues };
        const judgement = judgeEngineer({ written, document, notes: [] }, expected);
        const { verdict, gapsAddressed, blocked, uncertain } = judgement;
        expect(verdict.ok).toBe(gapsAddressed.length > 0);
        if (!verdict.ok) expect(FAILURE_TYPES).toContain(verdict.failureType);
        expect(verdict.message).not.toMatch(/\p{Cc}/u);
        const classified = [...gapsAddressed, ...[...blocked, ...uncertain].map((one) => one.gap)];
        expect(new Set(classified).size).toBe(classified.length);
        for (const one of classified) expect(assigned).toContain(one);
      }),
      { numRuns: 500 },
    );
  });
});
