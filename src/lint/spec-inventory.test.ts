import { describe, expect, it } from "vitest";
import { inventoryOfSpec } from "./spec-inventory.ts";

it("given a spec, then what the linter finds are its gaps, but for entries that are closed", () => {
  const text =
    "# Spec\n\nThe fee is TBD.\n\n- GAP-AB-001 (HIGH): Who pays?\n- GAP-AB-002 (RESOLVED): When?\n";
  expect(
    inventoryOfSpec(text, "spec.md", () => false).gaps.map(({ id, title, severity, origin }) => ({
      id,
      title,
      severity,
      origin,
    })),
  ).toMatchObject([
    { id: "GAP-TODO-001", title: "What is the fee?", origin: { from: "source", line: 3, heading: "Spec" } },
    { id: "GAP-AB-001", title: "Who pays?", origin: { from: "source", line: 5 } },
  ]);
});

describe("an inventory of the spec's own", () => {
  const SPEC = `# Shop

## Gaps

| Gap | Question | Severity | Status | Depends on |
|---|---|---|---|---|
| GAP-SHOP-001 | Who may cancel an order? | HIGH | open | GAP-SHOP-003 |
| GAP-SHOP-002 | Which currencies are taken? | LOW | RESOLVED in May | |
| GAP-SHOP-003 | What is an order? | MEDIUM | blocked until the lawyers have answered | |
| GAP-SHOP-004 | Are there vouchers? | LOW | deferred | GAP-SHOP-009 |
| GAP-SHOP-005 | A second shop? | LOW | won't fix | |
| GAP-SHOP-006 | Who ships? | LOW | accepted | |
`;
  const { gaps, settled } = inventoryOfSpec(SPEC, "shop.md", () => true);

  it("then what it lists as settled is known, and no gap of the session", () => {
    expect(settled).toEqual([
      { id: "GAP-SHOP-002", title: "Which currencies are taken?", state: "RESOLVED" },
      { id: "GAP-SHOP-005", title: "A second shop?", state: "WONT_FIX" },
      { id: "GAP-SHOP-006", title: "Who ships?", state: "ACCEPTED" },
    ]);
    expect(gaps.map(({ id }) => id)).toEqual(["GAP-SHOP-001", "GAP-SHOP-003", "GAP-SHOP-004"]);
  });

  it("then a description is the author's, and blockers are those of the column", () => {
    expect(gaps.map(({ description, blockedBy }) => [description, blockedBy])).toEqual([
      ["Who may cancel an order?", ["GAP-SHOP-003"]],
      ["What is an order?\nListed in the source as blocked until the lawyers have answered.", []],
      ["Are there vouchers?", ["GAP-SHOP-009"]],
    ]);
  });

  it("then what is deferred enters so, and what is blocked is open", () => {
    expect(gaps.map(({ state }) => state)).toEqual([
      { at: "OPEN" },
      { at: "OPEN" },
      { at: "USER_DEFERRED", reason: "listed in the source as deferred" },
    ]);
  });
});
