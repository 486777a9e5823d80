import fc from "fast-check";
import { expect, it } from "vitest";
import { gapOfSource } from "../../../test/support/example-gap.ts";
import type { SpecMap } from "../../core/documents/finished-spec.ts";
import type { Gap } from "../../core/refinement/gap.ts";
import type { GapState } from "../../core/refinement/gap-state.ts";
import { type GapId, parseGapId } from "../../core/shared/gap-id.ts";
import { readPlan, renderPlan } from "./plan-text.ts";
import { planOf } from "./spec-plan.ts";

function gapId(text: string): GapId {
  const id = parseGapId(text);
  if (id === null) throw new Error(text);
  return id;
}

const [A, B, C] = ["GAP-FLOW-001", "GAP-FLOW-002", "GAP-FLOW-003"].map(gapId) as [GapId, GapId, GapId];

function gap(id: GapId, at: GapState, blockedBy: readonly GapId[] = []): Gap {
  return { ...gapOfSource({ id, title: `about ${id}`, severity: null, blockedBy }), state: at };
}

const TEXT = [
  "# Shop", // 1
  "",
  "A shop on the web.", // 3
  "",
  "## Overview", // 5
  "",
  "People must like it.", // 7
  "",
  "## Pay", // 9
  "",
  "The card must be valid.", // 11
  "A declined card is tried once more.", // 12, of A
  "",
  "## Receipts", // 14
  "",
  "A receipt goes out by mail.", // 16
  "",
  "### Tests", // 18
  "",
  "Kept for ten years.", // 20, of C
  "",
  "## Decisions", // 22, added
  "",
  "It must be so.", // 24
  "",
].join("\n");

const MAP: SpecMap = [
  { from: 1, to: 11, origin: { of: "source", line: 1 } },
  { from: 12, to: 12, origin: { of: "resolution", gaps: [A] } },
  { from: 13, to: 19, origin: { of: "source", line: 13 } },
  { from: 20, to: 20, origin: { of: "blended", line: 20, gaps: [C] } },
  { from: 21, to: 24, origin: { of: "added" } },
];

it("given gaps and requirements, then each heading is one task, and foundations reach through what is no task", () => {
  const gaps = [
    gap(A, { at: "RESOLVED" }),
    gap(B, { at: "WONT_FIX", reason: "no" }, [A]),
    gap(C, { at: "ACCEPTED", round: 1 }, [B]),
  ];
  const items = planOf({ path: "shop_v1.md", text: TEXT, map: MAP, gaps });
  expect(items).toEqual([
    { gap: A, heading: null, title: "Build: Pay", section: "Pay", source: "shop_v1.md#pay", after: [] },
    {
      gap: null,
      heading: "#receipts",
      title: "Build: Receipts",
      section: "Receipts",
      source: "shop_v1.md#receipts",
      after: [],
    },
    {
      gap: C,
      heading: null,
      title: "Build: Tests",
      section: "Receipts",
      source: "shop_v1.md#tests",
      after: [A],
    },
  ]);
  const read = readPlan(renderPlan(items, { session: "shop", spec: "shop_v1.md" }));
  expect(read.map(({ line: _, status: __, notes: ___, ...item }) => item)).toEqual(items);
  expect(read.map(({ status, notes }) => [status, notes])).toEqual(items.map(() => ["pending", ""]));
});

const plan = (text: string, gaps: readonly Gap[] = [], map: SpecMap = []) =>
  planOf({ path: "shop_v1.md", text, map, gaps });
const titles = (text: string) => plan(text).map(({ title }) => title);

it.each([
  ["a statement", "## Payment\n\nBy card.", "Build: Payment"],
  ["a question", "## How are refunds paid?\n\nBy card.", "Build: How are refunds paid"],
  ["a numbered heading", "## 3.2 Payment\n\nBy card.", "Build: Payment"],
  ["a requirement", "## FR-012: Cancel an order\n\nIt must work.", "Implement FR-012: Cancel an order"],
  ["a kind of heading", "## Requirement: Cancel an order\n\nIt must work.", "Build: Cancel an order"],
  ["requirements below", "## Orders\n\n- **FR-001**: a\n- **FR-002**: b", "Implement FR-001, FR-002: Orders"],
  [
    "many below",
    `## Orders\n\n${[1, 2, 3, 4, 5].map((n) => `- **FR-00${n}**: it must.`).join("\n")}`,
    "Implement FR-001 to FR-005: Orders",
  ],
  ["a call", "## `POST /orders`\n\nMakes an order.", "Implement `POST /orders`"],
  [
    "a table of calls",
    "## API\n\n| Method | Path | Purpose |\n|---|---|---|\n| POST | `/orders` | Makes an order. Then waits. |",
    "Implement `POST /orders`: Makes an order",
  ],
  ["endpoints", "## API\n\n| Endpoint |\n|---|\n| `GET /orders/{id}` |", "Implement `GET /orders/{id}`"],
  ["another table", "## Fees\n\n| Path | Fee |\n|---|---|\n| short | 5 |", "Build: Fees"],
])("given %s, then the task reads as work", (_, text, title) => {
  expect(titles(`# Shop\n\n${text}\n`)).toEqual([title]);
});

it.each(["Out of scope", "Non-goals", "7. Non-Goals", "Glossary", "Decisions", "Known Limitations"])(
  "given a section %s, then nothing in it is a task",
  (title) => {
    const text = `# Shop\n\n## ${title}\n\nThe shop must not sell wine.\n\n### More\n\nIt must not.\n\n| Method | Path |\n|---|---|\n| GET | /wine |\n`;
    const map: SpecMap = [{ from: 5, to: 5, origin: { of: "resolution", gaps: [A] } }];
    expect(plan(text, [gap(A, { at: "RESOLVED" })], map)).toEqual([]);
  },
);

it("given a call in two tables and a heading, then it is one task; equal headings are told apart", () => {
  const table = "| Endpoint |\n|---|\n| GET /a |\n| GET /b |";
  const text = `# Shop\n\n## API\n\n${table}\n\n## More\n\n${table}\n\n### GET /a\n\nIt must answer.\n`;
  expect(titles(text)).toEqual(["Implement `GET /b`", "Implement `GET /a`"]);
  const twice = "# Shop\n\n## Pay\n\n### Errors\n\nShown.\n\n## Send\n\n### Errors\n\nShown.\n";
  expect(titles(twice)).toEqual(["Build: Errors (Pay)", "Build: Errors (Send)"]);
});

it("given gaps that wait for each other's headings, then no task waits in a circle", () => {
  const text = "# Shop\n\n## Pay\n\nBy card.\n\n## Send\n\nBy mail.\n";
  const map: SpecMap = [
    { from: 5, to: 5, origin: { of: "resolution", gaps: [A, B] } },
    { from: 9, to: 9, origin: { of: "resolution", gaps: [C] } },
  ];
  const gaps = [gap(A, { at: "RESOLVED" }, [C]), gap(B, { at: "RESOLVED" }), gap(C, { at: "RESOLVED" }, [B])];
  expect(plan(text, gaps, map).map(({ gap: of, after }) => [of, after])).toEqual([
    [A, [C]],
    [C, []],
  ]);
});

const section = fc.record({
  level: fc.constantFrom("##", "###"),
  /** Whether it says something besides its table. */
  requires: fc.boolean(),
  calls: fc.nat({ max: 3 }),
  form: fc.constantFrom("two columns", "one column"),
  isScope: fc.boolean(),
});

it("given any spec, then each heading that requires something and each call is covered exactly once", () => {
  fc.assert(
    fc.property(fc.array(section, { maxLength: 8 }), (sections) => {
      const expected: string[] = [];
      let excludedBelow = 0;
      const parts = sections.map(({ level, requires, calls, form, isScope }, index) => {
        const outer = level.length;
        if (outer <= excludedBelow) excludedBelow = 0;
        const title = isScope ? "Out of scope" : `Part ${index}`;
        if (isScope && excludedBelow === 0) excludedBelow = outer;
        const paths = Array.from({ length: calls }, (_, n) => `/part${index}/${n}`);
        if (excludedBelow === 0) {
          if (requires) expected.push(`Build: ${title}`);
          expected.push(...paths.map((path) => `Implement \`PUT ${path}\``));
        }
        const rows = paths.map((path) =>
          form === "one column" ? `| \`PUT ${path}\` |` : `| PUT | ${path} |`,
        );
        const head = form === "one column" ? "| Endpoint |\n|---|" : "| Method | Path |\n|---|---|";
        return [
          `${level} ${title}`,
          ...(requires ? ["The shop must do this."] : []),
          ...(calls === 0 ? [] : [[head, ...rows].join("\n")]),
        ].join("\n\n");
      });
      expect(titles(["# Shop", ...parts].join("\n\n")).toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 200 },
  );
});

it("given titles that would open a comment, then the plan still reads as it was written", () => {
  const items = [
    { gap: A, heading: null, title: "what of <!-- this?", section: "One -->", source: "a.md#one", after: [] },
    { gap: B, heading: null, title: "and that?", section: "Two", source: "a.md#two", after: [A] },
  ];
  const read = readPlan(renderPlan(items, { session: "s", spec: "a.md" }));
  expect(read.map(({ gap: of, after }) => [of, after])).toEqual([
    [A, []],
    [B, [A]],
  ]);
});
