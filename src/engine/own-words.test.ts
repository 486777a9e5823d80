import { describe, expect, it } from "vitest";
import { withoutAnswers } from "./own-words.ts";

describe("withoutAnswers", () => {
  const kept = "### Proposed Solution\n\nIt waits.\n\n### Trade-offs\n\n- Slow.";

  it("takes off the responses and a part that says that no gap is new", () => {
    const answers =
      "### Responses\n\n| Issue | Status | Where |\n| --- | --- | --- |\n| ISSUE-R1-001 | ADDRESSED | here |";
    expect(withoutAnswers(`${kept}\n\n### New Gaps Introduced\n\nNone.\n\n${answers}\n`)).toBe(kept);
    expect(withoutAnswers(`${answers}\n\n${kept}`)).toBe(kept);
  });

  it.each([
    "### New Gaps Introduced\n\n| Gap | Severity |\n| --- | --- |\n| GAP-A-001 | LOW |",
    "### New Gaps Introduced\n\nNone, as the pause is named in the table.",
    "### Example\n\n```markdown\n### Responses\n\nNone.\n```",
  ])("keeps what says more: %s", (part) => {
    expect(withoutAnswers(`${kept}\n\n${part}`)).toBe(`${kept}\n\n${part}`);
  });
});
