import { describe, expect, it } from "vitest";
import { A, fact, faultsOf, gap, Story, settings } from "../event-lists.ts";

const NO_CAP = { tokens: null, usd: null, minutes: null, calls: null };
const faults = (story: Parameters<typeof faultsOf>[0]) => faultsOf(story, "spend");
const caps = (of: "session" | "role" | "run", cap: Partial<Record<keyof typeof NO_CAP, number>>) => ({
  spend: { run: NO_CAP, role: NO_CAP, session: NO_CAP, [of]: { ...NO_CAP, ...cap } },
});

/** A call of the Engineer and one of the Reviewer; each uses 1,000 tokens, half a dollar and a minute. */
const story = (about: ReturnType<typeof caps>) =>
  new Story()
    .start([gap(A)], about)
    .startRound(1, A)
    .propose(1, A)
    .review(1, A, "accept");

describe("spend", () => {
  it.each([
    ["tokens", 1001, 1000],
    ["usd", 0.6, 0.5],
    ["minutes", 1.5, 1],
    ["calls", 2, 1],
  ] as const)(
    "given %s of the session, then nothing starts once they are used up",
    (measure, enough, reached) => {
      expect(faultsOf(story(caps("session", { [measure]: enough })))).toEqual([]);
      const found = faults(story(caps("session", { [measure]: reached })));
      expect(found).toEqual([expect.stringContaining(`the session's ${measure} are used up`)]);
    },
  );

  it("given a limit of each role, then the Reviewer does not pay for the Engineer", () => {
    expect(faultsOf(story(caps("role", { calls: 1 })))).toEqual([]);
    const third = story(caps("role", { calls: 1 }))
      .complete(1, { open: [1, 0], resolved: [A], weighted: 2 })
      .finalReview(1);
    expect(faults(third)).toEqual([expect.stringContaining("the reviewer's calls are used up")]);
  });

  it("given a limit of none, then not even the first call starts", () => {
    expect(faults(story(caps("session", { calls: 0 })))).toHaveLength(2);
  });

  it("given the limit is raised, then work goes on", () => {
    const raised = new Story()
      .start([gap(A)], caps("session", { tokens: 1000 }))
      .startRound(1, A)
      .propose(1, A)
      .command(
        fact("SettingsChanged", { settings: settings(caps("session", { tokens: 2000 })), because: "raise" }),
      )
      .review(1, A, "accept");
    expect(faultsOf(raised)).toEqual([]);
  });

  it.each([
    ["tokens", 1000, 999],
    ["usd", 0.5, 0.4],
    ["minutes", 1, 0.9],
  ] as const)(
    "given %s of one run, then none starts after a run that passed them",
    (measure, enough, passed) => {
      expect(faultsOf(story(caps("run", { [measure]: enough })))).toEqual([]);
      const found = faults(story(caps("run", { [measure]: passed })));
      expect(found).toEqual([expect.stringMatching(new RegExp(`engineer.*'s ${measure} are used up`))]);
    },
  );
});
