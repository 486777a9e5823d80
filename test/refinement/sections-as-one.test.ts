// Gaps of one section are written as one text: what the Engineer is shown and asked, and what becomes of texts that clash.
import { describe, expect, it } from "vitest";
import { disagreeBlock } from "../support/disagreement-texts.ts";
import { approval, READY } from "../support/session-world.ts";
import { surveyText } from "../support/survey-text.ts";
import { Stage, type StageScript } from "./stage.ts";

const SOURCE = `# Coupons

## Issuing

An operator creates a campaign with a discount.

## Redeeming

A code can be used once.

### Refunds

The order is paid back.
`;

const hole = (title: string, place: string, passage: string) => ({ title, place, passage });
const SHARE = hole("Is a discount a share or an amount?", "Coupons > Issuing", "a discount");
const WHO = hole("Who may create a campaign?", "Coupons > Issuing", "An operator creates a campaign");
const ONCE = hole("Once by whom?", "Coupons > Redeeming", "A code can be used once.");
const [ONE, TWO, THREE] = ["GAP-SURVEY-001", "GAP-SURVEY-002", "GAP-SURVEY-003"] as const;

const written = (gaps: readonly string[], target: string, text: string) =>
  `## Gap Resolution: ${gaps.join(", ")}\n\n**Confidence:** HIGH\n\n### Proposed Solution\n\n${"It is settled so that nobody has to ask again. ".repeat(6)}\n\n### Spec Text\n\n${target}\n\n\`\`\`\`markdown\n${text}\n\`\`\`\`\n\nDrops: None.\n`;

const issuing = (gaps: readonly string[]) =>
  written(
    gaps,
    "Replaces: Coupons > Issuing",
    "An operator with the role `manager` creates a campaign with a discount, which is a share.",
  );
const redeeming = written(
  [THREE],
  'Replaces passage: "A code can be used once."',
  "A code can be used once by each customer.",
);

async function surveyed(engineer: StageScript, reviewer?: StageScript): Promise<Stage> {
  const stage = await Stage.open({
    source: SOURCE,
    gaps: [],
    limits: { gapsPerRound: 10 },
    settings: { survey: { second: false, gapsMax: 30, given: [] } },
    engineer,
    reviewer: (call, request, gaps) => {
      if (call.purpose === "survey") return surveyText([SHARE, WHO, ONCE], ["Coupons > Redeeming > Refunds"]);
      if (call.purpose === "final") return READY;
      return reviewer?.(call, request, gaps) ?? approval(gaps);
    },
  });
  await stage.untilQuiet();
  await stage.answer(stage.question("survey"), { option: "start" });
  await stage.untilQuiet();
  return stage;
}

describe("gaps that a survey found in one section", () => {
  it("are one task with one text, which takes the place of the section", async () => {
    const stage = await surveyed(() => `${issuing([ONE, TWO])}\n${redeeming}`);
    const prompt = stage.prompts.get("s/1.0/engineer/-/1/1") ?? "";
    expect(prompt).toContain(`together with ${ONE}: one resolution and one text for all of them`);
    expect(prompt.match(/Replaces: Coupons > Issuing/g)).toHaveLength(1);
    expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
    expect(stage.session.work.completedRounds).toBe(1);
  });

  it("given a section with others below it, then the quoted words are proposed and not all that stands below", async () => {
    const stage = await surveyed(() => `${issuing([ONE, TWO])}\n${redeeming}`);
    const prompt = stage.prompts.get("s/1.0/engineer/-/1/1") ?? "";
    expect(prompt).toContain('Replaces passage: "A code can be used once."');
    expect(prompt).not.toContain("Replaces: Coupons > Redeeming");
  });

  it("given two texts for the section, then both go back, and the retry asks for one", async () => {
    let calls = 0;
    const stage = await surveyed(() => {
      calls += 1;
      return calls === 1 ? `${issuing([ONE])}\n${issuing([TWO])}\n${redeeming}` : issuing([ONE, TWO]);
    });
    const retry = stage.prompts.get("s/1.0/engineer/-/2/1") ?? "";
    expect(retry).toContain(`its target overlaps that of ${ONE}`);
    expect(retry).toContain(`its target overlaps that of ${TWO}`);
    // What was taken of the same round is shown, so that the rest can agree with it.
    expect(retry).toContain("# Your texts of this round");
    expect(retry).toContain("A code can be used once by each customer.");
    expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
    expect(stage.session.work.completedRounds).toBe(1);
  });

  it("given a retry that writes over what was taken, then it is told to stand beside it", async () => {
    let calls = 0;
    const stage = await surveyed(() => {
      calls += 1;
      if (calls === 1)
        return `${issuing([ONE])}\n${redeeming}\n## Gap Resolution: ${TWO}\n\nUNCERTAINTY: ${TWO} - whose role?\n`;
      if (calls === 2) return issuing([TWO]);
      return written([TWO], "After: Coupons > Issuing", "## Roles\n\nOnly managers create campaigns.");
    });
    const last = stage.prompts.get("s/1.0/engineer/-/3/1") ?? "";
    expect(last).toContain(`overlaps that of your text on ${ONE}, which was taken in this round`);
    expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
    expect(stage.session.work.completedRounds).toBe(1);
  });

  it("given a conflict over one of them, then the question names both, and what is decided holds for both", async () => {
    const issue = `# Review\n\n**Gaps:** ${ONE}, ${TWO}, ${THREE}\n\n## Issues\n\n### ISSUE-R1-001: A share of what\n\n- **Severity:** HIGH\n- **Gap:** ${TWO}\n- **Location:** Issuing\n- **Impact:** nobody knows\n\n## Verdict: NEEDS_REVISION\n`;
    const stage = await surveyed(
      ({ round }) => {
        const text = issuing([ONE, TWO]).replace("a share.", `a share, as version ${round} has it.`);
        if (round === 1) return `${text}\n${redeeming}`;
        const block = disagreeBlock({ issue: "ISSUE-R1-001", concern: "nobody knows" });
        return round === 2 ? `${text}\n${block}` : text;
      },
      ({ round }, _, gaps) => (round === 1 ? issue : approval(gaps)),
    );
    await stage.answer(stage.question("disagree-rate"), { option: "accept" });
    const { why, blocks, options } = stage.question("conflict");
    expect(why).toContain(`ISSUE-R1-001 (HIGH) on ${TWO}, which has one text with ${ONE}: A share of what`);
    expect(blocks).toEqual([ONE, TWO]);
    expect(options.find(({ id }) => id === "a")?.effect).toContain(
      `Then ${ONE}, ${TWO} go back to the Engineer`,
    );
    await stage.answer(stage.question("conflict"), { option: "a" });
    expect(stage.states()).toMatchObject({ [ONE]: "NEEDS_REVISION", [TWO]: "NEEDS_REVISION" });
  });

  it("given a grave issue on one of them, then both come back as one task with the issue of either", async () => {
    const issue = `# Review\n\n**Gaps:** ${ONE}, ${TWO}, ${THREE}\n\n## Issues\n\n### ISSUE-R1-001: A share of what\n\n- **Severity:** HIGH\n- **Gap:** ${TWO}\n- **Location:** Issuing\n- **Impact:** nobody knows\n\n## Verdict by Gap\n\n| Gap | Verdict |\n|---|---|\n| ${ONE} | APPROVED |\n| ${TWO} | NEEDS_REVISION |\n| ${THREE} | APPROVED |\n\n## Verdict: NEEDS_REVISION\n`;
    const stage = await surveyed(
      ({ round }) =>
        round === 1
          ? `${issuing([ONE, TWO])}\n${redeeming}`
          : `${issuing([ONE, TWO]).replace("a share.", "a share of the sum.")}\n### Responses\n\n- ISSUE-R1-001: a share of the sum.\n`,
      ({ round }, _, gaps) => (round === 1 ? issue : approval(gaps)),
    );
    const prompt = stage.prompts.get("s/2.0/engineer/-/1/1") ?? "";
    expect(prompt).toContain(`# ${ONE}, ${TWO}`);
    expect(prompt).toContain("A share of what");
    // Why one that was approved is back.
    const moved = stage.engine.live.work.past.flatMap(({ transitions }) => transitions);
    expect(moved.find(({ gap, to }) => gap === ONE && to === "NEEDS_REVISION")).toMatchObject({
      reason: expect.stringContaining(`one text with ${TWO}`),
    });
    expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
  });
});
