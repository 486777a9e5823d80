import { describe, expect, it } from "vitest";
import type { Fact } from "../../../src/core/shared/decider.ts";
import {
  A,
  answered,
  asked,
  B,
  C,
  changed,
  fact,
  faultsOf,
  finishedStory,
  gap,
  moved,
  Story,
  withFact,
  without,
} from "../event-lists.ts";

const faults = (story: Parameters<typeof faultsOf>[0]) => faultsOf(story, "ending");
const said = (message: string) => expect.stringContaining(message);
const { events } = finishedStory();
const request = (type: string) => fact("EndingRequested", { type, trigger: "user" });
const defer = (id: string) =>
  moved({ id, from: "OPEN", to: { at: "USER_DEFERRED", reason: "later" }, by: "User", round: 1 });
const CRITICAL = "I accept CRITICAL gaps knowing the spec may be unusable";
const PHRASES: Record<string, string | null> = { CRITICAL, HIGH: "I acknowledge", "MEDIUM/LOW": null };

describe("COMPLETE", () => {
  it("given a session that is, then nothing is found", () => {
    expect(faultsOf(events)).toEqual([]);
  });

  it("given an open gap, then it is found", () => {
    expect(
      faults(
        new Story()
          .start([gap(A)])
          .finalReview(0)
          .end("COMPLETE"),
      ),
    ).toContainEqual(`COMPLETE with ${A} open`);
  });

  const deferring = (...severities: readonly ("CRITICAL" | "HIGH" | "MEDIUM" | "LOW")[]) => {
    const ids = [A, B, C].slice(0, severities.length);
    return new Story()
      .start(ids.map((id, index) => gap(id, severities[index])))
      .command(...ids.map(defer))
      .finalReview(0)
      .end("COMPLETE");
  };

  it("given deferred gaps, then none is grave, and they weigh four at most", () => {
    expect(faultsOf(deferring("MEDIUM", "MEDIUM"))).toEqual([]);
    expect(faults(deferring("MEDIUM", "MEDIUM", "LOW"))).toEqual(["COMPLETE with a weight of 5 deferred"]);
    expect(faults(deferring("HIGH"))).toEqual([`COMPLETE with ${A} deferred`]);
    expect(faults(deferring("CRITICAL"))).toContainEqual(`COMPLETE with ${A} deferred`);
  });

  it("given no Final Review, one that is not ready, or one before the last change, then it is found", () => {
    const none = ["COMPLETE without a Final Review that says so of the spec as it is"];
    expect(faults(without(events, "FinalReviewSettled"))).toEqual(none);
    expect(faults(changed(events, "FinalReviewSettled", { verdict: "not-ready" }))).toEqual(none);
    expect(faults(changed(events, "FinalReviewSettled", { verdict: "failed" }))).toEqual(none);
    const late = new Story()
      .start([gap(A, "LOW")])
      .finalReview(0)
      .command(defer(A))
      .end("COMPLETE");
    expect(faults(late)).toEqual(none);
  });

  it("given a round under way, then it is found", () => {
    const within = withFact(
      events,
      { before: "SessionEnded" },
      fact("RoundStarted", {
        round: 2,
        incarnation: 0,
        focus: "foundations",
        lanes: [],
        backup: { round: 1, status: "s", decisions: "d" },
      }),
    );
    expect(faults(within)).toEqual(["COMPLETE within round 2"]);
  });
});

/** Asks at one gate and passes it. */
const throughGate = (
  story: Story,
  id: string,
  gate: string,
  gaps: readonly string[],
  about: { phrase?: string | null } = {},
) => {
  const { phrase = PHRASES[gate] ?? null } = about;
  const rationales = gaps.map((one) => ({ gap: one, text: "known" }));
  return story
    .command(asked(id, "gate", ["acknowledge", "back"], { subject: { of: "gate", class: gate } }))
    .command(answered(id, "acknowledge", { phrase }), fact("GatePassed", { class: gate, rationales }));
};
const all = () => new Story().start([gap(A, "CRITICAL"), gap(B, "HIGH"), gap(C, "LOW")]);
const gates = (story: Story) =>
  throughGate(
    throughGate(throughGate(story, "Q1", "CRITICAL", [A]), "Q2", "HIGH", [B]),
    "Q3",
    "MEDIUM/LOW",
    [],
  );

describe("ends by the user's wish", () => {
  it("given a request and every gate passed, then nothing is found", () => {
    expect(faultsOf(gates(all().command(request("USER_APPROVED"))).end("USER_APPROVED"))).toEqual([]);
  });

  it("given no request, another one, or one that was withdrawn, then it is found", () => {
    const done = () => new Story().start([]);
    expect(faults(done().end("USER_APPROVED"))).toEqual([said("requested was nothing")]);
    expect(faults(done().command(request("GOOD_ENOUGH")).end("USER_APPROVED"))).toEqual([
      "the session ends as USER_APPROVED, requested was GOOD_ENOUGH",
    ]);
    const withdrawn = fact("EndingWithdrawn", { reason: "back" });
    expect(faults(done().command(request("USER_APPROVED")).command(withdrawn).end("USER_APPROVED"))).toEqual([
      said("requested was nothing"),
    ]);
    expect(faults(done().command(withdrawn))).toEqual(["an ending is withdrawn that nobody requested"]);
  });

  it("given a gate that was not passed, or passed before the wish was renewed, then it is found", () => {
    const missing = throughGate(all().command(request("USER_APPROVED")), "Q1", "CRITICAL", [A]);
    expect(faults(missing.end("USER_APPROVED"))).toEqual([
      `${B} is left, and the HIGH gate not passed`,
      `${C} is left, and the MEDIUM/LOW gate not passed`,
    ]);
    const renewed = gates(all().command(request("USER_APPROVED"))).command(request("USER_APPROVED"));
    expect(faults(renewed.end("USER_APPROVED"))).toHaveLength(3);
  });

  it("given a CRITICAL or HIGH gap without a rationale, then it is found", () => {
    const story = new Story()
      .start([gap(A, "CRITICAL"), gap(B, "CRITICAL")])
      .command(request("USER_APPROVED"));
    expect(faults(throughGate(story, "Q1", "CRITICAL", [A]).end("USER_APPROVED"))).toEqual([
      `${B} is left without a rationale`,
    ]);
  });

  it("given a gate without its exact phrase, or that nobody acknowledged, then it is found", () => {
    const story = () => all().command(request("USER_APPROVED"));
    expect(faults(throughGate(story(), "Q1", "CRITICAL", [A], { phrase: CRITICAL.toLowerCase() }))).toEqual([
      "the CRITICAL gate is passed with the wrong phrase",
    ]);
    const silent = fact("GatePassed", { class: "HIGH", rationales: [] });
    expect(faults(story().command(silent))).toEqual([said("nobody acknowledged")]);
    expect(faults(throughGate(all(), "Q1", "CRITICAL", [A]))).toEqual([said("though nobody wants to end")]);
  });

  it("given a deferred gap, then its gate applies as well", () => {
    const story = new Story()
      .start([gap(A, "HIGH")])
      .command(defer(A))
      .command(request("USER_APPROVED"));
    expect(faults(story.end("USER_APPROVED"))).toEqual([`${A} is left, and the HIGH gate not passed`]);
  });

  it("given ABANDONED, then no gate stands before it", () => {
    expect(faultsOf(all().command(request("ABANDONED")).end("ABANDONED"))).toEqual([]);
    expect(faultsOf(all().end("ABANDONED"))).toEqual([]);
    const answer = () => all().command(asked("Q1", "both-empty", ["abandon", "human"]));
    expect(faultsOf(answer().end("ABANDONED", answered("Q1", "abandon")))).toEqual([]);
    expect(faults(answer().end("ABANDONED", answered("Q1", "human")))).toEqual([said("not by the user")]);
  });
});

describe("types with a condition of their own", () => {
  it("given GOOD_ENOUGH with something grave left, then it is found", () => {
    const fine = new Story().start([gap(C, "LOW")]).command(request("GOOD_ENOUGH"));
    expect(faultsOf(throughGate(fine, "Q1", "MEDIUM/LOW", []).end("GOOD_ENOUGH"))).toEqual([]);
    const grave = gates(all().command(request("GOOD_ENOUGH"))).end("GOOD_ENOUGH");
    expect(faults(grave)).toEqual([`GOOD_ENOUGH leaves ${A}, ${B}`]);
  });

  it("given MAX_ROUNDS before the limit, or STALL_EXIT without a warning, then it is found", () => {
    const early = (wish: Fact) => faults(new Story().start([gap(A)]).command(wish));
    expect(early(request("MAX_ROUNDS"))).toEqual(["MAX_ROUNDS is requested after 0 of 10 rounds"]);
    expect(early(request("STALL_EXIT"))).toEqual(["STALL_EXIT is requested without a warning"]);
  });
});
