import { describe, expect, it } from "vitest";
import { issueId } from "../../../../test/support/example-gap.ts";
import type { Severity } from "../../shared/severity.ts";
import type { Conflict, DraftedSynthesis } from "./conflict.ts";
import { needsDraft, offerOptions } from "./conflict-options.ts";
import type { StatedDisagreement } from "./disagreement.ts";
import type { Flag } from "./flag.ts";

const ID = issueId("ISSUE-R5-003");

function stated(about: Partial<StatedDisagreement> = {}): Conflict {
  const disagreement: StatedDisagreement = {
    issue: ID,
    round: 6,
    concern: "Implement 1s, 2s, 4s delays",
    position: "Keep instant retries",
    rationale: "The files are local.",
    alternative: null,
    restsOn: { of: "judgement" },
    document: "sha",
    line: 3,
    ...about,
  };
  const source = { type: "EXPLICIT", disagreement, reviewer: { said: "nothing" } } as const;
  return { id: ID, round: 6, source, draft: null, state: { at: "open" } };
}

function silent(): Conflict {
  const flag: Flag = {
    issue: ID,
    label: "IGNORED",
    confidence: "HIGH",
    heuristics: ["H1"],
    evidence: [],
    round: 6,
    severity: "CRITICAL",
    document: "sha",
    file: "engineer.md",
    rounds: 1,
  };
  return { ...stated(), source: { type: "IMPLICIT_CONVERTED", flag } };
}

function issue(title = "Retry timing mechanism", severity: Severity = "HIGH") {
  return {
    id: ID,
    severity,
    title,
    location: null,
    impact: "Linear retries may overwhelm failed services",
    suggestion: "Implement 1s, 2s, 4s delays between retries",
  };
}

const DRAFT: DraftedSynthesis = {
  by: "claude",
  text: "Instant for local, backoff for remote",
  tradeOff: "Two ways to document",
  addressesBoth: true,
  relatedTo: [],
};

function shown(conflict: Conflict, about = issue()) {
  return offerOptions(conflict, about).map(({ option, recommended }) => `${option}${recommended ? "*" : ""}`);
}

describe("the options of a conflict", () => {
  it("given no rule fires and nothing else is offered, then A is the Reviewer's word and B the Engineer's", () => {
    expect(offerOptions(stated(), issue())).toMatchObject([
      { option: "A", title: "Reviewer Position", text: "Implement 1s, 2s, 4s delays between retries" },
      {
        option: "B",
        title: "Engineer Position",
        text: "Keep instant retries",
        tradeOff: "May leave this as it is: Linear retries may overwhelm failed services",
      },
    ]);
    expect(shown(stated())).toEqual(["A", "B"]);
  });

  it.each([
    ["the rationale speaks of complexity", stated({ rationale: "It adds complexity." }), issue(), "C*"],
    ["the summary speaks of a threshold", stated(), issue("Validation timeout threshold"), "C*"],
    ["the rationale says out of scope", stated({ rationale: "This is out of scope." }), issue(), "C"],
    ["the Engineer offers an alternative", stated({ alternative: "Note it for remote calls" }), issue(), "C"],
    ["an agent drafted one", { ...stated(), draft: DRAFT }, issue(), "C*"],
  ])("given %s, then there is a synthesis", (_, conflict, about, c) => {
    expect(shown(conflict, about)).toEqual(["A", "B", c]);
  });

  it("given two rules fire, then the first makes the synthesis", () => {
    const both = stated({ rationale: "It adds complexity and is out of scope." });
    const [, , c] = offerOptions(both, issue("Retry limit"));
    expect(c?.text).toContain("with the simpler way as the default");
  });

  it("given a draft and an alternative, then the draft is shown, as drafted", () => {
    const [, , c] = offerOptions({ ...stated({ alternative: "Note it" }), draft: DRAFT }, issue());
    expect(c).toMatchObject({ text: DRAFT.text, draftedBy: "claude" });
  });

  it("given it is CRITICAL, then A alone is recommended, and D is offered", () => {
    const about = issue("Backup size limit", "CRITICAL");
    expect(shown(stated(), about)).toEqual(["A*", "B", "C", "D"]);
    expect(shown(silent(), about)).toEqual(["A*", "B", "C", "D"]);
  });

  it("given nobody stated it, then B says so", () => {
    expect(offerOptions(silent(), issue())[1]?.text).toBe(
      "Not explicitly stated: the Engineer did not address this issue",
    );
  });

  it("given a rule fires, then no agent is asked for a synthesis; an alternative does not stand in its way", () => {
    expect(needsDraft(stated({ rationale: "It adds complexity." }), issue())).toBe(false);
    expect(needsDraft(stated({ alternative: "Note it" }), issue())).toBe(true);
  });
});
