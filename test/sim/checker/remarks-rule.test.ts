import { expect, it } from "vitest";
import type { Fact } from "../../../src/core/shared/decider.ts";
import { A, fact, faultsOf, gap, raised, Story, settings } from "../event-lists.ts";

const faults = (story: Parameters<typeof faultsOf>[0]) => faultsOf(story, "remarks");
const said = (message: string) => expect.stringContaining(message);
const started = fact("RoundStarted", {
  round: 2,
  incarnation: 0,
  focus: "remarks",
  lanes: [{ lane: "-", gaps: [A] }],
  backup: { round: 1, status: "status", decisions: "decisions" },
});
const made = (amends: boolean) =>
  fact("ProposalMade", {
    gap: A,
    round: 2,
    key: "library/2.0/engineer/-/1/1",
    document: "blob",
    line: 1,
    confidence: "HIGH",
    substance: "other words",
    together: ["GAP-FLOW-001"],
    edits: [],
    losses: [],
    ...(amends ? { amends } : {}),
  });
const reviewed = (needsRevision: boolean) =>
  fact("ProposalReviewed", { gap: A, round: 2, document: "blob", needsRevision });
const settled = (taken: boolean) => fact("AmendmentSettled", { gap: A, round: 2, taken, reason: null });

/** One gap, accepted with a remark; then a round of remarks. */
const story = (about: Parameters<typeof settings>[0] = { remarksRound: true }) =>
  new Story()
    .start([gap(A)], settings(about))
    .startRound(1, A)
    .propose(1, A)
    .review(1, A, "accept", raised("ISSUE-R1-001", 1, { severity: "MEDIUM" }))
    .complete(1, { open: [1, 0], resolved: [A] });
const held = (...facts: readonly Fact[]) =>
  story()
    .command(started)
    .command(...facts);

it("given a passed amendment, then nothing is found", () => {
  expect(faults(held(made(true), reviewed(false), settled(true)))).toEqual([]);
});

it.each<[string, Story, string]>([
  ["nobody wants it", story({}).command(started), "nobody wants"],
  [
    "no round is left",
    story({ remarksRound: true, limits: { ...settings().limits, maxRounds: 1 } }).command(started),
    "no round is left",
  ],
  ["a second one", held().command(started), "a second round"],
  ["a proposal that is none", held(made(false)), "not amended in this round"],
  ["a text that nobody passed", held(made(true), settled(true)), "without a review"],
  ["a text that the review objects to", held(made(true), reviewed(true), settled(true)), "without a review"],
  ["an amendment out of nowhere", held(settled(true)), "has no amendment"],
  ["a Final Review without it", story().command(fact("FinalReviewRequested", {})), "passed over"],
])("given %s, then it is found", (_, told, message) => {
  expect(faults(told)).toContainEqual(said(message));
});
