// The examples that the design of disagreement was written with, as sessions.
import { describe, expect, it } from "vitest";
import type { Gap } from "../../src/core/refinement/gap.ts";
import type { Question } from "../../src/core/refinement/questions/question.ts";
import type { Severity } from "../../src/core/shared/severity.ts";
import { disagreeBlock, disagreementAnswers, responses } from "../support/disagreement-texts.ts";
import { approval, READY, resolution, sourceGap } from "../support/session-world.ts";
import { Stage, type StageScript } from "./stage.ts";

interface RaisedIssue {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly impact?: string;
  readonly suggestion?: string;
}

/** A review with these issues on one gap. */
function review(gap: string, issues: readonly RaisedIssue[]): string {
  const listed = issues.map(
    ({ id, severity, title, impact, suggestion }) => `### ${id}: ${title}

- **Severity:** ${severity}
- **Gap:** ${gap}
- **Location:** Proposed Solution
- **Impact:** ${impact ?? `without it, ${title}`}
- **Suggestion:** ${suggestion ?? `see to ${title}`}
`,
  );
  return `# Review\n\n**Gaps:** ${gap}\n\n## Issues\n\n${listed.join("\n")}\n**Verdict:** NEEDS_REVISION\n`;
}

interface ArguedRound {
  readonly gap: string;
  /** The round whose review raises them; the Engineer answers in the next. */
  readonly round: number;
  readonly issues: readonly RaisedIssue[];
  readonly answer: string;
  /** What the text says anew in the round that answers. */
  readonly text?: string;
}

/** One gap after another until the round comes that the example begins with. */
async function sessionAt({ gap, round, issues, answer, text: changed }: ArguedRound): Promise<Stage> {
  const before = Array.from({ length: round - 1 }, (_, index) =>
    sourceGap(`GAP-BEFORE-${String(index + 1).padStart(3, "0")}`, { severity: "CRITICAL" }),
  );
  const gaps: readonly Gap[] = [...before, sourceGap(gap, { severity: "HIGH" })];
  const engineer: StageScript = (call, _, own) => {
    if (call.round !== round + 1) return resolution(own, { text: `In round ${call.round} it waits.` });
    return `${resolution(own, { text: changed ?? "It waits no longer." })}\n${answer}`;
  };
  const stage = await Stage.open({
    gaps,
    limits: { gapsPerRound: 1, maxRounds: 20 },
    settings: { thresholds: { stallThreshold: 9, divergenceThreshold: 99 } },
    engineer,
    reviewer: (call, _, own) => {
      if (call.purpose === "final") return READY;
      return call.round === round ? review(gap, issues) : approval(own);
    },
  });
  await stage.untilRounds(round);
  return stage;
}

function optionIds({ options }: Question): readonly string[] {
  return options.map(({ id }) => id);
}

function effectOf({ options }: Question, option: string): string {
  return options.find(({ id }) => id === option)?.effect ?? "";
}

describe("example 1: a disagreement that is stated, and decided by a middle way", () => {
  const ISSUE = "ISSUE-R5-003";
  const GAP = "GAP-FLOW-001";
  const SUGGESTION = "Implement 1s, 2s, 4s delays between retries";
  const IMPACT = "Linear retries may overwhelm failed services";
  const RATIONALE =
    "The retry target here is local file validation, not remote services. File system operations complete or fail fast (<100ms). Adding delays would only slow the workflow without reducing failure likelihood.";
  const ALTERNATIVE =
    "Keep instant retries for file operations. Add note that remote operation retries (future scope) should use backoff.";
  const answer = [
    responses({
      "ISSUE-R5-001": "ADDRESSED | the second sentence",
      "ISSUE-R5-002": "ADDRESSED | the third sentence",
      [ISSUE]: "DISAGREE | below",
    }),
    disagreeBlock({
      issue: ISSUE,
      // Three sentences of the issue, joined.
      concern: `"Retry mechanism should use exponential backoff. Implement 1s, 2s, 4s delays\n> between retries. Linear retries may overwhelm failed services."`,
      position: "Exponential backoff adds complexity for marginal benefit in this context.",
      rationale: RATIONALE,
      alternative: ALTERNATIVE,
    }),
  ].join("\n");
  const conflict = async () => {
    const stage = await sessionAt({
      gap: GAP,
      round: 5,
      issues: [
        { id: "ISSUE-R5-001", severity: "HIGH", title: "Codes are absent" },
        { id: "ISSUE-R5-002", severity: "HIGH", title: "Order stays unclear" },
        {
          id: ISSUE,
          severity: "HIGH",
          title: "Retry mechanism should use exponential backoff",
          suggestion: SUGGESTION,
          impact: IMPACT,
        },
      ],
      answer,
    });
    await stage.untilAsked("conflict");
    return stage;
  };

  it("shows both positions with what each costs, and recommends none", async () => {
    const question = (await conflict()).question("conflict");
    expect(question.why).toContain(`Conflict 1 of 1: ${ISSUE} (HIGH) on ${GAP}`);
    expect(question.why).toContain(`Impact if ignored: ${IMPACT}`);
    expect(optionIds(question)).toEqual(["a", "b", "c"]);
    expect(question.recommended).toBeNull();
    expect(effectOf(question, "a")).toContain(SUGGESTION);
    expect(effectOf(question, "b")).toContain("Exponential backoff adds complexity for marginal benefit");
    expect(effectOf(question, "c")).toContain(ALTERNATIVE);
    for (const option of ["a", "b", "c"]) expect(effectOf(question, option)).toContain("Trade-off: ");
    expect(question.evidence.map(({ text }) => text)).toContain(`Rationale: ${RATIONALE}`);
  });

  it("records the decision by its form, and the next prompts carry it", async () => {
    const stage = await conflict();
    await stage.answer(stage.question("conflict"), {
      option: "c",
      rationales: { "*": "Both concerns valid - file ops are fast, remote ops need backoff" },
      constraints: "Must document which operations use which strategy",
    });
    const entry = (stage.files.get("decisions.md") ?? "").split(`### ${ISSUE}: `)[1] ?? "";
    expect(entry).toMatch(
      new RegExp(
        [
          "\\*\\*Conflict Type:\\*\\* Explicit DISAGREE",
          `\\*\\*Gap Affected:\\*\\* ${GAP}`,
          "\\*\\*Severity:\\*\\* HIGH",
          "\\*\\*Positions:\\*\\*",
          "- \\*\\*Reviewer:\\*\\* ",
          "- \\*\\*Engineer:\\*\\* ",
          "\\*\\*Resolution:\\*\\*",
          "- \\*\\*Chosen Option:\\*\\* C \\(Synthesis\\)",
          "- \\*\\*Decision:\\*\\* ",
          "- \\*\\*Rationale:\\*\\* Both concerns valid",
          "- \\*\\*Constraints:\\*\\* Must document which operations use which strategy",
          "\\*\\*Action Required:\\*\\*",
          "- \\*\\*For Engineer:\\*\\* ",
          "- \\*\\*For Gap:\\*\\* ",
          "\\*\\*Decided By:\\*\\* ",
          "\\*\\*Timestamp:\\*\\* \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ",
        ].join("[\\s\\S]*?"),
      ),
    );
    expect(stage.states()[GAP]).toBe("NEEDS_REVISION");
    await stage.untilRounds(7);
    for (const role of ["engineer", "reviewer"]) {
      const prompt = stage.prompts.get(`s/7.0/${role}/-/1/1`) ?? "";
      expect(prompt).toContain("Keep instant retries for file operations.");
      expect(prompt).toContain("Must document which operations use which strategy");
      expect(prompt.indexOf("Keep instant retries")).toBeLessThan(prompt.indexOf("# Your task"));
    }
  });
});

describe("example 2: silence about a CRITICAL issue, made a conflict by the user", () => {
  const ISSUE = "ISSUE-R4-007";
  const GAP = "GAP-COMM-004";
  const SUGGESTION = "Add strict mode validation that fails on unexpected keys";
  const IMPACT = "Silent data loss if unexpected fields ignored";
  const others = ["Currency signs", "Folder names", "Midnight orders"];
  const flagged = async () => {
    const stage = await sessionAt({
      gap: GAP,
      round: 4,
      issues: [
        ...others.map((title, index) => ({
          id: `ISSUE-R4-00${index + 1}`,
          severity: "HIGH" as const,
          title,
        })),
        {
          id: ISSUE,
          severity: "CRITICAL",
          title: "Schema validation must reject unknown fields",
          suggestion: SUGGESTION,
          impact: IMPACT,
        },
      ],
      text: others.map((title) => `${title}: see to ${title} in each table.`).join(" "),
      answer: responses(
        Object.fromEntries(others.map((title, index) => [`ISSUE-R4-00${index + 1}`, `ADDRESSED | ${title}`])),
      ),
    });
    await stage.untilAsked("implicit");
    return stage;
  };

  it("shows what the documents show, and offers the ways on", async () => {
    const { why, options } = (await flagged()).question("implicit");
    expect(why).toContain("POTENTIAL IMPLICIT DISAGREEMENT");
    expect(why).toContain(`${ISSUE} (CRITICAL) on ${GAP}: Schema validation must reject unknown fields`);
    expect(why).toContain("H1: ");
    expect(options.map(({ id }) => id)).toEqual(["request", "convert", "waive", "clarify", "false-positive"]);
  });

  it("given convert, then the conflict recommends A and says that nobody has stated it", async () => {
    const stage = await flagged();
    await stage.answer(stage.question("implicit"), { option: "convert" });
    const question = stage.question("conflict");
    expect(question.why).toContain(`Conflict 1 of 1: ${ISSUE} (CRITICAL) on ${GAP}`);
    expect(question.why).toContain(`Impact if ignored: ${IMPACT}`);
    expect(question.why).toContain("NOTE: ");
    expect(question.recommended).toBe("a");
    expect(optionIds(question)).toEqual(["a", "b", "d"]);
    expect(effectOf(question, "a")).toContain(SUGGESTION);
    expect(effectOf(question, "b")).toContain("Not explicitly stated");
  });

  it("given A, then it is recorded as converted, and the next prompt carries it before the task", async () => {
    const stage = await flagged();
    await stage.answer(stage.question("implicit"), { option: "convert" });
    await stage.answer(stage.question("conflict"), {
      option: "a",
      rationales: { "*": "CRITICAL severity - cannot risk silent data loss" },
    });
    const entry = (stage.files.get("decisions.md") ?? "").split(`### ${ISSUE}: `)[1] ?? "";
    expect(entry).toContain("**Conflict Type:** Implicit (converted)");
    expect(entry).toContain("**Severity:** CRITICAL");
    expect(entry).toContain("**Chosen Option:** A (Reviewer)");
    expect(entry).toContain("**Rationale:** CRITICAL severity - cannot risk silent data loss");
    await stage.untilRounds(6);
    const prompt = stage.prompts.get("s/6.0/engineer/-/1/1") ?? "";
    expect(prompt).toContain(SUGGESTION);
    expect(prompt.indexOf(SUGGESTION)).toBeLessThan(prompt.indexOf("# Your task"));
  });
});

describe("the whole way: one issue is disagreed with, the other passed over", () => {
  const GAP = "GAP-FLOW-007";
  const [SPOKEN, SILENT] = ["ISSUE-R1-001", "ISSUE-R1-002"];

  it("goes from detection over the rate and both conflicts to the next prompt", async () => {
    const stage = await sessionAt({
      gap: GAP,
      round: 1,
      issues: [
        { id: SPOKEN, severity: "HIGH", title: "Names of archives", suggestion: "Put the date first" },
        {
          id: SILENT,
          severity: "CRITICAL",
          title: "Backup files create inconsistency risk",
          suggestion: "Keep last 3 backups",
        },
      ],
      answer: [
        responses({ [SPOKEN]: "DISAGREE | below" }),
        disagreeBlock({ issue: SPOKEN, concern: "Put the date first" }),
      ].join("\n"),
    });
    // Detection: one is stated, the other flagged. The rate counts what was stated: one of the one that was answered.
    await stage.untilAsked("disagree-rate");
    expect(stage.session.work.questions.map(({ kind }) => kind)).toEqual(["disagree-rate", "implicit"]);
    expect(stage.question("disagree-rate").why).toContain("1 of 1 (100%)");
    await stage.answer(stage.question("implicit"), { option: "convert" });
    expect(stage.session.work.disagreeCounts.at(-1)).toMatchObject({ stated: 1, grave: 1, answered: 1 });
    await stage.answer(stage.question("disagree-rate"), { option: "accept" });
    // Presentation: the CRITICAL one first.
    const [first, second] = stage.session.work.questions;
    expect(first?.why).toContain(`Conflict 1 of 2: ${SILENT} (CRITICAL)`);
    expect(first?.why).toContain("Backup files create inconsistency risk");
    expect(first?.why).toContain("NOTE: ");
    expect(second?.why).toContain(`Conflict 2 of 2: ${SPOKEN} (HIGH)`);
    expect(stage.session.work.completedRounds).toBe(1);
    // Recording, and the next round: what the user says binds both roles.
    if (first === undefined || second === undefined) throw new Error("two conflicts were expected");
    await stage.answer(first, {
      option: "d",
      text: "Configurable retention, with a default of 3.",
      rationales: { "*": "Best of both" },
    });
    await stage.answer(second, { option: "b" });
    expect(
      stage.session.work.decisions.map(({ about }) => (about.of === "conflict" ? about.option : null)),
    ).toEqual(["D", "B"]);
    await stage.untilRounds(3);
    for (const role of ["engineer", "reviewer"])
      expect(stage.prompts.get(`s/3.0/${role}/-/1/1`)).toContain(
        "Configurable retention, with a default of 3.",
      );
  });
});

describe("example 3: four of four", () => {
  const TITLES = [
    "Timestamp format consistency",
    "Error message verbosity",
    "Validation timeout threshold",
    "Recovery data persistence",
  ];
  const issues: readonly RaisedIssue[] = [
    ...TITLES.map((title, index) => ({
      id: `ISSUE-R6-00${index + 1}`,
      severity: index === 3 ? ("CRITICAL" as const) : ("HIGH" as const),
      title,
    })),
    { id: "ISSUE-R6-005", severity: "MEDIUM", title: "Naming of the folders" },
  ];
  const answer = [
    responses({ "ISSUE-R6-005": "ADDRESSED | the second sentence" }),
    ...TITLES.map((title, index) =>
      disagreeBlock({ issue: `ISSUE-R6-00${index + 1}`, concern: `see to ${title}` }),
    ),
  ].join("\n");
  const rate = async () => {
    const stage = await sessionAt({ gap: "GAP-FLOW-001", round: 6, issues, answer });
    await stage.untilAsked("disagree-rate");
    return stage;
  };

  it("warns of 4 of 4, names them, and offers the four ways on", async () => {
    const question = (await rate()).question("disagree-rate");
    expect(question.why).toContain("DISAGREE RATE WARNING");
    expect(question.why).toContain("4 of 4 (100%)");
    for (const [index, title] of TITLES.entries())
      expect(question.why).toContain(
        `ISSUE-R6-00${index + 1} (${index === 3 ? "CRITICAL" : "HIGH"}): ${title}`,
      );
    expect(optionIds(question)).toEqual(["accept", "revise", "review-reviewer", "mediate"]);
  });

  it("given two rated LOW, then two conflicts are left of 2 of 2, the CRITICAL one first", async () => {
    const stage = await rate();
    await stage.answer(stage.question("disagree-rate"), {
      option: "review-reviewer",
      severities: { "ISSUE-R6-001": "LOW", "ISSUE-R6-002": "LOW" },
      rationales: { "*": "Suggestions, not requirements." },
    });
    expect(stage.session.work.disagreeCounts.at(-1)).toEqual({ round: 7, stated: 4, grave: 2, answered: 2 });
    const [first, second] = stage.session.work.questions;
    expect(first?.why).toContain("Conflict 1 of 2: ISSUE-R6-004 (CRITICAL)");
    expect(first?.recommended).toBe("a");
    expect(first === undefined ? [] : optionIds(first)).toEqual(["a", "b", "d"]);
    expect(second?.why).toContain("Conflict 2 of 2: ISSUE-R6-003 (HIGH)");
    // The rule of thresholds makes the synthesis, which meets both.
    expect(second === undefined ? [] : optionIds(second)).toEqual(["a", "b", "c"]);
    expect(second?.recommended).toBe("c");
  });
});

describe("a pattern over three rounds", () => {
  const GAP = "GAP-FLOW-001";
  const WORDS = "amber birch cedar daisy elder fern grape hazel iris juniper kale lotus".split(" ");
  const issuesOf = (round: number, count: number): readonly RaisedIssue[] =>
    Array.from({ length: count }, (_, index) => {
      const word = WORDS[(round - 1) * 3 + index] ?? "moss";
      const said = `${word}s ${word}ed ${word}ing`;
      return {
        id: `ISSUE-R${round}-00${index + 1}`,
        severity: "HIGH",
        title: said,
        impact: word,
        suggestion: `the ${word}`,
      };
    });

  /** Of each round: how many issues are disagreed with, of how many. All but the last round's are withdrawn. */
  async function rounds(rates: readonly (readonly [number, number])[]): Promise<Stage> {
    const rateOf = (round: number) => rates[round - 2] ?? [0, 0];
    const stage = await Stage.open({
      gaps: [sourceGap(GAP, { severity: "HIGH" })],
      limits: { gapsPerRound: 1, maxRounds: 20 },
      settings: { thresholds: { stallThreshold: 9, divergenceThreshold: 99 } },
      engineer: ({ round }, _, gaps) => {
        const [against, all] = rateOf(round);
        const answered = issuesOf(round - 1, all).map(({ id, suggestion }, index) => ({
          id,
          block: index < against ? disagreeBlock({ issue: id, concern: suggestion ?? "" }) : null,
        }));
        return [
          resolution(gaps, {
            text: issuesOf(round - 1, all)
              .map(({ title, suggestion }) => `${title}, and ${suggestion}.`)
              .join(" "),
          }),
          responses(
            Object.fromEntries(
              answered.map(({ id, block }) => [
                id,
                block === null ? "ADDRESSED | there" : "DISAGREE | below",
              ]),
            ),
          ),
          ...answered.flatMap(({ block }) => block ?? []),
        ].join("\n");
      },
      reviewer: ({ round, purpose }, _, gaps) => {
        if (purpose === "final") return READY;
        const [against] = rateOf(round);
        const [, next] = rateOf(round + 1);
        if (next === 0) return approval(gaps);
        const rows = issuesOf(round - 1, against).map(({ id }) => [id, ["WITHDRAW", "so be it"]] as const);
        const answers = rows.length === 0 ? "" : disagreementAnswers(Object.fromEntries(rows));
        return review(GAP, issuesOf(round, next)).replace("**Verdict:**", () => `${answers}\n**Verdict:**`);
      },
    });
    await stage.until(({ work: { disagreeCounts } }) => disagreeCounts.at(-1)?.round === rates.length + 1);
    return stage;
  }

  it("given 3 of 8, then there is no alert", async () => {
    const stage = await rounds([
      [1, 3],
      [1, 2],
      [1, 3],
    ]);
    expect(stage.session.work.disagreeCounts.slice(-3)).toEqual([
      { round: 2, stated: 1, grave: 1, answered: 3 },
      { round: 3, stated: 1, grave: 1, answered: 2 },
      { round: 4, stated: 1, grave: 1, answered: 3 },
    ]);
    expect(stage.session.work.disagreeLimits).toEqual([]);
    expect(stage.session.work.questions.map(({ kind }) => kind)).toEqual(["conflict"]);
  });

  it("given 4 of 9, then there is one, which outweighs the warning of the round", async () => {
    const stage = await rounds([
      [1, 3],
      [1, 3],
      [2, 3],
    ]);
    expect(stage.session.work.disagreeLimits).toEqual(["SYSTEMATIC_ALERT", "WARN_USER"]);
    const { why } = stage.question("disagree-rate");
    expect(why).toContain("DISAGREE RATE WARNING (SYSTEMATIC_ALERT)");
    expect(why).toContain("4 of 9 (44%)");
  });
});
