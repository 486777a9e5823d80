// What the simulation found about texts that become part of the spec, each shown by itself.
import { describe, expect, it } from "vitest";
import type { GapId } from "../../src/core/shared/gap-id.ts";
import { inventoryOfSpec } from "../../src/lint/spec-inventory.ts";
import { approval, READY, sessionWorld, UTF8, type WorldOptions } from "../support/session-world.ts";

interface Section {
  readonly gaps: readonly string[];
  /** What stands under each `### Spec Text`: a place, and the text. */
  readonly texts: readonly (readonly [place: string | null, text: string])[];
}

function section({ gaps, texts }: Section): string {
  const edits = texts.map(
    ([place, text]) =>
      `### Spec Text\n\n${place === null ? "" : `${place}\n\n`}\`\`\`\`markdown\n${text}${text === "" ? "" : "\n"}\`\`\`\`\n\nDrops: None\n`,
  );
  return `## Gap Resolution: ${gaps.join(", ")}\n\n**Confidence:** HIGH\n\n### Proposed Solution\n\nAs the neighbours do it.\n\n${edits.join("\n")}`;
}

const document = (...sections: readonly Section[]) => sections.map(section).join("\n");

async function worldOf(source: string, about: Pick<WorldOptions, "engineer"> & Partial<WorldOptions>) {
  const gaps = inventoryOfSpec(source, "spec.md", () => false).gaps;
  const ids = gaps.map(({ id }) => id);
  const world = await sessionWorld({
    source,
    gaps,
    limits: { gapsPerRound: 10 },
    reviewer: ({ purpose }) => (purpose === "final" ? READY : approval(ids)),
    ...about,
  });
  const judged = async () =>
    (await world.store.load("session/s")).flatMap(({ type, data }) =>
      type === "OutputJudged" && data.role === "engineer" ? [String(data.message)] : [],
    );
  return { ...world, ids, judged };
}

describe("gaps that one text settles", () => {
  const SOURCE =
    "# Tools\n\nKeys are kept TBD days by [NEEDS CLARIFICATION: which desk?]. They must not be lost, see [there](https://example.org/a).\n";
  const TEXT =
    "Keys are kept 3 days by the front desk. They must not be lost, see [there](https://example.org/a).";

  it("given one text for both, then it is accepted once, and nothing of the passage counts as lost", async () => {
    const world = await worldOf(SOURCE, {
      engineer: () => document({ gaps: ["GAP-TODO-001", "GAP-CLARIFY-001"], texts: [[null, TEXT]] }),
    });
    expect(await world.run()).toBe("ended");
    expect(await world.judged()).toEqual(["2 gaps addressed"]);
    expect(world.shelf.texts[0]?.startsWith(`# Tools\n\n${TEXT}\n`)).toBe(true);
  });

  it("given one of them is put aside before the review, then the text goes back and the mark stays", async () => {
    let isAside = false;
    const world = await worldOf(SOURCE, {
      engineer: ({ round }) =>
        round === 1 ? document({ gaps: ["GAP-TODO-001", "GAP-CLARIFY-001"], texts: [[null, TEXT]] }) : null,
      reviewer: () => (isAside ? approval(["GAP-TODO-001"]) : null),
    });
    expect(await world.run()).toBe("waiting");
    isAside = true;
    const gap = "GAP-CLARIFY-001" as GapId;
    await world.engine.submit(
      { type: "ChangeGap", gap, change: { do: "defer" }, reason: "later", by: "human:test" },
      { id: "defer", actor: "human:test" },
    );
    await world.answer("Q1", { option: "context", text: "go on" });
    await world.run({ untilRound: true });
    expect(world.engine.live.work.gaps["GAP-TODO-001" as GapId]?.state.at).toBe("NEEDS_REVISION");
    expect(world.engine.live.work.draft.applied).toEqual([]);
  });

  it("given a document that is blocked on one of them, then its text for both is not taken", async () => {
    const both = document({ gaps: ["GAP-TODO-001", "GAP-CLARIFY-001"], texts: [[null, TEXT]] });
    const world = await worldOf(SOURCE, {
      engineer: () => `BLOCKED_NEEDS_INPUT: GAP-CLARIFY-001 - which desk\n\n${both}`,
    });
    await world.run();
    expect((await world.judged())[0]).toContain("it takes away the mark of GAP-CLARIFY-001");
  });

  it("given a section for each, one of which replaces the passage, then both go back", async () => {
    const world = await worldOf(SOURCE, {
      engineer: () =>
        document(
          { gaps: ["GAP-TODO-001"], texts: [[null, TEXT]] },
          { gaps: ["GAP-CLARIFY-001"], texts: [["After: Tools", "The front desk keeps them."]] },
        ),
    });
    await world.run();
    const [message] = await world.judged();
    expect(message).toContain("GAP-TODO-001: it takes away the mark of GAP-CLARIFY-001");
    expect(message).toContain("GAP-CLARIFY-001 is still marked");
  });
});

describe("a text that others make look complete", () => {
  it("given another text of the document takes its finding away and goes back, then it goes back as well", async () => {
    const source =
      "# 1 Tools\n\nSee Section 9.1. It is never lent twice.\n\n## 1.1 Keys\n\nTBD\n\n## 1.2 Desks\n\nTBD\n";
    const world = await worldOf(source, {
      engineer: () =>
        document(
          { gaps: ["GAP-TODO-001"], texts: [["Replaces: Tools", "Everything is said."]] },
          { gaps: ["GAP-REF-001"], texts: [["After: Desks", "The page says it."]] },
        ),
    });
    await world.run();
    expect((await world.judged())[0]).toContain("GAP-REF-001 is still marked");
  });
});

describe("marks of other gaps", () => {
  const SOURCE = "# Tools\n\n## Keys\n\nThe limit is TBD.\n\n## Desks\n\nThe desk is TBD.\n";

  it("given a text that opens a comment and does not close it, then it goes back", async () => {
    const world = await worldOf(SOURCE, {
      engineer: () =>
        document({ gaps: ["GAP-TODO-001"], texts: [[null, "The limit is 3.\n\n<!-- as it was"]] }),
    });
    await world.run();
    expect((await world.judged())[0]).toContain("the mark of GAP-TODO-002 can no longer be read");
  });

  it("given a text added at the end of a spec that ends in a list, then it does not run on from the last item", async () => {
    const source = "# Tools\n\n## Open questions\n\n- Who pays?\n- Who lends?\n";
    const world = await worldOf(source, {
      engineer: () =>
        document({
          gaps: ["GAP-QUESTION-001"],
          texts: [
            ["After: Tools", "The member pays."],
            [null, ""],
          ],
        }),
      limits: { gapsPerRound: 1, maxRounds: 1 },
    });
    await world.run();
    expect(await world.judged()).toEqual(["1 gap addressed"]);
    const { draft, gaps } = world.engine.live.work;
    expect(gaps["GAP-QUESTION-001" as GapId]?.state.at).toBe("ACCEPTED");
    const added = await world.store.get(draft.applied[0]?.edit.text ?? "");
    expect(added === null ? null : UTF8.decode(added)).toBe("\nThe member pays.\n");
  });
});

describe("a text that the plain rule places", () => {
  const plain = (gap: string) => `## Gap Resolution: ${gap}\n\n**Confidence:** HIGH\n\nThe limit is three.\n`;

  it("given a mark in a table, then it comes after the table", async () => {
    const source =
      "# Tools\n\n| Field | Limit |\n| --- | --- |\n| name | TBD |\n| code | ??? |\n\nThe end.\n";
    const world = await worldOf(source, {
      engineer: () => plain("GAP-TODO-001"),
      limits: { gapsPerRound: 1 },
    });
    await world.run();
    const [first] = world.engine.live.work.draft.applied;
    expect(first?.edit.between.before).toEqual({ of: "source", at: source.indexOf("\n\nThe end.") });
  });

  it("given a mark in the front matter, then it comes after the front matter", async () => {
    const source = "---\nversion: TBD\nname: x\n---\n\n# Tools\n\nText.\n";
    const world = await worldOf(source, { engineer: () => plain("GAP-TODO-001") });
    await world.run();
    const [first] = world.engine.live.work.draft.applied;
    expect(first?.edit.between.before).toEqual({ of: "source", at: source.indexOf("\n\n# Tools") });
  });
});

describe("a text without an end", () => {
  it("given it would be placed by the plain rule, then a person decides", async () => {
    const open =
      "## Gap Resolution: GAP-TODO-001\n\n**Confidence:** HIGH\n\nThe limit is three.\n\n<!-- and so on\n";
    const world = await worldOf("# Tools\n\nThe limit is TBD.\n\n## Desks\n\nText.\n", {
      engineer: () => open,
    });
    expect(await world.run()).toBe("waiting");
    expect(world.engine.live.work.questions).toMatchObject([{ kind: "escalation" }]);
  });
});

describe("a gap that is put aside", () => {
  it("given it was accepted, reopened and accepted with another text, then the source stands there again", async () => {
    const source = "# Tools\n\nThe limit is TBD.\n";
    const world = await worldOf(source, {
      engineer: ({ round }) =>
        document({ gaps: ["GAP-TODO-001"], texts: [[null, `The limit is ${round}.`]] }),
    });
    const change = async (to: "reopen" | "defer") => {
      await world.engine.submit(
        {
          type: "ChangeGap",
          gap: "GAP-TODO-001" as GapId,
          change: { do: to },
          reason: "r",
          by: "human:test",
        },
        { id: `${to}-${world.engine.version}`, actor: "human:test" },
      );
    };
    await world.run({ untilRound: true });
    await change("reopen");
    await world.run({ untilRound: true });
    await change("reopen");
    await change("defer");
    expect(world.engine.live.work.draft).toEqual({
      pieces: [{ of: "source", from: 0, to: source.length }],
      applied: [],
    });
  });
});

describe("what a placeholder says of itself", () => {
  it("given a text that fills it in, then nothing is lost", async () => {
    const world = await worldOf("# Tools\n\nWrite to <insert address 2> within ___ days.\n", {
      engineer: () =>
        document({
          gaps: ["GAP-BLANK-001", "GAP-BLANK-002"],
          texts: [[null, "Write to desk@example.org within five days."]],
        }),
    });
    expect(await world.run()).toBe("ended");
    expect(await world.judged()).toEqual(["2 gaps addressed"]);
  });
});

describe("the files of an attempt", () => {
  it("given an attempt of which some texts are kept, then its file stays when the rest is given up", async () => {
    const source = "# Tools\n\n## Keys\n\nThe limit is TBD.\n\n## Desks\n\nThe desk is TBD.\n";
    const world = await worldOf(source, {
      engineer: ({ attempt }) =>
        document(
          { gaps: ["GAP-TODO-001"], texts: [[null, `The limit is ${attempt === 3 ? 3 : "TBD"}.`]] },
          { gaps: ["GAP-TODO-002"], texts: [[null, "The desk is TBD."]] },
        ),
      answer: ({ kind }) => (kind === "escalation" ? { option: "skip" } : null),
    });
    await world.run({ untilRound: true });
    const files = [...world.folder.files.keys()].filter((path) => path.startsWith("round_001/engineer"));
    expect(files).toContain("round_001/engineer.attempt-3.md");
    expect(files).toContain("round_001/engineer.md");
  });
});

describe("gaps that stand in for blocked ones", () => {
  const SOURCE = "# Tools\n\n## Keys\n\nThe limit is TBD.\n\n## Desks\n\nThe desk is TBD.\n";

  it("given the round is ended before the one taken instead began, then it does not count towards a stall", async () => {
    const world = await worldOf(SOURCE, {
      engineer: () => "BLOCKED_NEEDS_INPUT: GAP-TODO-001 - the limit\n",
      limits: { gapsPerRound: 1 },
      answer: ({ kind }) => (kind === "blocked" ? { option: "end-round" } : null),
    });
    await world.run({ untilRound: true });
    const events = await world.store.load("session/s");
    const completed = events.find(({ type }) => type === "RoundCompleted");
    expect(events.some(({ data }) => data.replacement === true)).toBe(true);
    expect(completed?.data.countsTowardsStall).toBe(false);
  });

  it("given a gap that the same turn gave back, then it is not taken again in place of another", async () => {
    const three = `${SOURCE}\n## Hours\n\nThe hour is TBD.\n`;
    const world = await worldOf(three, {
      engineer: ({ attempt }) =>
        attempt === 1
          ? document(
              { gaps: ["GAP-TODO-001"], texts: [[null, "The limit is 3."]] },
              { gaps: ["GAP-TODO-002"], texts: [[null, "The desk is TBD."]] },
            )
          : "BLOCKED_NEEDS_INPUT: GAP-TODO-002 - the desk\n",
    });
    await world.run({ untilRound: true });
    const events = await world.store.load("session/s");
    expect(events.filter(({ data }) => data.replacement === true)).toEqual([]);
  });
});

describe("the ids that a prompt calls free", () => {
  it("given an entry that the source lists as settled, then its id is taken", async () => {
    const source =
      "# Tools\n\n| Gap | Title | Status |\n| --- | --- | --- |\n| GAP-KEY-001 | Who? | open |\n| GAP-KEY-002 | When? | resolved |\n";
    const { gaps, settled } = inventoryOfSpec(source, "spec.md", () => false);
    const world = await sessionWorld({ source, gaps, settled, engineer: () => null, reviewer: () => READY });
    await world.run();
    expect([...world.prompts.values()][0]).toContain("next free GAP-KEY-003");
  });
});
