// Slow patterns are planted, one of each kind, and each is refused; the sources as they stand pass.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "./support/temporary-folder.ts";

interface Checked {
  readonly refused: readonly string[];
  readonly count: number;
}

/** A script has no types of its own. */
const script = resolve("scripts/check-patterns.mjs");
const { checkPatterns } = (await import(script)) as { checkPatterns(root?: string): Promise<Checked> };

async function checkedWith(text: string): Promise<readonly string[]> {
  const root = temporaryFolder();
  mkdirSync(join(root, "src"));
  symlinkSync(resolve("node_modules"), join(root, "node_modules"));
  writeFileSync(join(root, "src/planted.ts"), `${text}\n`);
  return (await checkPatterns(root)).refused;
}

describe("patterns", () => {
  it.each([
    ["two ways round a loop", "export const planted = /^(?:\\d+)*$/;", "exponential"],
    ["loops in each other", "export const planted = /^(?:\\s*-\\s+)*x/;", "exponential"],
    ["loops with a bound in each other", "export const planted = /^(?:\\w{1,40} ?){1,40}$/;", "exponential"],
    ["two loops over the same text", "export const planted = /^\\s*#?\\s*x/;", "polynomial"],
    ["an end that is looked for from everywhere", "export const planted = /\\s+$/;", "polynomial"],
    ["a beginning without an end", "export const planted = /<!--.*?-->/gs;", "polynomial"],
    ["a bound too large to help", "export const planted = /<!--[^]{0,20000}?-->/g;", "polynomial"],
    [
      "one made of parts",
      'const SPACE = "\\\\s";\nexport const planted = new RegExp([SPACE, "+$"].join(""));',
      "polynomial",
    ],
  ])("given %s, then it is refused with its place and what attacks it", async (_, text, kind) => {
    const [refused, ...more] = await checkedWith(text);
    expect(more).toEqual([]);
    expect(refused).toMatch(new RegExp(`^src/planted\\.ts:\\d  /.*/[a-z]* is ${kind}, by ".+" repeated`));
  });

  it("given one that is built when the program runs, then it is refused", async () => {
    const late = "export const planted = (word: string) => new RegExp(word);";
    expect(await checkedWith(late)).toEqual([
      expect.stringContaining("src/planted.ts:1  a pattern is built when"),
    ]);
    const both =
      "const of = (word: string) => new RegExp(word);\nfunction made(w: string) { return new RegExp(w); }\nexport const early = made('a');\nexport function late(w: string) { return made(w); }\nexport const x = of;";
    expect(await checkedWith(both)).toHaveLength(2);
  });

  it.each([
    "/^\\s*(?:#\\s*)?x/",
    "/(?<!\\s)\\s+$/",
    "/\\b(?:deploy\\w*|logging)\\b/i",
    "/<[^<>]*>/g",
    "/\\s+/g",
    "/^(?:[^: ]+: ?)+$/",
  ])("given %s, then it passes", async (pattern) => {
    expect(await checkedWith(`export const planted = ${pattern};`)).toEqual([]);
  });

  it("the sources as they stand pass", { timeout: 120_000 }, async () => {
    const { refused, count } = await checkPatterns();
    expect(refused).toEqual([]);
    expect(count).toBeGreaterThan(500);
  });
});
