import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  EXAMPLE_GAPS,
  ExampleEvents,
  folded,
  roundWithRetry,
  time,
} from "../../../../test/support/example-events.ts";
import { decisionId, exampleGap, gapId, issueId } from "../../../../test/support/example-gap.ts";
import { evolve } from "../session/evolve.ts";
import { SESSION_START, type Session } from "../session/session.ts";
import { roundsOf } from "./round-log.ts";
import { statusDocument } from "./status-of.ts";
import { closingSummary, roundSummary } from "./summaries-of.ts";

describe("what a session remembers of its rounds", () => {
  it("is plain JSON at every point, so that a snapshot goes on where it stopped", () => {
    const { events } = roundWithRetry().completed().round(2).turn().asked();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: events.length }), (cut) => {
        const before = events.slice(0, cut).reduce(evolve, SESSION_START);
        const restored: Session = JSON.parse(JSON.stringify(before));
        expect(restored).toEqual(before);
        expect(events.slice(cut).reduce(evolve, restored)).toEqual(events.reduce(evolve, SESSION_START));
      }),
    );
  });

  it("leaves the logs of earlier rounds alone while a later one goes on", () => {
    const before = folded(roundWithRetry().completed().round(2));
    const { events } = roundWithRetry().completed().round(2).turn().turn({ role: "reviewer" }).completed();
    const after = folded({ events });
    expect(roundsOf(after.work)[1]).toEqual(before.work.past[1]);
    const added = new ExampleEvents().at("15:00:00");
    added.add("ReviewOpened", { round: 2, proposals: [] });
    const later = added.events.reduce<Session>(evolve, before);
    expect(later.at !== "none" && later.work.past).toBe(before.work.past);
  });

  it("gives what happens between two rounds to the later one, and to the last one at the end", () => {
    const moved = new ExampleEvents()
      .started(EXAMPLE_GAPS)
      .round(1)
      .turn()
      .completed()
      .add("GapMoved", {
        gap: gapId("GAP-FLOW-003"),
        from: "OPEN",
        state: { at: "USER_DEFERRED", reason: "not this year" },
        actor: "User",
        round: 2,
        reason: null,
      })
      .decided("DECISION-R2-001", 2);
    const transitions = (events: ExampleEvents) =>
      statusDocument(folded(events)).rounds.map(({ round, transitions: own }) => [round, own.length]);
    expect(transitions(moved)).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(roundSummary(folded(moved), 1).transitions).toEqual([]);
    moved.add("SessionEnded", { type: "ABANDONED", trigger: "the user" });
    expect(transitions(moved)).toEqual([[1, 1]]);
    expect(folded(moved).work.decisions.map(({ id }) => id)).toEqual([decisionId("DECISION-R2-001")]);
  });

  it("forgets a round that begins again, and the rounds after it", () => {
    const again = roundWithRetry().completed().round(2).turn().completed().round(2);
    const { rounds, convergence } = statusDocument(folded(again));
    expect(rounds.map(({ round, outcomes }) => [round, outcomes.length])).toEqual([
      [1, 2],
      [2, 0],
    ]);
    expect(convergence.map(({ round }) => round)).toEqual([1]);
  });
});

describe("a round's summary", () => {
  const issue = (id: string, round: number) => ({
    issue: {
      id: issueId(id),
      gaps: [gapId("GAP-FLOW-001")],
      severity: "HIGH" as const,
      round,
      state: { at: "OPEN" as const, decision: null },
    },
    alias: null,
    inferred: false,
    title: "Name the clock",
    location: null,
    impact: null,
    suggestion: null,
    document: "sha-reviewer",
    line: 3,
  });

  it("keeps how things stood at the end of the round", () => {
    const events = roundWithRetry()
      .add("IssueRaised", issue("ISSUE-R1-001", 1))
      .add("GapEntered", { gap: exampleGap("GAP-FLOW-009", { round: 1 }), alias: "GAP-FLOW-001" })
      .completed()
      .asked({
        kind: "blocked",
        subject: { of: "gap", gap: gapId("GAP-FLOW-002"), round: 1 },
        blocks: ["GAP-FLOW-002"],
      });
    const asked = roundSummary(folded(events), 1);
    expect(asked.questions).toEqual([
      { question: "Q1", kind: "blocked", about: "GAP-FLOW-002", blocks: "GAP-FLOW-002" },
    ]);
    expect(asked.newGaps).toEqual([{ ...exampleGap("GAP-FLOW-009", { round: 1 }), alias: "GAP-FLOW-001" }]);
    events
      .round(2)
      .answered(1)
      .add("IssueMoved", {
        issue: issueId("ISSUE-R1-001"),
        from: "OPEN",
        state: { at: "CLOSED", round: 2 },
        round: 2,
      });
    expect(roundSummary(folded(events), 1)).toEqual(asked);
    expect(asked.issues.map(({ state }) => state)).toEqual(["OPEN"]);
  });

  it("is refused for a round that goes on", () => {
    expect(() => roundSummary(folded(roundWithRetry()), 1)).toThrow(RangeError);
  });
});

describe("the state a round ended in", () => {
  const net = { resolved: [], created: [], unweighted: -3, weighted: -12, note: null, newCritical: [] };
  const warned = () =>
    new ExampleEvents()
      .started(EXAMPLE_GAPS)
      .round(1)
      .turn()
      .completed({ net, openStart: 3, openEnd: 6 })
      .add("ConvergenceChanged", {
        state: {
          at: "DIVERGENCE_WARNING",
          flatRounds: 1,
          raisedIn: 1,
          causes: ["NET_BELOW_THRESHOLD"],
        },
        nextFocus: null,
        because: "round 1",
      })
      .asked({ kind: "divergence", subject: { of: "round", round: 1 } });

  it("is the one its net brought about, with the cause", () => {
    const { convergence, state } = statusDocument(folded(warned()));
    expect(state).toBe("DIVERGENCE_WARNING");
    expect(convergence).toEqual([
      {
        round: 1,
        gapsStart: 3,
        resolved: 0,
        created: 0,
        gapsEnd: 6,
        net: -3,
        weightedNet: -12,
        state: "DIVERGENCE_WARNING",
        note: "net below the threshold",
      },
    ]);
  });

  it("stays what it was when the user's answer changes the session's", () => {
    const answered = warned()
      .answered(1)
      .add("ConvergenceChanged", { state: { at: "CONVERGING" }, nextFocus: null, because: "accepted" });
    const { convergence, state } = statusDocument(folded(answered));
    expect(state).toBe("CONVERGING");
    expect(convergence[0]?.state).toBe("DIVERGENCE_WARNING");
  });

  it("is shown beneath a pause, while the session's own word is PAUSED", () => {
    const paused = warned()
      .add("SessionPaused", { by: "human:ada", because: "lunch" })
      .add("ConvergenceChanged", {
        state: { at: "PAUSED", before: { at: "CONVERGING" } },
        nextFocus: null,
        because: "lunch",
      });
    expect(statusDocument(folded(paused)).state).toBe("PAUSED");
    expect(statusDocument(folded(paused)).convergence[0]?.state).toBe("DIVERGENCE_WARNING");
  });
});

describe("an ending", () => {
  it("changes the session's state and not that of its last round", () => {
    const events = roundWithRetry()
      .completed()
      .add("ConvergenceChanged", { state: { at: "COMPLETE" }, nextFocus: null, because: "the end" })
      .add("SessionEnded", { type: "COMPLETE", trigger: "the Final Review" });
    const { state, convergence } = statusDocument(folded(events));
    expect([state, convergence[0]?.state]).toEqual(["COMPLETE", "CONVERGING"]);
  });
});

const TAKEN_UP = {
  from: "OPEN",
  state: { at: "IN_PROGRESS", before: "OPEN" },
  actor: "Mediator",
  round: 1,
  reason: null,
} as const;

describe("timing", () => {
  it("counts every second once: waiting only while somebody is asked and nobody works", () => {
    const lanes = ["GAP-FLOW-001", "GAP-FLOW-002"] as const;
    const events = new ExampleEvents()
      .started(EXAMPLE_GAPS)
      .round(1, lanes)
      .call({ lane: lanes[0] })
      .later(10)
      .call({ lane: lanes[1] })
      .later(50)
      .finished({ lane: lanes[0], seconds: 60 })
      .asked()
      .later(30)
      .finished({ lane: lanes[1], seconds: 80 })
      .later(300)
      .answered(1)
      .later(1_000)
      .completed();
    expect(statusDocument(folded(events)).timing).toEqual([
      {
        round: 1,
        started: time("14:00:00"),
        finished: time("14:23:10"),
        activeSeconds: 1_090,
        waitingSeconds: 300,
      },
    ]);
  });

  it("does not wait while something could go on without the answer", () => {
    const timing = (lanes: readonly string[]) => {
      const events = new ExampleEvents().started(EXAMPLE_GAPS).round(1, lanes);
      for (const lane of lanes) events.add("GapMoved", { gap: gapId(lane), ...TAKEN_UP });
      // Who waits for this answer is the Engineer of the first gap alone.
      const subject = { of: "turn", round: 1, role: "engineer", lane: "GAP-FLOW-001" } as const;
      return statusDocument(folded(events.asked({ kind: "escalation", subject }).later(60).answered(1)))
        .timing;
    };
    expect(timing(["GAP-FLOW-001"])).toMatchObject([{ activeSeconds: 0, waitingSeconds: 60 }]);
    expect(timing(["GAP-FLOW-001", "GAP-FLOW-002"])).toMatchObject([
      { activeSeconds: 60, waitingSeconds: 0 },
    ]);
  });

  it("takes a pause for waiting, and the time before the first round for its own", () => {
    const events = new ExampleEvents()
      .started(EXAMPLE_GAPS)
      .later(5)
      .add("SessionPaused", { by: "human:ada", because: "lunch" })
      .later(3_600)
      .add("SessionResumed", { by: "human:ada" })
      .later(2)
      .round(1)
      .later(10)
      .completed();
    expect(statusDocument(folded(events)).timing).toMatchObject([
      { round: 0, activeSeconds: 7, waitingSeconds: 3_600 },
      { round: 1, activeSeconds: 10, waitingSeconds: 0 },
    ]);
  });

  it("adds up to the session, whatever the clock does", () => {
    const jumps = fc.array(fc.integer({ min: -100, max: 300 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(jumps, fc.infiniteStream(fc.nat({ max: 4 })), (seconds, picks) => {
        const events = new ExampleEvents().started(EXAMPLE_GAPS);
        let [round, asked, paused, passed] = [0, 0, false, 0];
        for (const jump of seconds) {
          const pick = picks.next().value ?? 0;
          events.later(jump);
          // A step back takes no time, and the work after it takes as long as any.
          passed += Math.max(0, jump);
          if (pick === 0) {
            if (round > 0) events.completed({ round });
            round += 1;
            events.round(round);
          } else if (pick === 1) {
            events.asked();
            asked += 1;
          } else if (pick === 2 && asked > 0) events.answered(asked);
          else {
            paused = !paused;
            if (paused) events.add("SessionPaused", { by: "human:ada", because: "lunch" });
            else events.add("SessionResumed", { by: "human:ada" });
          }
        }
        events.add("SessionEnded", { type: "ABANDONED", trigger: "enough" });
        const told = folded(events);
        const rows = statusDocument(told).timing;
        const sum = (of: (row: (typeof rows)[number]) => number) =>
          rows.reduce((total, row) => total + of(row), 0);
        const { totalSeconds, activeSeconds, waitingSeconds } = closingSummary(told);
        expect(totalSeconds).toBe(passed);
        expect(activeSeconds + waitingSeconds).toBe(totalSeconds);
        expect([sum((row) => row.activeSeconds), sum((row) => row.waitingSeconds)]).toEqual([
          activeSeconds,
          waitingSeconds,
        ]);
        for (const row of rows)
          expect(Math.min(row.activeSeconds, row.waitingSeconds)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
