import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleGap, gapId } from "../../../test/support/example-gap.ts";
import { SEVERITIES } from "../shared/severity.ts";
import { type AssignmentRequest, assignGaps, engineerRuns, PASSAGE_CHARS_MAX } from "./assignment.ts";
import type { Gap, SourceOrigin } from "./gap.ts";
import { GAP_STATES } from "./gap-state.ts";
import type { GapTry, TryEnd } from "./gap-tries.ts";

const A = "GAP-FLOW-001";
const B = "GAP-FLOW-002";
const C = "GAP-FLOW-003";

function assign(gaps: readonly Gap[], about: Partial<AssignmentRequest> = {}) {
  return assignGaps({ gaps, gapsPerRound: 100, focus: "foundations", held: new Set(), tries: {}, ...about });
}

function placed(gap: Gap, place: Partial<SourceOrigin>): Gap {
  return { ...gap, origin: { from: "source", line: 1, heading: null, ...place } };
}

function triedIn(rounds: readonly number[], end: TryEnd | null = "came-back"): readonly GapTry[] {
  return rounds.map((round) => ({ round, end }));
}

describe("the order of assignment", () => {
  it("given a foundation of lower severity, then it goes before what builds on it", () => {
    const gaps = [
      exampleGap(A, { severity: "CRITICAL", blockedBy: [B] }),
      exampleGap(B, { severity: "LOW" }),
    ];
    expect(assign(gaps)).toEqual([B, A]);
  });

  it("given no foundations, then severity, then age, then id", () => {
    const gaps = [
      exampleGap("GAP-FLOW-005", { severity: "LOW" }),
      exampleGap("GAP-FLOW-004", { severity: "HIGH", round: 2 }),
      exampleGap("GAP-FLOW-003", { severity: "HIGH", round: 2 }),
      exampleGap("GAP-FLOW-002", { severity: "HIGH", round: 3 }),
      exampleGap("GAP-FLOW-001", { severity: "MEDIUM" }),
      exampleGap("GAP-FLOW-006", { severity: "CRITICAL", round: 9 }),
    ];
    expect(assign(gaps)).toEqual([
      "GAP-FLOW-006",
      "GAP-FLOW-003",
      "GAP-FLOW-004",
      "GAP-FLOW-002",
      "GAP-FLOW-001",
      "GAP-FLOW-005",
    ]);
  });

  it("foundations go first, the deepest before the others, then the rest by severity", () => {
    const gaps = [
      exampleGap(A, { severity: "CRITICAL", blockedBy: [B] }),
      exampleGap(B, { severity: "MEDIUM", blockedBy: [C] }),
      exampleGap(C, { severity: "LOW" }),
      exampleGap("GAP-FLOW-004", { severity: "HIGH" }),
    ];
    expect(assign(gaps)).toEqual([C, B, A, "GAP-FLOW-004"]);
  });

  it("a foundation, even of minor things, goes before a grave gap that nothing waits for", () => {
    const gaps = [
      exampleGap(A, { severity: "LOW" }),
      exampleGap(B, { severity: "LOW", blockedBy: [A] }),
      exampleGap(C, { severity: "CRITICAL" }),
    ];
    expect(assign(gaps, { gapsPerRound: 1 })).toEqual([A]);
  });

  it("a foundation goes first also before an older gap of the same severity", () => {
    const gaps = [
      exampleGap(A, { severity: "HIGH", round: 0 }),
      exampleGap(B, { severity: "LOW", round: 5 }),
      exampleGap(C, { severity: "HIGH", blockedBy: [B], round: 5 }),
    ];
    expect(assign(gaps, { gapsPerRound: 1 })).toEqual([B]);
  });

  it("takes gapsPerRound of them", () => {
    const gaps = [A, B, C].map((id) => exampleGap(id));
    expect(assign(gaps, { gapsPerRound: 1 })).toEqual([A]);
    expect(assign(gaps, { gapsPerRound: 2 })).toEqual([A, B]);
  });

  it("given a blocker is closed or deferred, then it holds nothing back", () => {
    for (const state of ["ACCEPTED", "RESOLVED", "WONT_FIX", "SUPERSEDED", "USER_DEFERRED"] as const) {
      const gaps = [
        exampleGap(A, { severity: "HIGH", blockedBy: [C] }),
        exampleGap(B, { severity: "LOW" }),
        exampleGap(C, { state }),
      ];
      expect(assign(gaps)).toEqual([A, B]);
    }
  });

  it("given a blocker is open but out of reach, then what builds on it comes last, but it comes", () => {
    for (const state of ["PROPOSED", "BLOCKED_EXTERNAL", "IN_PROGRESS"] as const) {
      const gaps = [
        exampleGap(A, { severity: "CRITICAL", blockedBy: [C] }),
        exampleGap(B, { severity: "LOW" }),
        exampleGap(C, { state }),
        exampleGap("GAP-FLOW-004", { state }),
      ];
      expect(assign(gaps)).toEqual([B, A]);
    }
  });

  it.each(GAP_STATES)("a gap that is %s is taken only if OPEN or NEEDS_REVISION", (state) => {
    expect(assign([exampleGap(A, { state })])).toEqual(
      state === "OPEN" || state === "NEEDS_REVISION" ? [A] : [],
    );
  });

  it("given an open question holds a gap, then the others go on", () => {
    expect(assign([exampleGap(A), exampleGap(B)], { held: new Set([gapId(A)]) })).toEqual([B]);
  });

  it("given a blocker that does not exist, then it holds nothing back", () => {
    expect(assign([exampleGap(A, { blockedBy: ["GAP-GONE-001"] })])).toEqual([A]);
  });
});

describe("a gap that rests", () => {
  const disputed = exampleGap(A, { severity: "CRITICAL", state: "NEEDS_REVISION" });
  const order = (gaps: readonly Gap[], tries: AssignmentRequest["tries"]) => assign(gaps, { tries });

  it("given its last two rounds came back, then the others go first, whatever their severity", () => {
    const gaps = [disputed, exampleGap(B, { severity: "LOW" })];
    expect(order(gaps, { [gapId(A)]: triedIn([1]) })).toEqual([A, B]);
    expect(order(gaps, { [gapId(A)]: triedIn([1, 2]) })).toEqual([B, A]);
  });

  it.each(["blocked", "taken-away", null] as const)(
    "given one of the two ended %s, then it does not rest",
    (end) => {
      const tries = { [gapId(A)]: [...triedIn([1]), ...triedIn([2], end)] };
      expect(order([disputed, exampleGap(B)], tries)).toEqual([A, B]);
    },
  );

  it("rests until every other assignable gap has had a round since", () => {
    const gaps = [
      disputed,
      exampleGap(B, { severity: "LOW", state: "NEEDS_REVISION" }),
      exampleGap(C, { severity: "LOW", state: "NEEDS_REVISION" }),
    ];
    const tries = { [gapId(A)]: triedIn([1, 2]), [gapId(B)]: triedIn([3]), [gapId(C)]: triedIn([2]) };
    expect(order(gaps, tries)).toEqual([B, C, A]);
    expect(order(gaps, { ...tries, [gapId(C)]: triedIn([2, 4]) })).toEqual([A, B, C]);
  });

  it("given that all came back twice together, then severity decides as ever", () => {
    const gaps = [exampleGap(B, { severity: "LOW" }), disputed];
    expect(order(gaps, { [gapId(A)]: triedIn([1, 2]), [gapId(B)]: triedIn([1, 2]) })).toEqual([A, B]);
  });

  it("given that it is a foundation, then what builds on it still waits for it", () => {
    const gaps = [disputed, exampleGap(B, { blockedBy: [A] })];
    expect(order(gaps, { [gapId(A)]: triedIn([1, 2]) })).toEqual([A, B]);
  });

  it("given nothing else to assign, then it is taken", () => {
    expect(order([disputed, exampleGap(B, { state: "PROPOSED" })], { [gapId(A)]: triedIn([1, 2]) })).toEqual([
      A,
    ]);
  });
});

describe("gaps of one section", () => {
  const inSection = (id: string, section: string, about: Parameters<typeof exampleGap>[1] = {}) =>
    placed(exampleGap(id, about), { path: ["Spec", section] });

  it("are taken up with the gravest of them, before a graver gap of another section", () => {
    const gaps = [
      inSection(A, "Orders", { severity: "LOW" }),
      inSection(B, "Refunds", { severity: "HIGH" }),
      inSection(C, "Orders", { severity: "CRITICAL" }),
    ];
    expect(assign(gaps)).toEqual([C, A, B]);
    expect(assign(gaps, { gapsPerRound: 2 })).toEqual([C, A]);
    expect(assign(gaps, { gapsPerRound: 1 })).toEqual([C]);
  });

  it("are taken up with what they wait for, before what only rests on them", () => {
    const D = "GAP-FLOW-004";
    const gaps = [
      inSection(A, "Orders", { severity: "CRITICAL" }),
      inSection(B, "Orders", { severity: "HIGH", blockedBy: [C] }),
      inSection(C, "Terms", { severity: "LOW" }),
      inSection(D, "Refunds", { severity: "CRITICAL", blockedBy: [A] }),
    ];
    expect(assign(gaps, { gapsPerRound: 3 })).toEqual([A, C, B]);
    // Where there is no room for both, the round goes on with what there is room for.
    expect(assign(gaps, { gapsPerRound: 2 })).toEqual([A, D]);
  });

  it("what one of them brought up belongs to its section", () => {
    const spawned = {
      ...exampleGap(A, { severity: "LOW" }),
      origin: { from: "gap", parent: gapId(C) },
    } as const;
    const gaps = [
      spawned,
      inSection(B, "Refunds", { severity: "HIGH" }),
      inSection(C, "Orders", { severity: "CRITICAL" }),
    ];
    expect(assign(gaps)).toEqual([C, A, B]);
  });

  it("what rests or is held up is not drawn in", () => {
    const gaps = [
      inSection(A, "Orders", { severity: "CRITICAL" }),
      inSection(B, "Orders", { severity: "HIGH", state: "NEEDS_REVISION" }),
      inSection(C, "Refunds", { severity: "LOW" }),
    ];
    expect(assign(gaps, { tries: { [gapId(B)]: triedIn([1, 2]) } })).toEqual([A, C, B]);
  });

  it("gaps that block each other are taken up together", () => {
    const gaps = [
      exampleGap(A, { severity: "LOW" }),
      exampleGap(B, { severity: "LOW", blockedBy: [A] }),
      exampleGap(C, { severity: "CRITICAL" }),
    ];
    expect(assign(gaps, { gapsPerRound: 2 })).toEqual([A, B]);
  });
});

describe("gaps of one passage", () => {
  const marked = (id: string, from: number, to: number, about: Parameters<typeof exampleGap>[1] = {}) =>
    placed(exampleGap(id, about), { block: { from, to } });

  it("are one assignment, and count once", () => {
    const gaps = [
      marked(A, 0, 50, { severity: "CRITICAL" }),
      marked(B, 20, 80, { severity: "LOW" }),
      marked(C, 80, 90, { severity: "HIGH" }),
    ];
    expect(assign(gaps, { gapsPerRound: 1 })).toEqual([A, B]);
    expect(assign(gaps, { gapsPerRound: 2 })).toEqual([A, B, C]);
  });

  it("share a run also where runs are parallel", () => {
    const gaps = [marked(A, 0, 50), marked(B, 20, 80), marked(C, 80, 90)];
    expect(engineerRuns([A, B, C].map(gapId), gaps, 4)).toEqual([[A, B], [C]]);
  });

  it("given passages that wait for each other crosswise, then they are taken all the same", () => {
    const D = "GAP-FLOW-004";
    const gaps = [
      marked(A, 0, 10, { blockedBy: [C] }),
      marked(B, 0, 10),
      marked(C, 20, 30),
      marked(D, 20, 30, { blockedBy: [B] }),
    ];
    expect([...assign(gaps)].sort()).toEqual([A, B, C, D]);
  });

  it("given passages beyond the budget of a prompt, then the round takes fewer, and at least one", () => {
    const half = PASSAGE_CHARS_MAX / 2;
    const gaps = [marked(A, 0, half), marked(B, half, 2 * half), marked(C, 2 * half, 2 * half + 1)];
    expect(assign(gaps)).toEqual([A, B]);
    expect(
      assign([marked(A, 0, PASSAGE_CHARS_MAX + 1), marked(B, PASSAGE_CHARS_MAX + 1, PASSAGE_CHARS_MAX + 2)]),
    ).toEqual([A]);
  });
});

describe("circles", () => {
  it("given a circle, then its gaps go by severity, and what builds on it after", () => {
    const gaps = [
      exampleGap(A, { severity: "CRITICAL", blockedBy: [B] }),
      exampleGap(B, { severity: "LOW", blockedBy: [C] }),
      exampleGap(C, { severity: "HIGH", blockedBy: [B] }),
    ];
    expect(assign(gaps)).toEqual([C, B, A]);
  });

  it("given a gap that blocks itself, then it is taken", () => {
    expect(assign([exampleGap(A, { blockedBy: [A] })])).toEqual([A]);
  });
});

describe("the focus of a round", () => {
  const gaps = [
    exampleGap(A, { severity: "CRITICAL", blockedBy: ["GAP-FLOW-009"] }),
    exampleGap(B, { severity: "HIGH" }),
    exampleGap(C, { severity: "CRITICAL", blockedBy: ["GAP-FLOW-004"] }),
    exampleGap("GAP-FLOW-004", { severity: "LOW" }),
    exampleGap("GAP-FLOW-009", { state: "BLOCKED_EXTERNAL" }),
  ];

  it("foundations: what waits for a blocked gap comes last", () => {
    expect(assign(gaps)).toEqual(["GAP-FLOW-004", C, B, A]);
  });

  it("critical-first: CRITICAL gaps, and what they need, before all others", () => {
    expect(assign(gaps, { focus: "critical-first" })).toEqual(["GAP-FLOW-004", C, A, B]);
  });

  it("only-critical: CRITICAL gaps and no others", () => {
    expect(assign(gaps, { focus: "only-critical" })).toEqual([C, A]);
  });
});

describe("any set of gaps", () => {
  const COUNT = 12;
  const ids = Array.from({ length: COUNT }, (_, index) => `GAP-FLOW-${String(index).padStart(3, "0")}`);
  const inventory = fc.tuple(
    ...ids.map((id) =>
      fc
        .record({
          severity: fc.constantFrom(...SEVERITIES),
          state: fc.constantFrom("OPEN", "NEEDS_REVISION", "OPEN", ...GAP_STATES),
          blockedBy: fc.subarray(ids, { maxLength: 3 }),
          round: fc.nat(3),
        })
        .map((about) => exampleGap(id, about)),
    ),
  );

  it("in whatever order it is given, then the assignment is the same", () => {
    const shuffled = inventory.chain((gaps) =>
      fc.record({
        gaps: fc.constant(gaps),
        again: fc.shuffledSubarray(gaps, { minLength: COUNT, maxLength: COUNT }),
        focus: fc.constantFrom("foundations", "critical-first", "only-critical"),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ gaps, again, focus }) => {
        expect(assign(again, { focus })).toEqual(assign(gaps, { focus }));
      }),
    );
  });

  it("then every OPEN and NEEDS_REVISION gap is taken once, and nothing else: none starves", () => {
    fc.assert(
      fc.property(inventory, (gaps) => {
        const free = gaps.filter(({ state }) => state.at === "OPEN" || state.at === "NEEDS_REVISION");
        expect([...assign(gaps)].sort()).toEqual(free.map(({ id }) => id).sort());
      }),
    );
  });

  it("without circles, then no gap goes before one that blocks it", () => {
    fc.assert(
      fc.property(inventory, (gaps) => {
        const acyclic = gaps.map((gap) => ({ ...gap, blockedBy: gap.blockedBy.filter((id) => id < gap.id) }));
        const order = assign(acyclic);
        for (const gap of acyclic) {
          for (const blocker of gap.blockedBy) {
            if (order.includes(gap.id)) expect(order.indexOf(blocker)).toBeLessThan(order.indexOf(gap.id));
          }
        }
      }),
    );
  });

  it("a smaller round takes the beginning of the same order", () => {
    fc.assert(
      fc.property(inventory, fc.integer({ min: 1, max: 5 }), (gaps, gapsPerRound) => {
        expect(assign(gaps, { gapsPerRound })).toEqual(assign(gaps).slice(0, gapsPerRound));
      }),
    );
  });
});

describe("parallel engineer runs", () => {
  const gaps = [
    exampleGap(A, { blockedBy: ["GAP-FLOW-005"] }),
    exampleGap(B),
    exampleGap(C),
    exampleGap("GAP-FLOW-004", { blockedBy: [A] }),
    exampleGap("GAP-FLOW-005", { state: "PROPOSED", blockedBy: [B] }),
  ];
  const assigned = [A, B, C].map(gapId);

  it("given parallelGaps 1, then one run takes all", () => {
    expect(engineerRuns(assigned, gaps, 1)).toEqual([assigned]);
  });

  it("given more, then each independent gap runs alone, and those that build on each other together", () => {
    expect(engineerRuns(assigned, gaps, 2)).toEqual([[A, B], [C]]);
  });

  it("given a relative that is not in this round, then it does not matter", () => {
    expect(engineerRuns([A, C].map(gapId), gaps, 4)).toEqual([[A], [C]]);
  });
});
