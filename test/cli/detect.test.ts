import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { documentOf, errorOf, newProject, newWorld, type World } from "./world.ts";

const REVIEW = `## Review: GAP-LOAN-001

### ISSUE-R1-001: Fines double (Critical)

- **Location:** Fines
- **Impact:** Readers pay twice.
- **Suggestion:** Charge a fine once per loan and never again.

### ISSUE-R1-002: Nobody is told of a hold (High)

- **Location:** Holds
- **Impact:** Books wait on the shelf.
- **Suggestion:** Send a mail when a book is back.

### ISSUE-R1-003: The currency is missing (Low)

- **Location:** Fines
- **Suggestion:** Name the currency.

## Verdict: NEEDS_REVISION
`;
const BEFORE = `## Gap Resolution: GAP-LOAN-001

**Confidence:** HIGH

### Fines

A fine is charged for each day.

### Holds

A reader may hold a book.
`;
const AFTER = `${BEFORE.replace("for each day.", "once per loan, and never again.")}
### Responses

- ISSUE-R1-001: charged once per loan, see Fines.
- ISSUE-R1-002: this does not deserve a line.
`;

function worldWith(files: Readonly<Record<string, string | Uint8Array>>, world = newWorld()): World {
  for (const [file, text] of Object.entries({ "r.md": REVIEW, "e1.md": BEFORE, "e2.md": AFTER, ...files }))
    world.write(join(world.project, file), text);
  return world;
}

const LINE = ["detect", "--review", "r.md", "--before", "e1.md", "--after", "e2.md"];

describe("detect", () => {
  test("tells of every issue what became of it, with lines that stand in the document", async () => {
    const said = documentOf(await worldWith({}).run([...LINE, "--json"])) as {
      findings: { issueId: string; evidence: { line: number; text: string }[] }[];
    };
    expect(said.findings).toMatchObject([
      { issueId: "ISSUE-R1-001", line: 3, severity: "CRITICAL", label: "ADDRESSED_WITH_ID", flag: false },
      { issueId: "ISSUE-R1-002", line: 9, severity: "HIGH", label: "DEFLECTED", flag: true, inScope: true },
      { issueId: "ISSUE-R1-003", line: 15, severity: "LOW", label: "IGNORED", flag: false },
    ]);
    const lines = AFTER.split("\n");
    for (const { evidence } of said.findings)
      for (const { line, text } of evidence) expect(lines[line - 1]).toBe(text);
  });

  test("given a document about another gap, then the issues are out of scope and not flagged", async () => {
    const world = worldWith({ "e2.md": AFTER.replaceAll("GAP-LOAN-001", "GAP-LOAN-002") });
    const said = documentOf(await world.run([...LINE, "--json"]));
    expect(said).toMatchObject({ findings: Array(3).fill({ inScope: false, flag: false }) });
  });

  test("given no earlier document, then what is answered by id is taken at its word", async () => {
    const said = documentOf(
      await worldWith({}).run(["detect", "--review", "r.md", "--after", "e2.md", "--json"]),
    );
    expect(said).toMatchObject({ findings: [{ label: "ADDRESSED_WITH_ID" }, {}, {}] });
  });

  test("inside a project it says the same", async () => {
    const world = worldWith({}, await newProject());
    expect(documentOf(await world.run([...LINE, "--json"]))).toMatchObject({
      findings: [{}, { label: "DEFLECTED", flag: true }, {}],
    });
  });

  test("reads well for a person", async () => {
    const { stdout, code } = await worldWith({}).run(LINE);
    expect(code).toBe(0);
    expect(stdout).toContain("ISSUE-R1-002  HIGH  DEFLECTED  flag");
    expect(stdout).toContain("Answered without a change and without a reason.");
    expect(stdout).toContain("- ISSUE-R1-002: this does not deserve a line.");
    expect(stdout).toContain("3 issues; a session would flag 1.");
    expect(stdout.split("\n").every((line) => line.length <= 80)).toBe(true);
  });

  test.each([
    ["no review named", ["detect", "--after", "e2.md"], 2, "missing-option"],
    ["no later document named", ["detect", "--review", "r.md"], 2, "missing-option"],
    ["no such file", ["detect", "--review", "r.md", "--after", "nowhere.md"], 4, "no-file"],
    ["a folder", ["detect", "--review", ".", "--after", "e2.md"], 1, "unreadable"],
    ["an empty review", ["detect", "--review", "empty.md", "--after", "e2.md"], 1, "empty-document"],
    ["a review without issues", ["detect", "--review", "e1.md", "--after", "e2.md"], 4, "no-issues"],
  ])("%s: a clear error", async (_what, args, code, word) => {
    const ended = await worldWith({ "empty.md": " \n" }).run([...args, "--json"]);
    expect(ended.code).toBe(code);
    expect(errorOf(ended)).toMatchObject({ code: word, fix: expect.any(String) });
  });

  test("given a review that says it found none, then there are no findings", async () => {
    const world = worldWith({ "none.md": "## Review\n\nNO_ISSUES_FOUND\n\n**Verdict:** APPROVED\n" });
    const line = ["detect", "--review", "none.md", "--after", "e2.md"];
    const { code, stdout } = await world.run([...line, "--json"]);
    expect([code, JSON.parse(stdout)]).toEqual([0, { findings: [] }]);
    expect((await world.run(line)).stdout).toBe("0 issues; a session would flag none.\n");
  });

  test("a long document is compared within seconds", async () => {
    const long = `${BEFORE}\n${"Some words of a long document about mail and books.\n\n".repeat(60_000)}`;
    const world = worldWith({ "e1.md": long, "e2.md": `${AFTER}\n${long}` });
    expect((await world.run([...LINE, "--json"])).code).toBe(0);
  }, 120_000);
});
