import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { type PlayerFileProblem, readPlayerFile } from "./player-file.ts";
import type { PlayerStep } from "./step-schema.ts";

async function steps(text: string, file = "p.yaml"): Promise<readonly PlayerStep[]> {
  const read = await readPlayerFile(file, text);
  if (read.at === "refused") throw new Error(JSON.stringify(read.problems));
  return read.playerFile.steps;
}

async function problems(text: string, file = "p.yaml"): Promise<readonly PlayerFileProblem[]> {
  const read = await readPlayerFile(file, text);
  return read.at === "refused" ? read.problems : [];
}

const step = (does: string): string => `steps:\n  - on: { purpose: engineer }\n    ${does}\n`;

test("a step says when, what, how slowly, at what cost and how it ends", async () => {
  const text = `steps:
  - on: { purpose: engineer, round: 2, lane: GAP-FLOW-007, attempt: 1, launch: 3 }
    write: |
      # Title
    delayMs: 20
    exit: 3
    usage: { outputTokens: 5 }
  - on: { purpose: final }
    nothing: true
`;
  expect(await steps(text)).toEqual([
    {
      on: { purpose: "engineer", round: 2, lane: "GAP-FLOW-007", attempt: 1, launch: 3 },
      waitFor: null,
      changes: [],
      output: { at: "document", text: "# Title\n" },
      delayMs: 20,
      usage: { inputTokens: null, outputTokens: 5, usd: null },
      ending: { at: "exit", code: 3 },
    },
    {
      on: { purpose: "final" },
      waitFor: null,
      changes: [],
      output: { at: "nothing" },
      delayMs: 0,
      usage: null,
      ending: { at: "exit", code: 0 },
    },
  ]);
});

test.each([
  ["text: hello", { output: { at: "answer", text: "hello" } }],
  ["garbage: { bytes: 10 }", { output: { at: "garbage", bytes: 10 } }],
  ["nothing: true\n    hang: true", { output: { at: "nothing" }, ending: { at: "hang" } }],
  ["nothing: true\n    exit: SIGKILL", { ending: { at: "signal", signal: "SIGKILL" } }],
])("%j", async (does, expected) => {
  expect(await steps(step(does))).toMatchObject([expected]);
});

test("a document may stand in a file of its own, beside the player file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "docs/one.md"), "# One\n");
  const file = join(folder, "p.yaml");
  const [only] = await steps(step("writeFile: docs/one.md"), file);
  expect(only?.output).toEqual({ at: "document-of-file", path: join(folder, "docs/one.md") });
  expect(await problems(step("writeFile: docs/two.md"), file)).toEqual([
    {
      message: `writeFile: there is no file ${join(folder, "docs/two.md")}`,
      place: `${file}:3:5`,
      fix: "a path is taken from the player file's own folder",
    },
  ]);
  expect(await problems(step("writeFile: docs"), file)).toHaveLength(1);
});

test.each([
  ["an unknown key of the file", "stesp: []\nsteps: []", "p.yaml:1:1", /^unknown key stesp/],
  ["an unknown key of a step", step("write: x\n    wait: 3"), "p.yaml:4:5", /^unknown key steps\[0\]\.wait/],
  [
    "an unknown key of a match",
    step("write: x").replace("purpose", "lanes: 1, purpose"),
    "p.yaml:2:11",
    /lanes/,
  ],
  ["an unknown key of a usage", step("write: x\n    usage: { tokens: 1 }"), "p.yaml:4:14", /usage\.tokens/],
  ["an unknown purpose", step("write: x").replace("engineer", "enginer"), "p.yaml:2:11", /on\.purpose/],
  ["no purpose", "steps:\n  - on: { round: 1 }\n    write: x", "p.yaml:2:5", /on\.purpose/],
  ["no steps", "", "p.yaml:1:1", /^the file/],
  [
    "nothing to do",
    step("delayMs: 3"),
    "p.yaml:2:5",
    /needs one of write, writeFile, garbage, text, nothing/,
  ],
  [
    "a change outside of the worktree",
    step("nothing: true\n    files: [{ delete: ../x }]"),
    "p.yaml:4:15",
    /files\[0\]/,
  ],
  [
    "a change of two kinds",
    step("nothing: true\n    files: [{ delete: x, to: y }]"),
    "p.yaml:4:26",
    /files\[0\]\.to/,
  ],
  ["two things to do", step("write: x\n    text: y"), "p.yaml:2:5", /does one thing, not write and text/],
  ["nothing: false", step("nothing: false"), "p.yaml:3:5", /nothing/],
  ["an exit from a hang", step("write: x\n    hang: true\n    exit: 1"), "p.yaml:2:5", /hangs has no exit/],
  ["an exit that is none", step("write: x\n    exit: SIGWINCH"), "p.yaml:4:5", /one of SIGKILL/],
  ["a path from the root", step("writeFile: /etc/passwd"), "p.yaml:3:5", /own folder/],
  ["too much garbage", step("garbage: { bytes: 99999999999 }"), "p.yaml:3:16", /bytes/],
  ["a key twice", step("write: x\n    write: y"), "p.yaml:4:5", /not valid YAML/],
  ["no YAML", "steps: [", "p.yaml:1:9", /not valid YAML/],
])("refused with its place: %s", async (_what, text, place, message) => {
  const [first] = await problems(text);
  expect(first?.message).toMatch(message);
  expect(first?.place).toBe(place);
});

test("an unknown key is answered with the known ones", async () => {
  const [first] = await problems(step("write: x").replace("purpose", "lanes: 1, purpose"));
  expect(first?.fix).toBe("known here: purpose, task, round, lane, attempt, told, launch");
});

test("a file that is not there is refused", async () => {
  const read = await readPlayerFile("/nowhere/p.yaml");
  expect(read).toMatchObject({ at: "refused", problems: [{ place: "/nowhere/p.yaml" }] });
});

test("any text comes back as it was written", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme" }), async (text) => {
      const written = stringify({ steps: [{ on: { purpose: "draft" }, write: text }] });
      expect(await steps(written)).toMatchObject([{ output: { at: "document", text } }]);
    }),
    { numRuns: 200 },
  );
});

test("whatever stands in a file, it is steps or problems with a place", async () => {
  const word = fc.constantFrom(
    "steps",
    "on",
    "purpose",
    ":",
    "- ",
    "\n",
    "  ",
    "{",
    "}",
    "engineer",
    "&a",
    "*a",
    "!!x",
    "'",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 30 }), async (words) => {
      for (const { place } of await problems(words.join(""))) expect(place).toMatch(/^p\.yaml(:\d+:\d+)?$/);
    }),
    { numRuns: 500 },
  );
});
