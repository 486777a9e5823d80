// Only the files of test/corpus/responses are checked here: that every pair is whole and can be scored. What a
// detector makes of them is tested elsewhere.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const FOLDER = "test/corpus/responses";
const LABELS = [
  "ADDRESSED_WITH_ID",
  "ADDRESSED_WITHOUT_ID",
  "PARTIALLY",
  "IGNORED",
  "DEFLECTED",
  "DISAGREED",
  "UNSURE",
] as const;

interface Pair {
  readonly name: string;
  readonly why: string;
  readonly issue: string;
  readonly label: (typeof LABELS)[number];
  readonly review: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const specs = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length));
const pairsOf = (spec: string): readonly Pair[] =>
  JSON.parse(readFileSync(join(FOLDER, `${spec}.json`), "utf8"));
const pairs = specs.flatMap(pairsOf);

describe("pairs of an issue and its answer", () => {
  it.each(pairs)("$name", (pair) => {
    expect(LABELS).toContain(pair.label);
    expect(pair.issue).toMatch(/^ISSUE-R\d{1,2}-\d{3}$/);
    expect(pair.review.some((line) => line.includes(pair.issue))).toBe(true);
    expect(pair.why.trim()).not.toBe("");
    for (const document of [pair.review, pair.before, pair.after]) {
      expect(document.length).toBeGreaterThanOrEqual(15);
      expect(document.length).toBeLessThanOrEqual(60);
      expect(document.filter((line) => line.includes("\n"))).toEqual([]);
    }
    expect(pair.after).not.toEqual(pair.before);
  });

  it("names the id in the answer where the label says so, and nowhere where it says not", () => {
    const cites = (pair: Pair) => pair.after.join("\n").includes(pair.issue);
    const uncited = pairs.filter((pair) => pair.label === "ADDRESSED_WITH_ID" && !cites(pair));
    const cited = pairs.filter((pair) => pair.label === "ADDRESSED_WITHOUT_ID" && cites(pair));
    expect([...uncited, ...cited].map(({ name }) => name)).toEqual([]);
  });

  it("has a name of its own for each, which begins with its spec", () => {
    expect(new Set(pairs.map(({ name }) => name)).size).toBe(pairs.length);
    for (const spec of specs) {
      const strangers = pairsOf(spec).filter(({ name }) => !name.startsWith(`${spec}: `));
      expect(strangers, spec).toEqual([]);
    }
  });

  it("has at least 80 over at least 12 specs, and as many of each label as README.md counts", () => {
    expect(pairs.length).toBeGreaterThanOrEqual(80);
    expect(specs.length).toBeGreaterThanOrEqual(12);
    const readme = readFileSync(join(FOLDER, "README.md"), "utf8");
    for (const label of LABELS) {
      const count = pairs.filter((pair) => pair.label === label).length;
      expect(readme).toContain(`| ${label} | ${count} |`);
    }
    expect(readme).toContain(`${pairs.length} pairs over ${specs.length} specs`);
  });
});
