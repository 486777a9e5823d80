// Texts that a pattern or a parser could take for ever on, through the built program: it ends, and says something.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LINE_CHARS_MAX } from "../../src/core/shared/bounds.ts";
import { runInThread } from "./run-in-thread.ts";
import { newWorld } from "./world.ts";

/** As long as a line may be, again and again: what takes a square of its length takes minutes then. */
const linesOf = (unit: string): string =>
  Array.from({ length: 12 }, () => unit.repeat((LINE_CHARS_MAX - 100) / unit.length)).join("\n\n");

const TEXTS: readonly (readonly [string, string])[] = [
  ["a status of 64 digits", `Status: ${"7".repeat(64)}`],
  ["lines of strike-through marks", linesOf("~~a")],
  ["80 KB of strike-through marks", "~~a".repeat(27_000)],
  ["lines of full stops", linesOf(".")],
  ["a rationale and lines of spaces", linesOf(" ").replaceAll("\n\n", "x\n\nrationale")],
  ["a line of 1.9 MB of question marks", "???".repeat(633_000)],
  ["20,000 paragraphs of question marks", "???\n\n".repeat(20_000)],
  ["1.9 MB of paragraphs of question marks", "???\n\n".repeat(380_000)],
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
    const { code, stdout } = await runInThread(world, args);
    expect(code).toBe(0);
    expect(() => JSON.parse(stdout)).not.toThrow();
  });
});
