import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileDocument } from "../../../test/support/hostile-document.ts";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { known } from "../../../test/support/known.ts";
import type { FoundPattern, RollbackPattern } from "../../core/refinement/rollback/rollback-analysis.ts";
import { type GapId, parseGapId } from "../../core/shared/gap-id.ts";
import { readEngineerDocument } from "../engineer/read-engineer.ts";
import { linesOf } from "../markdown/lines.ts";
import { analyseRound, type UndoneRound } from "./analyse-round.ts";

const gap = (id: string): GapId => known(parseGapId(id));
const FLOW = gap("GAP-FLOW-005");
const SOURCE = `# Orders

## Payment

A payment that fails is retried as needed. The card service is asked first; see \`payment_id\`.
`;

const written = (text: string, file = "engineer.md") => ({
  file,
  text,
  document: readEngineerDocument(text).document,
});

function analyse(text: string, changes: Partial<UndoneRound> = {}) {
  return analyseRound({
    assigned: [{ gap: FLOW, title: "How often is a payment retried?" }],
    documents: [written(text)],
    knownGaps: [FLOW, gap("GAP-FLOW-006")],
    source: SOURCE,
    previous: [],
    ...changes,
  });
}

interface Sections {
  readonly solution?: string;
  readonly specText?: string;
  readonly examples?: string;
  readonly tradeOffs?: string | null;
  readonly newGaps?: string;
  readonly title?: string;
}

/** A document in the form that is asked for. */
function resolution({
  title = FLOW,
  solution = "A failed payment is retried three times, one minute apart, and then given up: the card service blocks a card after five failures in an hour, and three leave room for the customer's own attempt.",
  specText = "A payment that fails is retried three times, one minute apart.",
  examples = "- Fails at 10:00, 10:01, 10:02 and 10:03: given up at 10:03.\n- Fails at 10:00 and succeeds at 10:01: one retry.",
  tradeOffs = "- A customer whose card recovers after an hour has to pay again.",
  newGaps = "None.",
}: Sections = {}): string {
  return `# Engineer

## Gap Resolution: ${title}

**Confidence:** HIGH

### Proposed Solution

${solution}

### Spec Text

\`\`\`\`markdown
${specText}
\`\`\`\`

Drops: None

### Examples

${examples}
${tradeOffs === null ? "" : `\n### Trade-offs\n\n${tradeOffs}\n`}
### New Gaps Introduced

${newGaps}
`;
}

const found = (text: string, pattern: RollbackPattern, changes: Partial<UndoneRound> = {}) =>
  analyse(text, changes).patterns.filter((one) => one.pattern === pattern);

const only = (patterns: readonly FoundPattern[]): FoundPattern => {
  expect(patterns).toHaveLength(1);
  return known(patterns[0] ?? null);
};

describe("a round with nothing wrong in its form", () => {
  const analysis = analyse(resolution());

  it("has no pattern, and nothing to adjust", () => {
    expect(analysis.patterns).toEqual([]);
    expect(analysis.adjustments).toEqual([]);
    expect(analysis.contradictions).toEqual([]);
    expect(analysis.checks.every(({ passed }) => passed)).toBe(true);
  });

  it("is shown with what it produced", () => {
    expect(analysis.produced).toMatchObject([
      {
        gap: FLOW,
        addressed: "Yes",
        sections: ["Solution", "Spec Text", "Examples", "Trade-offs", "New Gaps"],
        examples: 2,
        headings: [],
      },
    ]);
  });
});

describe("ABSTRACT_OUTPUT", () => {
  const vague =
    "An appropriate number of retries is made as needed. It may be reasonable, and some\ncases might need various others.";

  it("given more than five vague words for a gap, names them with their lines", () => {
    const {
      gap: of,
      subjects,
      evidence,
      detail,
    } = only(found(resolution({ solution: vague }), "ABSTRACT_OUTPUT"));
    expect(of).toBe(FLOW);
    expect(subjects).toEqual(["appropriate", "as needed", "may", "reasonable", "some", "might", "various"]);
    expect(detail).toContain("7 vague words");
    expect(evidence.map(({ line }) => line)).toEqual([9, 10]);
  });

  it("given five, finds nothing", () => {
    const five = "An appropriate number, as needed. It may be reasonable for some.";
    expect(found(resolution({ solution: five }), "ABSTRACT_OUTPUT")).toEqual([]);
  });

  it("counts what would enter the specification too, with its place in the document", () => {
    const specText = "It may retry.\n\nIt may, might, could, typically and generally retry.";
    const { evidence } = only(found(resolution({ specText }), "ABSTRACT_OUTPUT"));
    expect(evidence.map(({ line, text }) => [line, text])).toEqual([
      [14, "It may retry."],
      [16, "It may, might, could, typically and generally retry."],
    ]);
  });

  it.each([
    ["in code", "`may` `might` `could` `some` `various` `certain` `typically`"],
    ["in a fence", "```\nmay might could some various certain typically\n```"],
    ["in a quote", "> may might could some various certain typically"],
    ["in quotation marks", 'It said "may, might, could, some, various, certain, typically".'],
    ["as key words", "A client MAY retry, MAY stop, MAY wait, MAY ask, MAY log, MAY warn."],
    ["as dates", "On 1 May, 2 May, 3 May, 4 May, 5 May and 6 May."],
    ["as parts of words", "Maybe handsome, awesome, somebody, uncertain, couldn't, mighty, dismay."],
  ])("given such words %s, finds nothing", (_, solution) => {
    expect(found(resolution({ solution }), "ABSTRACT_OUTPUT")).toEqual([]);
  });

  it("given vague sentences of the author that the text repeats, finds nothing", () => {
    const author = "It may, might, could, typically, generally retry some time.";
    expect(found(resolution({ specText: author }), "ABSTRACT_OUTPUT")).toHaveLength(1);
    expect(
      found(resolution({ specText: author }), "ABSTRACT_OUTPUT", { source: `# Orders\n\n${author}\n` }),
    ).toEqual([]);
  });

  it("given vague answers and new gaps beside a plain solution, finds nothing", () => {
    const newGaps = `None.\n\n### Responses\n\n| Issue | Status | Where |\n|---|---|---|\n| ISSUE-R1-001 | ADDRESSED | may might could some various certain typically |`;
    expect(found(resolution({ newGaps }), "ABSTRACT_OUTPUT")).toEqual([]);
  });
});

describe("MISSING_SECTIONS", () => {
  it("given a resolution without Trade-offs, as in the first example of a rollback, says which is absent and asks for it", () => {
    const analysis = analyse(resolution({ tradeOffs: null }));
    const { gap: of, detail, subjects, evidence } = only(analysis.patterns);
    expect([of, detail, subjects]).toEqual([FLOW, "GAP-FLOW-005: Trade-offs absent", ["Trade-offs"]]);
    expect(evidence).toEqual([{ file: "engineer.md", line: 3, text: "## Gap Resolution: GAP-FLOW-005" }]);
    expect(analysis.adjustments).toEqual([
      {
        pattern: "MISSING_SECTIONS",
        text: "You must include `### Trade-offs` for GAP-FLOW-005, with what the choice costs and what you decided against.",
        confidence: "HIGH",
      },
    ]);
    expect(analysis.checks.filter(({ passed }) => !passed)).toEqual([
      { check: "Has ### Trade-offs", passed: false },
    ]);
    expect(analysis.produced).toMatchObject([{ addressed: "Partial" }]);
  });

  it("given a gap without a resolution, asks for its heading", () => {
    const other = gap("GAP-FLOW-006");
    const assigned = [FLOW, other].map((one) => ({ gap: one, title: "?" }));
    const analysis = analyse(resolution(), { assigned });
    expect(only(analysis.patterns)).toMatchObject({
      gap: other,
      subjects: ["Gap Resolution"],
      evidence: [],
    });
    expect(analysis.produced).toMatchObject([
      { addressed: "Yes" },
      { addressed: "No", sections: [], examples: 0, chars: 0 },
    ]);
    expect(analysis.adjustments[0]?.text).toContain("`## Gap Resolution:` for GAP-FLOW-006");
  });

  it("given a gap that is blocked, asks for nothing", () => {
    expect(analyse("BLOCKED_NEEDS_INPUT: GAP-FLOW-005 - the price\n").patterns).toEqual([]);
  });
});

describe("NARROW_EXAMPLES", () => {
  it("given one example, says so at its heading", () => {
    const text = resolution({ examples: "A payment fails at 10:00 and is retried at 10:01." });
    const { detail, evidence } = only(found(text, "NARROW_EXAMPLES"));
    expect(detail).toBe("GAP-FLOW-005: only 1 example");
    expect(evidence).toMatchObject([{ text: "### Examples" }]);
  });

  it("given two under titles of their own, finds nothing", () => {
    const examples = "#### Example 1: success\n\nOne.\n\n#### Example 2: failure\n\nTwo.";
    expect(found(resolution({ examples }), "NARROW_EXAMPLES")).toEqual([]);
  });
});

describe("INCONSISTENT_REFS", () => {
  it("given an id that nobody knows, shows where it stands and which exist", () => {
    const solution = "As in GAP-FLOW-099.";
    const analysis = analyse(resolution({ solution }));
    expect(only(analysis.patterns)).toMatchObject({
      pattern: "INCONSISTENT_REFS",
      subjects: ["GAP-FLOW-099"],
      evidence: [{ line: 9, text: "As in GAP-FLOW-099." }],
    });
    expect(analysis.adjustments[0]?.text).toContain("These exist: GAP-FLOW-005, GAP-FLOW-006.");
    expect(analysis.checks.at(-1)).toEqual({ check: "Valid cross-references", passed: false });
  });

  it.each([
    ["is a gap of the session", { solution: "As in GAP-FLOW-006." }, {}],
    ["stands in the source", { solution: "As in GAP-OLD-001." }, { source: "See GAP-OLD-001.\n" }],
    ["is introduced in the document", { newGaps: "- GAP-FLOW-009: who pays the fee? (LOW)" }, {}],
    ["is only shown", { solution: "As in `GAP-FLOW-099`." }, {}],
  ])("given an id that %s, finds nothing", (_, sections: Sections, changes: Partial<UndoneRound>) => {
    expect(found(resolution(sections), "INCONSISTENT_REFS", changes)).toEqual([]);
  });
});

describe("DOMAIN_CONFUSION", () => {
  it("given names that nobody explains, lists them with their lines", () => {
    const solution =
      "We ask the Clearing House first.\n\nThen `ledger_shard` decides, and the Clearing House books it by `ledger_shard`.";
    const analysis = analyse(resolution({ solution }));
    expect(only(analysis.patterns)).toMatchObject({
      pattern: "DOMAIN_CONFUSION",
      gap: null,
      subjects: ["Clearing House", "ledger_shard"],
      evidence: [{ line: 9 }, { line: 11 }],
    });
    expect(analysis.adjustments).toMatchObject([{ confidence: "LOW" }]);
    expect(analysis.adjustments[0]?.text).toContain("`Clearing House`, `ledger_shard`");
  });

  it.each([
    ["the source has", "The `paymentId` is kept, and the Card Service is asked by `payment_id`."],
    ["are said to be something", "The Clearing House is the bank's. Then the Clearing House books it."],
    ["are set off", "The **Clearing House** books it, and the Clearing House pays."],
    ["have their kind named", "The field `ledger_shard` decides, and `ledger_shard` is kept."],
    ["have a heading", "#### Clearing House\n\nWe ask the Clearing House, and the Clearing House books."],
    ["stand in code", "We keep `ledger_shard` and read `ledger_shard`.\n\n```sql\nselect ledger_shard\n```"],
    [
      "are made of words of the specification",
      "The Payment Window closes, and then the Payment Window opens.",
    ],
    [
      "are made of words that it uses plainly",
      "Every receipt has a number. The `receipt_number` grows; no `receipt_number` comes twice.",
    ],
    ["occur once each", "We ask the Clearing House. Then `ledger_shard` decides."],
    ["begin sentences", "Every Payment counts. Some Customers pay. Retry Twice."],
    ["are of the form", "See Spec Text and New Gaps; the Proposed Solution says why."],
    ["occur once", "We ask the Clearing House."],
    ["are quoted", "> the Clearing House and the Clearing House"],
  ])("given names that %s, finds nothing", (_, solution) => {
    expect(found(resolution({ solution }), "DOMAIN_CONFUSION")).toEqual([]);
  });

  it("leaves names alone that the session explains elsewhere", () => {
    const solution = "We ask the Clearing House, and the Clearing House books it.";
    const explained = ["The clearing house is the bank that settles payments."];
    expect(analyse(resolution({ solution }), { explained }).patterns).toEqual([]);
  });

  it("leaves the people and data of examples alone", () => {
    const examples = "- Then Ada Lovelace pays with `card_17`.\n- Then Ada Lovelace fails.";
    expect(found(resolution({ examples }), "DOMAIN_CONFUSION")).toEqual([]);
  });
});

describe("SCOPE_DRIFT", () => {
  it("given a resolution of a gap that was not assigned, names both", () => {
    const analysis = analyse(resolution({ title: "GAP-FLOW-006" }));
    const drift = analysis.patterns.filter(({ pattern }) => pattern === "SCOPE_DRIFT");
    expect(only(drift)).toMatchObject({ subjects: ["GAP-FLOW-006"], evidence: [{ line: 3 }] });
    const text = analysis.adjustments.find(({ pattern }) => pattern === "SCOPE_DRIFT")?.text;
    expect(text).toBe(
      "Resolve GAP-FLOW-005 and no other gap, beginning with `## Gap Resolution: GAP-FLOW-005`. The last attempt resolved GAP-FLOW-006, which nobody had asked for.",
    );
  });

  it("given another gap that is only mentioned, finds nothing", () => {
    expect(found(resolution({ solution: "GAP-FLOW-006 goes on from here." }), "SCOPE_DRIFT")).toEqual([]);
  });
});

describe("several documents", () => {
  it("given a later attempt that mends the first, judges the later one", () => {
    const documents = [
      written(resolution({ tradeOffs: null }), "engineer.attempt-1.md"),
      written(resolution()),
    ];
    expect(analyse("", { documents }).patterns).toEqual([]);
  });

  it("given a later attempt without the gap, judges the last that has it", () => {
    const documents = [
      written(resolution({ tradeOffs: null }), "engineer.attempt-1.md"),
      written("Nothing to add.\n"),
    ];
    expect(only(analyse("", { documents }).patterns).evidence).toMatchObject([
      { file: "engineer.attempt-1.md", line: 3 },
    ]);
  });

  it("given none that could be read, says of each gap that nothing is there", () => {
    const documents = [{ file: "engineer.md", text: "x", document: null }];
    const analysis = analyse("", { documents });
    expect(analysis.produced).toMatchObject([{ addressed: "No" }]);
    expect(only(analysis.patterns).subjects).toEqual(["Gap Resolution"]);
  });
});

it("is surer of an adjustment where an earlier attempt had the same", () => {
  const text = resolution({ examples: "One." });
  const first = analyse(text);
  expect(first.adjustments).toMatchObject([{ pattern: "NARROW_EXAMPLES", confidence: "MEDIUM" }]);
  expect(analyse(text, { previous: [first] }).adjustments).toMatchObject([{ confidence: "HIGH" }]);
});

describe("contradictions", () => {
  it.each([
    [
      "another number",
      "The service retries a failed payment 3 times.",
      "The service retries a failed payment 5 times.",
    ],
    ["a negation", "The client must not retry a declined card.", "The client must retry a declined card."],
  ])("given two sentences that differ by %s, shows both", (_, one, other) => {
    const { contradictions } = analyse(resolution({ solution: `${one}\n\n${other}` }));
    expect(contradictions).toMatchObject([{ gap: FLOW, evidence: [{ line: 9 }, { line: 11 }] }]);
  });

  it.each([
    [
      "two cases",
      "Priority 1 orders are retried within 10 minutes. Priority 2 orders are retried within 20 minutes.",
    ],
    ["the same twice", "The service retries a payment 3 times. The service retries a payment 3 times."],
    ["a question", "Does the service retry it 3 times? Does the service retry it 5 times?"],
  ])("given %s, finds none", (_, solution) => {
    expect(analyse(resolution({ solution })).contradictions).toEqual([]);
  });
});

it("keeps the headings of the solution and of its text, and the gaps that came up, but not those of the form", () => {
  const { produced } = analyse(
    resolution({
      solution:
        "#### 1. Retrying (ISSUE-R1-003)\n\nA.\n\n**Giving up**\n\nB.\n\n#### How often a payment is retried\n\nC.\n\n#### Next to GAP-FLOW-006\n\nD.",
      specText: "## Telling the customer\n\nC.",
      tradeOffs: "**Pros**\n\n- D.",
      newGaps: "- GAP-FLOW-009: who pays the fee? (LOW)",
    }),
  );
  expect(produced).toMatchObject([
    { headings: ["Retrying", "Giving up", "Telling the customer"], concerns: ["who pays the fee?"] },
  ]);
});

describe("whatever the documents hold", () => {
  const PIECES = [
    "## Gap Resolution: GAP-FLOW-005",
    "## Gap Resolution: GAP-FLOW-005, GAP-FLOW-006",
    "**Confidence:** HIGH",
    "### Spec Text",
    "````markdown\nIt may, might, could, typically and generally retry some.\n````",
    "### Examples",
    "The Clearing House and `ledger_shard` may, might or could decide as\nneeded.",
    "#### A heading",
    "See GAP-FLOW-099.",
    "\uFEFF",
    "\r",
    `${"may ".repeat(60)}end`,
    "The limit is 5 tries a day. The limit is 6 tries a day.",
  ];
  const documentText = fc
    .array(fc.oneof(hostileText, fc.constantFrom(...PIECES)), { maxLength: 12 })
    .map((pieces) => pieces.join("\n\n"));

  const expectSound = (documents: UndoneRound["documents"]) => {
    const round = { documents };
    const analysis = analyse("", round);
    expect(analyse("", round)).toEqual(analysis);
    const lines = new Map(documents.map(({ file, text }) => [file, linesOf(text)]));
    for (const { evidence } of [...analysis.patterns, ...analysis.contradictions]) {
      expect(evidence.length).toBeLessThanOrEqual(5);
      for (const { file, line, text } of evidence) {
        expect(lines.get(file)?.[line - 1]).toContain(text);
        expect(text.length).toBeLessThanOrEqual(160);
      }
    }
  };

  it("shows only lines that are there, and the same every time", () => {
    fc.assert(
      fc.property(documentText, documentText, (first, second) => {
        expectSound([written(first, "engineer.attempt-1.md"), written(second)]);
      }),
      { numRuns: 120 },
    );
  });

  it("also where they are made to mislead", () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const text = hostileDocument("engineer", seed).replaceAll("GAP-TODO-001", FLOW);
      expectSound([written(text)]);
    }
  });
});
