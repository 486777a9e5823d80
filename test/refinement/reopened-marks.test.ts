// A text may take the mark of a settled gap away with the passage it replaces. Once that gap is reopened, it may not.
import { describe, expect, it } from "vitest";
import type { GapChange } from "../../src/core/refinement/session/gap-change.ts";
import type { GapId } from "../../src/core/shared/gap-id.ts";
import { inventoryOfSpec } from "../../src/lint/spec-inventory.ts";
import { approval, objection, READY } from "../support/session-world.ts";
import { Stage, type StageOptions } from "./stage.ts";

const SOURCE =
  "# Tools\n\n## Limits\n\nThe limit is TBD.\n\nKeys are kept ___ days.\n\n## Doors\n\nA door opens at TBD.\n";
const { gaps: GAPS } = inventoryOfSpec(SOURCE, "spec.md", () => true);
const gapAt = (line: number) => GAPS.find(({ origin }) => origin.from === "source" && origin.line === line);
const [LIMIT, KEYS, DOOR] = [5, 7, 11].map((line) => gapAt(line)?.id) as [GapId, GapId, GapId];
const REASON = `its text takes away the mark of ${KEYS}, which was reopened since`;

const written = (gap: GapId, place: string, text: string) =>
  `## Gap Resolution: ${gap}\n\n**Confidence:** HIGH\n\n### Proposed Solution\n\n${"As the neighbours do it. ".repeat(10)}\n\n### Spec Text\n\n${place}\n\n\`\`\`\`markdown\n${text}\n\`\`\`\`\n\nDrops: None\n`;

const SECTION = "Replaces: Tools > Limits";
const WIDE = written(LIMIT, SECTION, "The limit is three tools.");
const KEEPING = written(LIMIT, SECTION, "The limit is three tools.\n\nKeys are kept ___ days.");
const ASTRAY = written(DOOR, "Replaces: Nowhere", "A door opens at nine.");
const OPENED = written(DOOR, "", "A door opens at nine.");

async function change(stage: Stage, gap: GapId, to: GapChange): Promise<string> {
  const reason = "the user thought again";
  const said = await stage.submit({ type: "ChangeGap", gap, change: to, reason, by: "human:test" });
  return said.at === "done" ? said.at : JSON.stringify(said);
}

/** The text for `LIMIT` comes while `KEYS` is closed, whose mark stands in the section that it replaces. */
async function stageOf(options: Partial<StageOptions> = {}): Promise<Stage> {
  const stage = await Stage.open({
    source: SOURCE,
    gaps: GAPS,
    limits: { gapsPerRound: 3 },
    engineer: ({ attempt }) => (attempt < 3 ? `${WIDE}\n${ASTRAY}` : OPENED),
    reviewer: ({ purpose }, _, all) => (purpose === "final" ? READY : approval(all)),
    ...options,
  });
  await change(stage, KEYS, { do: "close" });
  await stage.until(() => stage.states()[LIMIT] === "PROPOSED");
  return stage;
}

describe("a gap that is reopened while a text waits that takes its mark away", () => {
  it("given the text is not yet with the Reviewer, then it goes back, and the Engineer is told why", async () => {
    const stage = await stageOf();
    expect(await change(stage, KEYS, { do: "reopen" })).toBe("done");
    expect(stage.states()).toEqual({ [LIMIT]: "NEEDS_REVISION", [KEYS]: "OPEN", [DOOR]: "IN_PROGRESS" });
    expect(stage.session.work.now.transitions.at(-1)).toEqual({
      gap: LIMIT,
      from: "PROPOSED",
      to: "NEEDS_REVISION",
      actor: "Mediator",
      reason: REASON,
    });
    await stage.untilRounds(1);
    expect(stage.prompts.get("s/1.0/reviewer/-/1/1")).not.toContain("The limit is three tools.");
    await stage.until(() => stage.prompts.has("s/2.0/engineer/-/1/1"));
    expect(stage.prompts.get("s/2.0/engineer/-/1/1")).toContain(`It was not taken: \`${REASON}\`.`);
    expect(stage.files.get("round_001/summary.md")).toContain(REASON);
  });

  it("given the text keeps the sentence with the mark, then it stays, and is accepted", async () => {
    const stage = await stageOf({
      engineer: ({ attempt }) => (attempt === 1 ? `${KEEPING}\n${ASTRAY}` : OPENED),
    });
    await change(stage, KEYS, { do: "reopen" });
    expect(stage.states()[LIMIT]).toBe("PROPOSED");
    await stage.untilRounds(1);
    expect(stage.states()).toEqual({ [LIMIT]: "ACCEPTED", [KEYS]: "OPEN", [DOOR]: "ACCEPTED" });
  });

  it("given it is closed again before the review, then the text is accepted", async () => {
    const stage = await stageOf({ engineer: () => `${WIDE}\n${OPENED}` });
    await change(stage, KEYS, { do: "reopen" });
    await change(stage, KEYS, { do: "close" });
    await stage.untilRounds(1);
    expect(stage.states()).toEqual({ [LIMIT]: "ACCEPTED", [KEYS]: "WONT_FIX", [DOOR]: "ACCEPTED" });
  });

  it("given the Reviewer has the text, then its approval does not let it into the draft", async () => {
    const stage = await stageOf({ engineer: () => `${WIDE}\n${OPENED}` });
    await change(stage, KEYS, { do: "reopen" });
    expect(stage.states()[LIMIT]).toBe("PROPOSED");
    expect(await change(stage, LIMIT, { do: "accept" })).toContain(REASON);
    await stage.untilRounds(1);
    expect(stage.states()).toEqual({ [LIMIT]: "NEEDS_REVISION", [KEYS]: "OPEN", [DOOR]: "ACCEPTED" });
    expect(stage.session.work.past.at(-1)?.transitions).toContainEqual(
      expect.objectContaining({ gap: LIMIT, actor: "Mediator", reason: REASON }),
    );
  });

  it("given the Reviewer has the text and objects, then what it found stays with the gap", async () => {
    const stage = await stageOf({
      engineer: () => `${WIDE}\n${OPENED}`,
      reviewer: () => `${objection(LIMIT)}\n${approval([DOOR])}`,
    });
    await change(stage, KEYS, { do: "reopen" });
    await stage.untilRounds(1);
    expect(stage.states()[LIMIT]).toBe("NEEDS_REVISION");
    expect(Object.values(stage.session.work.issues)).toMatchObject([
      { issue: { gaps: [LIMIT], state: { at: "OPEN" } } },
    ]);
  });

  it("given the text was sent back before, then the user cannot take it as it is", async () => {
    const stage = await stageOf({
      engineer: () => `${WIDE}\n${OPENED}`,
      reviewer: () => `${objection(LIMIT)}\n${approval([DOOR])}`,
    });
    await stage.untilRounds(1);
    await change(stage, KEYS, { do: "reopen" });
    const refused = await change(stage, LIMIT, { do: "accept" });
    expect(refused).toContain(REASON);
    expect(refused).not.toContain("taken as it is");
    expect(refused).toContain(`parley gap close ${KEYS}`);
    expect(await change(stage, KEYS, { do: "close" })).toBe("done");
    expect(await change(stage, LIMIT, { do: "accept" })).toBe("done");
  });

  it("given the user is asked what the text may lose, then the question is withdrawn with it", async () => {
    const source = SOURCE.replace("Keys are", "At most 7 keys are");
    const stage = await stageOf({
      source,
      gaps: inventoryOfSpec(source, "spec.md", () => true).gaps,
      engineer: () => `${WIDE}\n${OPENED}`,
    });
    expect(stage.question("loss").subject).toMatchObject({ of: "gap", gap: LIMIT });
    await change(stage, KEYS, { do: "reopen" });
    expect(stage.states()[LIMIT]).toBe("NEEDS_REVISION");
    expect(stage.session.work.questions).toEqual([]);
  });

  it("given the text is in the draft already, then it stays, and the gap is worked on without a mark", async () => {
    const stage = await stageOf({
      engineer: ({ round }) =>
        round === 1
          ? `${WIDE}\n${OPENED}`
          : written(KEYS, "After: Tools > Limits", "Keys are kept for a week."),
    });
    await stage.untilRounds(1);
    await change(stage, KEYS, { do: "reopen" });
    expect(stage.states()).toEqual({ [LIMIT]: "ACCEPTED", [KEYS]: "OPEN", [DOOR]: "ACCEPTED" });
    await stage.untilQuiet();
    const text = await stage.engine.documents.text(stage.session.ledger.published?.sha256 ?? "");
    expect(text).toContain("The limit is three tools.\n\nKeys are kept for a week.\n");
  });

  it("given the text amends an accepted one, then the earlier one stands", async () => {
    const remark = `### M1: It has no unit\n\n- **Severity:** MEDIUM\n- **Gap:** ${LIMIT}\n`;
    const stage = await stageOf({
      settings: { remarksRound: true },
      engineer: ({ round }) => (round === 1 ? `${written(LIMIT, "", "The limit is two.")}\n${OPENED}` : WIDE),
      reviewer: ({ purpose, round }, _, all) =>
        purpose === "final"
          ? READY
          : round === 1
            ? approval(all).replace("NO_ISSUES_FOUND", remark)
            : approval(all),
    });
    await stage.until(({ work }) => work.amendments[LIMIT] !== undefined);
    await change(stage, KEYS, { do: "reopen" });
    await stage.untilRounds(2);
    expect(stage.session.work.past.at(-1)?.transitions).toContainEqual(
      expect.objectContaining({ gap: LIMIT, reason: `not amended: ${REASON}` }),
    );
    expect(stage.session.work.draft.applied).toHaveLength(2);
  });
});
