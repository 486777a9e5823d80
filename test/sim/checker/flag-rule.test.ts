import { expect, it } from "vitest";
import type { Fact } from "../../../src/core/shared/decider.ts";
import { checkEvents } from "../checker.ts";
import { A, fact, gap, raised, Story } from "../event-lists.ts";

function faults(line: number, text: string, ...more: readonly Fact[]): readonly string[] {
  const evidence = [{ line, text: "| ISSUE-R1-001 | DEFERRED | later |" }];
  const story = new Story()
    .start([gap(A)])
    .round(1, A, "revise")
    .command(raised("ISSUE-R1-001", 1))
    .command(
      fact("FlagRaised", {
        flag: {
          ...{ issue: "ISSUE-R1-001", label: "IGNORED", confidence: "HIGH", heuristics: ["H1"], evidence },
          ...{ round: 2, severity: "HIGH", document: "d", file: "engineer.md", rounds: 1 },
        },
        escalation: "log",
      }),
    );
  if (more.length > 0) story.command(...more);
  return checkEvents(story.events, { texts: new Map([["d", text]]), find: () => [] })
    .filter(({ rule }) => rule === "flags")
    .map(({ message }) => message);
}

it("given a line that is there, then nothing is found, whichever way lines end", () => {
  expect(faults(3, "# E\nodd\rend\n".replace("end", "| ISSUE-R1-001 | DEFERRED | later |"))).toEqual([]);
  expect(faults(2, "# E\r\n| ISSUE-R1-001 | DEFERRED | later |\r\n")).toEqual([]);
});

it("given another line, or none, then it is found", () => {
  expect(faults(1, "# E\n| ISSUE-R1-001 | DEFERRED | later |\n")).toHaveLength(1);
  expect(faults(9, "# E\n")).toHaveLength(1);
});

it("given a flag that stands beside a disagreement on its issue, then it is found", () => {
  const text = "# E\n| ISSUE-R1-001 | DEFERRED | later |\n";
  const stated = {
    ...{ issue: "ISSUE-R1-001", round: 2, concern: "c", position: "p", rationale: "r", alternative: null },
    ...{ restsOn: { of: "judgement" }, document: "d", line: 1 },
  };
  expect(faults(2, text, fact("DisagreementStated", { round: 2, stated }))).toEqual([
    expect.stringContaining("though it is argued about"),
  ]);
});
