import { expect, it } from "vitest";
import { exampleGap } from "../../../../test/support/example-gap.ts";
import type { Hole } from "./hole.ts";
import { joinSurvey } from "./join-survey.ts";

const PATH = ["Loans", "Fees"];

function hole(number: number, title: string, span: Hole["span"] = null): Hole {
  return {
    number,
    title,
    line: 7,
    path: PATH,
    passage: span === null ? null : "Fees: TBD",
    span,
    why: "Two people would build it differently.",
    severity: "MEDIUM",
    settledBy: "a table of fees",
    blockedBy: [],
  };
}

it("given one reader names a hole twice, and one of the two is the other reader's, then both are one", () => {
  const mark = { from: 90, to: 93 };
  const marked = exampleGap("GAP-FEES-001");
  const known = {
    ...marked,
    origin: { from: "source", line: 7, rule: "todo-marker", subject: "fees", path: PATH, mark },
  } as unknown as typeof marked;
  const { gaps, confirmed } = joinSurvey({
    reports: [
      { by: "survey", holes: [hole(1, "Which fees are charged")] },
      {
        by: "second-survey",
        holes: [
          hole(1, "Which fees are ever charged twice", mark),
          hole(2, "Which fees are ever charged twice"),
        ],
      },
    ],
    gaps: [known],
    taken: [known.id],
    gapsMax: 10,
  });
  expect(gaps).toEqual([]);
  expect(confirmed).toMatchObject([{ gap: known.id, foundBy: ["linter", "survey", "second-survey"] }]);
});
