import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleGap, gapId, issueId } from "../../../test/support/example-gap.ts";
import { isRefusal } from "../shared/refusal.ts";
import { SEVERITIES } from "../shared/severity.ts";
import { GAP_STATES } from "./gap-state.ts";
import { checkGateAnswer, type Gate, type GateAnswer, gatesFor } from "./gate.ts";
import { conflictsBlocking, conflictsToAcknowledge, type OpenConflict } from "./open-conflict.ts";
import { TERMINATION_TYPES } from "./termination-type.ts";

const CONFLICTS: readonly OpenConflict[] = SEVERITIES.map((severity, index) => ({
  id: issueId(`ISSUE-R1-00${index + 1}`),
  gaps: [gapId("GAP-FLOW-001")],
  severity,
}));
const [CRITICAL, HIGH] = CONFLICTS.map(({ id }) => id);
const ALL_BUT_ABANDONED = ["COMPLETE", "MAX_ROUNDS", "GOOD_ENOUGH", "USER_APPROVED", "STALL_EXIT"];
const CRITICAL_PHRASE = "I accept CRITICAL gaps knowing the spec may be unusable";

describe("an open conflict at the end", () => {
  it.each([
    ["CRITICAL", ALL_BUT_ABANDONED],
    ["HIGH", ["COMPLETE", "GOOD_ENOUGH"]],
    ["MEDIUM", []],
    ["LOW", []],
  ])("of severity %s blocks %j", (severity, types) => {
    const conflict = CONFLICTS.filter((each) => each.severity === severity);
    expect(TERMINATION_TYPES.filter((type) => conflictsBlocking(type, conflict).length > 0)).toEqual(types);
  });

  it("is acknowledged if HIGH, and by nobody if MEDIUM or LOW", () => {
    expect(conflictsToAcknowledge(CONFLICTS)).toEqual([HIGH]);
    expect(conflictsBlocking("MAX_ROUNDS", CONFLICTS).map(({ id }) => id)).toEqual([CRITICAL]);
  });
});

describe("the gates that apply", () => {
  it("given nothing is left, then none", () => {
    const closed = ["ACCEPTED", "RESOLVED", "WONT_FIX", "SUPERSEDED"] as const;
    const gaps = closed.map((state) => exampleGap("GAP-FLOW-001", { state, severity: "CRITICAL" }));
    expect(gatesFor(gaps, [])).toEqual([]);
  });

  it("given one gap of each severity, then three gates, the gravest first", () => {
    const gaps = SEVERITIES.map((severity, index) => exampleGap(`GAP-FLOW-00${index + 1}`, { severity }));
    expect(gatesFor(gaps, [])).toEqual([
      {
        class: "CRITICAL",
        gaps: ["GAP-FLOW-001"],
        conflicts: [],
        phrase: CRITICAL_PHRASE,
        rationaleFor: ["GAP-FLOW-001"],
      },
      {
        class: "HIGH",
        gaps: ["GAP-FLOW-002"],
        conflicts: [],
        phrase: "I acknowledge",
        rationaleFor: ["GAP-FLOW-002"],
      },
      {
        class: "MEDIUM/LOW",
        gaps: ["GAP-FLOW-003", "GAP-FLOW-004"],
        conflicts: [],
        phrase: null,
        rationaleFor: [],
      },
    ]);
  });

  it("given a HIGH conflict alone, then it is acknowledged at the HIGH gate without a rationale", () => {
    expect(gatesFor([], CONFLICTS)).toEqual([
      { class: "HIGH", gaps: [], conflicts: [HIGH], phrase: "I acknowledge", rationaleFor: [] },
    ]);
  });

  it("given any gaps, then the gates hold exactly those open or deferred", () => {
    const about = fc.record({
      state: fc.constantFrom(...GAP_STATES),
      severity: fc.constantFrom(...SEVERITIES),
    });
    const left = ["OPEN", "IN_PROGRESS", "PROPOSED", "NEEDS_REVISION", "BLOCKED_EXTERNAL", "USER_DEFERRED"];
    fc.assert(
      fc.property(fc.array(about, { maxLength: 20 }), (abouts) => {
        const gaps = abouts.map((each, index) =>
          exampleGap(`GAP-FLOW-${String(index).padStart(3, "0")}`, each),
        );
        const gated = gatesFor(gaps, []).flatMap((gate) => gate.gaps);
        expect([...gated].sort()).toEqual(
          gaps.filter(({ state }) => left.includes(state.at)).map(({ id }) => id),
        );
      }),
    );
  });
});

describe("the answer to a gate", () => {
  const gate = (phrase: string | null): Gate => ({
    class: phrase === null ? "MEDIUM/LOW" : "CRITICAL",
    gaps: [gapId("GAP-FLOW-001"), gapId("GAP-FLOW-002")],
    conflicts: [],
    phrase,
    rationaleFor: phrase === null ? [] : [gapId("GAP-FLOW-001"), gapId("GAP-FLOW-002")],
  });
  const BOTH = { "GAP-FLOW-001": "shipping anyway", "GAP-FLOW-002": "known" };
  const acknowledge = (phrase: string | null, rationales: Record<string, string> = BOTH): GateAnswer => ({
    option: "acknowledge",
    phrase,
    rationales,
  });

  it("given the exact phrase and a rationale per gap, then it is passed", () => {
    expect(checkGateAnswer(gate(CRITICAL_PHRASE), acknowledge(CRITICAL_PHRASE))).toEqual({
      at: "passed",
      rationales: [
        { gap: "GAP-FLOW-001", text: "shipping anyway" },
        { gap: "GAP-FLOW-002", text: "known" },
      ],
    });
  });

  it.each([
    "I accept CRITICAL gaps knowing the spec may be unusable.",
    "I accept critical gaps knowing the spec may be unusable",
    " I accept CRITICAL gaps knowing the spec may be unusable",
    "I accept CRITICAL gaps knowing the spec may be unusable\n",
    "I accept CRITICAL gaps",
    "I acknowledge",
    "",
    null,
  ])("given the phrase %j, then it is refused and the right one shown", (phrase) => {
    expect(checkGateAnswer(gate(CRITICAL_PHRASE), acknowledge(phrase))).toMatchObject({
      refused: "gate-phrase",
      fix: `Type: ${CRITICAL_PHRASE}`,
    });
  });

  it.each(["i acknowledge", "I Acknowledge", "I acknowledge.", "acknowledge", "yes"])(
    "given %j for “I acknowledge”, then it is refused",
    (phrase) => {
      expect(isRefusal(checkGateAnswer(gate("I acknowledge"), acknowledge(phrase)))).toBe(true);
    },
  );

  it.each([{ "GAP-FLOW-001": "x" }, { "GAP-FLOW-001": "x", "GAP-FLOW-002": "  " }])(
    "given the rationales %j, then the refusal names the gap without one",
    (rationales) => {
      expect(checkGateAnswer(gate("I acknowledge"), acknowledge("I acknowledge", rationales))).toMatchObject({
        message: "a rationale is missing for GAP-FLOW-002",
      });
    },
  );

  it("given a rationale for a gap that was not asked about, then it is refused", () => {
    const answer = acknowledge("I acknowledge", { ...BOTH, "GAP-FLOW-020": "typo" });
    expect(checkGateAnswer(gate("I acknowledge"), answer)).toMatchObject({
      message: "the CRITICAL gate does not ask about GAP-FLOW-020",
      fix: "It asks about GAP-FLOW-001, GAP-FLOW-002.",
    });
  });

  it("MEDIUM/LOW need a confirmation only; a rationale is welcome", () => {
    expect(checkGateAnswer(gate(null), acknowledge(null, {}))).toEqual({ at: "passed", rationales: [] });
    expect(checkGateAnswer(gate(null), acknowledge(null, { "GAP-FLOW-001": "fine" }))).toEqual({
      at: "passed",
      rationales: [{ gap: "GAP-FLOW-001", text: "fine" }],
    });
  });

  it("back is always possible", () => {
    expect(checkGateAnswer(gate(CRITICAL_PHRASE), { option: "back" })).toEqual({ at: "back" });
  });
});
