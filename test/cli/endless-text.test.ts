// Texts that a pattern or a parser could take for ever on, through the real program: it ends, and says something.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newWorld } from "./world.ts";

const TEXTS: readonly (readonly [string, string])[] = [
  ["a status of 64 digits", `Status: ${"7".repeat(64)}`],
  ["80 KB of strike-through marks", "~~a".repeat(27_000)],
  ["100 KB of full stops", ".".repeat(100_000)],
  ["a rationale and 100 KB of spaces", `rationale${" ".repeat(100_000)}x`],
  ["1.9 MB of question marks", "???".repeat(633_000)],
  ["20,000 paragraphs of question marks", "???\n\n".repeat(20_000)],
];

const ENGINEER = "# Engineer Output — Round 1\n\n## GAP-TODO-001: Limits\n\n### Spec Text\n\n";
const REVIEWER =
  "# Reviewer Output — Round 1\n\n## Verdict: NEEDS_REVISION\n\n### ISSUE-R1-001 (HIGH): Limits\n\n";

const READ: readonly (readonly [string, string, readonly string[]])[] = [
  ["engineer", ENGINEER, ["inspect", "text.md", "--role", "engineer", "--json"]],
  ["reviewer", REVIEWER, ["inspect", "text.md", "--role", "reviewer", "--json"]],
  ["source spec", "# Spec\n\n## Limits\n\n", ["lint", "text.md", "--json"]],
  ["checklist", "# Tasks\n\n- [ ] one\n\n", ["tasks", "import", "text.md", "--dry-run", "--json"]],
];

describe.each(TEXTS)("given %s", (_, text) => {
  test.each(READ)("when a document of kind %s holds it, then the program ends", async (_kind, head, args) => {
    const world = newWorld();
    world.write(join(world.project, "text.md"), `${head}${text}\n`);
    if (args[0] === "tasks") await world.run(["init"]);
    const { code, stdout } = await world.run(args);
    expect(code).toBe(0);
    expect(() => JSON.parse(stdout)).not.toThrow();
  });
});
