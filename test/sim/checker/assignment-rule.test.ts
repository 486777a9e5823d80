import { describe, expect, it } from "vitest";
import { A, B, C, fact, faultsOf, gap, roundStarted, Story, settings } from "../event-lists.ts";

const faults = (story: Parameters<typeof faultsOf>[0]) => faultsOf(story, "assignment");

type Lanes = readonly (readonly [string, readonly string[]])[];

function started(gaps: Parameters<Story["start"]>[0], lanes: Lanes, limits: object = {}): Story {
  const changed = settings({ limits: { ...settings().limits, ...limits } });
  return new Story()
    .start(gaps)
    .command(fact("SettingsChanged", { settings: changed, because: "a test" }))
    .command(roundStarted(1, [], { lanes: lanes.map(([lane, ids]) => ({ lane, gaps: ids })) }));
}

const one = (id: string): Lanes => [["-", [id]]];

describe("which gaps a round takes up", () => {
  it("given too many or too few, then it is found", () => {
    expect(faults(started([gap(A), gap(B)], [["-", [A, B]]]))).toEqual([
      "2 passages are assigned, of at most 1",
    ]);
    expect(faults(started([gap(A), gap(B)], one(A), { gapsPerRound: 2 }))).toEqual([
      `${B} could be taken up, and is not`,
    ]);
  });

  it("given one before what it waits for, then it is found", () => {
    const gaps = [gap(A, "CRITICAL", { blockedBy: [B] }), gap(B, "LOW")];
    expect(faults(started(gaps, one(B)))).toEqual([]);
    expect(faults(started(gaps, one(A)))).toEqual([`${A} is taken up before ${B}, which it waits for`]);
  });

  it("given a graver or an older one is left, then it is found", () => {
    expect(faults(started([gap(A), gap(B, "HIGH")], one(A)))).toEqual([`${A} is taken up before ${B}`]);
    const older = [gap(A, "HIGH", { roundEntered: 1 }), gap(B, "HIGH")];
    expect(faults(started(older, one(A)))).toEqual([`${A} is taken up before ${B}`]);
  });

  it("given CRITICAL ones alone are wanted, then only what shares their passage goes along", () => {
    const marked = (id: string, severity: "LOW" | "CRITICAL", from: number) =>
      gap(id, severity, {
        origin: { from: "source", line: 1, heading: null, block: { from, to: from + 9 } },
      });
    const only = (gaps: Parameters<Story["start"]>[0]) =>
      new Story()
        .start(gaps)
        .command(roundStarted(1, [], { focus: "only-critical", lanes: [{ lane: "-", gaps: [A, B] }] }));
    expect(faults(only([marked(A, "CRITICAL", 0), marked(B, "LOW", 5)]))).toEqual([]);
    expect(faults(only([marked(A, "CRITICAL", 0), marked(B, "LOW", 50)]))).toContainEqual(
      `${B} is not CRITICAL`,
    );
  });

  it("given one that came back twice, then the others go before it", () => {
    const twice = (id: string, from?: "NEEDS_REVISION") =>
      new Story()
        .start([gap(A, "HIGH"), gap(B)])
        .round(1, A, "revise")
        .complete(1, { open: [2, 2] })
        .round(2, A, "revise", "NEEDS_REVISION")
        .complete(2, { open: [2, 2] })
        .startRound(3, id, from);
    expect(faults(twice(B))).toEqual([]);
    expect(faults(twice(A, "NEEDS_REVISION"))).toEqual([`${A} is taken up before ${B}`]);
  });

  it("given the rest of a section or of what blocks it, then it may be drawn in", () => {
    const inSection = (id: string, severity: "LOW" | "HIGH", section: string) =>
      gap(id, severity, { origin: { from: "source", line: 1, heading: section, path: [section] } });
    const gaps = [inSection(A, "HIGH", "One"), inSection(B, "LOW", "One"), inSection(C, "HIGH", "Two")];
    expect(faults(started(gaps, [["-", [A, B]]], { gapsPerRound: 2 }))).toEqual([]);
  });
});

describe("passages and runs", () => {
  const marked = (id: string, from: number, to: number) =>
    gap(id, "MEDIUM", { origin: { from: "source", line: 1, heading: null, block: { from, to } } });

  it("given one passage, then it counts once, and is not divided", () => {
    const gaps = [marked(A, 0, 9), marked(B, 5, 12)];
    expect(faults(started(gaps, [["-", [A, B]]]))).toEqual([]);
    expect(faults(started(gaps, one(A)))).toContain(`${A} is taken up without ${B} of its passage`);
    const apart: Lanes = [
      [A, [A]],
      [B, [B]],
    ];
    expect(faults(started(gaps, apart, { parallelGaps: 2 }))).toEqual([
      `${A} and ${B} share their passage, but not their run`,
    ]);
  });

  it("given gaps that wait for each other in two runs, then it is found", () => {
    const apart: Lanes = [
      [A, [A]],
      [B, [B]],
    ];
    const gaps = [gap(A), gap(B, "MEDIUM", { blockedBy: [A] })];
    expect(faults(started(gaps, apart, { gapsPerRound: 2, parallelGaps: 2 }))).toEqual([
      `${A} and ${B} are not independent`,
    ]);
  });
});
