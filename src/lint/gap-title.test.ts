import { describe, expect, it } from "vitest";
import { ALL_RULES } from "./lint-rules.ts";
import { lintSpec } from "./lint-spec.ts";

const titlesOf = (text: string) =>
  lintSpec({
    text: `# Spec\n\n${text}\n`,
    file: "spec.md",
    knownFiles: () => false,
    rules: ALL_RULES,
  }).findings.map(({ title }) => title);

describe("the title of a gap", () => {
  it.each([
    // Marks that announce something
    ["The customer pays. TODO: what if the card is declined?", "What if the card is declined?"],
    ["Paid by card. TODO: what if it is declined? Amounts are in cents.", "What if it is declined?"],
    ["Paid by card (TODO: which ones?).", "Which ones? (Paid by card)"],
    ["TBD: how long receipts are kept.", "Not decided yet: how long receipts are kept"],
    ["TODO(ann): write the `GET /fees` table.", "Still to do: write the `GET /fees` table"],
    ["FIXME the sum is wrong", "Still to fix: the sum is wrong"],
    // Marks in a sentence
    ["The upload limit is TBD.", "What is the upload limit?"],
    ["The fees for guests are to be decided.", "What are the fees for guests?"],
    ["Its `max_size` is TBD", "What is its `max_size`?"],
    ["The page says the limit is TBD.", "Not decided yet: The page says the limit is …"],
    ["If it fails, the limit is TBD.", "Not decided yet: If it fails, the limit is …"],
    ["An item is kept for TBD minutes. Then it goes back.", "Not decided yet: An item is kept for … minutes"],
    ["Kept for ??? days.", "Not decided yet: Kept for … days"],
    ["Kept for TBD.", "Not decided yet: Kept for …"],
    ["- Upload limit: TBD", "Not decided yet: Upload limit"],
    ["- **Upload limit** (TBD)", "Not decided yet: Upload limit"],
    ["The fee (TBD) is paid first.", "Not decided yet: The fee (…) is paid first"],
    ["TODO", "Still to do: Spec"],
    ["| Limit | Value |\n|---|---|\n| Open orders | ??? |", "Not decided yet: Open orders (Value)"],
    [
      "| Limit | Value |\n|---|---|\n| Open orders | TBD a day |",
      "Not decided yet: Open orders (Value): … a day",
    ],
    // Questions of the author
    ["[NEEDS CLARIFICATION: who may cancel, and until when?]", "Who may cancel, and until when?"],
    ["Kept for [NEEDS CLARIFICATION: how long?] after that.", "How long? (Kept for … after that)"],
    ["Kept for [NEEDS CLARIFICATION] after that.", "Needs clarification: Kept for … after that"],
    ["## Open questions\n\n- Who sees `id`? Guests do not.", "Who sees `id`?"],
    ["Send it to <insert address> by *mail*.", "Not filled in: Send it to … by mail"],
    // Gaps of the author
    ["- **GAP-BILL-001** (HIGH): Refund period. Refunds go to the card.", "Refund period"],
    ["### GAP-FLOW-001 [HIGH] What happens on failure", "What happens on failure"],
    ["### GAP-FLOW-001: What happens on `POST /orders`? (OPEN)\n\nx", "What happens on `POST /orders`?"],
    ["It is for [GAP-AB-001: whom?] only.", "whom?"],
    ["- [ ] GAP-AB-001 — who (of all) pays", "who (of all) pays"],
    [
      "| Gap | Severity | What | State |\n|---|---|---|---|\n| GAP-AB-001 | HIGH | No login | OPEN |",
      "No login",
    ],
    ["| ID | Notes | Title |\n|---|---|---|\n| GAP-AB-001 | a long note on it | No login |", "No login"],
    ["### GAP-FLOW-001\n\nx", "What does GAP-FLOW-001 ask for?"],
    // Requirements
    ["FR-040: The list MUST be fast.", "How fast must the list be?"],
    ["Every page of the shop must feel snappy.", "How snappy must every page of the shop feel?"],
    ["The form must be easy to use.", "How easy to use must the form be?"],
    ["FR-040: The list and the page MUST be fast.", 'FR-040: what exactly does "fast" mean?'],
    ["FR-040: Lists MUST be fast on all days.", 'FR-040: what exactly does "fast" mean?'],
    [
      "The search must answer quickly.",
      'What exactly does "quickly" mean in "The search must answer quickly"?',
    ],
    [
      "| Id | Text |\n|---|---|\n| NFR-3 | It must answer quickly |",
      'NFR-3: what exactly does "quickly" mean?',
    ],
    // What is missing
    ["See [limits](#limits).", "The link to `#limits` leads to no section"],
    ["See [limits](limits.md).", "The file `limits.md` is linked to, but does not exist"],
    ["- **FR-001**: a\n- **FR-002**: as FR-009.", "FR-009 is cited, but defined nowhere"],
    ["## Backups", 'Section "Backups" is empty: what belongs there?'],
    ["## 1 A\n\nSee Section 3.\n\n## 2 B\n\nx", "Section 3 is referred to, but does not exist"],
    [
      "```mermaid\nstateDiagram-v2\n[*] --> on\non --> disabled\n```",
      "State `disabled`: what leads out of it?",
    ],
    ["```js\nlet x", "A code fence is never closed"],
  ])("given %j, then it is %j", (text, title) => {
    expect(titlesOf(text)).toEqual([title]);
  });

  it("given equal ones, then their sections tell them apart, and else their lines", () => {
    expect(titlesOf("## A\n\nThe fee is TBD.\n\n## B\n\nThe fee is TBD.")).toEqual([
      "What is the fee? (A)",
      "What is the fee? (B)",
    ]);
    expect(titlesOf("The fee is TBD.\n\nThe fee is TBD.")).toEqual([
      "What is the fee? (line 3)",
      "What is the fee? (line 5)",
    ]);
  });

  it("given long words, then it is cut between them, outside of code, and ends as it should", () => {
    const long = "word ".repeat(40);
    const [told = ""] = titlesOf(`TODO: ${long}`);
    expect(told.length).toBeLessThanOrEqual(120);
    expect(told).toMatch(/ word…$/);
    expect(titlesOf(`TODO: ${"word ".repeat(20)} \`${long}\``)).toEqual([
      `Still to do: ${"word ".repeat(20).trim()}…`,
    ]);
    const [asked = ""] = titlesOf(`${long} must answer quickly if ${long}.`);
    expect(asked).toMatch(/^What exactly does "quickly" mean in "….* must answer quickly if word.*…"\?$/);
    expect(asked.length).toBeLessThanOrEqual(120);
  });
});
