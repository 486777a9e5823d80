// What sessions of real agents showed, and scripted ones never had.
import { describe, expect, it } from "vitest";
import { approval, READY, resolution, sourceGap } from "../support/session-world.ts";
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
