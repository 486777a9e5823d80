// The demo's own script and spec: whatever a person answers stands in the finished spec.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { stepFor } from "../../src/adapters/agent-player/play.ts";
import { readPlayerFile } from "../../src/adapters/agent-player/player-file.ts";
import { fillUserWords } from "../../src/adapters/agent-player/user-words.ts";
import { lintSpec } from "../../src/lint/lint-spec.ts";
import { shownText } from "../../src/prompts/shown-text.ts";
import { gapOfSource } from "../support/example-gap.ts";
import { hostileText } from "../support/hostile-text.ts";
import { memoryProject, type Script, sessionWorld } from "../support/session-world.ts";

const SOURCE = readFileSync("examples/demo/checkout.md", "utf8");

/** What each call was told. */
const prompts = new Map<string, string>();

async function scriptOf(file: string): Promise<Script> {
  const read = await readPlayerFile(file);
  if (read.at === "refused") throw new Error(JSON.stringify(read.problems));
  return (_, { key, prompt }) => {
    prompts.set(key, prompt);
    const output = stepFor(read.playerFile, { key, prompt })?.output;
    if (output?.at !== "document") throw new Error(`no step for ${key}`);
    const filled = fillUserWords(output.text, prompt);
    if ("missing" in filled) throw new Error(`no input on ${filled.missing}`);
    return filled.text;
  };
}

const engineer = await scriptOf("examples/demo/engineer.yaml");
const reviewer = await scriptOf("examples/demo/reviewer.yaml");

interface Inputs {
  readonly fraud: string;
  readonly receipts: string;
  /** What is to be done about an issue that the Engineer passed over. */
  readonly twice: string;
}

async function finished(inputs: Inputs, limits: { readonly gapsPerRound?: number } = {}): Promise<string> {
  const gaps = lintSpec({ text: SOURCE, file: "checkout.md" }).findings.map((finding) =>
    gapOfSource({ id: finding.gap, title: finding.title, severity: finding.severity, line: finding.line }),
  );
  const world = await sessionWorld({
    source: SOURCE,
    gaps,
    limits,
    engineer,
    reviewer,
    project: memoryProject({ "checkout.md": SOURCE }),
    answer: ({ kind, subject, options }) => {
      if (kind === "divergence") return { option: "accept" };
      if (kind === "implicit") return { option: "convert" };
      if (kind === "conflict" && !options.some(({ id }) => id === "d")) return { option: "b" };
      if (kind === "conflict") return { option: "d", text: inputs.twice };
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
    fc.asyncProperty(answers, answers, answers, async (fraud, receipts, twice) => {
      const text = await finished({ fraud, receipts, twice });
      expectIn(section(text, "Payment", "Cancelling"), fraud);
      expectIn(section(text, "Payment", "Cancelling"), twice);
      expectIn(section(text, "Receipts", "Decisions"), receipts);
      expect(text).toContain("\n## Decisions\n");
    }),
    { numRuns: 12 },
  );
});

test("given decisions on what was disagreed with and on what was passed over, then the next prompts of both carry them", async () => {
  prompts.clear();
  await finished({ fraud: "The desk.", receipts: "Ten years.", twice: "Ask the bank." }, { gapsPerRound: 1 });
  const bound = [...prompts].filter(([, prompt]) => prompt.includes("Decision: Ask the bank."));
  expect(bound.map(([key]) => key)).toEqual(
    expect.arrayContaining([expect.stringContaining("/engineer/"), expect.stringContaining("/reviewer/")]),
  );
  for (const [key, prompt] of bound.filter(([, text]) => text.includes("# Your task"))) {
    const [before = ""] = prompt.split("# Your task");
    expect(before, key).toContain("# Decisions that bind you");
    expect(before, key).toContain("option D, as the user specified (GAP-TODO-003)");
    expect(before, key).toContain("on ISSUE-R1-001, option B, as the Engineer proposed (GAP-CLARIFY-002)");
  }
});

test("given a placeholder for what nobody said, then the script is refused", () => {
  expect(fillUserWords("- kept: {{input: GAP-TODO-004}}", "# Your task")).toEqual({
    missing: "GAP-TODO-004",
  });
});
