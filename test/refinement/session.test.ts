import { describe, expect, it } from "vitest";
import { approval, objection, READY, resolution, sessionWorld, sourceGap } from "../support/session-world.ts";

describe("a session", () => {
  it("goes from a gap to COMPLETE when both agents do their work", async () => {
    const world = await sessionWorld({
      engineer: () => resolution(["GAP-FLOW-001"]),
      reviewer: ({ purpose }) => (purpose === "final" ? READY : approval(["GAP-FLOW-001"])),
    });

    expect(await world.run()).toBe("ended");
    expect(world.engine.live.ledger.ended?.type).toBe("COMPLETE");
    expect(world.engine.live.work.gaps).toMatchObject({ "GAP-FLOW-001": { state: { at: "RESOLVED" } } });
    expect([...world.folder.files.keys()].sort()).toEqual([
      "decisions.md",
      "decisions_backup_round_0.md",
      "final_review.md",
      "round_001/engineer.md",
      "round_001/reviewer.md",
      "round_001/summary.md",
      "source.md",
      "spec-map.json",
      "status.md",
      "status_backup_round_0.md",
      "summary.md",
    ]);
  });

  it("revises what the Reviewer objects to, and closes the issue when it is not raised again", async () => {
    const world = await sessionWorld({
      engineer: ({ round }) =>
        resolution(["GAP-FLOW-001"], {
          text: `Version ${round} retries ${round} times.`,
          answers: round === 1 ? [] : ["ISSUE-R1-001"],
        }),
      reviewer: ({ round, purpose }) =>
        purpose === "final" ? READY : round === 1 ? objection("GAP-FLOW-001") : approval(["GAP-FLOW-001"]),
    });

    expect(await world.run()).toBe("ended");
    expect(world.engine.live.work.completedRounds).toBe(2);
    expect(world.engine.live.work.issues).toMatchObject({
      "ISSUE-R1-001": { issue: { state: { at: "CLOSED", round: 2 } } },
    });
    expect([...world.prompts.values()][2]).toContain("ISSUE-R1-001");
  });

  it("asks when nothing passes the gate, and keeps every attempt", async () => {
    const world = await sessionWorld({ engineer: () => "I thought about it.", reviewer: () => null });

    expect(await world.run()).toBe("waiting");
    expect(world.engine.live.work.questions).toMatchObject([{ id: "Q1", kind: "escalation" }]);
    expect([...world.folder.files.keys()].filter((file) => file.includes("attempt"))).toEqual([
      "round_001/engineer.attempt-1.md",
      "round_001/engineer.attempt-2.md",
      "round_001/engineer.attempt-3.md",
    ]);
  });

  it("takes several gaps side by side and merges their documents", async () => {
    const gaps = [sourceGap("GAP-FLOW-001"), sourceGap("GAP-FLOW-002", { title: "Who is told" })];
    const world = await sessionWorld({
      gaps,
      limits: { gapsPerRound: 2, parallelGaps: 2 },
      engineer: ({ lane }) => resolution([lane]),
      reviewer: ({ purpose }) => (purpose === "final" ? READY : approval(["GAP-FLOW-001", "GAP-FLOW-002"])),
    });

    expect(await world.run()).toBe("ended");
    expect(world.folder.files.get("round_001/engineer.md")).toContain("GAP-FLOW-002");
    expect(world.folder.files.has("round_001/engineer.GAP-FLOW-001.md")).toBe(true);
  });
});
