import { describe, expect, it } from "vitest";
import { EXAMPLE_GAPS, ExampleEvents, folded, time } from "../../../../test/support/example-events.ts";
import { gapId } from "../../../../test/support/example-gap.ts";
import { asIs, expectTextsShown, type Say } from "../../../../test/support/written-parts.ts";
import { renderClosingSummary } from "../../../document/summary/closing-summary.ts";
import type { GapState } from "../gap-state.ts";
import { makeQuestionId } from "../questions/question.ts";
import { closingSummary } from "./summaries-of.ts";

const moved = (gap: string, state: GapState) => ({
  gap: gapId(gap),
  from: "OPEN" as const,
  state,
  actor: "User" as const,
  round: 1,
  reason: null,
});

const ended = (say: Say = asIs) =>
  new ExampleEvents()
    .started(EXAMPLE_GAPS)
    .round(1)
    .turn({ seconds: 120 })
    .add("GapMoved", moved("GAP-FLOW-003", { at: "WONT_FIX", reason: say("nobody needs it") }))
    .add("GapMoved", moved("GAP-FLOW-002", { at: "USER_DEFERRED", reason: say("next year") }))
    .completed()
    .asked({ why: "Rounds do not get anywhere", kind: "divergence", subject: { of: "round", round: 1 } })
    .add("SessionPaused", { by: "human:ada", because: "lunch" })
    .later(60)
    .add("SessionResumed", { by: "human:ada" })
    .add("EndingRequested", { type: "USER_APPROVED", trigger: "human:ada" })
    .add("GatePassed", {
      class: "CRITICAL",
      rationales: [{ gap: gapId("GAP-FLOW-001"), text: say("a pilot") }],
    })
    .add("QuestionWithdrawn", { question: makeQuestionId(1), reason: say("the session ended") })
    .add("SessionEnded", { type: "USER_APPROVED", trigger: "human:ada" })
    .add("SpecPublished", { path: "loans_v1.md", sha256: "0a", map: "0b" });

describe("the closing summary", () => {
  it("tells how the session ended, what is left of it and why", () => {
    expect(closingSummary(folded(ended()))).toMatchObject({
      session: "loans",
      type: "USER_APPROVED",
      trigger: "human:ada",
      rounds: 1,
      started: time("14:00:00"),
      ended: time("14:03:00"),
      totalSeconds: 180,
      activeSeconds: 120,
      waitingSeconds: 60,
      output: "loans_v1.md",
      gaps: [
        { state: "OPEN", CRITICAL: 1, HIGH: 0, MEDIUM: 0, LOW: 0 },
        { state: "USER_DEFERRED", CRITICAL: 0, HIGH: 1, MEDIUM: 0, LOW: 0 },
        { state: "WONT_FIX", CRITICAL: 0, HIGH: 0, MEDIUM: 1, LOW: 0 },
      ],
      limitations: [
        { about: { of: "gap", gap: "GAP-FLOW-001" }, severity: "CRITICAL", rationale: "a pilot" },
        { about: { of: "gap", gap: "GAP-FLOW-002" }, severity: "HIGH", rationale: "next year" },
        { about: { of: "gap", gap: "GAP-FLOW-003" }, severity: "MEDIUM", rationale: "nobody needs it" },
        {
          about: { of: "question", number: 1 },
          title: "Rounds do not get anywhere",
          severity: null,
          rationale: "the session ended",
        },
      ],
      convergence: [{ round: 1 }],
    });
  });

  it("shows what users and agents wrote in its place, whatever that is", () => {
    expectTextsShown((say) => renderClosingSummary(closingSummary(folded(ended(say)))));
  });

  it.each([
    ["ACCEPTED", []],
    ["USER_DEFERRED", [1]],
  ] as const)(
    "given a question whose gap is %s by then, then it lists %j of them, by its first line",
    (at, listed) => {
      const gap = gapId("GAP-FLOW-001");
      const state = at === "ACCEPTED" ? { at, round: 1 } : { at, reason: "next year" };
      const events = new ExampleEvents()
        .started(EXAMPLE_GAPS)
        .round(1)
        .asked({
          why: "What is the price?\n\nThe list is empty.",
          kind: "blocked",
          subject: { of: "gap", gap, round: 1 },
        })
        .add("QuestionWithdrawn", { question: makeQuestionId(1), reason: "GAP-FLOW-001 is OPEN" })
        .later(60)
        .add("GapMoved", moved("GAP-FLOW-001", state as GapState))
        .add("SessionEnded", { type: "USER_APPROVED", trigger: "human:ada" });
      const questions = closingSummary(folded(events)).limitations.flatMap(({ about, title }) =>
        about.of === "question" ? [{ number: about.number, title }] : [],
      );
      expect(questions).toEqual(listed.map((number) => ({ number, title: "What is the price?" })));
    },
  );

  it("does not hold a user to what was said at the gates of an ending that was withdrawn", () => {
    const { events } = ended();
    const again = new ExampleEvents().at("14:03:00").add("EndingWithdrawn", { reason: "back" }).events;
    const end = events.at(-1);
    if (end === undefined) throw new Error("no events");
    const after = folded({ events: [...events.slice(0, -1), ...again, end] });
    expect(closingSummary(after).limitations[0]?.rationale).toBeNull();
  });

  it("is refused before the end", () => {
    expect(() => closingSummary(folded(new ExampleEvents().started(EXAMPLE_GAPS)))).toThrow();
  });
});
