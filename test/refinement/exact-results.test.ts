// What a session hands over: the source with what was accepted in its place, and nothing else.
import { describe, expect, it } from "vitest";
import type { SpecMap } from "../../src/core/documents/finished-spec.ts";
import { lintSpec } from "../../src/lint/lint-spec.ts";
import { inventoryOfSpec } from "../../src/lint/spec-inventory.ts";
import { READY } from "../support/session-world.ts";
import { Stage, type StageScript } from "./stage.ts";

interface Text {
  readonly text: string;
  /** A line before the fence. */
  readonly place?: string;
}

/** What the Engineer writes for a gap, by what its title or id holds. */
type Texts = Readonly<Record<string, string | Text | readonly Text[]>>;

function resolutionOf(gap: string, said: Texts[string] | undefined, drops?: string): string {
  const edits =
    said === undefined
      ? []
      : typeof said === "string"
        ? [{ text: said }]
        : Array.isArray(said)
          ? said
          : [said as Text];
  const written = (edits as readonly Text[]).map(
    ({ text, place }) =>
      `### Spec Text\n\n${place === undefined ? "" : `${place}\n\n`}\`\`\`\`markdown\n${text}\n\`\`\`\`\n`,
  );
  const dropped = drops === undefined ? "" : `\nDrops: ${drops}\n`;
  return `## Gap Resolution: ${gap}\n\n**Confidence:** HIGH\n\n${written.join("\n")}${dropped}`;
}

function approvalOf(gaps: readonly string[]): string {
  return `# Review\n\n**Gaps:** ${gaps.join(", ")}\n\nNO_ISSUES_FOUND\n\n## Scope Examined\n\nEvery passage before and after its edit, with its values.\n\n## Verdict: APPROVED\n`;
}

interface Wishes {
  readonly texts: Texts;
  readonly drops?: string;
  readonly review?: StageScript;
}

async function refine(source: string, { texts, drops, review }: Wishes): Promise<Stage> {
  const { gaps } = inventoryOfSpec(source, "spec.md", () => true);
  const textFor = (id: string): Texts[string] | undefined => {
    const gap = gaps.find((one) => one.id === id);
    const key = Object.keys(texts).find((word) => id.includes(word) || gap?.title.includes(word));
    return key === undefined ? undefined : texts[key];
  };
  const stage = await Stage.open({
    source,
    gaps,
    limits: { gapsPerRound: 10 },
    engineer: (_call, _request, assigned) => {
      const groups = new Map<unknown, string[]>();
      for (const id of assigned) {
        const said = textFor(id);
        groups.set(said ?? id, [...(groups.get(said ?? id) ?? []), id]);
      }
      return [...groups]
        .map(([said, ids]) => resolutionOf(ids.join(", "), said as Texts[string], drops))
        .join("\n");
    },
    reviewer: (call, request, assigned) => {
      if (call.purpose === "final") return READY;
      return review?.(call, request, assigned) ?? approvalOf(assigned);
    },
  });
  await stage.untilQuiet();
  return stage;
}

/** The finished spec without its two closing sections. */
async function finished(stage: Stage): Promise<string> {
  const { published } = stage.session.ledger;
  if (published === null) {
    const open = stage.session.work.questions.map(
      ({ kind, why, evidence }) => `${kind}: ${why} ${evidence.map(({ text }) => text)}`,
    );
    throw new Error(`nothing was published; open: ${open.join("\n")}`);
  }
  const text = await stage.engine.documents.text(published.sha256);
  return text.slice(0, text.lastIndexOf("\n## Decisions\n"));
}

const asked = (stage: Stage): readonly string[] => stage.session.work.questions.map(({ kind }) => kind);

describe("nothing that the author said is lost unnoticed", () => {
  const source = "# Cards\n\nThe server **must not** store card numbers. Card numbers are kept TBD.\n";

  it("given a text that turns a must not around, then it goes back once, and then the user is asked", async () => {
    const stage = await refine(source, { texts: { "": "The server must store card numbers for 24 hours." } });
    expect(asked(stage)).toEqual(["loss"]);
    expect(stage.question("loss").why).toContain('the negation word "not"');
    // Whoever answers sees both.
    expect(stage.question("loss").evidence.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        "The passage: The server **must not** store card numbers. Card numbers are kept TBD.",
        "The text: The server must store card numbers for 24 hours.",
      ]),
    );
    expect(stage.session.ledger.published).toBeNull();
    const notice = stage.prompts.get("s/1.0/engineer/-/2/1") ?? "";
    expect(notice).toContain("EDIT_INCOMPLETE");
    expect(notice).toContain('the negation word "not"');
  });

  it("given the user allows it, then the Reviewer is shown the loss, and the text is taken", async () => {
    const stage = await refine(source, { texts: { "": "The server must store card numbers for 24 hours." } });
    await stage.answer(stage.question("loss"), { option: "allow" });
    await stage.untilQuiet();
    expect(await finished(stage)).toBe("# Cards\n\nThe server must store card numbers for 24 hours.\n");
    const prompt = [...stage.prompts].find(([key]) => key.includes("/reviewer/"))?.[1] ?? "";
    expect(prompt).toContain('the negation word "not"');
    expect(stage.files.get("summary.md")).toContain('the negation word "not"');
  });

  it("given the user wants it revised, then the Engineer reads what they say", async () => {
    const stage = await refine(source, { texts: { "": "The server must store card numbers for 24 hours." } });
    await stage.answer(stage.question("loss"), { option: "revise", text: "NEVER STORE THEM" });
    await stage.until(() => stage.prompts.has("s/2.0/engineer/-/1/1"));
    expect(stage.prompts.get("s/2.0/engineer/-/1/1")).toContain("NEVER STORE THEM");
  });

  it("given the user defers it, then the passage stays as it is", async () => {
    const stage = await refine(source, { texts: { "": "The server must store card numbers for 24 hours." } });
    await stage.answer(stage.question("loss"), { option: "defer", rationales: { "*": "legal looks at it" } });
    await stage.untilQuiet();
    expect(await finished(stage)).toBe(source);
  });

  it("given it is named under Drops, then nobody is asked", async () => {
    const stage = await refine(source, {
      texts: { "": "The server must store card numbers for 24 hours." },
      drops: '"must not": the law has changed',
    });
    expect(asked(stage)).toEqual([]);
    expect(await finished(stage)).toContain("must store");
  });

  it.each([
    ["The server must not store more than 500 rows for TBD days.", "The server stores rows for 3 days."],
    ["| A | B |\n|---|---|\n| days, at most 70, must not be more | TBD |", "| days | 3 |"],
  ])("given a requirement with a hole in it, then only the hole may go: %s", async (passage, text) => {
    const stage = await refine(`# Cards\n\n${passage}\n`, { texts: { "": text } });
    expect(asked(stage)).toEqual(["loss"]);
  });

  it("given a number goes, then it goes back, and a good second text is taken without a question", async () => {
    const rows = "# Export\n\nThe export has at most 500 rows. TODO: which columns?\n";
    let tries = 0;
    const stage = await refine(rows, {
      texts: {
        get ""() {
          tries += 1;
          return tries === 1
            ? "The columns are id and name."
            : "The export has at most 500 rows: id and name.";
        },
      },
    });
    expect(asked(stage)).toEqual([]);
    expect(await finished(stage)).toBe("# Export\n\nThe export has at most 500 rows: id and name.\n");
  });
});

describe("headings", () => {
  const source =
    "# Shop\n\nPrices are TBD.\n\n## Orders\n\nOne per day.\n\n### Cancelling\n\nBy mail.\n\n## Postage\n\nFree.\n";

  it("given a text that takes the place of the whole document, then the headings that go are named, and the Reviewer sees it", async () => {
    const stage = await refine(source, {
      texts: { "": { text: "Prices are in euros. One order per day.", place: "Replaces: Shop" } },
    });
    const notice = stage.prompts.get("s/1.0/engineer/-/2/1") ?? "";
    for (const title of ["Orders", "Cancelling", "Postage"])
      expect(notice).toContain(`the heading "${title}"`);
    const review = [...stage.prompts].find(([key]) => key.includes("/reviewer/"))?.[1] ?? "";
    expect(review).toContain('the heading "Cancelling"');
    expect(stage.files.get("summary.md")).toContain('the heading "Postage"');
  });

  it("given the text keeps them, then nothing goes back", async () => {
    const body = source.slice("# Shop\n\n".length).trimEnd();
    const text = body.replace("TBD", "in euros");
    const stage = await refine(source, { texts: { "": { text, place: "Replaces: Shop" } } });
    expect(await finished(stage)).toBe(source.replace("TBD", "in euros"));
    expect(stage.prompts.has("s/1.0/engineer/-/2/1")).toBe(false);
  });
});

describe("a text leaves what stands around it as it was", () => {
  const TABLE = "| What | Value |\n|---|---|\n| rows | TBD |\n| size | 5 MB |";

  it.each([
    ["a fence that is not closed", "The size is TBD.\n\nEnd.", "So:\n\n```json\n{}", "line 5", "```json"],
    ["a fence that is not closed, at the end", "The size is TBD.", "So:\n\n```json\n{}", "```json", "close"],
    [
      "a comment that is not closed",
      "The size is TBD.\n\n## End\n\nStop.",
      "It is 5.\n\n<!-- so far",
      "line 5",
      "## End",
    ],
    ["a row with a cell too many", TABLE, "| rows | 500 | more |", "line 5", "3 cells"],
    ["a row with a cell too few", TABLE, "| rows 500 |", "line 5", "1 cell "],
  ])("given %s, then it goes back with the line", async (_, passage, text, line, words) => {
    const stage = await refine(`# A\n\n${passage}\n`, { texts: { "": text } });
    expect(asked(stage)).toEqual(["escalation"]);
    const notice = stage.prompts.get("s/1.0/engineer/-/2/1") ?? "";
    const found = notice.slice(0, notice.indexOf("## AN EDIT"));
    expect(notice).toContain("EDIT_INCOMPLETE");
    expect(found).toContain(line);
    expect(found).toContain(words);
  });

  it("given front matter that would no longer be one, then it goes back with the line", async () => {
    const source = "---\nowner: TBD\nversion: 2\n---\n\n# A\n\nText.\n";
    const stage = await refine(source, { texts: { "": "owner: platform\nand nobody else" } });
    expect(asked(stage)).toEqual(["escalation"]);
    expect(stage.prompts.get("s/1.0/engineer/-/2/1")).toContain(
      'line 1 of the specification ("---") would be read as text, no longer as front matter',
    );
  });

  it("given one text of two breaks something, then only that one goes back", async () => {
    const source = "# A\n\nThe size is TBD.\n\n## B\n\nTODO: the colour of it.\n\n## C\n\nEnd.\n";
    const stage = await refine(source, { texts: { size: "It is 5 MB.", colour: "Red.\n\n```\nred" } });
    const notice = stage.prompts.get("s/1.0/engineer/-/2/1") ?? "";
    expect(notice).toContain("Write only these, in full: GAP-TODO-002.");
  });
});

describe("a finding's own words are no loss", () => {
  const answered = async (entry: string) =>
    await refine(`# Shop\n\n## Prices\n\nIn euros.\n\n## Open questions\n\n${entry}`, {
      texts: { "": [{ text: "Prices are kept for ever.", place: "After: Prices" }, { text: "" }] },
    });

  it.each([
    "- Retention is not settled.\n",
    "- How long are prices kept? It is not settled.\n",
    "- How long are prices kept?\n  It is not settled, and must be.\n",
  ])("given an open question %j, then nothing of its paragraph counts", async (entry) => {
    const stage = await answered(entry);
    expect([...stage.prompts.keys()].filter((key) => key.includes("/engineer/"))).toHaveLength(1);
    expect(asked(stage)).toEqual([]);
  });

  it("given something is listed below the question, then that counts", async () => {
    const stage = await answered("- How long are prices kept?\n  - Not beyond 10 years.\n");
    expect(stage.prompts.get("s/1.0/engineer/-/2/1")).toMatch(/the number "?10/);
  });

  it.each([
    ["The export should be fast.", []],
    ["The export must be fast.", ["loss"]],
    ["The export SHOULD be fast.", ["loss"]],
    ["The export should be fast and should be signed.", ["loss"]],
  ])("given %j is said as a number, then of the wish only the vague phrase goes", async (said, questions) => {
    const stage = await refine(`# Requirements\n\n${said}\n`, { texts: { "": "It takes two seconds." } });
    expect(asked(stage)).toEqual(questions);
  });
});

describe("what was accepted stands to the letter", () => {
  it.each([
    ["a line that looks like talk about the text", "Rationale: why the order was refused, in one sentence."],
    ["an id that looks like one of the process, in code", "A report names the gap, such as `GAP-FLOW-007`."],
    ["words about rounds", "As of Round 3 the draw is open."],
    ["a heading of its own", "#### Limits\n\nTen per day."],
  ])("given %s", async (_, text) => {
    const stage = await refine("# A\n\nBefore.\n\nTBD what comes here.\n\nAfter.\n", { texts: { "": text } });
    expect(await finished(stage)).toBe(`# A\n\nBefore.\n\n${text}\n\nAfter.\n`);
  });

  it("given a spec about gaps, then its own ids stay", async () => {
    const source = "# A\n\nThe example is GAP-FLOW-007 throughout.\n\nTBD what it shows.\n";
    const stage = await refine(source, { texts: { "": "GAP-FLOW-007 shows a lost message." } });
    expect(await finished(stage)).toContain("GAP-FLOW-007 shows a lost message.");
  });

  it("given an id of the process that the source does not have, then the text goes back", async () => {
    const stage = await refine("# A\n\nTBD what it shows.\n", {
      texts: { "": "As settled by GAP-FLOW-007." },
    });
    expect(asked(stage)).toEqual(["escalation"]);
    expect(stage.prompts.get("s/1.0/engineer/-/2/1")).toMatch(/GAP-FLOW-007/);
  });
});

describe("a resolved finding is gone", () => {
  it("given a vague requirement with a good rewrite, then only the rewrite stands there", async () => {
    const source = "# List\n\n- FR-040: The list MUST be fast.\n- FR-041: The list MUST show totals.\n";
    const stage = await refine(source, { texts: { "": "- FR-040: The list MUST appear within 200 ms." } });
    expect(await finished(stage)).toBe(
      "# List\n\n- FR-040: The list MUST appear within 200 ms.\n- FR-041: The list MUST show totals.\n",
    );
  });

  it("given an answered open question, then its entry goes and the answer stands where it belongs", async () => {
    const source =
      "# Shop\n\n## Prices\n\nIn euros.\n\n## Open questions\n\n- Does a guest see prices?\n- Who pays postage?\n";
    const answer = (text: string) => [{ text, place: "After: Prices" }, { text: "" }];
    const stage = await refine(source, {
      texts: { guest: answer("A guest sees prices."), postage: answer("The customer pays postage.") },
    });
    expect(await finished(stage)).toBe(
      "# Shop\n\n## Prices\n\nIn euros.\n\nA guest sees prices.\n\nThe customer pays postage.\n\n## Open questions\n",
    );
  });

  it.each([
    ["at the end", "", ""],
    ["before another section", "\n## Notes\n\nNone of them binds.\n", "\n## Notes\n\nNone of them binds.\n"],
    ["above something else", "\nAsk the shop.\n", "\n## Open questions\n\n\nAsk the shop.\n"],
  ])(
    "given the last of the open questions, %s, then its heading goes with it where nothing else stands there",
    async (_, below, left) => {
      const prices = "# Shop\n\n## Prices\n\nIn euros.\n";
      const stage = await refine(`${prices}\n## Open questions\n\n- Does a guest see prices?\n${below}`, {
        texts: { guest: [{ text: "A guest sees prices.", place: "After: Prices" }, { text: "" }] },
      });
      expect(await finished(stage)).toBe(`${prices}\nA guest sees prices.\n${left}`);
      const edits = stage.session.work.draft.applied.map(({ edit }) => edit.target);
      expect(edits).toEqual(["after", "mark"]);
    },
  );

  it("given the text still has the mark, or another, then it goes back", async () => {
    for (const text of ["Kept for TBD days.", "Kept. [NEEDS CLARIFICATION: how long?]", "TODO: what then?"]) {
      const stage = await refine("# A\n\nTODO: what then?\n", { texts: { "": text } });
      expect(asked(stage), text).toEqual(["escalation"]);
      expect(stage.prompts.get("s/1.0/engineer/-/2/1"), text).toContain("EDIT_INCOMPLETE");
    }
  });

  it.each(["> The limit is TBD.", "The limit is `TBD`.", "The limit is ~~TBD~~.", "The limit is tbd."])(
    "given the mark in another dress, then it goes back: %s",
    async (text) => {
      const stage = await refine("# A\n\nThe limit is TBD.\n", { texts: { "": text } });
      expect(asked(stage)).toEqual(["escalation"]);
    },
  );

  it("given a comment that asks the linter to look away, then it does not help", async () => {
    const text = "The limit is TBD. <!-- parley-ignore todo-marker -->";
    const stage = await refine("# A\n\nThe limit is TBD.\n", { texts: { "": text } });
    expect(asked(stage)).toEqual(["escalation"]);
  });

  it("given the mark of another gap in a section that is replaced, then it has to stay", async () => {
    const source = "# A\n\n## B\n\nThe size is TBD.\n\nTODO: the colour of it.\n";
    const wide = { text: "The size is 5.", place: "Replaces: A > B" };
    const { gaps } = inventoryOfSpec(source, "spec.md", () => true);
    const stage = await Stage.open({
      source,
      gaps,
      limits: { gapsPerRound: 1 },
      engineer: (_call, _request, [gap]) => resolutionOf(gap ?? "", wide),
      reviewer: (_call, _request, assigned) => approvalOf(assigned),
    });
    await stage.untilAsked("escalation");
    expect(stage.prompts.get("s/1.0/engineer/-/2/1")).toContain("takes away the mark of");
  });

  it("given all of it, then the linter finds nothing more in the finished spec", async () => {
    const source =
      "---\nowner: TBD\n---\n\n# A\n\n## Limits\n\n| What | Value |\n|---|---|\n| rows | ??? |\n| size | 5 MB |\n\n## Backups\n\n## Access\n\nAccounts are kept for [NEEDS CLARIFICATION: how long?] after closing.\n";
    const stage = await refine(source, {
      texts: {
        owner: "owner: platform team",
        rows: "| rows | 500 |",
        Backups: "Every night at 02:00 UTC.",
        Accounts: "Accounts are kept for 30 days after closing.",
        "how long": "Accounts are kept for 30 days after closing.",
      },
    });
    const text = await finished(stage);
    expect(lintSpec({ text, file: "spec.md" }).findings).toEqual([]);
    expect(text).toBe(
      "---\nowner: platform team\n---\n\n# A\n\n## Limits\n\n| What | Value |\n|---|---|\n| rows | 500 |\n| size | 5 MB |\n\n## Backups\n\nEvery night at 02:00 UTC.\n\n## Access\n\nAccounts are kept for 30 days after closing.\n",
    );
  });
});

describe("a text that says nothing", () => {
  it.each(["<!-- decided -->", "&nbsp;", "---", "\u200B", "[x]: https://a.example"])(
    "given %j in place of a passage, then it goes back as one that brings no text",
    async (text) => {
      const { gaps } = inventoryOfSpec("# A\n\nRetention TBD.\n", "spec.md", () => true);
      const stage = await Stage.open({
        source: "# A\n\nRetention TBD.\n",
        gaps,
        engineer: (_call, _request, [gap = ""]) => resolutionOf(gap, text),
        reviewer: () => null,
      });
      await stage.until(() => stage.prompts.size > 1);
      expect(stage.prompts.get("s/1.0/engineer/-/2/1")).toContain("EDIT_DOES_NOT_APPLY");
    },
  );
});

it("given a permission in place of an obligation, then the text goes back", async () => {
  const source = "# A\n\nIt SHALL be kept and is REQUIRED. Retention is TBD.\n";
  const stage = await refine(source, { texts: { "": "It may be kept. Retention is one year." } });
  expect(stage.prompts.get("s/1.0/engineer/-/2/1")).toContain('the requirement word "SHALL"');
});

it("given two texts for one section in every attempt, then the plain rule places neither", async () => {
  const source = "# A\n\n## Cards\n\nRetention TBD.\n\nLimit TODO: decide.\n\n## End\n\nEnd.\n";
  const { gaps } = inventoryOfSpec(source, "spec.md", () => true);
  const [one, two] = gaps.map(({ id }) => id);
  const onCards = (gap: string | undefined, text: string) =>
    resolutionOf(gap ?? "", text).replace("### Spec Text\n", "### Spec Text\n\nReplaces: Cards\n");
  const stage = await Stage.open({
    source,
    gaps,
    limits: { gapsPerRound: 2 },
    engineer: () =>
      `${onCards(one, "All is kept a year. Limit TODO: decide.")}\n${onCards(two, "All limited. Retention TBD.")}`,
    reviewer: () => null,
  });
  await stage.untilQuiet();
  expect(asked(stage)).toContain("escalation");
  expect(stage.session.work.draft.applied).toEqual([]);
});

describe("gaps of one passage", () => {
  const source = "# A\n\nThe size is TBD and the colour is TODO.\n\nEnd.\n";

  it("are one assignment, one text, accepted together", async () => {
    const stage = await refine(source, { texts: { "": "The size is 5 and the colour is red." } });
    expect(await finished(stage)).toBe("# A\n\nThe size is 5 and the colour is red.\n\nEnd.\n");
    expect(stage.session.work.completedRounds).toBe(1);
    const moved = Object.values(stage.session.work.gaps).map(({ state }) => state.at);
    expect(moved).toEqual(["RESOLVED", "RESOLVED"]);
    expect(stage.session.work.draft.applied).toHaveLength(1);
  });

  it("given a grave issue on one of them, then neither is accepted", async () => {
    const stage = await refine(source, {
      texts: { "": "The size is 5 and the colour is red." },
      review: ({ round }, _request, gaps) =>
        round > 1
          ? approvalOf(gaps)
          : `# Review\n\n**Gaps:** ${gaps.join(", ")}\n\n## Issues\n\n### ISSUE-R1-001: Red is taken\n\n- **Severity:** HIGH\n- **Gap:** ${gaps[0]}\n- **Impact:** two reds\n\n## Verdict: NEEDS_REVISION\n`,
    });
    const first = stage.engine.live.work.past[1]?.transitions.filter(({ to }) => to === "ACCEPTED");
    expect(first).toEqual([]);
  });

  it("given a text for each, then the second has no place of its own", async () => {
    const { gaps } = inventoryOfSpec(source, "spec.md", () => true);
    const stage = await Stage.open({
      source,
      gaps,
      engineer: (_call, _request, assigned) =>
        assigned
          .map((gap, index) => resolutionOf(gap, index === 0 ? "The size is 5." : "It is red."))
          .join("\n"),
      reviewer: () => null,
    });
    await stage.until(() => stage.prompts.size > 1);
    expect(stage.prompts.get("s/1.0/engineer/-/2/1")).toContain("one heading, with one text");
  });
});

describe("the place of a text", () => {
  it("given no Spec Text three times, then the solution is put after its block, and the summary says so", async () => {
    const source = "# A\n\nThe size is TBD.\n\nEnd.\n";
    const { gaps } = inventoryOfSpec(source, "spec.md", () => true);
    const stage = await Stage.open({
      source,
      gaps,
      engineer: (_call, _request, [gap]) =>
        `## Gap Resolution: ${gap}\n\n**Confidence:** HIGH\n\n### Proposed Solution\n\nThe size is 5.\n\n### Trade-offs\n\nNone.\n`,
      reviewer: ({ purpose }, _request, assigned) => (purpose === "final" ? READY : approvalOf(assigned)),
    });
    await stage.untilQuiet();
    expect(await finished(stage)).toBe("# A\n\nThe size is TBD.\n\nThe size is 5.\n\nEnd.\n");
    expect(stage.files.get("summary.md")).toContain("after the passage it belongs to");
  });

  it.each([
    ["an entry", "# A\n\n## Open questions\n\n- Who pays postage?\n"],
    ["a passage", "# A\n\nThe size is TBD.\n"],
  ])(
    "given an empty Spec Text for %s three times, then no other words are put in its place",
    async (_, source) => {
      const { gaps } = inventoryOfSpec(source, "spec.md", () => true);
      const stage = await Stage.open({
        source,
        gaps,
        engineer: (_call, _request, [gap]) =>
          `## Gap Resolution: ${gap}\n\n**Confidence:** HIGH\n\n### Proposed Solution\n\nAs talked over, it goes.\n\n### Spec Text\n\n\`\`\`\`markdown\n\`\`\`\`\n`,
        reviewer: ({ purpose }, _request, assigned) => (purpose === "final" ? READY : approvalOf(assigned)),
      });
      await stage.untilQuiet();
      expect(asked(stage)).toEqual(["escalation"]);
      expect(stage.session.work.draft.applied).toEqual([]);
    },
  );

  it("given the draft has moved under a proposal, then its gap is revised by the Mediator", async () => {
    const source = "# A\n\n## B\n\nThe size is TBD.\n\n## C\n\nTODO: the rest of B.\n";
    const stage = await refine(source, {
      texts: {
        size: "The size is 5.",
        rest: [{ text: "All of B is new.", place: 'Replaces passage: "## B"' }, { text: "See B." }],
      },
      drops: 'the heading "B"',
    });
    expect(stage.session.ledger.published).not.toBeNull();
  });

  it("given a reopened gap, then its text stays until another takes its place", async () => {
    const stage = await refine("# A\n\nThe size is TBD.\n", { texts: { "": "The size is 5." } });
    expect(await finished(stage)).toBe("# A\n\nThe size is 5.\n");
  });
});

it("the map names for every line its source line, its edit or a closing section", async () => {
  const source = "# A\n\nOne.\n\nTBD two.\n\nThree.\n";
  const stage = await refine(source, { texts: { "": "Two,\nand more." } });
  const { published } = stage.session.ledger;
  if (published === null) throw new Error("nothing was published");
  const map = JSON.parse(await stage.engine.documents.text(published.map)) as SpecMap;
  expect(map.slice(0, 4)).toEqual([
    { from: 1, to: 4, origin: { of: "source", line: 1 } },
    { from: 5, to: 6, origin: { of: "resolution", gaps: ["GAP-TODO-001"] } },
    { from: 7, to: 8, origin: { of: "source", line: 6 } },
    { from: 9, to: 16, origin: { of: "added" } },
  ]);
});
