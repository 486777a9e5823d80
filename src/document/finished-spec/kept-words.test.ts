import { describe, expect, it } from "vitest";
import { type Answer, bodyOf, finish, gapId, resolutionOf } from "../../../test/support/made-up-session.ts";
import type { SpecGap } from "../../core/documents/finished-spec.ts";

type Pair = readonly [source: string, answers: readonly Answer[], becomes: string];

/** Every source begins with its title, which is left out here. */
function given(pairs: Readonly<Record<string, Pair>>): void {
  it.each(Object.entries(pairs))("given %s", (_, [source, answers, becomes]) => {
    expect(bodyOf(finish(`# S\n\n${source}`, answers))).toBe(`# S\n\n${becomes}`);
  });
}

describe("a text that answers half a sentence", () => {
  const limits = "The upload limit is TBD for free users and 50 MB for paying users.";
  const filled = "The upload limit is 5 MB for free users and 50 MB for paying users.";
  given({
    "words of the author's that go on behind the value, then the value fills the hole": [
      limits,
      ["The upload limit is 5 MB for free users."],
      filled,
    ],
    "an item with a label, then the label and the other half stay": [
      `- **FR-003**: ${limits}`,
      ["The upload limit is 5 MB for free users."],
      `- **FR-003**: ${filled}`,
    ],
    "a cell, then the other half stays in it": [
      "| a | b |\n|---|---|\n| x | The limit is TBD for free users and 50 MB for others |",
      ["The limit is 5 MB for free users."],
      "| a | b |\n|---|---|\n| x | The limit is 5 MB for free users and 50 MB for others |",
    ],
    "more of the text behind the author's words, then it stands before the other half": [
      limits,
      ["The upload limit is 5 MB for free users without a card."],
      filled.replace("free users", "free users without a card"),
    ],
    "a text that ends with the value, then the author's sentence goes on": [
      "The job runs nightly at TBD and mails the owner.",
      ["The job runs nightly at 02:00 UTC."],
      "The job runs nightly at 02:00 UTC and mails the owner.",
    ],
    "one word before a question, then the words behind it decide": [
      "Retry [NEEDS CLARIFICATION: how often?] times on 503 and on timeouts.",
      ["Retry three times on 503."],
      "Retry three times on 503 and on timeouts.",
    ],
    "further sentences and blocks of the text, then they follow": [
      "The job runs nightly at TBD and mails the owner. Last.",
      ["The job runs nightly at 02:00 UTC. It never runs twice.\n\n- one\n- two"],
      "The job runs nightly at 02:00 UTC and mails the owner. It never runs twice. Last.\n\n- one\n- two",
    ],
    "a text that says everything and more, then it is taken": [
      "The limit is TBD per second.",
      ["The limit is 100 requests per second and client, whatever the load."],
      "The limit is 100 requests per second and client, whatever the load.",
    ],
    "a text that begins otherwise and says only half, then nothing of the sentence goes": [
      "Free users get TBD and paying users get 50 MB.",
      ["Each free user gets 5 MB."],
      "Free users get (see below) and paying users get 50 MB.\n\nEach free user gets 5 MB.",
    ],
    "two marks and a text for each, then each fills its own hole": [
      "The limit is TBD for free users and TBD for paying users.",
      ["The limit is 5 MB for free users.", "The limit is 50 MB for paying users."],
      "The limit is 5 MB for free users and 50 MB for paying users.",
    ],
    "two marks, a text and a value, then both stand in the sentence": [
      "The limit is TBD for free users and TBD for paying users.",
      ["The limit is 5 MB for free users.", "50 MB"],
      "The limit is 5 MB for free users and 50 MB for paying users.",
    ],
  });
});

describe("a value", () => {
  given({
    "a unit on both sides, then it stands once": [
      "The wait is TBD seconds.\n\nUptime is TBD % a year.\n\nIt costs EUR TBD per order.",
      ["5 seconds.", "99.9%", "EUR 5"],
      "The wait is 5 seconds.\n\nUptime is 99.9 % a year.\n\nIt costs EUR 5 per order.",
    ],
    "a unit in a cell, then it stands once": [
      "| a | b |\n|---|---|\n| x | at most TBD seconds |",
      ["5 seconds."],
      "| a | b |\n|---|---|\n| x | at most 5 seconds |",
    ],
  });
});

describe("a row of an inventory", () => {
  given({
    "a column named after the gap, then only its first sentence is the title": [
      "| ID | Gap | Notes |\n|---|---|---|\n| GAP-FLOW-001 | Retry count unknown. Only GET is safe. | Banks close at 5. |\n| x | y | z |",
      ["Twice."],
      "| ID | Gap | Notes |\n|---|---|---|\n| x | y | z |\n\nTwice.\n\nOnly GET is safe. Banks close at 5.",
    ],
    "another column before the question, then its fact stays": [
      "| ID | Owner | Question | Status |\n|---|---|---|---|\n| GAP-FLOW-001 | Ann | How many? | Waits for the bank until May. |\n| x | y | z | |",
      ["Twice."],
      "| ID | Owner | Question | Status |\n|---|---|---|---|\n| x | y | z | |\n\nTwice.\n\nOwner: Ann. Waits for the bank until May.",
    ],
  });
});

describe("an item whose words were only a mark", () => {
  given({
    "a list of one item, then its words are the item's": [
      "1. one\n2. TBD\n3. three",
      ["1. The lender is told.\n   Always."],
      "1. one\n2. The lender is told.\n   Always.\n3. three",
    ],
    "a text with a heading, then it is never named after the gap": [
      "1. one\n2. TODO: who is told?\n3. three",
      ["## Telling\n\nThe lender is told."],
      "1. one\n2. **Telling**\n\n   The lender is told.\n3. three",
    ],
    "a text with a heading for an item with words, then they stay and the text is below": [
      "1. one\n2. The lender is told TBD\n3. three",
      ["### When\n\nAt noon."],
      "1. one\n2. The lender is told\n\n   **When**\n\n   At noon.\n\n3. three",
    ],
    "a list of another kind, then it hangs from the item": [
      "1. one\n2. TODO: who?\n3. three",
      ["- a\n- b"],
      "1. one\n2. As follows:\n\n   - a\n   - b\n3. three",
    ],
  });
});

describe("what is said behind a mark", () => {
  given({
    "a remark behind a dash, then it stays": [
      "TBD — Ann owns this until June.\n\nThe limit is TBD — Ann owns this until June.\n\n**TBD — Bob owns this.**",
      ["It is five.", "5", "It is six."],
      "It is five.\n\nAnn owns this until June.\n\nThe limit is 5 — Ann owns this until June.\n\n**Bob owns this.**\n\nIt is six.",
    ],
    "a remark in the brackets behind a question, then it stays": [
      "TODO: retention (GDPR requires deletion within 30 days)",
      ["Kept for 20 days."],
      "Kept for 20 days.\n\n(GDPR requires deletion within 30 days)",
    ],
    "a question behind a dash, then it goes": ["TBD — who pays for it?", ["The shop."], "The shop."],
    "a remark in a cell, then it stays there": [
      "| a | b |\n|---|---|\n| x | TBD — Ann owns this. |",
      ["5"],
      "| a | b |\n|---|---|\n| x | 5 — Ann owns this. |",
    ],
    "words that lead to a list, then only their mark goes": [
      "The following roles may refund (TBD):\n\n- admin\n- clerk\n\nAfter.",
      ["The following roles may refund: admin and clerk."],
      "The following roles may refund:\n\n- admin\n- clerk\n\nThe following roles may refund: admin and clerk.\n\nAfter.",
    ],
    "forced breaks, then they stay": [
      "The limit is TBD  \nfor all\\\nof us  \nand you.",
      ["5"],
      "The limit is 5  \nfor all\\\nof us  \nand you.",
    ],
  });
});

describe("a text that was written for the spec", () => {
  const content =
    "The reviewer asked to approve a merge request has 2 days.\n\n## Changes\n\nA change is logged.\n\n## Rationale\n\nEach entry has one.\n\n- Rationale: text, required\n- Status: open";
  given({
    "titles, fields and roles that a report would have too, then they are content": [
      "TODO",
      [content],
      content,
    ],
    "paragraphs of reasons and lines that cite, then they go": [
      "TODO",
      ["Twice.\n\nRationale: it is simpler.\n\n**Trade-offs:** slower.\n\n- Resolves: GAP-MARK-001\n- kept"],
      "Twice.\n\n- kept",
    ],
    "the heading of its place, then the text is what it would be without": [
      "## Limits\n\nThe limit is TBD per second.\n\n- a\n- TBD",
      ["### Limits\n\n100 requests", "## Limits\n\nFive."],
      "## Limits\n\nThe limit is 100 requests per second.\n\n- a\n- Five.",
    ],
    "a place that it replaces, then nothing there points to what is gone": [
      "## A (TBD)\n\n## B\n\nThe fee is TBD.\n\n- **FR-1**: TODO: who?",
      [
        { text: "New A.", replaces: "A (TBD)" },
        { text: "New B.", replaces: "B" },
      ],
      "## A\n\nNew A.\n\n## B\n\nNew B.",
    ],
  });
});

describe("a text that is an item with a label", () => {
  given({
    "the same label at its mark, then it is neither nested nor told twice": [
      "* **FR-001**: Photos have TBD size. Photos are never public.\n* **FR-002**: x",
      ["- **FR-001**: Photos have 5 MB size."],
      "* **FR-001**: Photos have 5 MB size. Photos are never public.\n* **FR-002**: x",
    ],
  });

  it("given no mark there, then it takes the item's place and what it does not say stays", () => {
    const gap: SpecGap = {
      id: gapId("GAP-NEW-001"),
      title: "Size",
      description: "",
      origin: { from: "source", line: 3, heading: "S" },
      resolutions: [resolutionOf("- **FR-001**: Users upload photos of at most 5 MB.", 9)],
    };
    const source = "# S\n\n* **FR-001**: Users upload photos. Photos are never public.\n* **FR-002**: x";
    expect(bodyOf(finish(source, [], { gaps: [gap] }))).toBe(
      "# S\n\n* **FR-001**: Users upload photos of at most 5 MB. Photos are never public.\n* **FR-002**: x",
    );
  });
});

describe("a reference to a gap", () => {
  given({
    "a sentence about the gap itself, then it is called by its title": [
      "## Flow\n\nGAP-FLOW-001 was raised by Ann.\n\n## Gaps\n\n- GAP-FLOW-001: Retries?",
      ["Twice."],
      '## Flow\n\n"Title of entry 1" was raised by Ann.\n\n## Gaps\n\n- Twice.',
    ],
    "a place below the section that answers it, then nothing leads there": [
      "## GAP-FLOW-001: Retries\n\n### Deep\n\nSee GAP-FLOW-001.",
      ["Twice."],
      '## Retries\n\nTwice.\n\n### Deep\n\nSee "Title of entry 1".',
    ],
  });
});
