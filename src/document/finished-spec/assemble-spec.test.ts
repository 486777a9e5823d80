import { describe, expect, it } from "vitest";
import {
  type Answer,
  bodyOf,
  finish,
  gapId,
  partsOf,
  resolutionOf,
} from "../../../test/support/made-up-session.ts";
import type { DecisionEntry } from "../../core/documents/decisions-document.ts";
import type { SpecGap } from "../../core/documents/finished-spec.ts";
import { parseDecisionId } from "../../core/shared/decision-id.ts";
import { parseTimestamp } from "../../core/shared/timestamp.ts";
import { assembleSpec } from "./assemble-spec.ts";

interface Pair {
  readonly source: string;
  readonly answers: readonly Answer[];
  readonly becomes: string;
}

function given(pairs: Readonly<Record<string, Pair>>): void {
  it.each(Object.entries(pairs))("given %s", (_, { source, answers, becomes }) => {
    expect(bodyOf(finish(source, answers))).toBe(becomes);
  });
}

describe("a text at the place of its mark", () => {
  given({
    "a mark that is a paragraph, then the text stands there": {
      source: "# S\n\nBefore.\n\nTODO: who is told?\n\nAfter.",
      answers: ["The lender is told."],
      becomes: "# S\n\nBefore.\n\nThe lender is told.\n\nAfter.",
    },
    "a mark that is a list item, then the text is the item": {
      source: "# S\n\n- a\n- [NEEDS CLARIFICATION: who?]\n- b",
      answers: ["The lender.\nNobody else."],
      becomes: "# S\n\n- a\n- The lender.\n  Nobody else.\n- b",
    },
    "a sentence of its own, then it goes and the text follows the paragraph": {
      source: "# S\n\nThe customer pays by card. TODO: and when it is declined?\n\nAfter.",
      answers: ["A declined card is tried again once."],
      becomes: "# S\n\nThe customer pays by card.\n\nA declined card is tried again once.\n\nAfter.",
    },
    "a text that says the sentence again, then it replaces the sentence": {
      source: "# S\n\nThe server answers. The limit is TBD per second. Nothing else counts.",
      answers: ["The limit is 100 requests per second."],
      becomes: "# S\n\nThe server answers. The limit is 100 requests per second. Nothing else counts.",
    },
    "a text that says the paragraph again, then it replaces the paragraph": {
      source: "# S\n\nRetry [NEEDS CLARIFICATION: how often?] times.",
      answers: ["Retry three times.\n\n1. at once\n2. after a second"],
      becomes: "# S\n\nRetry three times.\n\n1. at once\n2. after a second",
    },
    "a text that is only a value, then it stands in the sentence": {
      source: "# S\n\nThe limit is TBD per second, whatever the client is.",
      answers: ["100 requests"],
      becomes: "# S\n\nThe limit is 100 requests per second, whatever the client is.",
    },
    "a text about something else, then the sentence still reads": {
      source: "# S\n\nThe limit is TBD per second.\n\nThe largest upload is TBD.\n\nLeft as it is (TBD).",
      answers: ["Clients share a budget.", "Files are checked first.", "Nothing to add."],
      becomes:
        "# S\n\nThe limit is (see below) per second.\n\nClients share a budget.\n\nThe largest upload is given below.\n\nFiles are checked first.\n\nLeft as it is.\n\nNothing to add.",
    },
    "an item with a label, then the label stays": {
      source: "# S\n\n- **FR-002**: TBD\n- **FR-003**: The upload is at most TBD.",
      answers: ["Photos are scaled.", "The upload is at most 5 MB."],
      becomes: "# S\n\n- **FR-002**: Photos are scaled.\n- **FR-003**: The upload is at most 5 MB.",
    },
    "a nested item, then the text is indented with it": {
      source: "# S\n\n1. one\n   - Kept until TODO\n2. two",
      answers: ["It ends.\n\n```\ncode\n```"],
      becomes:
        "# S\n\n1. one\n   - Kept until (see below)\n\n     It ends.\n\n     ```\n     code\n     ```\n\n2. two",
    },
    "a cell, then the text is in it where it fits, else after the table": {
      source: "# S\n\n| What | How long |\n|---|---|\n| loans | ??? |\n| photos | TBD |\n\nAfter.",
      answers: ["Two years.", "- one\n- two"],
      becomes:
        "# S\n\n| What | How long |\n|---|---|\n| loans | Two years. |\n| photos | see below |\n\n- one\n- two\n\nAfter.",
    },
    "a heading, then its other words stay": {
      source: "# S\n\n## Limits (TBD)\n\nWords.\n\n## TODO: Retries\n",
      answers: ["The limit is 5.", "Twice."],
      becomes: "# S\n\n## Limits\n\nWords.\n\nThe limit is 5.\n\n## Retries\n\nTwice.",
    },
    "a question over two lines, then all of it goes": {
      source: "# S\n\nKept. [NEEDS CLARIFICATION: for how\nlong, and [by] whom?] Always.",
      answers: ["Two years."],
      becomes: "# S\n\nKept. Always.\n\nTwo years.",
    },
    "a wrapped question after a mark, then all of it goes": {
      source: "# S\n\nTODO: who is told when a loan\nends early?\n\nAfter.",
      answers: ["The lender."],
      becomes: "# S\n\nThe lender.\n\nAfter.",
    },
  });
});

describe("what the author says beside a mark", () => {
  given({
    "a sentence behind a question, then it stays": {
      source: "# S\n\nThe customer pays by card. TODO: what if it is declined? Amounts are in whole cents.",
      answers: ["Another card is asked for."],
      becomes: "# S\n\nThe customer pays by card. Amounts are in whole cents.\n\nAnother card is asked for.",
    },
    "a sentence behind a mark that opens the paragraph, then it follows the text": {
      source: "# S\n\nTODO(legal): confirm the period with counsel. Until then nothing may be deleted.",
      answers: ["The period is seven years."],
      becomes: "# S\n\nThe period is seven years.\n\nUntil then nothing may be deleted.",
    },
    "a question that breaks off a sentence, then what follows it stays a sentence": {
      source: "# S\n\nThe tax is TODO: find the rate. Prices are net.",
      answers: ["Countries differ."],
      becomes: "# S\n\nThe tax is: see below. Prices are net.\n\nCountries differ.",
    },
    "a sentence in the brackets of a question, then it stays": {
      source: "# S\n\nFees (TODO: which? Banks are paid by us.) are small.\n\nWait... TODO: why?",
      answers: ["Two.", "Because."],
      becomes: "# S\n\nFees (see below. Banks are paid by us.) are small.\n\nTwo.\n\nWait...\n\nBecause.",
    },
    "a label before a question, then the text stands at the label": {
      source: "# S\n\n- **Owner:** TODO: who? Never the shop.",
      answers: ["Ann."],
      becomes: "# S\n\n- **Owner:** Ann.\n\n  Never the shop.",
    },
    "a line below a question, then it stays": {
      source: "# S\n\nTODO: how long?\nNothing is deleted before.",
      answers: ["Seven years."],
      becomes: "# S\n\nSeven years.\n\nNothing is deleted before.",
    },
    "a sentence behind the title of an entry, on its line or the next, then it follows the text": {
      source:
        "# S\n\n- GAP-BILL-001 (HIGH): Refund period. Refunds go to the card that was charged.\n- GAP-BILL-002 (LOW): Layout\n  The receipt shows the VAT number.",
      answers: ["Seven days.", "One page."],
      becomes:
        "# S\n\n- Seven days.\n\n  Refunds go to the card that was charged.\n- One page.\n\n  The receipt shows the VAT number.",
    },
    "words that go on below the title of an entry, then they stay": {
      source: "# S\n\nGAP-FLOW-005: mid para gap\nwith a fact on the next line.",
      answers: ["Seven days."],
      becomes: "# S\n\nSeven days.\n\nwith a fact on the next line.",
    },
    "a title of an entry that is a wrapped question, then all of it goes": {
      source:
        "# S\n\n- GAP-FLOW-005: How long is it kept after\n  the account is closed? Backups are kept longer.",
      answers: ["Seven days."],
      becomes: "# S\n\n- Seven days.\n\n  Backups are kept longer.",
    },
    "an entry that is left open, then what else it says stays": {
      source: "# S\n\n- GAP-BILL-001 (HIGH): Refund period. Severity: HIGH. Refunds go to the card.",
      answers: [null],
      becomes: "# S\n\n- Refunds go to the card.",
    },
    "sentences in the row of an entry, then they follow the text": {
      source:
        "# S\n\n| Gap | What | Severity | Owner |\n|---|---|---|---|\n| GAP-FLOW-001 | Retries? Only GET is safe. | HIGH | Ann |\n| x | stays | LOW | |",
      answers: ["Two retries."],
      becomes:
        "# S\n\n| Gap | What | Severity | Owner |\n|---|---|---|---|\n| x | stays | LOW | |\n\nTwo retries.\n\nOnly GET is safe. Owner: Ann.",
    },
    "a sentence in the cell of a mark, then the text stands beside it": {
      source: "# S\n\n| What | How long |\n|---|---|\n| loans | TODO: how long? Never for ever. |",
      answers: ["Two years."],
      becomes: "# S\n\n| What | How long |\n|---|---|\n| loans | Two years. Never for ever. |",
    },
  });
});

describe("what a text says again", () => {
  given({
    "a sentence word for word, then it stands once": {
      source: "# S\n\nThe customer pays by card. Refunds take TBD days. Cards are stored in the vault.",
      answers: ["The customer pays by card. Refunds take 5 days."],
      becomes: "# S\n\nThe customer pays by card. Refunds take 5 days. Cards are stored in the vault.",
    },
    "a sentence and its opposite, then the author's goes": {
      source:
        "# S\n\nAn item is reserved for TBD minutes. After that it goes back to the shelf without a word to the customer. Staff see all reserved items.",
      answers: [
        "An item is reserved for 20 minutes. After that it goes back to the shelf, and the customer is told.",
      ],
      becomes:
        "# S\n\nAn item is reserved for 20 minutes. After that it goes back to the shelf, and the customer is told. Staff see all reserved items.",
    },
    "a short sentence that shares some words, then it stays": {
      source: "# S\n\nThe fee is TBD EUR. The user pays by card.",
      answers: ["The fee is 5 EUR. The user pays first."],
      becomes: "# S\n\nThe fee is 5 EUR. The user pays first. The user pays by card.",
    },
    "a sentence with two marks, then the second's text does not undo what became of the first": {
      source: "# S\n\nThe card TBD of a customer is TODO: who is told?",
      answers: ["Walruses dance.", "The card of a customer is kept."],
      becomes:
        "# S\n\nThe card (see below) of a customer is: see below.\n\nWalruses dance.\n\nThe card of a customer is kept.",
    },
    "one sentence that is like two, then it stands for one of them": {
      source:
        "# S\n\nThe service must answer within TBD ms under load of 100 users. The service must answer in German and English under load of 100 users.",
      answers: ["The service must answer within 200 ms under load of 100 users."],
      becomes:
        "# S\n\nThe service must answer within 200 ms under load of 100 users. The service must answer in German and English under load of 100 users.",
    },
  });
});

describe("where a text leads", () => {
  given({
    "two marks in a row, then each cell has its own value": {
      source: "# S\n\n| What | Least | Most |\n|---|---|---|\n| size | TBD | TBD |",
      answers: ["40", "50"],
      becomes: "# S\n\n| What | Least | Most |\n|---|---|---|\n| size | 40 | 50 |",
    },
    "an inventory whose gaps are all answered elsewhere, then it says where": {
      source: "# S\n\n## Flow\n\nOne.\n\n## Gaps\n\n| Gap | What |\n|---|---|\n| GAP-FLOW-001 | Retries? |",
      answers: [{ text: "Twice.", after: "Flow" }],
      becomes:
        "# S\n\n## Flow\n\nOne.\n\nTwice.\n\n## Gaps\n\n| Gap | What |\n|---|---|\n| See [Flow](#flow). |  |",
    },
    "a text for the end of the mark's own section, then it is below": {
      source: "# S\n\n## Limits\n\nThe limit is TBD.\n\nMore.",
      answers: [{ text: "Clients share a budget.", after: "Limits" }],
      becomes: "# S\n\n## Limits\n\nThe limit is given below.\n\nMore.\n\nClients share a budget.",
    },
    "a section whose only mark is answered elsewhere, then it says where": {
      source: "# S\n\n## A\n\nOne.\n\n## B\n\nTODO: three",
      answers: [{ text: "Three.", replaces: "A" }],
      becomes: "# S\n\n## A\n\nThree.\n\n## B\n\nSee [A](#a).",
    },
    "a reference to a gap whose text stands in another section, then it leads there": {
      source: "# S\n\n## Flow\n\nIt ends (see GAP-FLOW-001).\n\n## Gaps\n\n- GAP-FLOW-001: Retries?",
      answers: ["Twice."],
      becomes: "# S\n\n## Flow\n\nIt ends (see [Gaps](#gaps)).\n\n## Gaps\n\n- Twice.",
    },
    "a comment that only names a gap, then it goes": {
      source: "# S\n\nStart. <!-- GAP-FLOW-001 --> Go.\n\n<!-- GAP-FLOW-001 -->\n\n## GAP-FLOW-001: Retry",
      answers: ["Twice."],
      becomes: "# S\n\nStart. Go.\n\n## Retry\n\nTwice.",
    },
    "a link and an image that say nothing but a mark, then they keep a name": {
      source: "# S\n\nA link [TODO: fix](http://x). An image ![TBD](img.png).",
      answers: ["Fixed.", "Drawn."],
      becomes: "# S\n\nA link [http://x](http://x). An image ![image](img.png).\n\nFixed.\n\nDrawn.",
    },
    "the box of a task, then it stays": {
      source: "# S\n\n- [ ] TODO: check one\n- [x] two",
      answers: ["One is checked."],
      becomes: "# S\n\n- [ ] One is checked.\n- [x] two",
    },
    "a mark behind a letter, a forced break or a full-width stop, then no sentence is broken": {
      source: "# S\n\nWe decided A. TODO: when?\n\nText<br>TODO: what else?\n\n顧客が払う。TODO: いつ?",
      answers: ["In May.", "Nothing.", "五月。"],
      becomes: "# S\n\nWe decided A.\n\nIn May.\n\nText\n\nNothing.\n\n顧客が払う。\n\n五月。",
    },
  });

  it("given a gap at a fence that is left open, then its text comes before the two sections", () => {
    const gap: SpecGap = {
      id: gapId("GAP-NEW-001"),
      title: "Open",
      description: "",
      origin: { from: "source", line: 3, heading: "S" },
      resolutions: [resolutionOf("It is closed.", 9)],
    };
    const spec = finish("# S\n\n```js\nopen\n", [], { gaps: [gap] });
    expect(bodyOf(spec)).toBe("# S\n\n```js\nopen\n```\n\nIt is closed.");
  });

  it("given a mark that nobody found among others, then it is as the author wrote it", () => {
    const parts = partsOf("# S\n\n| TODO: y | ??? and TBD |\n|---|---|\n| a | TODO: z and TBD |\n", []);
    const gap = {
      ...parts.gaps.at(-2),
      title: "z and TBD",
      resolutions: [resolutionOf("Zed.", 1)],
    } as SpecGap;
    expect(bodyOf(assembleSpec({ ...parts, gaps: [gap] }))).toContain("| TODO: y | ??? and TBD |");
  });
});

describe("an inventory of gaps", () => {
  given({
    "a section for a gap, then it keeps its words without the id": {
      source: "# S\n\n### GAP-FLOW-001: Retry policy\n\n**Severity:** HIGH\n\nNobody knows.\n\n## Next",
      answers: ["A call is retried twice."],
      becomes: "# S\n\n### Retry policy\n\nNobody knows.\n\nA call is retried twice.\n\n## Next",
    },
    "items, then the text replaces the entry": {
      source: "# S\n\n- **GAP-FLOW-001** (HIGH): Retries?\n- **GAP-FLOW-002** (LOW): Limits?",
      answers: ["Two retries.", "No limits."],
      becomes: "# S\n\n- Two retries.\n- No limits.",
    },
    "rows, then the texts follow the table": {
      source: "# S\n\n| Gap | What |\n|---|---|\n| GAP-FLOW-001 | Retries? |\n| x | stays |",
      answers: ["Two retries."],
      becomes: "# S\n\n| Gap | What |\n|---|---|\n| x | stays |\n\nTwo retries.",
    },
    "a reference to a gap in prose, then it leads to the heading of the gap": {
      source:
        "# S\n\nAs in GAP-FLOW-001, and `GAP-FLOW-001`. [Here](#gap-flow-001-retry).\n\n## GAP-FLOW-001: Retry",
      answers: ["Twice."],
      becomes: "# S\n\nAs in [Retry](#retry), and `GAP-FLOW-001`. [Here](#retry).\n\n## Retry\n\nTwice.",
    },
    "a text that belongs elsewhere, then the entry goes and a list that is empty says where it is": {
      source: "# S\n\n## Rules\n\nOne.\n\n## Gaps\n\n- **GAP-FLOW-001**: Retries?",
      answers: [{ text: "Two retries.", after: "rules" }],
      becomes: "# S\n\n## Rules\n\nOne.\n\nTwo retries.\n\n## Gaps\n\nSee [Rules](#rules).",
    },
  });
});

describe("a text with a place of its own", () => {
  const source =
    "# S\n\nTODO: x\n\n## 1. Rules\n\nOld body.\n\n### Detail\n\nOld detail.\n\n## 2. End\n\nLast.";
  given({
    "Replaces, then the body goes and the sub-sections stay": {
      source,
      answers: [{ text: "New body.", replaces: "rules" }],
      becomes: "# S\n\n## 1. Rules\n\nNew body.\n\n### Detail\n\nOld detail.\n\n## 2. End\n\nLast.",
    },
    "Replaces with a heading of a sub-section, then that is replaced too": {
      source,
      answers: [{ text: "## 1. Rules\n\nNew body.\n\n### Detail\n\nNew detail.", replaces: "S > Rules" }],
      becomes: "# S\n\n## 1. Rules\n\nNew body.\n\n### Detail\n\nNew detail.\n\n## 2. End\n\nLast.",
    },
    "After, then it ends the section's own body": {
      source,
      answers: [{ text: "More.", after: "§1" }],
      becomes: "# S\n\n## 1. Rules\n\nOld body.\n\nMore.\n\n### Detail\n\nOld detail.\n\n## 2. End\n\nLast.",
    },
    "a path that is nowhere, then it stands at its mark": {
      source,
      answers: [{ text: "Here.", replaces: "Nowhere > At all" }],
      becomes: source.replace("TODO: x", "Here."),
    },
  });
});

describe("what an agent writes", () => {
  given({
    "headings, then they stand below the place's own": {
      source: "# S\n\n## A\n\nTODO\n\n## B",
      answers: ["# Title\n\ntext\n\n## Sub\n\ntext"],
      becomes: "# S\n\n## A\n\n### Title\n\ntext\n\n#### Sub\n\ntext\n\n## B",
    },
    "something left open, then it is closed": {
      source: "# S\n\nTODO\n\nAfter.",
      answers: ["```js\nopen"],
      becomes: "# S\n\n```js\nopen\n```\n\nAfter.",
    },
    "a list after a list, then they stay two": {
      source: "# S\n\n1. one\n2. two\n\nTODO",
      answers: ["1. other\n2. list"],
      becomes: "# S\n\n1. one\n2. two\n\n1) other\n2) list",
    },
    "talk about the work, then it is gone": {
      source: "# S\n\nTODO",
      answers: [
        "**Confidence:** HIGH\n\nA call is retried twice (ISSUE-R1-001), as of Round 2. See `GAP-X`.\n\nResolves: GAP-MARK-001\n\nRationale: it is better.",
      ],
      becomes: "# S\n\nA call is retried twice. See `GAP-X`.",
    },
    "sentences that only talk about the work, then they are gone": {
      source: "# S\n\nTODO",
      answers: [
        "A call is retried twice. As agreed in round 2, ISSUE-R1-001 and DECISION-R1-002 say so, see GAP-MARK-001. The Reviewer asked for it.\n\nRationale: it is simpler.\n\n**Trade-offs:** slower.",
      ],
      becomes: "# S\n\nA call is retried twice.",
    },
    "a solution with such talk in it, then the talk is gone": {
      source: "# S\n\nTODO",
      answers: [{ body: "### Proposed Solution\n\nTwice. The Reviewer asked for it." }],
      becomes: "# S\n\nTwice.",
    },
    "no spec text, then its solution without lines about the work": {
      source: "# S\n\nTODO",
      answers: [
        {
          body: "Intro.\n\n### Proposed Solution\n\nA call is retried twice. This answers ISSUE-R1-001.\n\n- after a second\n- see GAP-MARK-002\n\n### Trade-offs\n\nSlow.",
        },
      ],
      becomes: "# S\n\nA call is retried twice.\n\n- after a second",
    },
  });
});

describe("what is left open", () => {
  it("moves to the list at the end, with its own words", () => {
    const source =
      "# S\n\n## A\n\nThe fee is TBD.\n\nTODO: who pays?\n\n## B\n\n- [NEEDS CLARIFICATION: when?]\n\n## C\n\nKept (TBD).";
    const { text } = finish(source, []);
    expect(text).toBe(
      [
        "# S\n\n## A\n\nThe fee is [undecided](#known-limitations).",
        "## B\n\nSee [Known Limitations](#known-limitations).",
        "## C\n\nKept ([undecided](#known-limitations)).",
        "## Decisions\n\nNone.",
        '## Known Limitations\n\n- **Question 1**, in "A".\n  > The fee is TBD.\n- **Question 2**, in "A".\n  > TODO: who pays?\n- **Question 3**, in "B".\n  > [NEEDS CLARIFICATION: when?]\n- **Question 4**, in "C".\n  > (TBD)\n',
      ].join("\n\n"),
    );
  });

  it("is quoted to its end", () => {
    const question = `TODO: ${"who is told of it and ".repeat(60)}when?`;
    expect(finish(`# S\n\n${question}\n`, []).text).toContain(`  > ${question}\n`);
  });

  it("has the severity and the reason that the session knows", () => {
    const limitations = [
      {
        about: { of: "gap", gap: gapId("GAP-MARK-001") },
        title: "Who pays",
        severity: "HIGH",
        rationale: "Asked next year",
      } as const,
    ];
    const { text } = finish("# S\n\nTODO: who pays?\n", [], { limitations });
    expect(text).toContain('- **Who pays** (HIGH), in "S": Asked next year.\n  > TODO: who pays?\n');
    expect(text.match(/Who pays/g)).toHaveLength(1);
  });
});

describe("gaps that are not in the source", () => {
  const child = (index: number, gap: Partial<SpecGap>): SpecGap => ({
    id: gapId(`GAP-NEW-00${index}`),
    title: `New ${index}`,
    description: "",
    origin: { from: "final-review" },
    resolutions: [resolutionOf(`Text of ${index}.`, 100 + index)],
    ...gap,
  });
  const source = "# S\n\n## A\n\nTODO: x\n\nMore.\n\n## Retry policy\n\nWords.\n\n## Z\n\nLast.";

  it("stand after their parent's text, in the section they name, or at the end", () => {
    const parent = gapId("GAP-MARK-001");
    const gaps = [
      child(1, { origin: { from: "gap", parent } }),
      child(2, { origin: { from: "gap", parent: gapId("GAP-NEW-001") } }),
      child(3, { description: "The retry policy says nothing about this." }),
      child(4, { origin: { from: "review", issue: null, about: null } }),
    ];
    expect(bodyOf(finish(source, ["Text of x."], { gaps }))).toBe(
      "# S\n\n## A\n\nText of x.\n\nText of 1.\n\nText of 2.\n\nMore.\n\n## Retry policy\n\nWords.\n\nText of 3.\n\n## Z\n\nLast.\n\nText of 4.",
    );
  });

  it("take the place of the gap they were split from", () => {
    const parent = gapId("GAP-MARK-001");
    const gaps = [1, 2].map((index) => child(index, { origin: { from: "split", parent } }));
    const { text } = finish(source, [null], { gaps });
    expect(text).toContain("## A\n\nText of 1.\n\nText of 2.\n\nMore.");
    expect(text).toContain("None known.");
  });

  it("share a resolution, then its text enters once", () => {
    const shared = resolutionOf("Both are settled.", 0);
    const gaps = [child(1, { resolutions: [shared], origin: { from: "source", line: 15, heading: null } })];
    const { text } = finish(source, ["Both are settled."], { gaps });
    expect(text.match(/Both are settled/g)).toHaveLength(1);
  });

  it("were found in a paragraph without a mark, then the text follows it", () => {
    const gaps = [child(1, { origin: { from: "source", line: 11, heading: null } })];
    expect(bodyOf(finish(source, ["X."], { gaps }))).toContain(
      "## Retry policy\n\nWords.\n\nText of 1.\n\n## Z",
    );
  });
});

describe("the two sections", () => {
  const id = parseDecisionId("DECISION-R1-001");
  const timestamp = parseTimestamp("2026-01-09T10:00:00Z");
  if (id === null || timestamp === null) throw new Error("the example does not parse");
  const decision: DecisionEntry = {
    id,
    round: 1,
    title: "Timeout",
    about: { of: "other", option: "input" },
    gaps: [],
    severity: null,
    decision: "Five seconds",
    rationale: "Measured",
    constraints: null,
    actionForEngineer: null,
    actionForGap: null,
    decidedBy: "User",
    timestamp,
    reappliedFrom: null,
  };

  it("list what was decided about the spec", () => {
    const paused = { ...decision, about: { of: "other", option: "pause" } } as const;
    const { text, map } = finish("# S\n", [], { decisions: [decision, paused] });
    expect(text).toBe(
      "# S\n\n## Decisions\n\n- **Timeout.** Five seconds. Rationale: Measured. (User, 2026-01-09)\n\n## Known Limitations\n\nNone known.\n",
    );
    expect(map).toContainEqual({ from: 5, to: 5, origin: { of: "decision", decision: id } });
  });

  it("join those that are there", () => {
    const source = "# S\n\n## Decisions\n\n- Old.\n\n## Known limitations\n\nNone.\n\n## Z\n\nTODO: x\n";
    const { text } = finish(source, [null], { decisions: [decision] });
    expect(text).toBe(
      '# S\n\n## Decisions\n\n- Old.\n- **Timeout.** Five seconds. Rationale: Measured. (User, 2026-01-09)\n\n## Known limitations\n\n- **Question 1**, in "Z".\n  > TODO: x\n\n## Z\n\nSee [Known Limitations](#known-limitations).\n',
    );
    expect(finish(text, [], { decisions: [decision] }).text).toBe(text);
  });

  it.each([
    ["", 2],
    ["Only words.", 2],
    ["# Title\n\n## A", 2],
    ["# A\n\n# B", 1],
    ["## A\n\n## B", 2],
    ["# Title\n\n### A", 3],
  ])("stand on the level of the top sections of %j", (source, level) => {
    expect(finish(source, []).text).toContain(`${"#".repeat(level)} Decisions`);
    expect(finish(source, []).text).not.toContain(`${"#".repeat(level + 1)} Decisions`);
  });
});

describe("the map", () => {
  it("tells a line that is the author's and a resolution's from one that lost a mark", () => {
    const { text, map } = finish("# S\n\nThe limit is TBD per second.\n\nKept. TODO: why?\n", [
      "5",
      "Because.",
    ]);
    expect(text.split("\n").slice(2, 7)).toEqual(["The limit is 5 per second.", "", "Kept.", "", "Because."]);
    const [first, second] = [gapId("GAP-MARK-001"), gapId("GAP-MARK-002")];
    expect(map).toContainEqual({ from: 3, to: 3, origin: { of: "blended", line: 3, gaps: [first] } });
    expect(map).toContainEqual({ from: 5, to: 5, origin: { of: "mended", line: 5, gaps: [second] } });
  });

  it("has as many lines as the file", () => {
    const { text, map } = finish("# S\n", []);
    expect(text.endsWith("None known.\n")).toBe(true);
    expect(map.at(-1)?.to).toBe(text.split("\n").length - 1);
  });
});

describe("the source's own make", () => {
  it("given line ends of Windows, then they stay", () => {
    expect(finish("# S\r\n\r\nTODO: x\r\n", ["One.\n\nTwo."]).text).toBe(
      "# S\r\n\r\nOne.\r\n\r\nTwo.\r\n\r\n## Decisions\r\n\r\nNone.\r\n\r\n## Known Limitations\r\n\r\nNone known.\r\n",
    );
  });

  it("given front matter, then it stays at the top and takes a value, in quotes where it needs them", () => {
    const source = "---\nowner: TBD\nstate: TBD\n---\n\n# S\n\nWords.\n";
    expect(bodyOf(finish(source, ["the lender", "It is: *open*."]))).toBe(
      '---\nowner: the lender\nstate: "It is: *open*."\n---\n\n# S\n\nWords.',
    );
  });

  it("given values of YAML in lists, in quotes and amid words, then they stay values", () => {
    const source =
      '---\ntags: [TBD, x]\nowner: "TBD" # who\nlist:\n  - TODO: who?\nabout: Checkout TBD part\n---\n\n# S\n';
    expect(bodyOf(finish(source, ["a, b", 'Ann "A"', "yes: no", "of: it"]))).toBe(
      '---\ntags: ["a, b", x]\nowner: "Ann \\"A\\"" # who\nlist:\n  - "yes: no"\nabout: "Checkout of: it part"\n---\n\n# S',
    );
  });

  it("given a text that is no value of YAML, then the front matter says where it is", () => {
    expect(bodyOf(finish("---\ntitle: TODO\n---\n\n# S\n\nWords.\n", ["One.\n\n- two"]))).toBe(
      "---\ntitle: see below\n---\n\n# S\n\nWords.\n\nOne.\n\n- two",
    );
  });

  it("given a mark that no gap was found at, then it is the author's word", () => {
    const source = "# S\n\nA TODO list has entries.\n";
    const { text } = assembleSpec({ ...partsOf(source, []), gaps: [] });
    expect(text).toContain("A TODO list has entries.");
  });
});
