import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileText } from "../../../../test/support/hostile-text.ts";
import { known } from "../../../../test/support/known.ts";
import { type GapId, parseGapId } from "../../shared/gap-id.ts";
import {
  type FoundPattern,
  type ProducedGap,
  ROLLBACK_PATTERNS,
  type RollbackAnalysis,
  type RollbackPattern,
} from "./rollback-analysis.ts";
import { findRootCause } from "./root-cause.ts";

const gap = (id: string): GapId => known(parseGapId(id));
const FLOW = gap("GAP-FLOW-007");

const produced = (changes: Partial<ProducedGap> = {}): ProducedGap => ({
  gap: FLOW,
  addressed: "Yes",
  sections: [],
  examples: 2,
  chars: 900,
  headings: [],
  concerns: [],
  ...changes,
});

const pattern = (name: RollbackPattern, subjects: readonly string[] = []): FoundPattern => ({
  pattern: name,
  gap: null,
  detail: name,
  subjects,
  evidence: [],
});

const attempt = (reason: string, changes: Partial<RollbackAnalysis> = {}) => ({
  reason,
  analysis: {
    produced: [produced()],
    checks: [],
    patterns: [],
    contradictions: [],
    adjustments: [],
    ...changes,
  },
});

const working = (...headings: readonly string[]) => ({ produced: [produced({ headings })] });

describe("reasons that differ", () => {
  const third = findRootCause([
    attempt("Rollback mechanics unclear", working("Rollback user experience", "Prompts for the user")),
    attempt(
      "Now UX is unclear instead",
      working("Rollback state restoration", "Rollback policies and limits"),
    ),
  ]);

  it("given the third example of a rollback, then the scope is too large, for sure", () => {
    expect(third).toMatchObject({ cause: "scope", detected: "Gap scope too large", confidence: "HIGH" });
    expect(third.evidence).toEqual([
      'Attempt 1: "Rollback mechanics unclear"',
      'Attempt 2: "Now UX is unclear instead"',
      "Attempt 1 at GAP-FLOW-007 took up, alone: Rollback user experience, Prompts for the user",
      "Attempt 2 at GAP-FLOW-007 took up, alone: Rollback state restoration, Rollback policies and limits",
    ]);
  });

  it("and a split is proposed, in the attempts' own words", () => {
    expect(third.recommended).toBe("split");
    expect(third.splits).toEqual([
      {
        gap: FLOW,
        titles: [
          "Rollback user experience",
          "Prompts for the user",
          "Rollback state restoration",
          "Rollback policies and limits",
        ],
      },
    ]);
  });

  it("given attempts that divided nothing, proposes no split", () => {
    const cause = findRootCause([attempt("Proposals too abstract"), attempt("Still no concrete examples")]);
    expect(cause).toMatchObject({ cause: "scope", confidence: "MEDIUM", recommended: "context", splits: [] });
  });

  it("given several gaps and nothing to split, recommends other gaps", () => {
    const both = { produced: [produced(), produced({ gap: gap("GAP-FLOW-008") })] };
    const { recommended } = findRootCause([
      attempt("The prices are wrong", both),
      attempt("Deadlines missing", both),
    ]);
    expect(recommended).toBe("reassign");
  });
});

describe("reasons that are similar", () => {
  const reasons = ["The proposals are too abstract", "These proposals are still too abstract"] as const;

  it("given a pattern that comes back, then it is the prompt", () => {
    const patterns = [pattern("ABSTRACT_OUTPUT")];
    const cause = findRootCause(reasons.map((reason) => attempt(reason, { patterns })));
    expect(cause).toMatchObject({ cause: "prompt", confidence: "HIGH", recommended: "context" });
    expect(cause.evidence).toContain("Found in every attempt: ABSTRACT_OUTPUT");
  });

  it("given none, then the gap is ambiguous", () => {
    expect(findRootCause(reasons.map((reason) => attempt(reason)))).toMatchObject({
      cause: "ambiguity",
      confidence: "MEDIUM",
      recommended: "context",
    });
  });

  it("given the same short words, they are the same", () => {
    expect(findRootCause([attempt("No."), attempt("no.")]).cause).toBe("ambiguity");
  });

  it("given no reasons, what the attempts have in common speaks for them", () => {
    const patterns = [pattern("MISSING_SECTIONS")];
    expect(findRootCause([attempt("", { patterns }), attempt("", { patterns })]).cause).toBe("prompt");
  });
});

describe("what the texts show, whatever the reasons", () => {
  it("given unexplained terms in both, then context is missing", () => {
    const patterns = [pattern("DOMAIN_CONFUSION", ["Clearing House"])];
    expect(findRootCause([attempt("a", { patterns }), attempt("b", { patterns })])).toMatchObject({
      cause: "missing-context",
      confidence: "HIGH",
      recommended: "context",
      evidence: [
        "Attempt 1 uses without explaining it: Clearing House",
        "Attempt 2 uses without explaining it: Clearing House",
      ],
    });
  });

  it("given them in one of two, they are no cause", () => {
    const patterns = [pattern("DOMAIN_CONFUSION", ["Clearing House"])];
    expect(findRootCause([attempt("Too abstract", { patterns }), attempt("Too long")]).cause).toBe("scope");
  });

  it("given fewer than 200 characters twice, then it is a gap of the domain", () => {
    const thin = { produced: [produced({ chars: 199 })] };
    expect(findRootCause([attempt("x", thin), attempt("y", thin)])).toMatchObject({
      cause: "domain-gap",
      confidence: "HIGH",
      recommended: "pause",
      evidence: [
        "Attempt 1: at most 199 characters for a gap",
        "Attempt 2: at most 199 characters for a gap",
      ],
    });
  });

  it.each([
    ["once", [produced({ chars: 199 })], [produced({ chars: 200 })]],
    [
      "for one of the gaps",
      [produced({ chars: 10 }), produced({ gap: gap("GAP-FLOW-008") })],
      [produced({ chars: 10 }), produced({ gap: gap("GAP-FLOW-008") })],
    ],
  ])("given that few %s, it is not", (_, first, second) => {
    const attempts = [attempt("x", { produced: first }), attempt("y", { produced: second })];
    expect(findRootCause(attempts).cause).not.toBe("domain-gap");
  });

  it("given a text that contradicts itself, then the gap is ambiguous", () => {
    const place = (line: number, text: string) => ({ file: "engineer.md", line, text });
    const contradictions = [{ gap: FLOW, evidence: [place(1, "It is 3."), place(2, "It is 5.")] }];
    expect(findRootCause([attempt("a", { contradictions }), attempt("b")])).toMatchObject({
      cause: "ambiguity",
      confidence: "MEDIUM",
      evidence: ['Attempt 1 contradicts itself on GAP-FLOW-007: "It is 3." and "It is 5."'],
    });
  });
});

describe("proposed splits", () => {
  it("have two to four titles, none of which says what another does", () => {
    const { splits } = findRootCause([
      attempt("a", working("State restoration", "User prompts", "Limits")),
      attempt("b", working("Restoration of state", "Archives", "Backups", "Limits")),
    ]);
    expect(splits).toEqual([
      { gap: FLOW, titles: ["State restoration", "User prompts", "Limits", "Archives"] },
    ]);
  });

  it("given too few headings, use the questions that came up", () => {
    const attempts = ["a", "b"].map((reason) =>
      attempt(reason, { produced: [produced({ headings: ["Limits"], concerns: ["Who is asked?"] })] }),
    );
    expect(findRootCause(attempts).splits).toEqual([{ gap: FLOW, titles: ["Limits", "Who is asked?"] }]);
  });

  it("given a reason that names a gap, are of that gap alone", () => {
    const both = {
      produced: [FLOW, gap("GAP-FLOW-008")].map((one) =>
        produced({ gap: one, headings: ["Limits", "Archives"] }),
      ),
    };
    const { splits } = findRootCause([attempt("GAP-FLOW-008 is too much", both), attempt("No", both)]);
    expect(splits.map((split) => split.gap)).toEqual(["GAP-FLOW-008"]);
  });
});

it("after one attempt alone, is not sure of anything", () => {
  expect(findRootCause([attempt("Too abstract")])).toMatchObject({ cause: "ambiguity", confidence: "LOW" });
  expect(findRootCause([attempt("Too much", working("Limits", "Archives"))])).toMatchObject({
    cause: "scope",
    confidence: "LOW",
    recommended: "split",
  });
});

it("has a cause and titles of the attempts, whatever they are", () => {
  const texts = fc.array(hostileText, { maxLength: 4 });
  const anyAttempt = fc
    .record({
      reason: hostileText,
      headings: texts,
      concerns: texts,
      found: fc.subarray([...ROLLBACK_PATTERNS]),
    })
    .map(({ reason, headings, concerns, found }) =>
      attempt(reason, {
        produced: [produced({ headings, concerns })],
        patterns: found.map((name) => pattern(name, headings)),
      }),
    );
  fc.assert(
    fc.property(fc.array(anyAttempt, { minLength: 1, maxLength: 4 }), (attempts) => {
      const cause = findRootCause(attempts);
      expect(findRootCause(attempts)).toEqual(cause);
      expect(cause.recommended === "split").toBe(cause.cause === "scope" && cause.splits.length > 0);
      const own = attempts.flatMap(({ analysis }) =>
        analysis.produced.flatMap(({ headings, concerns }) => [...headings, ...concerns]),
      );
      for (const { titles } of cause.splits) {
        expect(titles.length).toBeGreaterThanOrEqual(2);
        expect(titles.length).toBeLessThanOrEqual(4);
        expect(own).toEqual(expect.arrayContaining([...titles]));
      }
    }),
    { numRuns: 200 },
  );
});
