import { describe, expect, it } from "vitest";
import { gapTaskTitle } from "./gap-task-title.ts";

describe("the title of a gap's task", () => {
  it.each([
    ["What happens on failure?", "Build: Payment (What happens on failure)"],
    ["How long receipts are kept.", "Build: Payment (How long receipts are kept)"],
    ["Refunds: until when?", "Build: Payment (Refunds: until when)"],
    ["TODO: retries", "Build: Payment (retries)"],
    ["[NEEDS CLARIFICATION: who may cancel?]", "Build: Payment (who may cancel)"],
    ["TBD", "Build: Payment"],
    ["???", "Build: Payment"],
  ])("given the question or mark %j, then it is what its heading has to be built for", (asked, title) => {
    expect(gapTaskTitle(asked, "Payment")).toBe(title);
  });

  it.each([
    "Retry a declined card once",
    "When a card is declined, try again",
    "Todos are synchronised",
    "The limit of 3 tries",
  ])("given the statement %j, then it stays", (stated) => {
    expect(gapTaskTitle(stated, "Payment")).toBe(stated);
  });

  it("given a spec without headings, then the question names the work", () => {
    expect(gapTaskTitle("What happens on failure?", null)).toBe("Build: What happens on failure");
    expect(gapTaskTitle("TBD", null)).toBe("TBD");
  });
});
