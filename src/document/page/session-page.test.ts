import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { strangeParts } from "../../../test/support/strange-parts.ts";
import { type ArgumentStep, renderSessionPage, type SessionPage } from "./session-page.ts";

const CONVERGENCE = {
  round: 1,
  gapsStart: 4,
  resolved: 2,
  created: 1,
  gapsEnd: 2.25,
  net: 1,
  weightedNet: 1,
};

/** Every text of it is the same one. */
function pageOf(text: string): SessionPage {
  const decision = {
    ...{ id: "DECISION-R1-001", title: text, decision: text, rationale: text, constraints: text },
    ...{ decidedBy: text, at: text, gaps: ["GAP-FLOW-001"] },
  };
  const steps: readonly ArgumentStep[] = [
    { of: "proposal", round: 1, confidence: text, texts: [text] },
    { of: "issue", round: 1, id: "ISSUE-R1-001", severity: "HIGH", title: text, text, fate: text },
    { of: "review", round: 1, needsRevision: true },
    {
      ...{ of: "disagreement", round: 2, issue: "ISSUE-R1-001" },
      ...{ position: text, rationale: text, alternative: text, restsOn: text },
    },
    { of: "settled", round: 2, issue: "ISSUE-R1-001", words: text },
    { of: "decision", round: 2, decision },
  ];
  return {
    ...{ session: text, spec: text, state: text, started: text, updated: text, rounds: 2 },
    ...{ engineer: text, reviewer: text, output: text, text },
    lines: [{ from: 1, to: 1, gaps: ["GAP-FLOW-001"] }],
    convergence: [{ ...CONVERGENCE, state: text, note: text }],
    decisions: [decision],
    gaps: [
      {
        ...{ id: "GAP-FLOW-001", title: text, severity: "HIGH", state: "ACCEPTED", detail: text },
        ...{ description: text, origin: text, passage: text, inputs: [text], steps, accepted: text },
      },
    ],
    questions: [{ id: "Q1", why: text }],
  };
}

test("whatever the session's texts say, the page holds no element and no address but its own", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(strangeParts(renderSessionPage(pageOf(text)))).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test.each([
  "<script src=http://x.y/a.js></script>",
  "[a](javascript:alert(1)) ![b](http://x.y/b.png) <svg onload=alert(1)>",
  '"><img src=x onerror=alert(1)>',
  "</style><link rel=stylesheet href=//x.y>",
  "</title><body onload=alert(1)>",
])("%j is text", (text) => {
  const page = renderSessionPage(pageOf(text));
  expect(strangeParts(page)).toEqual([]);
  expect(page).not.toContain("<script");
  expect(page).not.toContain(text);
});

test("what a gap came to can be found from the spec and from the contents", () => {
  const page = renderSessionPage(pageOf("Words"));
  expect(page.split('href="#GAP-FLOW-001"').length - 1).toBeGreaterThan(2);
  expect(page.split('id="GAP-FLOW-001"')).toHaveLength(2);
  expect(page).toContain("Open gaps: 4 at the start, 2.25 after round 1");
});
