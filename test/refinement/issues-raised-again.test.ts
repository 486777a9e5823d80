// An issue keeps its first id, whatever later reviews call it.
import { describe, expect, it } from "vitest";
import type { IssueState } from "../../src/core/refinement/issue.ts";
import { decide } from "../../src/core/refinement/session/decide.ts";
import { readOutput } from "../../src/engine/documents.ts";
import { disagreeBlock, disagreementAnswers } from "../support/disagreement-texts.ts";
import { gapId } from "../support/example-gap.ts";
import { approval, objection, READY, resolution } from "../support/session-world.ts";
import { Stage } from "./stage.ts";

const GAP = "GAP-FLOW-001";

interface Finding {
  readonly id: string;
  readonly title: string;
  readonly severity?: string;
  readonly impact?: string;
}

function review(findings: readonly Finding[], prior: readonly (readonly [string, string])[] = []): string {
  const issues = findings.map(
    ({ id, title, severity = "MEDIUM", impact }) =>
      `### ${id}: ${title}\n\n- **Severity:** ${severity}\n- **Gap:** ${GAP}\n${impact === undefined ? "" : `- **Impact:** ${impact}\n`}`,
  );
  const rows = prior.map(([issue, status]) => `| ${issue} | ${status} |`).join("\n");
  const table = prior.length === 0 ? "" : `### Previous Issues\n\n| Issue | Status |\n|---|---|\n${rows}\n`;
  return `## Review: ${GAP}\n\n${issues.join("\n")}\n${table}\n**Verdict:** NEEDS_REVISION\n`;
}

/** One gap, revised in every round; the reviews one after the other. */
async function reviewed(...reviews: readonly string[]): Promise<Stage> {
  const stage = await Stage.open({
    engineer: ({ round }) => resolution([GAP], { text: `Version ${round} of the loop.` }),
    reviewer: ({ round, purpose }) => (purpose === "final" ? READY : (reviews[round - 1] ?? approval([GAP]))),
    settings: { thresholds: { stallThreshold: 9, divergenceThreshold: 99 } },
  });
  await stage.untilRounds(reviews.length);
  return stage;
}

/** The Engineer disagrees in round 2 with the issue of round 1; the reviews from round 2 on, one after the other. */
async function argued(...reviews: readonly string[]): Promise<Stage> {
  const raised = review([
    { id: "ISSUE-R1-001", title: "No limit on retries", severity: "HIGH", impact: "Name a limit." },
  ]);
  const block = disagreeBlock({ issue: "ISSUE-R1-001", concern: "Name a limit." });
  return await Stage.open({
    engineer: ({ round }) =>
      `${resolution([GAP], { text: `Version ${round} of the loop.` })}${round === 2 ? block : ""}`,
    reviewer: ({ round, purpose }) =>
      purpose === "final" ? READY : ([raised, ...reviews][round - 1] ?? approval([GAP])),
    settings: { thresholds: { stallThreshold: 9, divergenceThreshold: 99 } },
  });
}

const issues = (stage: Stage) =>
  Object.values(stage.session.work.issues).map(({ issue, aliases }) => [issue.id, issue.state.at, aliases]);

describe("an issue raised again under another id", () => {
  it("given the same title, then it keeps its first id and the new one is an alias", async () => {
    const stage = await reviewed(
      review([{ id: "ISSUE-R1-001", title: "The pause is too short" }]),
      review([{ id: "ISSUE-R2-001", title: "The pause is too short" }]),
    );
    expect(issues(stage)).toEqual([["ISSUE-R1-001", "OPEN", ["ISSUE-R2-001"]]]);
    expect(stage.files.get("round_002/summary.md")).toContain("raised again");
  });

  it("given another title and most of the same words, then it is the same issue", async () => {
    const stage = await reviewed(
      review([{ id: "H1", title: "Retries never end", impact: "A broken upload repeats for hours." }]),
      review([
        { id: "H1", title: "No end to retries", impact: "For hours a broken upload still repeats itself." },
      ]),
    );
    expect(issues(stage)).toEqual([["ISSUE-R1-001", "OPEN", ["H1"]]]);
  });

  it("given something else under another id, then the earlier one closes and this one is new", async () => {
    const stage = await reviewed(
      review([{ id: "ISSUE-R1-001", title: "The pause is too short" }]),
      review([{ id: "ISSUE-R2-001", title: "Nobody is told of a failure" }]),
    );
    expect(issues(stage)).toEqual([
      ["ISSUE-R1-001", "CLOSED", []],
      ["ISSUE-R2-001", "OPEN", []],
    ]);
  });

  it("given several new names over the rounds, then a later review may use any of them", async () => {
    const stage = await reviewed(
      review([{ id: "ISSUE-R1-001", title: "The pause is too short" }]),
      review([{ id: "ISSUE-R2-001", title: "The pause is too short" }]),
      review([{ id: "M4", title: "The pause is too short" }]),
      review([{ id: "X1", title: "Nobody is told of a failure" }], [["ISSUE-R2-001", "UNRESOLVED"]]),
      review([{ id: "X1", title: "Nobody is told of a failure" }], [["M4", "RESOLVED"]]),
    );
    expect(issues(stage)).toEqual([
      ["ISSUE-R1-001", "CLOSED", ["ISSUE-R2-001", "M4"]],
      ["ISSUE-R4-001", "OPEN", ["X1"]],
    ]);
  });

  it("given a name that is an alias already, then no issue gets it for an id", async () => {
    const stage = await reviewed(
      review([{ id: "ISSUE-R1-001", title: "The pause is too short" }]),
      review([
        { id: "ISSUE-R2-001", title: "The pause is too short" },
        { id: "none", title: "Nobody is told of a failure" },
      ]),
    );
    expect(issues(stage)).toEqual([
      ["ISSUE-R1-001", "OPEN", ["ISSUE-R2-001"]],
      ["ISSUE-R2-002", "OPEN", expect.anything()],
    ]);
  });

  it("given a name that two have, then the newest open one is meant", async () => {
    const stage = await reviewed(
      review([{ id: "H1", title: "The pause is too short" }]),
      review([{ id: "H1", title: "Nobody is told of a failure" }], [["ISSUE-R1-001", "UNRESOLVED"]]),
      review([{ id: "Z9", title: "The pause is too short" }], [["H1", "RESOLVED"]]),
    );
    expect(issues(stage).map(([id, state]) => [id, state])).toEqual([
      ["ISSUE-R1-001", "OPEN"],
      ["ISSUE-R2-001", "CLOSED"],
    ]);
  });

  it("given two findings that say what one said, then the first is it and the second is new", async () => {
    const stage = await reviewed(
      review([{ id: "H1", title: "Retries never end" }]),
      review([
        { id: "H1", title: "Retries never end" },
        { id: "H2", title: "Retries never end" },
      ]),
    );
    expect(issues(stage).map(([id, state]) => [id, state])).toEqual([
      ["ISSUE-R1-001", "OPEN"],
      ["ISSUE-R2-001", "OPEN"],
    ]);
  });

  it("given the review says that the earlier one is resolved, then a like one is new", async () => {
    const stage = await reviewed(
      review([{ id: "ISSUE-R1-001", title: "The pause is too short" }]),
      review([{ id: "ISSUE-R2-001", title: "The pause is too short" }], [["ISSUE-R1-001", "RESOLVED"]]),
    );
    expect(issues(stage)).toEqual([
      ["ISSUE-R1-001", "CLOSED", []],
      ["ISSUE-R2-001", "OPEN", []],
    ]);
  });

  it.each([
    ["STAND", "OPEN"],
    ["WITHDRAW", "CLOSED"],
  ])(
    "given the review answers the disagreement with the earlier one by %s, then a like one is another",
    async (answer, state) => {
      const stage = await argued(
        `${disagreementAnswers({ "ISSUE-R1-001": [answer, "so it is"] })}\n${review([{ id: "ISSUE-R2-001", title: "No limit on uploads", severity: "HIGH", impact: "Name a limit." }])}`,
      );
      await stage.untilRounds(2);
      expect(issues(stage)).toEqual([
        ["ISSUE-R1-001", state, []],
        ["ISSUE-R2-001", "OPEN", []],
      ]);
    },
  );

  it("given it is graver now, then the issue is; given it is less grave, then it stays as grave", async () => {
    const title = "The pause is too short";
    const said = (id: string, severity: string) => review([{ id, title, severity }]);
    const stage = await reviewed(said("H1", "MEDIUM"), said("H2", "HIGH"), said("H3", "LOW"));
    const [entry] = Object.values(stage.session.work.issues);
    expect(entry).toMatchObject({ issue: { severity: "HIGH" }, aliases: ["H1", "H2", "H3"] });
    expect(stage.states()[GAP]).toBe("NEEDS_REVISION");
  });
});

describe("an issue that the user has ruled on", () => {
  const OVERRULED = { at: "OVERRULED", decision: "DECISION-R2-001" };
  const WAIVED = { at: "WAIVED", reason: "not needed" };
  const DECIDED = { at: "OPEN", decision: "DECISION-R2-001" };

  it.each([
    ["overruled", OVERRULED],
    ["waived", WAIVED],
    ["decided", DECIDED],
  ] as const)(
    "given it is %s, when it comes back under another id and severity, then it is linked",
    (_, state) => linked(state as unknown as IssueState),
  );

  async function linked(state: IssueState): Promise<void> {
    const stage = await reviewed(review([{ id: "H1", title: "Retries never end", severity: "HIGH" }]));
    await stage.throughMediation();
    const [order] = stage.calls();
    if (order === undefined) throw new Error("a call was expected");
    await stage.start(order);
    await stage.finish(order.key, resolution([GAP], { text: "Another text." }));
    const [call] = stage.calls();
    if (call === undefined) throw new Error("a review was expected");
    await stage.start(call);
    const entry = Object.values(stage.session.work.issues)[0];
    if (entry === undefined) throw new Error("an issue was expected");
    const ruled = {
      ...stage.session,
      work: {
        ...stage.session.work,
        issues: { [entry.issue.id]: { ...entry, issue: { ...entry.issue, state } } },
      },
    };
    const text = review([{ id: "C7", title: "Retries never end", severity: "CRITICAL" }]);
    const blob = stage.engine.documents.blobOf(text);
    const ref = { sha256: blob.sha256, bytes: blob.bytes.length, from: "file" as const };
    const events = decide(
      {
        type: "FinishCall",
        at: stage.session.lastEventAt,
        key: call.key,
        outcome: "ok",
        usage: { inputTokens: null, outputTokens: null, usd: null },
        elapsedMs: 1,
        evidence: [],
        output: readOutput("reviewer", ref, text, { sha256: () => "0" }),
      },
      ruled,
    );
    if (!Array.isArray(events)) throw new Error("it is refused");
    const types = events.map(({ type }) => type);
    expect(types).not.toContain("IssueRaised");
    expect(types).not.toContain("GapEntered");
    const again = events.find(({ type }) => type === "IssueRaisedAgain");
    expect(again?.data).toMatchObject({ issue: entry.issue.id, alias: "C7", severity: "HIGH" });
  }
});

describe("a disagreement that is decided", () => {
  const STANDS = `${disagreementAnswers({ "ISSUE-R1-001": ["STAND", "it is cheap"] })}\n${objection(GAP, { id: "ISSUE-R2-001", title: "Nobody is told of a failure" })}`;

  async function decided(option: "a" | "b", ...reviews: readonly string[]): Promise<Stage> {
    const stage = await argued(STANDS, ...reviews);
    await stage.untilAsked("disagree-rate");
    await stage.answer(stage.question("disagree-rate"), { option: "accept" });
    await stage.untilAsked("conflict");
    await stage.answer(stage.question("conflict"), { option, constraints: "only for reads" });
    await stage.untilRounds(3);
    return stage;
  }

  it("given B, when a review asks for a revision because of it alone, then that holds nothing up", async () => {
    const again = review(
      [{ id: "ISSUE-R3-001", title: "No limit on retries", severity: "CRITICAL" }],
      [["ISSUE-R2-001", "RESOLVED"]],
    );
    const stage = await decided("b", again);
    expect(issues(stage)).toEqual([
      ["ISSUE-R1-001", "OVERRULED", ["ISSUE-R3-001"]],
      ["ISSUE-R2-001", "CLOSED", []],
    ]);
    expect(stage.states()[GAP]).toBe("ACCEPTED");
  });

  it("given A, then both prompts name the decision, and the form offers nothing that the gate sends back", async () => {
    const stage = await decided("a");
    const [decision] = stage.session.work.decisions;
    for (const role of ["engineer", "reviewer"])
      expect(stage.prompts.get(`s/3.0/${role}/-/1/1`)).toContain(
        `ISSUE-R1-001 (HIGH, raised in round 1, decided by ${decision?.id})`,
      );
    const prompt = stage.prompts.get("s/3.0/engineer/-/1/1");
    expect(prompt).toContain(
      "a row for each open issue: ISSUE-R1-001, ISSUE-R2-001. The user has decided ISSUE-R1-001: ADDRESSED or PARTLY.",
    );
  });
});

it("given an Engineer answers an issue by an alias, then the Reviewer is shown the answer under its id", async () => {
  const answer =
    "### Responses\n\n| Issue | Status | Where |\n|---|---|---|\n| ISSUE-R2-001 | ADDRESSED | thirty seconds |\n";
  const title = "The pause is too short";
  const stage = await Stage.open({
    engineer: ({ round }) =>
      `${resolution([GAP], { text: `Version ${round} of the loop.` })}${round === 3 ? `\n${answer}` : ""}`,
    reviewer: ({ round }) => objection(GAP, { id: `ISSUE-R${round}-001`, title }),
    settings: { thresholds: { stallThreshold: 9, divergenceThreshold: 99 } },
  });
  await stage.untilRounds(3);
  expect(stage.session.work.gaps[gapId(GAP)]?.state.at).toBe("NEEDS_REVISION");
  const prompt = stage.prompts.get("s/3.0/reviewer/-/1/1") ?? "";
  expect(prompt).toContain("thirty seconds");
  expect(prompt).toMatch(/on ISSUE-R1-001/);
});
