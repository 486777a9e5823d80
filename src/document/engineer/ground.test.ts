import { describe, expect, it } from "vitest";
import { readEngineerDocument } from "./read-engineer.ts";

function groundOf(...lines: readonly string[]) {
  const text = [
    "## DISAGREE: ISSUE-R1-001",
    "",
    "**Reviewer Concern:**",
    "> The loop never ends.",
    "",
    "**Rationale:** It ends.",
    "",
    ...lines,
    "",
    "**Request:** Escalate to user for resolution",
  ].join("\n");
  const [block] = readEngineerDocument(text).document.disagreements;
  return block?.restsOn ?? null;
}

const PLACE = { of: "place", path: "src/retry.ts", line: 12, quote: "tries at most three times" };

describe("what a disagreement rests on", () => {
  it.each([
    ["on the label's line", ['**Rests on:** src/retry.ts:12 "tries at most three times"']],
    ["as an item", ['- **Rests on:** src/retry.ts:12 "tries at most three times"']],
    ["with the colon outside the bold", ['**Rests on**: src/retry.ts:12 "tries at most three times"']],
    ["without bold", ['Rests on: src/retry.ts:12 "tries at most three times"']],
    ["below its label", ["**Rests on:**", "", 'src/retry.ts:12 "tries at most three times"']],
    ["below a heading", ["### Rests on", "", 'src/retry.ts:12 "tries at most three times"']],
    ["in code marks", ['**Rests on:** `src/retry.ts:12` "tries at most three times"']],
    ["after a dash", ["**Rests on:** `src/retry.ts:12` — “tries at most three times”"]],
    ["after a colon", ['**Rests on:** src/retry.ts:12: "tries at most three times".']],
    ["in brackets", ['**Rests on:** src/retry.ts:12 ("tries at most three times")']],
    ["with the quote on the next line", ["**Rests on:** src/retry.ts:12", '"tries at most', 'three times"']],
    ["as a block quote", ["**Rests on:** src/retry.ts:12", "", "> tries at most", "> three times"]],
    ["as a block quote with marks", ["**Rests on:** src/retry.ts:12", '> "tries at most three times"']],
    ["as code", ["**Rests on:** src/retry.ts:12 `tries at most three times`"]],
    ["as a fence", ["**Rests on:** src/retry.ts:12", "", "```ts", "tries at most three times", "```"]],
    ["as an item below its label", ["**Rests on:**", "", '- src/retry.ts:12 "tries at most three times"']],
    ["with a range of lines", ['**Rests on:** src/retry.ts:12-14 "tries at most three times"']],
    ["with a remark", ['**Rests on:** src/retry.ts:12 "tries at most three times", so it ends']],
  ])("given a place %s, then it is that place with its words", (_, lines) => {
    expect(groundOf(...lines)).toEqual(PLACE);
  });

  it("given a path with blanks in code marks, then they belong to it", () => {
    expect(groundOf('**Rests on:** `docs/my spec.md:3` "a limit"')).toEqual({
      of: "place",
      path: "docs/my spec.md",
      line: 3,
      quote: "a limit",
    });
  });

  it("given words with marks of their own, then the last mark ends them", () => {
    expect(groundOf('**Rests on:** a.ts:3 "const a = "b";"')).toMatchObject({ quote: 'const a = "b";' });
  });

  it.each(["judgement", "Judgment.", "`judgement`", "**judgement**", "judgement: nobody has measured it"])(
    "given %s, then it is judgement",
    (said) => {
      expect(groundOf(`**Rests on:** ${said}`)).toEqual({ of: "judgement" });
    },
  );

  it.each([
    "experience",
    "src/retry.ts",
    "src/retry.ts:12",
    'src/retry.ts "tries at most three times"',
    'src/retry.ts:12 ""',
    'src/retry.ts:12 "…"',
    "the code in src/retry.ts:12",
    "good judgement",
    "https://example.org/a",
  ])("given %s, then it is unclear", (said) => {
    expect(groundOf(`**Rests on:** ${said}`)).toEqual({ of: "unclear", text: said });
  });

  it("given nothing of the kind, then nothing is said", () => {
    expect(groundOf()).toBeNull();
  });
});
