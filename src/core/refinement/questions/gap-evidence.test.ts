import { expect, test } from "vitest";
import { gapId } from "../../../../test/support/example-gap.ts";
import { enterGap, type GapOrigin } from "../gap.ts";
import { gatesFor } from "../gate.ts";
import { blockedQuestion } from "./gap-questions.ts";
import { gateQuestion } from "./session-questions.ts";

function gap(id: string, origin: GapOrigin) {
  const about = { id: null, line: 1, title: "Who may cancel", severity: "HIGH" } as const;
  return enterGap(about, { id: gapId(id), origin, round: 1 });
}

const ONE = gap("GAP-FLOW-001", { from: "source", line: 17, heading: null });
const TWO = gap("GAP-FLOW-002", { from: "gap", parent: gapId("GAP-FLOW-001") });
const AT_LINE = {
  file: "docs/spec.md",
  line: 17,
  text: "GAP-FLOW-001 HIGH: Who may cancel",
  from: "project",
  gap: "GAP-FLOW-001",
};

test("given a gap of the source, when it is blocked, then its place comes before what the Engineer says", () => {
  const said = { file: "round_001/engineer.md", line: 3, text: "the price list" };
  const about = { round: 1, need: "the price list", spec: "docs/spec.md", evidence: [said] };
  expect(blockedQuestion(ONE, about).evidence).toEqual([AT_LINE, said]);
  expect(blockedQuestion(TWO, about).evidence).toEqual([said]);
});

test("given a gate, then it lists each gap that is left, with its place where it has one", () => {
  const [gate] = gatesFor([ONE, TWO], []);
  if (gate === undefined) throw new Error("there is no gate");
  expect(gateQuestion(gate, { gaps: [TWO, ONE], spec: "docs/spec.md" }).evidence).toEqual([
    AT_LINE,
    { file: null, line: null, text: "GAP-FLOW-002 HIGH: Who may cancel", gap: "GAP-FLOW-002" },
  ]);
});
