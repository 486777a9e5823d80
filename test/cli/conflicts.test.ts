import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { batchWorld, conflictWorld, ISSUE, pendingWorld, rateWorld, refineAgain } from "./conflict-world.ts";
import { documentOf, errorOf, newProject } from "./world.ts";

type Data = Record<string, unknown>;

async function questionOf(
  world: Awaited<ReturnType<typeof conflictWorld>>,
  session = "spec",
): Promise<string> {
  const [question] = documentOf(await world.run(["inbox", "--session", session, "--json"])) as Data[];
  expect(question?.kind).toBe("conflict");
  return String(question?.id);
}

describe("parley conflicts", () => {
  test("given no session, or none open, then it says so", async () => {
    expect((await (await newProject()).run(["conflicts"])).code).toBe(4);
    const world = await conflictWorld();
    await world.run(["answer", await questionOf(world), "b"]);
    expect(await world.run(["conflicts"])).toMatchObject({
      code: 0,
      stdout: "No conflict is open.\nsee all: parley conflicts --all\n",
    });
    expect(documentOf(await world.run(["conflicts", "--json"]))).toEqual([]);
    expect(documentOf(await world.run(["conflicts", "--all", "--json"]))).toMatchObject([
      { issue: ISSUE, state: "decided", outcome: "DECISION-R3-001", number: null, question: null },
    ]);
  });

  test("given one open, then the list tells its place in the queue and the question", async () => {
    const world = await conflictWorld();
    const question = await questionOf(world);
    const { code, stdout } = await world.run(["conflicts"]);
    expect(code).toBe(0);
    expect(stdout).toContain("ISSUE-R1-001");
    expect(stdout).toContain("Conflict 1 of 1, Explicit DISAGREE");
    expect(stdout).toContain(`parley answer ${question} --session spec`);
    expect((await world.run(["conflicts", "--quiet"])).stdout).toBe(`${ISSUE}\n`);
  });

  test("given one is shown, then both positions stand there word for word, with places, options and how to answer", async () => {
    const world = await conflictWorld();
    const question = await questionOf(world);
    const { code, stdout } = await world.run(["conflicts", "show", ISSUE]);
    expect(code).toBe(0);
    const shown = stdout.split("\n");
    expect(shown).toEqual(
      expect.arrayContaining([
        "### Conflict: ISSUE-R1-001",
        "**Subject:** No limit on retries",
        "**Severity:** HIGH",
        "**Gap Affected:** GAP-TODO-001",
        "**Status:** Conflict 1 of 1, Explicit DISAGREE",
        "**Reviewer Position (Option A):**",
        "name a limit",
        "**Impact if ignored:** builders will loop for ever",
        "**Criticised:** Proposed Solution",
        "- TODO: say what the caller does.",
        "+ The caller retries three times, one second apart, in case 1. It retries.",
        "**Engineer Position (Option B):**",
        "No limit is needed.",
        "**Rests on:** judgement",
        "The Reviewer stands by it: a limit is cheap",
        "**Synthesized Option (Option C):** [RECOMMENDED]",
        "### Options Summary",
        "| Option | Position | Trade-off | Recommended? |",
        "| C | Synthesis | Some of the complexity, in return for the choice | Yes |",
        `answer: parley answer ${question} a|b|c --session spec`,
      ]),
    );
    expect(stdout).toMatch(/^\(round_001\/reviewer\.md:\d+\)$/m);
    expect(stdout).toMatch(/^\(round_002\/engineer\.md:\d+\)$/m);
    expect(stdout).toContain("**Rationale:** The server closes the connection; a limit adds complexity.");
    expect(stdout).toContain("**Trade-off:** Some of the complexity, in return for the choice");
  });

  test("given the rate is asked about first, then that is the next step, and no letter of this conflict is offered", async () => {
    const world = await rateWorld();
    const [asked] = documentOf(await world.run(["inbox", "--json"])) as Data[];
    const listed = await world.run(["conflicts"]);
    expect(listed.stdout).toContain(`  first: parley answer ${asked?.id} --session spec`);
    const { stdout } = await world.run(["conflicts", "show", ISSUE]);
    expect(stdout).toContain(
      "The rate of disagreement is asked about first; this conflict is put to you after it.",
    );
    expect(stdout).toContain(`answer: parley answer ${asked?.id} --session spec`);
    expect(stdout).not.toMatch(/parley answer Q\d+ a\|b/);
    expect(documentOf(await world.run(["conflicts", "--json"]))).toMatchObject([
      { issue: ISSUE, question: null, after: asked?.id },
    ]);
  });

  test("given several are asked about together, then what is offered is what that question takes", async () => {
    const world = await batchWorld();
    const { stdout } = await world.run(["conflicts", "show", "ISSUE-R1-002"]);
    expect(stdout).toMatch(/^answer: parley answer Q\d+ a\|b\|each --session spec$/m);
  });

  test("given one of several is decided, then the count of the next is that of now, and what is over has none", async () => {
    const world = await batchWorld();
    const heads = async () => {
      const asked = documentOf(await world.run(["inbox", "--json"])) as { id: string; why: string }[];
      return asked.map(({ id, why }) => [id, why.split(":")[0]]);
    };
    const [grave, batch] = await heads();
    expect(grave?.[1]).toBe("Conflict 1 of 3");
    await world.run(["answer", String(batch?.[0]), "each", "--session", "spec"]);
    const counted = ["Conflict 1 of 3", "Conflict 2 of 3", "Conflict 3 of 3"];
    expect((await heads()).map(([, count]) => count)).toEqual(counted);
    await world.run(["answer", String(grave?.[0]), "b", "--session", "spec"]);
    const [first, second] = await heads();
    expect([first?.[1], second?.[1]]).toEqual(["Conflict 1 of 2", "Conflict 2 of 2"]);
    await world.run(["abandon", "--session", "spec", "--yes"]);
    const { stdout } = await world.run(["show", "round", "2", "--session", "spec"]);
    expect(stdout).toContain(String(second?.[0]));
    expect(stdout).not.toContain("Conflict 1 of");
  });

  test("given the Reviewer has not answered it yet, then it is listed as waiting, and holds its gap as an open one does", async () => {
    const world = await pendingWorld();
    const listed = await world.run(["conflicts"]);
    expect(listed.stdout).toContain(ISSUE);
    expect(listed.stdout).toContain("  waits for the Reviewer's answer, Explicit DISAGREE");
    expect(documentOf(await world.run(["conflicts", "--json"]))).toMatchObject([
      { issue: ISSUE, severity: "CRITICAL", state: "pending", number: null, question: null, after: null },
    ]);
    const shown = await world.run(["conflicts", "show", ISSUE]);
    expect(shown.stdout).toContain("No limit is needed.");
    expect(shown.stdout).toContain("You are asked about it unless the Reviewer withdraws the issue.");
    const waits = `the disagreement on ${ISSUE} waits for the Reviewer's answer`;
    const accepted = await world.run(["gap", "accept", "GAP-TODO-001", "--reason", "it will do", "--json"]);
    expect([accepted.code, errorOf(accepted).message]).toEqual([5, expect.stringContaining(waits)]);
    const ended = await world.run(["accept", "--session", "spec", "--json"]);
    expect([ended.code, errorOf(ended).message]).toEqual([5, expect.stringContaining(waits)]);
  });

  test("given an id that is none, then what there is is named", async () => {
    const world = await conflictWorld();
    const missing = await world.run(["conflicts", "show", "ISSUE-R1-009", "--json"]);
    expect([missing.code, errorOf(missing).code]).toEqual([4, "no-conflict"]);
    expect((await world.run(["conflicts", "show"])).code).toBe(2);
  });
});

describe("answers about disagreement", () => {
  test("given a rationale and constraints, then the decision carries both, in decisions.md as well", async () => {
    const world = await conflictWorld();
    const said = ["--rationale", "it fails fast", "--constraints", "only for reads"];
    expect((await world.run(["answer", await questionOf(world), "c", ...said])).code).toBe(0);
    expect(documentOf(await world.run(["decisions", "show", "DECISION-R3-001", "--json"]))).toMatchObject({
      session: "spec",
      issue: ISSUE,
      type: "Explicit DISAGREE",
      option: "C",
      positions: { reviewer: "name a limit", engineer: "No limit is needed." },
      rationale: "it fails fast",
      constraints: "only for reads",
      supersededBy: null,
    });
    const written = world.read(join(world.project, ".parley/sessions/spec/decisions.md"));
    for (const line of [
      "## Round 3 Conflict Resolutions",
      "### ISSUE-R1-001: No limit on retries",
      "**Decision ID:** DECISION-R3-001",
      "**Conflict Type:** Explicit DISAGREE",
      "**Gap Affected:** GAP-TODO-001",
      "**Severity:** HIGH",
      "**Positions:**",
      "**Chosen Option:** C (Synthesis)",
      "**Rationale:** it fails fast",
      "**Constraints:** only for reads",
      "**Action Required:**",
      "**Decided By:**",
      "**Timestamp:**",
    ])
      expect(written).toContain(line);
  });

  test("given an option in capitals, as conflicts name them, then it is that option", async () => {
    const world = await conflictWorld();
    const answered = await world.run(["answer", await questionOf(world), "A", "--json"]);
    expect([answered.code, documentOf(answered)]).toEqual([0, expect.objectContaining({ option: "a" })]);
  });

  test("given a severity where none is asked for, or a word that is none, then it is refused and the question stays", async () => {
    const world = await conflictWorld();
    const question = await questionOf(world);
    const misplaced = await world.run(["answer", question, "a", "--severity", `${ISSUE}=LOW`, "--json"]);
    expect([misplaced.code, errorOf(misplaced).code]).toEqual([2, "misplaced"]);
    const wrong = await world.run(["answer", question, "a", "--severity", `${ISSUE}=SMALL`, "--json"]);
    expect([wrong.code, errorOf(wrong).code]).toEqual([2, "severity"]);
    expect(await questionOf(world)).toBe(question);
  });

  test("given a policy for conflicts that names no severity, then it is refused; one that does decides those alone", async () => {
    const world = await conflictWorld();
    const policy = (rule: string) => world.write(join(world.project, "policy.yaml"), `answers: [${rule}]\n`);
    policy("{kind: conflict, option: b}");
    const refused = await world.run(["resume", "spec", "--policy", "policy.yaml", "--json"]);
    expect([refused.code, errorOf(refused).code]).toEqual([3, "policy"]);
    policy("{kind: conflict, severity: LOW, option: b}");
    expect((await world.run(["resume", "spec", "--policy", "policy.yaml", "--quiet"])).code).toBe(7);
    policy("{kind: conflict, severity: HIGH, option: b}");
    await world.run(["resume", "spec", "--policy", "policy.yaml", "--quiet"]);
    expect(documentOf(await world.run(["conflicts", "--all", "--json"]))).toMatchObject([
      { issue: ISSUE, state: "decided" },
    ]);
    expect(documentOf(await world.run(["decisions", "show", "DECISION-R3-001", "--json"]))).toMatchObject({
      option: "B",
      decidedBy: "policy:policy.yaml#1",
    });
  });

  test.each([
    "{kind: implicit, option: false-positive}",
    "{kind: implicit, option: waive, rationale: x}",
    "{kind: disagree-rate, option: review-reviewer}",
  ])("given a policy %s, then it is refused: that takes a look at the case", async (rule) => {
    const world = await conflictWorld();
    world.write(join(world.project, "policy.yaml"), `answers: [${rule}]\n`);
    const refused = await world.run(["resume", "spec", "--policy", "policy.yaml", "--json"]);
    expect([refused.code, errorOf(refused).code]).toEqual([3, "policy"]);
  });
});

test("given a rate that is asked about, when an issue is rated LOW, then its conflict is withdrawn and the rating is a decision", async () => {
  const world = await rateWorld();
  const [asked] = documentOf(await world.run(["inbox", "--json"])) as Data[];
  expect(asked?.kind).toBe("disagree-rate");
  const rated = ["review-reviewer", "--severity", `${ISSUE.toLowerCase()}=low`];
  expect(await world.run(["answer", String(asked?.id), ...rated])).toMatchObject({ code: 0, stderr: "" });
  expect(documentOf(await world.run(["conflicts", "--all", "--json"]))).toMatchObject([
    { issue: ISSUE, state: "withdrawn", severity: "LOW", outcome: `the user rates ${ISSUE} LOW` },
  ]);
  expect(documentOf(await world.run(["decisions", "--json"]))).toMatchObject([
    { option: "issue-severity", severity: "LOW", issue: null },
  ]);
  expect((await world.run(["decisions"])).stdout).toContain("  spec, issue-severity\n");
});

test("given a conflict that is open at the end, then the closing summary lists it with both positions", async () => {
  const world = await conflictWorld();
  await world.run(["abandon", "--session", "spec", "--yes"]);
  const summary = world.read(join(world.project, ".parley/sessions/spec/summary.md"));
  expect(summary).toContain(
    'Not decided between the Reviewer ("name a limit") and the Engineer ("No limit is needed.").',
  );
  // Nobody will be asked about it any more.
  const told = "open: the session ended as ABANDONED before it was decided, Explicit DISAGREE";
  expect((await world.run(["conflicts"])).stdout).toContain(told);
  const shown = (await world.run(["conflicts", "show", ISSUE])).stdout;
  expect(shown.replaceAll("\n", " ")).toContain(`**Status:** ${told}`);
  expect(shown).not.toContain("You are asked");
  expect(documentOf(await world.run(["conflicts", "--json"]))).toMatchObject([
    { number: null, question: null },
  ]);
});

test("given a decided conflict, then the text that the decision was about is shown, not a later one", async () => {
  const world = await conflictWorld();
  const passages = async () => {
    const shown = documentOf(await world.run(["conflicts", "show", ISSUE, "--json"]));
    return (shown as { passages: { after: string; file: string }[] }).passages;
  };
  const before = await passages();
  expect(before).toMatchObject([{ after: expect.stringContaining("It retries.") }]);
  await world.run(["answer", await questionOf(world), "a", "--session", "spec"]);
  await world.run(["resume", "spec", "--quiet"]);
  const proposed = world.read(join(world.project, ".parley/sessions/spec/round_003/engineer.md"));
  expect(proposed).toContain("It retries three times, no more.");
  expect(await passages()).toEqual(before);
});

describe("parley decisions", () => {
  test("given none, then it says so", async () => {
    const world = await newProject();
    expect(await world.run(["decisions"])).toMatchObject({
      code: 0,
      stdout: "Nothing has been decided yet.\n",
    });
    expect(documentOf(await world.run(["decisions", "--json"]))).toEqual([]);
  });

  test("given a like case was decided in another session, then questions, conflicts and --like show how", async () => {
    const world = await conflictWorld();
    await world.run(["answer", await questionOf(world), "b", "--rationale", "known"]);
    await refineAgain(world, "again");
    const question = await questionOf(world, "again");
    const precedent = { session: "spec", decision: "DECISION-R3-001", option: "B (Engineer)", likeness: 1 };
    const [asked] = documentOf(await world.run(["inbox", "--session", "again", "--json"])) as Data[];
    expect(asked?.precedents).toMatchObject([precedent]);
    const told = "B (Engineer): No limit is needed. (No limit on retries; spec";
    expect((await world.run(["inbox"])).stdout).toContain("How you decided like cases in this project:");
    expect((await world.run(["inbox"])).stdout).toContain(told);
    expect((await world.run(["conflicts", "show", ISSUE, "--session", "again"])).stdout).toContain(told);
    for (const id of [question, ISSUE]) {
      const like = await world.run(["decisions", "--like", id, "--session", "again", "--json"]);
      expect(documentOf(like)).toMatchObject([{ session: "spec", id: "DECISION-R3-001", likeness: 1 }]);
    }
    expect(documentOf(await world.run(["decisions", "--like", "DECISION-R3-001", "--json"]))).toEqual([]);
    const unlike = await world.run(["decisions", "--like", "Q99", "--json"]);
    expect([unlike.code, errorOf(unlike).code]).toEqual([4, "no-case"]);
    const events = await world.run(["history", "again", "--json"]);
    expect(events.stdout).not.toContain("precedents");
  });

  test("given a fork of a session that decided the very conflict, then that is no like case; of another session it is", async () => {
    const world = await conflictWorld();
    const question = await questionOf(world);
    await world.run(["answer", question, "b", "--rationale", "known"]);
    expect((await world.run(["fork", "spec", "--before", question, "--name", "other"])).code).toBe(0);
    const precedentsIn = async (session: string) => {
      const [asked] = documentOf(await world.run(["inbox", "--session", session, "--json"])) as Data[];
      return asked?.precedents;
    };
    expect(await precedentsIn("other")).toBeUndefined();
    await refineAgain(world, "again");
    expect(await precedentsIn("again")).toMatchObject([{ session: "spec" }]);
  });

  test("given the same id in two sessions, then it must be said which", async () => {
    const world = await conflictWorld();
    await world.run(["answer", await questionOf(world), "b"]);
    await refineAgain(world, "again");
    await world.run(["answer", await questionOf(world, "again"), "a", "--session", "again"]);
    const several = await world.run(["decisions", "show", "DECISION-R3-001", "--json"]);
    expect([several.code, errorOf(several).code]).toEqual([2, "several-sessions"]);
    const one = await world.run(["decisions", "show", "DECISION-R3-001", "--session", "again"]);
    expect(one.stdout).toContain("again, round 3");
    expect((await world.run(["decisions", "--quiet"])).stdout).toBe("DECISION-R3-001\nDECISION-R3-001\n");
  });
});

test("given a round with a stated disagreement, then summary.md and status.md tell it, the answer and the conflict", async () => {
  const world = await conflictWorld();
  await world.run(["answer", await questionOf(world), "b"]);
  const folder = join(world.project, ".parley/sessions/spec");
  const status = world.read(join(folder, "status.md"));
  expect(status).toContain("#### Conflicts");
  expect(status).toMatch(
    /\| ISSUE-R1-001 \| HIGH +\| GAP-TODO-001 \| Explicit DISAGREE \| DECISION-R3-001 \|/,
  );
  expect(status).toMatch(
    /\| ISSUE-R1-001 \| HIGH +\| No limit is needed\. \| judgement \| STAND: a limit is cheap \|/,
  );
  expect(status).toContain("### DISAGREE Rate");
  expect(status).toMatch(/\| +2 \| +1 \| +1 \| +2 \| ALLOW +\| +50 % \|/);
});

test("parley detectors: given nothing was flagged, then every heuristic stands there with its full weight", async () => {
  const world = await newProject();
  const { code, stdout } = await world.run(["detectors"]);
  expect(code).toBe(0);
  expect(stdout).toContain("Nothing has been flagged in this project yet.");
  expect(stdout).toMatch(/^H1 +1\.0 +0 +0 +0 +- +asks$/m);
  expect(documentOf(await world.run(["detectors", "--json"]))).toMatchObject(
    ["H1", "H2", "H3", "H4", "H5"].map((heuristic) => ({
      heuristic,
      weight: 1,
      onlyLogs: false,
      raised: 0,
      confirmed: 0,
      falsePositives: 0,
      precision: null,
    })),
  );
});
