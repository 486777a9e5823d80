import { expect, it } from "vitest";
import { gapsOfSpec } from "./gaps-of-spec.ts";

const titlesOf = (line: string) =>
  gapsOfSpec(`# Spec\n\n${line}\n`, "spec.md", () => false).map(({ title }) => title);

it.each([
  ["The customer pays. TODO: what if the card is declined?", "what if the card is declined?"],
  ["[NEEDS CLARIFICATION: who may cancel, and until when?]", "who may cancel, and until when?"],
  ["An item is kept for TBD minutes. Then it goes back.", "An item is kept for … minutes"],
  ["It costs 5. An item is kept for TBD minutes. Then it goes.", "An item is kept for … minutes"],
  ["Kept for TBD.", "Kept for …"],
  ["Paid by card. TODO: what if it is declined? Amounts are in cents.", "what if it is declined?"],
  ["- **GAP-BILL-001** (HIGH): Refund period. Refunds go to the card.", "Refund period"],
  ["### GAP-FLOW-001 [HIGH] What happens on failure", "What happens on failure"],
  ["TODO", "Something left open in Spec"],
  ["TBD: how long receipts are kept.", "how long receipts are kept"],
])("given %s, its gap is called %s", (line, title) => {
  expect(titlesOf(line)).toEqual([title]);
});

it("given a row of a table, its gap is called by the other cells", () => {
  expect(titlesOf("| Limit | Value |\n|---|---|\n| Open orders of one customer | ??? |")).toEqual([
    "Open orders of one customer",
  ]);
  expect(
    titlesOf(
      "| Gap | Title | Severity | State |\n|---|---|---|---|\n| GAP-AUTH-001 | Auth missing | HIGH | OPEN |",
    ),
  ).toEqual(["Auth missing"]);
});
