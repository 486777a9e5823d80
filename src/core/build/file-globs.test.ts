import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areApart } from "./file-globs.ts";

describe("files of two tasks", () => {
  it.each([
    ["src/a/**", "src/b/**", true],
    ["src/a.ts", "src/b.ts", true],
    ["docs/*.md", "src/**", true],
    ["src/a", "src/ab", true],
    ["src/**", "src/a/b.ts", false],
    ["src/a", "src/a/b.ts", false],
    ["src/a/", "src/a/b.ts", false],
    ["src/a*", "src/ab/c.ts", false],
    ["**/*.ts", "docs/a.md", false],
    ["src/{a,b}.ts", "src/b.ts", false],
    ["!src/a.ts", "docs/a.md", false],
    ["./src/a.ts", "SRC/a.ts", false],
  ])("given %s and %s, then they are apart: %s", (one, other, apart) => {
    expect([areApart([one], [other]), areApart([other], [one])]).toEqual([apart, apart]);
  });

  it("given files that nobody knows, then they are not", () => {
    expect([areApart([], ["src/**"]), areApart(["src/**"], []), areApart([], [])]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("given a path that both name, as it stands or by what is before their patterns, then they are not", () => {
    const name = fc.stringMatching(/^[a-c]{1,2}$/);
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
    fc.assert(
      fc.property(path, fc.nat(8), fc.nat(8), (whole, left, right) => {
        const [one, other] = [`${whole.slice(0, left)}*`, `${whole.slice(0, right)}**`];
        expect(areApart([one], [other])).toBe(false);
        expect(areApart([whole], [one])).toBe(false);
      }),
    );
  });
});
