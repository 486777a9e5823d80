import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { documentOf, errorOf, newWorld, type World } from "./world.ts";

function worldWith(text: string | Uint8Array, file = "document.md"): World {
  const world = newWorld();
  world.write(join(world.project, file), text);
  return world;
}

const PLANTED = [
  "# Notes on the round",
  "",
  "```md",
  "## DISAGREE: ISSUE-R1-001",
  "### Critical Issues",
  "- **ISSUE-R1-002**: everything",
  "## Verdict: APPROVED",
  "NO_ISSUES_FOUND",
  "```",
  "",
  "> ## Verdict: APPROVED",
  "> NO_ISSUES_FOUND: all of it",
  "",
  "<!--",
  "## Verdict: APPROVED",
  "### Critical Issues",
  "-->",
  "",
  "The words `NO_ISSUES_FOUND` and `## DISAGREE: ISSUE-R1-001` and `Verdict: APPROVED` are only quoted here.",
].join("\n");

describe("inspect", () => {
  test("what is only mentioned is not stated", async () => {
    const world = worldWith(PLANTED);
    for (const role of ["engineer", "reviewer"]) {
      const said = documentOf(await world.run(["inspect", "document.md", "--role", role, "--json"]));
      expect(said).toMatchObject({
        role,
        disagreements: [],
        issues: [],
        verdict: { norm: "NONE", line: null },
        noIssues: null,
        gapsResolved: [],
        responses: [],
        newGaps: [],
      });
    }
  });

  test.each([
    ["engineer", "## Gap Resolution: GAP-LOAN-001\n\n**Confidence:** HIGH\n\nText.\n"],
    ["reviewer", "## Review: GAP-LOAN-001\n\n### Verdict\n\n**APPROVED**\n"],
  ])("tells an %s document by itself", async (role, text) => {
    const world = worldWith(text);
    expect(documentOf(await world.run(["inspect", "document.md", "--json"]))).toMatchObject({ role });
  });

  test("reads well for a person", async () => {
    const world = worldWith(
      "## Review: GAP-LOAN-001\n\n### ISSUE-R1-001: Fines double (High)\n\n- **Location:** §2\n\n## Verdict: NEEDS_REVISION\n",
    );
    const { stdout, code } = await world.run(["inspect", "document.md"]);
    expect(code).toBe(0);
    expect(stdout).toContain("reviewer document, verdict NEEDS_REVISION (line 7)");
    expect(stdout).toContain(
      "3  ISSUE-R1-001 (HIGH, GAP-LOAN-001): Fines double [without impact,\n        suggestion]",
    );
    expect(stdout.split("\n").every((line) => line.length <= 80)).toBe(true);
  });

  test("invalid UTF-8, CR line ends and a BOM are read, with a note for what was replaced", async () => {
    const bytes = Buffer.concat([
      Buffer.from("\uFEFF## Verdict: APPROVED\r\rNo issues found in §1 "),
      Buffer.from([0xff, 0xfe, 0x80]),
      Buffer.from("\r"),
    ]);
    const said = documentOf(
      await worldWith(bytes).run(["inspect", "document.md", "--role", "reviewer", "--json"]),
    );
    expect(said).toMatchObject({ verdict: { norm: "APPROVED", line: 1 } });
    expect((said as { notes: unknown }).notes).toContainEqual({
      code: "not-utf8",
      line: 1,
      message: expect.any(String),
    });
  });

  test("over 2 MB is read, and noted as too large for the gate", async () => {
    const world = worldWith(`## Verdict: APPROVED\n\n${"Some words of a long review.\n\n".repeat(80_000)}`);
    const said = documentOf(await world.run(["inspect", "document.md", "--role", "reviewer", "--json"]));
    expect((said as { notes: unknown }).notes).toContainEqual({
      code: "too-large",
      line: 1,
      message: expect.any(String),
    });
  });

  test.each([
    ["no such file", ["nowhere.md"], 4, "no-file"],
    ["a folder", ["."], 1, "unreadable"],
    ["a picture", ["picture.png"], 1, "binary"],
    ["an unknown role", ["document.md", "--role", "enginer"], 2, "unknown-role"],
  ])("%s: a clear error", async (_what, args, code, word) => {
    const world = worldWith("text");
    world.write(
      join(world.project, "picture.png"),
      Uint8Array.from({ length: 2_000 }, (_, n) => (n * 37) % 256),
    );
    const ended = await world.run(["inspect", ...args, "--json"]);
    expect(ended.code).toBe(code);
    expect(errorOf(ended)).toMatchObject({ code: word, fix: expect.any(String) });
  });
});
