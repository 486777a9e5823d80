import { describe, expect, it } from "vitest";
import { issueNumber, plainly, sayingDecision } from "../../../../test/support/example-facts.ts";
import { gapId } from "../../../../test/support/example-gap.ts";
import { caseOfDecision, LIKENESS_MIN, likeness } from "./likeness.ts";

const RETRIES = {
  gaps: [gapId("GAP-FLOW-001")],
  severity: "HIGH",
  text: "No limit on retries\nname a limit of three\nno limit is needed",
} as const;

describe("the likeness of two cases", () => {
  it("given the same case, then it is 1", () => {
    expect(likeness(RETRIES, RETRIES)).toBe(1);
  });

  it("given nothing in common, then it is 0", () => {
    const other = { gaps: [gapId("GAP-API-001")], severity: "LOW", text: "Dates without a zone" } as const;
    expect(likeness(RETRIES, other)).toBe(0);
  });

  it("given only category and severity in common, then they are not told of together", () => {
    const other = { ...RETRIES, text: "Dates without a zone" };
    expect(likeness(RETRIES, other)).toBeLessThan(LIKENESS_MIN);
  });

  it("given the same kind of gap and the words of such titles in common, then they are not either", () => {
    const about = (text: string) => ({ gaps: [gapId("GAP-TODO-001")], severity: "MEDIUM", text }) as const;
    const receipts = about("Input for Still to do: how long receipts are kept after the order");
    const cards = about("Input for Still to do: which cards the shop takes");
    expect(likeness(receipts, cards)).toBeLessThan(LIKENESS_MIN);
    expect(likeness(about("name a limit of retries"), about("name the zone of dates"))).toBeLessThan(0.4);
  });

  it("given short titles that begin alike, then they are not either", () => {
    const about = (text: string) => ({ gaps: [gapId("GAP-TODO-001")], severity: "MEDIUM", text }) as const;
    expect(likeness(about("Not decided yet: how fast"), about("Not decided yet: how long"))).toBe(0);
    expect(likeness(about("Which currency?"), about("Which currency?"))).toBe(1);
  });

  it("given two issues that were passed over in silence, then what stands for the silence makes them no more alike", () => {
    const about = (title: string, reviewer: string) =>
      caseOfDecision({
        ...sayingDecision(2, 1, { say: plainly, gap: 1 }),
        title,
        about: {
          of: "conflict",
          issue: issueNumber(2, 1),
          type: "IMPLICIT_CONVERTED",
          reviewer,
          engineer: "Not explicitly stated: the Engineer did not address this issue",
          option: "A",
        },
      });
    const retries = about("No limit on retries", "name a limit");
    const zone = about("Dates without a zone", "take UTC");
    expect(likeness(retries, zone)).toBe(0);
    expect(likeness(retries, retries)).toBe(1);
  });

  it("given much the same words in another category, then they are", () => {
    const other = { ...RETRIES, gaps: [gapId("GAP-API-001")], severity: "LOW" } as const;
    expect(likeness(RETRIES, other)).toBeGreaterThanOrEqual(LIKENESS_MIN);
  });

  it("given a severity that nobody set, then it is like no other", () => {
    const unrated = { ...RETRIES, severity: null };
    expect(likeness(unrated, unrated)).toBe(0.85);
  });
});
