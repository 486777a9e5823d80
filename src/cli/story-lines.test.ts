import { describe, expect, test } from "vitest";
import { exampleView, happened } from "../../test/support/live-examples.ts";
import type { RunNews } from "../app/sessions/run-refinement.ts";
import type { RunStory, RunView } from "../app/sessions/run-view.ts";
import { newsLines } from "./news-lines.ts";
import { columnsOfLine, lineText } from "./text.ts";

const ISSUE = {
  id: "ISSUE-R1-001",
  severity: "HIGH",
  title: "No time limit",
  gaps: ["GAP-FLOW-001"],
  round: 1,
  inConflict: false,
};

function viewWith(story: Partial<RunStory> = {}, changes: Partial<RunView> = {}): RunView {
  const view = exampleView(changes);
  return { ...view, story: { ...view.story, ...story } };
}

function told(
  news: readonly RunNews[],
  { view = viewWith(), width }: { readonly view?: RunView; readonly width?: number } = {},
): readonly string[] {
  const place = { nowMs: 0, ...(width === undefined ? {} : { width }) };
  return news
    .flatMap((one) => newsLines(one, place, () => view))
    .map((line) => lineText(line, { colours: false }));
}

const round = (gaps: readonly string[]): RunNews =>
  happened("RoundStarted", { round: 3, incarnation: 0, focus: "foundations", lanes: [{ lane: "-", gaps }] });

const moved = (at: string, data: object = {}): RunNews =>
  happened("GapMoved", {
    gap: "GAP-FLOW-001",
    from: "PROPOSED",
    state: { at },
    actor: "Reviewer",
    round: 2,
    reason: null,
    ...data,
  });

describe("a round", () => {
  test("has its gap, with its title, in its heading", () => {
    expect(told([round(["GAP-FLOW-001"])])).toEqual(["", "Round 3: GAP-FLOW-001 who may cancel"]);
  });

  test("lists several below it", () => {
    expect(told([round(["GAP-FLOW-001", "GAP-FLOW-002"])])).toEqual([
      "",
      "Round 3: 2 gaps",
      "  GAP-FLOW-001 who may cancel",
      "  GAP-FLOW-002 declined cards",
    ]);
  });

  test("ends with what is left, and who is waited for", () => {
    const net = { resolved: ["GAP-FLOW-009"], created: [] };
    const gaps = exampleView().gaps.map((gap) => ({ ...gap, state: "BLOCKED_EXTERNAL" as const }));
    expect(told([happened("RoundCompleted", { round: 1, net })], { view: viewWith({}, { gaps }) })).toEqual([
      "  Round 1 done: 1 gap closed, 2 gaps left (2 waiting for you)",
    ]);
  });
});

describe("an argument", () => {
  const proposal = happened("ProposalMade", { gap: "GAP-FLOW-001", together: ["GAP-FLOW-001"], edits: [] });

  test("a proposal is told by its gist, as a quotation", () => {
    expect(told([proposal], { view: viewWith({ gist: () => "Customers may cancel." }) })).toEqual([
      "    proposes for GAP-FLOW-001: “Customers may cancel.”",
    ]);
  });

  test("a text that settles two gaps is told once", () => {
    const together = ["GAP-FLOW-001", "GAP-FLOW-002"];
    const both = together.map((gap) => happened("ProposalMade", { gap, together, edits: [] }));
    expect(told(both)).toEqual(["    proposes for GAP-FLOW-001, GAP-FLOW-002"]);
  });

  test("an issue has its severity and its title", () => {
    expect(told([happened("IssueRaised", { issue: ISSUE, title: ISSUE.title })])).toEqual([
      "    HIGH No time limit (ISSUE-R1-001 on GAP-FLOW-001)",
    ]);
  });

  test("a gap that goes back says how many issues are new, and names those that stayed", () => {
    const fresh = { ...ISSUE, id: "ISSUE-R2-001", round: 2 };
    const sentBack = moved("NEEDS_REVISION", { reason: "open: ISSUE-R1-001" });
    expect(told([sentBack], { view: viewWith({ issuesHolding: () => [ISSUE, fresh] }) })).toEqual([
      "    GAP-FLOW-001 goes back to the Engineer: 1 issue to settle",
      "    still open: HIGH No time limit (ISSUE-R1-001 on GAP-FLOW-001)",
    ]);
  });

  test("a disagreement is told with the Engineer's position; a gap that only a decision can move says so", () => {
    const view = viewWith({ issue: () => ISSUE, issuesHolding: () => [{ ...ISSUE, inConflict: true }] });
    const stated = { issue: ISSUE.id, position: "As long as it is not shipped." };
    const settled = {
      issue: ISSUE.id,
      round: 2,
      outcome: "conflict",
      why: "the Reviewer stands by the issue",
    };
    const events = [
      happened("DisagreementStated", { round: 2, stated }),
      happened("DisagreementSettled", settled),
      moved("NEEDS_REVISION", { reason: "open: ISSUE-R1-001" }),
    ];
    expect(told(events, { view })).toEqual([
      "    disagrees with HIGH No time limit (ISSUE-R1-001 on GAP-FLOW-001): “As long as it is not shipped.”",
      "    no agreement on HIGH No time limit (ISSUE-R1-001 on GAP-FLOW-001): the Reviewer stands by the issue",
      "    GAP-FLOW-001 waits until you have decided",
    ]);
  });

  test("states nobody needs to follow are not told", () => {
    const bookkeeping = [
      moved("PROPOSED", { actor: "Engineer" }),
      moved("IN_PROGRESS", { actor: "Mediator" }),
      moved("RESOLVED", { actor: "Mediator" }),
      happened("TurnSettled", { role: "engineer", lane: "-", outcome: "VALID", detail: "GAP-FLOW-001" }),
    ];
    expect(told(bookkeeping)).toEqual([]);
    expect(told([moved("ACCEPTED")])).toEqual(["    GAP-FLOW-001 is accepted"]);
  });

  test("a document that cannot be used says why", () => {
    const judged = { failure: "WRONG_FORMAT", message: "Missing a heading.", line: 4, role: "engineer" };
    expect(told([happened("OutputJudged", judged)])).toEqual(["    not usable: Missing a heading. (line 4)"]);
  });
});

test("an answer is told by what was chosen, and by whom", () => {
  const question = { options: [{ id: "defer", label: "Defer the gap" }] };
  const view = viewWith({ question: () => question as unknown as ReturnType<RunStory["question"]> });
  const answer = { question: "Q1", option: "defer", by: "policy:policy.yaml#1" };
  expect(told([happened("QuestionAnswered", { answer })], { view })).toEqual([
    "  Q1 answered: Defer the gap, by policy.yaml",
  ]);
});

test.each([40, 80, 140])("at %i columns no word is broken, and no line is wider", (width) => {
  const gist = `${"Customers may cancel an order until it is shipped, ".repeat(6)}and no later.`;
  const proposal = happened("ProposalMade", { gap: "GAP-FLOW-001", together: [], edits: [] });
  const lines = newsLines(proposal, { nowMs: 0, width }, () => viewWith({ gist: () => gist }));
  expect(lines.length).toBeGreaterThan(1);
  expect(Math.max(...lines.map(columnsOfLine))).toBeLessThanOrEqual(width);
  expect(Math.max(...lines.map(columnsOfLine))).toBeGreaterThan(width - 20);
  const words = lines.map((line) => lineText(line, { colours: false }).trim()).join(" ");
  expect(words).toBe(`proposes for GAP-FLOW-001: “${gist}”`);
});
