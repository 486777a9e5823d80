// The demo's own script and spec: whatever a person answers stands in the finished spec.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { stepFor } from "../../src/adapters/agent-player/play.ts";
import { readPlayerFile } from "../../src/adapters/agent-player/player-file.ts";
import { fillUserWords } from "../../src/adapters/agent-player/user-words.ts";
import { enterGap } from "../../src/core/refinement/gap.ts";
import { lintSpec } from "../../src/lint/lint-spec.ts";
import { shownText } from "../../src/prompts/shown-text.ts";
import { hostileText } from "../support/hostile-text.ts";
import { type Script, sessionWorld } from "../support/session-world.ts";

const SOURCE = readFileSync("examples/demo/checkout.md", "utf8");

async function scriptOf(file: string): Promise<Script> {
  const read = await readPlayerFile(file);
  if (read.at === "refused") throw new Error(JSON.stringify(read.problems));
  return (_, { key, prompt }) => {
    const output = stepFor(read.playerFile, { key, prompt })?.output;
    if (output?.at !== "document") throw new Error(`no step for ${key}`);
    const filled = fillUserWords(output.text, prompt);
    if ("missing" in filled) throw new Error(`no input on ${filled.missing}`);
    return filled.text;
  };
}

const engineer = await scriptOf("examples/demo/engineer.yaml");
const reviewer = await scriptOf("examples/demo/reviewer.yaml");

async function finished(inputs: { readonly fraud: string; readonly receipts: string }): Promise<string> {
  const gaps = lintSpec({ text: SOURCE, file: "checkout.md" }).findings.map((finding) =>
    enterGap({
      id: finding.gap,
      title: finding.title,
      description: "",
      stated: finding.severity,
      origin: { from: "source", line: finding.line, heading: null },
      blockedBy: [],
      round: 0,
    }),
  );
  const world = await sessionWorld({
    source: SOURCE,
    gaps,
    engineer,
    reviewer,
    answer: ({ kind, subject }) => {
      if (kind === "divergence") return { option: "accept" };
      if (kind !== "blocked" || subject.of !== "gap") return null;
      return { option: "input", text: subject.gap === "GAP-CLARIFY-001" ? inputs.fraud : inputs.receipts };
    },
  });
  expect(await world.run()).toBe("ended");
  return world.shelf.texts[0] ?? "";
}

/** The lines between two headings, as they are read. */
function section(text: string, from: string, until: string): readonly string[] {
  const [, rest = ""] = text.split(`\n## ${from}\n`);
  return rest
    .slice(0, rest.lastIndexOf(`\n## ${until}\n`))
    .split("\n")
    .map((line) => line.trim());
}

function expectIn(lines: readonly string[], words: string): void {
  for (const line of shownText(words.trim()).split("\n")) {
    expect(lines.some((one) => one.includes(line.trim()))).toBe(true);
  }
}

const answers = hostileText.filter((text) => text.trim() !== "");

test("property: whatever is answered, it stands in its section of the finished spec", async () => {
  await fc.assert(
    fc.asyncProperty(answers, answers, async (fraud, receipts) => {
      const text = await finished({ fraud, receipts });
      expectIn(section(text, "Payment", "Cancelling"), fraud);
      expectIn(section(text, "Receipts", "Decisions"), receipts);
      expect(text).toContain("\n## Decisions\n");
    }),
    { numRuns: 40 },
  );
});

test("given a placeholder for what nobody said, then the script is refused", () => {
  expect(fillUserWords("- kept: {{input: GAP-TODO-004}}", "# Your task")).toEqual({
    missing: "GAP-TODO-004",
  });
});
