import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { specOf } from "../../test/support/example-facts.ts";
import { exampleGap, gapId, issueId } from "../../test/support/example-gap.ts";
import { hostileText } from "../../test/support/hostile-text.ts";
import type { Gap } from "../core/refinement/gap.ts";
import { BUDGETS, REFERENCES_MAX } from "./budgets.ts";
import { openFence } from "./cut-text.ts";
import { draftPassages } from "./draft-excerpt.ts";
import type { SpecFacts } from "./prompt-facts.ts";

const filler = (name: string) =>
  Array.from({ length: 80 }, (_, n) => `${name} line ${n} ${"word ".repeat(12)}`);

const LINES = [
  "# Library",
  "## 1. Loans",
  "### 1.1 Returning",
  "A loan ends when the copy is back. TODO: what about damage? See §4.2.",
  ...filler("returning"),
  "## 4. Fees",
  "### 4.1 Late fees",
  ...filler("late"),
  "### 4.2 Damage fees",
  "A damaged copy costs its price.",
  ...filler("damage"),
  "## Opening calendar",
  "Branches close on Sundays.",
  "## Open gaps",
  "- GAP-LOAN-007: who keeps the calendar?",
  ...filler("end"),
];
const library = specOf(LINES.join("\n"));

function gapAt(about: Partial<Gap>): Gap {
  return { ...exampleGap("GAP-LOAN-001"), ...about };
}

function passages(spec: SpecFacts, gap: Gap, line: number | null = null, words = "") {
  return draftPassages(spec, { gap, line, words });
}

describe("the excerpt a gap needs", () => {
  it("given the line of its passage, holds that line, its heading path and the section it refers to", () => {
    const [place, reference] = passages(library, gapAt({}), 4);
    expect(place?.why).toBe("place");
    expect(place?.path).toEqual(["Library", "1. Loans", "1.1 Returning"]);
    expect(place?.text).toContain("TODO: what about damage?");
    expect(reference?.why).toBe("reference");
    expect(reference?.path).toEqual(["Library", "4. Fees", "4.2 Damage fees"]);
    expect(reference?.text).toContain("A damaged copy costs its price.");
  });

  it("holds sections that the gap names by title", () => {
    const description = "Days are those of the opening calendar.";
    const found = passages(library, gapAt({ description }), 4);
    expect(found.some(({ text }) => text.includes("Branches close on Sundays."))).toBe(true);
  });

  it("says what is left out on both sides", () => {
    const line = LINES.indexOf("A damaged copy costs its price.") + 1;
    const [place] = passages(library, gapAt({}), line);
    expect(place?.text).toMatch(/^\[… cut: \d+ lines above …\]\n/);
    expect(place?.text).toMatch(/\n\[… cut: \d+ lines below …\]$/);
  });

  it("given a gap that came from another, shows where that one is", () => {
    const spawned = gapAt({ origin: { from: "gap", parent: gapId("GAP-LOAN-007") } });
    expect(passages(library, spawned)[0]?.text).toContain("GAP-LOAN-007: who keeps the calendar?");
    const about = gapId("GAP-LOAN-007");
    const reviewed = gapAt({ origin: { from: "review", issue: issueId("ISSUE-R1-001"), about } });
    expect(passages(library, reviewed)[0]?.text).toContain("GAP-LOAN-007");
  });

  it("given a gap that rests on an accepted one, shows the text that was accepted for it", () => {
    const places = [
      { gap: gapId("GAP-LOAN-009"), line: LINES.indexOf("A damaged copy costs its price.") + 1 },
    ];
    const found = passages({ ...library, places }, gapAt({ blockedBy: [gapId("GAP-LOAN-009")] }), 4);
    expect(found.slice(1).some(({ text }) => text.includes("A damaged copy costs its price."))).toBe(true);
  });

  it("given words that name a section, shows that section", () => {
    const [named] = passages(library, gapAt({}), null, "After: Library > Opening calendar");
    expect(named?.path.at(-1)).toBe("Opening calendar");
  });

  it("given a gap without a place, shows the section it names, or nothing", () => {
    const origin = { from: "final-review" } as const;
    const [named] = passages(library, gapAt({ origin, title: "The damage fees have no currency" }));
    expect(named?.path.at(-1)).toBe("4.2 Damage fees");
    expect(passages(library, gapAt({ origin, title: "Something else" }))).toEqual([]);
  });

  it("closes a fence that it cuts through, and opens one that it begins in", () => {
    const code = Array.from({ length: 200 }, (_, n) => `row ${n} ${"x".repeat(60)}`);
    const fenced = specOf(["# T", "```sql", ...code, "```", "end"].join("\n"));
    const [place] = passages(fenced, gapAt({}), 100);
    const lines = place?.text.split("\n") ?? [];
    expect(lines[1]).toBe("```");
    expect(lines.at(-2)).toBe("```");
    expect(openFence(lines)).toBeNull();
  });

  it("whatever the source holds, has the line, within the budget", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(hostileText, fc.constantFrom("# A", "## 2. See §2", "x".repeat(900))), {
          minLength: 1,
          maxLength: 40,
        }),
        fc.nat(),
        hostileText,
        (lines, at, description) => {
          const any = specOf(lines.join("\n"));
          const line = 1 + (at % any.draft.lines.length);
          const found = passages(any, gapAt({ description }), line);
          expect(found.length).toBeLessThanOrEqual(1 + REFERENCES_MAX);
          expect(found[0]?.text).toContain((any.draft.lines[line - 1] ?? "").slice(0, 500));
          for (const { text } of found) expect(text.length).toBeLessThanOrEqual(BUDGETS.place + 200);
        },
      ),
    );
  });
});
