// What sessions of real agents showed, and scripted ones never had.
import { describe, expect, it } from "vitest";
import { draftText } from "../../src/engine/draft-text.ts";
import { approval, READY, resolution, sourceGap } from "../support/session-world.ts";
import { surveyText } from "../support/survey-text.ts";
import { Stage } from "./stage.ts";

const [ONE, TWO] = ["GAP-FLOW-001", "GAP-FLOW-002"] as const;
const GAPS = [sourceGap(ONE), sourceGap(TWO)];

describe("a gap that a review raises", () => {
  const newGap =
    "## New Gaps\n\n| Gap | Severity | Title | Place | Blocked By |\n|---|---|---|---|---|\n| GAP-API-001 | MEDIUM | Which fields has `POST /x`? | A spec > Part 2 | - |\n\n";

  it("given a place, then that is what its prompt proposes, and it came up with no other gap", async () => {
    const stage = await Stage.open({
      gaps: GAPS,
      limits: { gapsPerRound: 2 },
      engineer: (_call, _request, gaps) => resolution(gaps),
      reviewer: ({ purpose, round }, _request, gaps) => {
        if (purpose === "final") return READY;
        const review = approval(gaps);
        return round === 1 ? review.replace("**Verdict:**", `${newGap}**Verdict:**`) : review;
      },
    });
    await stage.until(() => stage.prompts.has("s/2.0/engineer/-/1/1"));
    const prompt = stage.prompts.get("s/2.0/engineer/-/1/1") ?? "";
    expect(prompt).toContain("After: A spec > Part 2");
    expect(prompt).toContain("`POST /x`");
    expect(prompt).not.toContain("It came up");
    expect(stage.session.work.gaps["GAP-API-001" as never]).toMatchObject({
      origin: { from: "review", about: null },
    });
  });
});

describe("a remark on an accepted gap", () => {
  const remark = `## Review: ${ONE}\n\n### ISSUE-R1-001: The pause has no unit\n\n- **Severity:** LOW\n- **Gap:** ${ONE}\n- **Impact:** two readers wait differently\n\n**Verdict:** APPROVED_WITH_NOTES\n`;
  const later = (status: string) =>
    `${approval([TWO])}\n## Prior Issues\n\n| Issue | Status |\n|---|---|\n| ISSUE-R1-001 | ${status} |\n`;

  it.each([
    ["RESOLVED", "CLOSED"],
    ["UNRESOLVED", "OPEN"],
  ])("given a review of another gap that lists it as %s, then it is %s", async (status, expected) => {
    const stage = await Stage.open({
      gaps: GAPS,
      limits: { gapsPerRound: 1 },
      engineer: (_call, _request, gaps) => resolution(gaps),
      reviewer: ({ purpose, round }) => (purpose === "final" ? READY : round === 1 ? remark : later(status)),
    });
    await stage.untilQuiet();
    expect(Object.values(stage.session.work.issues)).toMatchObject([{ issue: { state: { at: expected } } }]);
  });
});

describe("an entry of a list of open questions", () => {
  const SOURCE =
    "# Coupons\n\n## Codes\n\nA code can be used once.\n\n## Open questions\n\n- How long is a code valid?\n- Which currency has a coupon?\n";
  const edit = (target: string, text: string) =>
    `### Spec Text\n\n${target}\n\n\`\`\`\`markdown\n${text}\n\`\`\`\`\n\nDrops: None.\n`;
  const document = (...edits: readonly string[]) =>
    `## Gap Resolution: GAP-SURVEY-001\n\n**Confidence:** HIGH\n\n### Proposed Solution\n\n${"A year is what shops are used to. ".repeat(9)}\n\n${edits.join("\n")}`;
  const answer = edit(
    'Replaces passage: "A code can be used once."',
    "A code can be used once, within a year.",
  );

  async function textAfter(...edits: readonly string[]): Promise<Stage> {
    const hole = { title: "How long is a code valid?", place: "Coupons > Codes", passage: "used once" };
    const stage = await Stage.open({
      source: SOURCE,
      gaps: [],
      settings: { survey: { second: false, gapsMax: 30, given: [] } },
      engineer: () => document(...edits),
      reviewer: ({ purpose }, _, gaps) =>
        purpose === "survey"
          ? surveyText([hole], ["Coupons > Open questions"])
          : purpose === "final"
            ? READY
            : approval(gaps),
    });
    await stage.untilQuiet();
    await stage.answer(stage.question("survey"), { option: "start" });
    await stage.untilQuiet();
    return stage;
  }

  it("given its words and an empty fence, then it is removed, and the others stay", async () => {
    const stage = await textAfter(answer, edit('Replaces passage: "How long is a code valid?"', ""));
    expect((await draftText(stage.session, stage.engine.documents)).text).toContain(
      "A code can be used once, within a year.\n\n## Open questions\n\n- Which currency has a coupon?\n",
    );
  });

  it("given other words and an empty fence, then nothing is removed", async () => {
    const stage = await textAfter(answer, edit('Replaces passage: "## Open questions"', ""));
    expect(stage.prompts.get("s/1.0/engineer/-/2/1")).toContain("its text is empty");
    expect((await draftText(stage.session, stage.engine.documents)).text).toContain("## Open questions");
  });
});
