// Laws of whole sessions: random sources, marks and edits, through the real engine.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { SpecMap } from "../../src/core/documents/finished-spec.ts";
import { lengthOf, SOURCE } from "../../src/core/refinement/spec-draft.ts";
import type { GapId } from "../../src/core/shared/gap-id.ts";
import { lintSpec } from "../../src/lint/lint-spec.ts";
import { inventoryOfSpec } from "../../src/lint/spec-inventory.ts";
import { READY } from "../support/session-world.ts";
import { Stage } from "./stage.ts";

const FACTS = [
  "The export has at most 500 rows.",
  "Cards **must not** be stored.",
  "See [the list](https://example.org/list) and `GET /rows`.",
  "FR-040: The list MUST show totals.",
  "Amounts are in euros, in whole cents.",
] as const;
const MARKS = [
  "The size is TBD.",
  "TODO: who may cancel?",
  "It is kept for [NEEDS CLARIFICATION: how long?] after closing.",
  "The search must be fast.",
] as const;

const block = fc.oneof(
  fc.constantFrom(...FACTS),
  fc.constantFrom(...MARKS),
  fc.tuple(fc.constantFrom(...FACTS), fc.constantFrom(...MARKS)).map(([fact, mark]) => `${fact} ${mark}`),
  fc
    .array(fc.constantFrom(...FACTS, ...MARKS), { minLength: 1, maxLength: 4 })
    .map((items) => items.map((item) => `- ${item}`).join("\n")),
  fc
    .constantFrom(...FACTS, ...MARKS)
    .map((cell) => `| A | B |\n|---|---|\n| 1 | ${cell.replaceAll("|", "/")} |`),
  fc.constant("```\nTBD in code is no mark\n```"),
);
const section = fc
  .tuple(fc.nat(9), fc.array(block, { maxLength: 4 }), fc.boolean())
  .map(([number, blocks, deep]) => [`${deep ? "###" : "##"} Part ${number}`, ...blocks].join("\n\n"));
const source = fc
  .record({
    front: fc.boolean(),
    sections: fc.array(section, { minLength: 1, maxLength: 5 }),
    end: fc.constantFrom("\n", "", "\n\n"),
    windows: fc.boolean(),
  })
  .map(({ front, sections, end, windows }) => {
    const text = `${front ? "---\nowner: TBD\n---\n\n" : ""}# Spec\n\n${sections.join("\n\n")}${end}`;
    return windows ? text.replaceAll("\n", "\r\n") : text;
  });

/** What an Engineer would write for a passage: the same, its mark answered. */
function answered(passage: string, seed: number): string {
  return passage
    .replaceAll("\r\n", "\n")
    .replaceAll("The size is TBD.", `The size is ${seed + 1} MB.`)
    .replaceAll("TODO: who may cancel?", "The owner may cancel.")
    .replaceAll("[NEEDS CLARIFICATION: how long?]", `${seed + 2} days`)
    .replaceAll("The search must be fast.", `The search must answer within ${seed + 100} ms.`)
    .replaceAll("owner: TBD", "owner: platform");
}

function resolution(ids: readonly GapId[], text: string): string {
  return `## Gap Resolution: ${ids.join(", ")}\n\n**Confidence:** HIGH\n\n### Spec Text\n\n\`\`\`\`\`markdown\n${text}\n\`\`\`\`\`\n`;
}

/** The passages of a prompt, as a reader finds them: which gaps, and what their text takes the place of. */
function passagesIn(prompt: string): readonly { ids: readonly GapId[]; passage: string; below: boolean }[] {
  const parts = prompt.split(/^## The passage of /m).slice(1);
  return parts.map((part) => {
    const ids = (part.split("\n")[0] ?? "").split(", ") as GapId[];
    const fence = /^(`{3,})text\n([\s\S]*?)\n\1$/m.exec(part);
    return { ids, passage: fence?.[2] ?? "", below: part.includes("Nothing stands below this heading") };
  });
}

async function refined(text: string, seed: number): Promise<Stage | null> {
  const { gaps } = inventoryOfSpec(text, "spec.md", () => true);
  if (gaps.length === 0) return null;
  const stage = await Stage.open({
    source: text,
    gaps,
    limits: { gapsPerRound: 1 + (seed % 4), maxRounds: 40 },
    engineer: (_call, { prompt }) =>
      passagesIn(prompt)
        .map(({ ids, passage, below }) =>
          resolution(ids, below ? "Nothing more is needed here." : answered(passage, seed)),
        )
        .join("\n"),
    reviewer: ({ purpose }, _request, ids) =>
      purpose === "final"
        ? READY
        : `# Review\n\n**Gaps:** ${ids.join(", ")}\n\nNO_ISSUES_FOUND\n\n## Scope Examined\n\nEvery passage before and after its edit.\n\n## Verdict: APPROVED\n`,
  });
  await stage.untilQuiet();
  return stage;
}

/** The lines of which no character is replaced. */
function linesOutside(text: string, replaced: readonly { from: number; to: number }[]): readonly string[] {
  let at = 0;
  return text.split("\n").flatMap((line) => {
    const [from, to] = [at, at + line.length];
    at = to + 1;
    const isOutside = !replaced.some((span) => span.from <= to && from < span.to);
    return isOutside ? [line.replace(/\r$/, "")] : [];
  });
}

/** Whether the lines come in this order among the others. */
function isSubsequence(lines: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  for (const line of all) if (line === lines[at]) at += 1;
  return at === lines.length;
}

it("given any source with marks and sensible edits, then the finished spec is the source with them, and nothing else", async () => {
  await fc.assert(
    fc.asyncProperty(source, fc.nat(20), async (text, seed) => {
      const stage = await refined(text, seed);
      if (stage === null) return;
      const { session } = stage;
      expect(
        session.work.questions.map(({ why, evidence }) => [why, evidence.map((one) => one.text)]),
      ).toEqual([]);
      expect(session.ledger.ended?.type).toBe("COMPLETE");
      const { published } = session.ledger;
      if (published === null) throw new Error("nothing was published");
      const spec = await stage.engine.documents.text(published.sha256);
      const draft = spec.slice(0, lengthOf(session.work.draft.pieces));

      // Every line of the author's outside the targets, byte for byte and in order.
      const replaced = session.work.draft.applied
        .flatMap(({ edit }) => edit.replaces)
        .filter(({ of }) => of === SOURCE);
      expect(isSubsequence(linesOutside(text, replaced), draft.split(/\r\n|\n/))).toBe(true);
      // A text that is added at the end of the file ends its line.
      expect(plainLines(draft)).toBe(plainLines(answeredWhole(text, seed)));

      // No accepted edit leaves its finding.
      const left = lintSpec({ text: draft, file: "spec.md" }).findings;
      expect(left).toEqual([]);

      // Every line has its origin, once.
      const map = JSON.parse(await stage.engine.documents.text(published.map)) as SpecMap;
      const lines = spec.split("\n").length - 1;
      expect(
        map.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index)),
      ).toEqual(Array.from({ length: lines }, (_, index) => index + 1));
      const sourceLines = text.split(/\r\n|\n/);
      const specLines = spec.split(/\r\n|\n/);
      for (const { from, to, origin } of map) {
        if (origin.of !== "source") continue;
        for (let line = from; line <= to; line++) {
          expect(specLines[line - 1]).toBe(sourceLines[origin.line + line - from - 1]);
        }
      }
    }),
    { numRuns: 40 },
  );
}, 120_000);

function plainLines(text: string): string {
  return text.replaceAll("\r\n", "\n").trimEnd();
}

/** What should come out: every passage answered, and a sentence below each heading that had nothing. */
function answeredWhole(text: string, seed: number): string {
  const windows = text.includes("\r\n");
  const lines = answered(text, seed).replaceAll("TBD in code", "TBD in code").split("\n");
  const out: string[] = [];
  for (const [index, line] of lines.entries()) {
    out.push(line);
    if (!/^#{2,3} /.test(line)) continue;
    const level = line.indexOf(" ");
    const next = lines.slice(index + 1).find((other) => other.trim() !== "");
    const nextLevel = /^#{2,3} /.test(next ?? "") ? (next ?? "").indexOf(" ") : null;
    if (next === undefined || (nextLevel !== null && nextLevel <= level))
      out.push("", "Nothing more is needed here.");
  }
  const joined = out.join("\n");
  return windows ? joined.replaceAll("\n", "\r\n") : joined;
}
