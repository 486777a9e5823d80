// What the detector makes of pairs that were written by somebody who did not know it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { detectInReview } from "../../src/document/detect/detect-in-review.ts";

const FOLDER = "test/corpus/responses";

interface Pair {
  readonly name: string;
  readonly issue: string;
  readonly label: string;
  readonly review: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const pairs = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".json"))
  .flatMap((file): readonly Pair[] => JSON.parse(readFileSync(join(FOLDER, file), "utf8")));

const scored = pairs.map((pair) => {
  const [review, before, after] = [pair.review, pair.before, pair.after].map((lines) => lines.join("\n"));
  const { findings } = detectInReview({ review: review ?? "", before: before ?? null, after: after ?? "" });
  return { pair, findings, found: findings.find(({ issueId }) => issueId === pair.issue) };
});

describe("the detector on pairs of an issue and its answer", () => {
  it.each(["DEFLECTED", "DISAGREED"])("%s: F1 of at least 0.9", (label) => {
    const right = scored.filter(({ pair, found }) => pair.label === label && found?.label === label);
    const missed = scored.filter(({ pair, found }) => pair.label === label && found?.label !== label);
    const wrong = scored.filter(({ pair, found }) => pair.label !== label && found?.label === label);
    const [precision, recall] = [wrong, missed].map((off) => right.length / (right.length + off.length));
    const f1 = (2 * right.length) / (2 * right.length + missed.length + wrong.length);
    const names = [...missed, ...wrong].map(
      ({ pair, found }) => `${pair.name}: ${pair.label}, found ${found?.label}`,
    );
    const figures = `precision ${precision?.toFixed(2)}, recall ${recall?.toFixed(2)}`;
    expect(f1, [figures, ...names].join("\n")).toBeGreaterThanOrEqual(0.9);
  });

  it("calls nothing addressed that was ignored, deflected or disagreed with, but for one in twenty", () => {
    const open = scored.filter(({ pair }) => ["IGNORED", "DEFLECTED", "DISAGREED"].includes(pair.label));
    const called = open.filter(({ found }) => found?.label.startsWith("ADDRESSED"));
    expect(called.length / open.length, called.map(({ pair }) => pair.name).join("\n")).toBeLessThan(0.05);
  });

  it("flags nothing that was addressed with its id", () => {
    const flagged = scored.filter(
      ({ pair, found }) => pair.label === "ADDRESSED_WITH_ID" && (found?.heuristics.length ?? 1) > 0,
    );
    expect(flagged.map(({ pair }) => pair.name)).toEqual([]);
  });

  it.each(scored)("$pair.name: every line of evidence stands in the document", ({ pair, findings }) => {
    expect(findings.length).toBeGreaterThan(0);
    for (const { evidence, label } of findings) {
      expect(evidence.length, label).toBeGreaterThan(0);
      for (const { line, text } of evidence) expect(pair.after[line - 1]).toBe(text);
    }
  });
});
