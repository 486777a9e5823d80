// A gap may be called by the id it was written under.
import { describe, expect, it } from "vitest";
import { approval, READY, resolution } from "../support/session-world.ts";
import { Stage } from "./stage.ts";

const GAP = "GAP-FLOW-001";

const notReady = (heading: string) => `# Final Review

**Verdict:** NOT_READY

## Blockers

### ${heading}

- **Severity:** HIGH
- **Location:** Retries

Nobody says when it stops.
`;

/** A session that is finished but for what the first Final Review finds; the Engineer calls that as it pleases. */
async function blockedBy(heading: string, called: string): Promise<Stage> {
  const stage = await Stage.open({
    engineer: ({ round }) => resolution([round === 1 ? GAP : called]),
    reviewer: ({ purpose, round }) => {
      if (purpose === "final") return round === 1 ? notReady(heading) : READY;
      return approval([round === 1 ? GAP : called]);
    },
  });
  await stage.untilQuiet();
  return stage;
}

const found = (stage: Stage) =>
  Object.values(stage.session.work.gaps).filter(({ origin }) => origin.from === "final-review");

describe("a blocker of the Final Review", () => {
  it.each([
    ["GAP-FLOW-009", "an id that nobody has"],
    ["GAP-FLOW-009a", "an id with a letter, which only a split gives"],
  ])("given it writes %s, %s, then the Engineer is understood by it", async (written) => {
    const stage = await blockedBy(`${written}: No end`, written);
    expect(stage.session.work.questions).toEqual([]);
    expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
    expect(found(stage)).toMatchObject([
      { title: "No end", description: expect.stringContaining("when it stops"), state: { at: "RESOLVED" } },
    ]);
    const rejected = stage.engine.live.work.past.flatMap(({ turns }) =>
      turns.flatMap(({ attempts }) => attempts.filter(({ judged }) => judged?.failure != null)),
    );
    expect(rejected).toEqual([]);
  });

  it("given it writes the id of another gap, then that id still means the other", async () => {
    const stage = await blockedBy(`${GAP}: No end`, "GAP-NEW-001");
    expect(found(stage)).toMatchObject([{ id: "GAP-NEW-001", title: "No end" }]);
    expect(stage.session.work.gapAliases).toEqual({});
    expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
  });
});

it("given a new gap that was renumbered, then prompts and the finished spec have what is written under its alias", async () => {
  const spawning = resolution([GAP]).replace("None.", "- GAP-FLOW-050a (HIGH): Who stops it");
  const stage = await Stage.open({
    engineer: ({ round }) =>
      round === 1
        ? spawning
        : resolution(["GAP-FLOW-050a"]).replaceAll(
            "The caller retries three times",
            "An operator stops the loop by hand",
          ),
    reviewer: ({ purpose, round }) =>
      purpose === "final" ? READY : approval([round === 1 ? GAP : "GAP-FLOW-050a"]),
  });
  await stage.untilQuiet();
  expect(stage.session.work.gapAliases).toEqual({ "GAP-FLOW-050a": "GAP-FLOW-002" });
  expect(stage.states()["GAP-FLOW-002"]).toBe("RESOLVED");
  expect(stage.prompts.get("s/2.0/reviewer/-/1/1")).toContain("An operator stops the loop by hand");
  expect(stage.prompts.get("s/2.0/final/-/1/1")).toContain("An operator stops the loop by hand");
});
