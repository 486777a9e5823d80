import { describe, expect, it } from "vitest";
import {
  EXAMPLE_GAPS,
  ExampleEvents,
  folded,
  roundWithRetry,
} from "../../../../test/support/example-events.ts";
import { type FileQuery, sessionFiles } from "./session-files.ts";

function listed({ events }: ExampleEvents, query: FileQuery = {}): Record<string, string> {
  const files = sessionFiles(folded({ events }), query);
  return Object.fromEntries(
    files.map(({ path, content }) => {
      if (content.of === "blob" || content.of === "restored") return [path, content.sha256];
      if (content.of === "for-review") return [path, content.of];
      return [path, content.of === "merged" ? content.blobs.join(" + ") : content.kind];
    }),
  );
}

const ALWAYS = { "source.md": "sha-source", "status.md": "status", "decisions.md": "decisions" };
const BACKUP_0 = {
  "status_backup_round_0.md": "sha-status-0",
  "decisions_backup_round_0.md": "sha-decisions-0",
};

describe("the files of a session", () => {
  it("are the source and its own documents at the start", () => {
    expect(listed(new ExampleEvents().started(EXAMPLE_GAPS))).toEqual(ALWAYS);
  });

  it("keep what did not pass beside what did, and the summary once the round is over", () => {
    const running = {
      ...ALWAYS,
      ...BACKUP_0,
      "round_001/engineer.md": "sha-engineer---2",
      "round_001/engineer.attempt-1.md": "sha-engineer---1",
      "round_001/reviewer.md": "sha-reviewer---1",
    };
    expect(listed(roundWithRetry())).toEqual(running);
    expect(listed(roundWithRetry().completed())).toEqual({
      ...running,
      "round_001/summary.md": "round-summary",
    });
  });

  it("hold no file for a document that is not judged yet, and one for each that failed", () => {
    const events = new ExampleEvents().started(EXAMPLE_GAPS).round(1).call().later(9).finished();
    expect(listed(events)).toEqual({ ...ALWAYS, ...BACKUP_0 });
    events.judged({ failure: "WRONG_FORMAT" });
    const failed = { "round_001/engineer.attempt-1.md": "sha-engineer---1" };
    expect(listed(events)).toEqual({ ...ALWAYS, ...BACKUP_0, ...failed });
    events.settled("SKIP");
    expect(listed(events)).toEqual({ ...ALWAYS, ...BACKUP_0, ...failed });
  });

  it("put runs side by side together in the order of the ids", () => {
    const [one, two] = ["GAP-FLOW-001", "GAP-FLOW-002"] as const;
    const events = new ExampleEvents().started(EXAMPLE_GAPS).round(1, [two, one]);
    events
      .call({ lane: two })
      .finished({ lane: two, document: "sha-failed" })
      .judged({ lane: two, failure: "WRONG_FORMAT" });
    events.turn({ lane: two, attempt: 2 }).turn({ lane: one });
    expect(listed(events)).toEqual({
      ...ALWAYS,
      ...BACKUP_0,
      "round_001/engineer.md": `sha-engineer-${one}-1 + sha-engineer-${two}-1`,
      [`round_001/engineer.${one}.md`]: `sha-engineer-${one}-1`,
      [`round_001/engineer.${two}.md`]: `sha-engineer-${two}-1`,
      [`round_001/engineer.${two}.attempt-1.md`]: "sha-failed",
    });
  });

  it("have only the newest backups", () => {
    const events = new ExampleEvents().started(EXAMPLE_GAPS);
    for (let round = 1; round <= 5; round++) events.round(round).turn().completed();
    const backups = Object.keys(listed(events)).filter((path) => path.startsWith("status_backup"));
    expect(backups).toEqual([2, 3, 4].map((round) => `status_backup_round_${round}.md`));
  });

  it("have the latest Final Review without a round, and the earlier ones as attempts", () => {
    const first = { role: "final", round: 1, attempt: 1 } as const;
    const events = roundWithRetry().completed().call(first).later(9).finished(first).judged(first);
    events.add("FinalReviewSettled", { verdict: "not-ready", blockers: 1, document: "sha-final---1" });
    expect(listed(events)).toMatchObject({ "final_review.md": "sha-final---1" });
    expect(listed(events)).not.toHaveProperty(["final_review.attempt-1.md"]);
    const second = { role: "final", round: 2, attempt: 2 } as const;
    events.round(2).turn().completed().call(second).later(9).finished(second).judged(second);
    expect(listed(events)).toMatchObject({ "final_review.md": "sha-final---1" });
    events.add("FinalReviewSettled", { verdict: "ready", blockers: 0, document: "sha-final---2" });
    expect(listed(events)).toMatchObject({
      "final_review.md": "sha-final---2",
      "final_review.attempt-1.md": "sha-final---1",
    });
  });

  it("close with a summary of their own", () => {
    const events = roundWithRetry()
      .completed()
      .add("SessionEnded", { type: "ABANDONED", trigger: "the user" });
    expect(listed(events)).toMatchObject({ "summary.md": "closing-summary" });
  });

  it("can be asked for without those of rounds that are done with", () => {
    const events = roundWithRetry().completed().round(2).turn().completed().round(3);
    const all = listed(events);
    const recent = listed(events, { sinceRound: 2 });
    const left = Object.keys(all).filter((path) => !(path in recent));
    expect(left.every((path) => path.startsWith("round_001/"))).toBe(true);
    expect(Object.keys(recent).filter((path) => path.startsWith("round_"))).toEqual([
      "round_002/engineer.md",
      "round_002/summary.md",
    ]);
  });

  it("do not change in a round once the next one has begun", () => {
    const early = roundWithRetry().completed().asked().round(2);
    const late = roundWithRetry().completed().asked().round(2).turn().answered(1).completed().round(3).turn();
    const first = ({ events }: ExampleEvents) =>
      sessionFiles(folded({ events })).filter(({ path }) => path.startsWith("round_001/"));
    expect(first(late)).toEqual(first(early));
  });
});
