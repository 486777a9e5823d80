import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareSeverities,
  graverSeverity,
  isGrave,
  overrideSeverity,
  parseSeverity,
  raiseSeverity,
  rateSeverity,
  SEVERITIES,
  type Severity,
  severityMeaning,
  severityWeight,
} from "./severity.ts";

const severity = fc.constantFrom(...SEVERITIES);

describe("severities", () => {
  it.each([
    ["CRITICAL", 16, "cannot be implemented without it"],
    ["HIGH", 4, "will be implemented wrongly"],
    ["MEDIUM", 2, "possible but suboptimal"],
    ["LOW", 1, "polish"],
  ] as const)("%s weighs %d and means %j", (name, weight, meaning) => {
    expect(severityWeight(name)).toBe(weight);
    expect(severityMeaning(name)).toBe(meaning);
  });

  it("are sorted CRITICAL, HIGH, MEDIUM, LOW", () => {
    const mixed: Severity[] = ["LOW", "CRITICAL", "MEDIUM", "HIGH"];
    expect(mixed.sort(compareSeverities)).toEqual(["CRITICAL", "HIGH", "MEDIUM", "LOW"]);
  });

  it("the graver of two weighs more", () => {
    fc.assert(
      fc.property(severity, severity, (a, b) => {
        expect(severityWeight(graverSeverity(a, b))).toBe(Math.max(severityWeight(a), severityWeight(b)));
      }),
    );
  });

  it("CRITICAL and HIGH hold a gap back, MEDIUM and LOW do not", () => {
    expect(SEVERITIES.filter(isGrave)).toEqual(["CRITICAL", "HIGH"]);
  });

  it("are parsed exactly", () => {
    expect(parseSeverity("HIGH")).toBe("HIGH");
    expect(parseSeverity("high")).toBeNull();
    expect(parseSeverity("BLOCKER")).toBeNull();
  });
});

describe("a gap's severity", () => {
  it("given none is stated, then it is MEDIUM, marked default", () => {
    expect(rateSeverity(null)).toEqual({ level: "MEDIUM", setBy: "default", enteredAs: "MEDIUM" });
  });

  it("given one is stated, then that one", () => {
    expect(rateSeverity("LOW")).toEqual({ level: "LOW", setBy: "stated", enteredAs: "LOW" });
  });

  it("given any word of a reviewer, then the higher counts and it is never lowered", () => {
    fc.assert(
      fc.property(severity, severity, (stated, word) => {
        const raised = raiseSeverity(rateSeverity(stated), word);
        expect(raised.level).toBe(graverSeverity(stated, word));
        expect(raised.setBy).toBe(graverSeverity(stated, word) === stated ? "stated" : "reviewer");
      }),
    );
  });

  it("given it is raised to CRITICAL, then it did not enter as one", () => {
    expect(raiseSeverity(rateSeverity("LOW"), "CRITICAL")).toEqual({
      level: "CRITICAL",
      setBy: "reviewer",
      enteredAs: "LOW",
    });
  });

  it("given the user's word, then it counts in either direction, also against a later reviewer", () => {
    fc.assert(
      fc.property(severity, severity, severity, (stated, users, reviewers) => {
        const overridden = overrideSeverity(rateSeverity(stated), users);
        expect(overridden).toEqual({ level: users, setBy: "user", enteredAs: stated });
        expect(raiseSeverity(overridden, reviewers)).toEqual(overridden);
      }),
    );
  });
});
