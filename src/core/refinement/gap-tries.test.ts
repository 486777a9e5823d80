import { describe, expect, it } from "vitest";
import { gapId } from "../../../test/support/example-gap.ts";
import { restingGaps, type TriedMove, type Tries, triesAfter, triesOf } from "./gap-tries.ts";

const [A, B] = [gapId("GAP-FLOW-001"), gapId("GAP-FLOW-002")];

type Step = Pick<TriedMove, "from" | "to" | "actor" | "round">;

const step = (from: Step["from"], to: Step["to"], actor: Step["actor"], round = 1): Step => ({
  from,
  to,
  actor,
  round,
});
const assigned = (round: number) => step("OPEN", "IN_PROGRESS", "Mediator", round);

function triesFrom(steps: readonly Step[]): Tries {
  return steps.reduce<Tries>((tries, one) => triesAfter(tries, { gap: A, ...one }), {});
}

describe("how a round ended for a gap", () => {
  it.each([
    ["came-back", [step("IN_PROGRESS", "OPEN", "Mediator")]],
    ["came-back", [step("IN_PROGRESS", "NEEDS_REVISION", "Mediator")]],
    [
      "came-back",
      [step("IN_PROGRESS", "PROPOSED", "Engineer"), step("PROPOSED", "NEEDS_REVISION", "Reviewer")],
    ],
    ["blocked", [step("IN_PROGRESS", "BLOCKED_EXTERNAL", "Engineer")]],
    [
      "blocked",
      [step("IN_PROGRESS", "BLOCKED_EXTERNAL", "Engineer"), step("BLOCKED_EXTERNAL", "OPEN", "User")],
    ],
    ["taken-away", [step("IN_PROGRESS", "USER_DEFERRED", "User")]],
    ["taken-away", [step("IN_PROGRESS", "USER_DEFERRED", "User"), step("USER_DEFERRED", "OPEN", "User")]],
    ["taken-away", [step("IN_PROGRESS", "SUPERSEDED", "User")]],
    [null, [step("IN_PROGRESS", "PROPOSED", "Engineer")]],
    [null, [step("IN_PROGRESS", "PROPOSED", "Engineer"), step("PROPOSED", "ACCEPTED", "Reviewer")]],
  ] as const)("is %s", (end, steps) => {
    expect(triesFrom([assigned(1), ...steps])).toEqual({ [A]: [{ round: 1, end }] });
  });

  it("given many rounds, then the last two are remembered", () => {
    const tries = triesFrom(
      [1, 2, 3].flatMap((round) => [assigned(round), step("IN_PROGRESS", "OPEN", "Mediator", round)]),
    );
    expect(tries[A]).toEqual([
      { round: 2, end: "came-back" },
      { round: 3, end: "came-back" },
    ]);
    expect(triesOf(3, tries)).toEqual([{ round: 3, end: "came-back" }]);
  });

  it("given one round takes it up twice, then it is one", () => {
    expect(triesFrom([assigned(1), step("IN_PROGRESS", "OPEN", "Mediator"), assigned(1)])[A]).toEqual([
      { round: 1, end: null },
    ]);
  });

  it("given a gap that was never assigned, then nothing is remembered", () => {
    expect(triesFrom([step("OPEN", "USER_DEFERRED", "User")])).toEqual({});
  });
});

describe("a gap rests", () => {
  const back = (...rounds: number[]) => rounds.map((round) => ({ round, end: "came-back" as const }));

  it.each([
    ["alone, it does not", [A], { [A]: back(1, 2) }, []],
    ["another has had no round since", [A, B], { [A]: back(1, 2), [B]: back(2) }, [A]],
    ["another has had a round since", [A, B], { [A]: back(1, 2), [B]: back(3) }, []],
    ["two that came back together", [A, B], { [A]: back(1, 2), [B]: back(1, 2) }, [A, B]],
  ] as const)("given %s", (_name, assignable, tries, resting) => {
    expect([...restingGaps(assignable, tries)]).toEqual(resting);
  });
});
