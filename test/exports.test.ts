// Exports that nobody needs are planted, one of each kind, and each is refused; what is needed passes.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "./support/temporary-folder.ts";

interface Checked {
  readonly refused: readonly { readonly message: string }[];
  readonly count: number;
}

/** A script has no types of its own. */
const { checkExports } = (await import(resolve("scripts/check-exports.mjs"))) as {
  checkExports(root?: string): Checked;
};

function refusedOf(files: { readonly [file: string]: string }): readonly string[] {
  const root = temporaryFolder();
  const build = { "scripts/build.mjs": 'build({ entryPoints: { parley: "src/parley.ts" } });' };
  for (const [file, text] of Object.entries({ ...build, ...files })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `${text}\n`);
  }
  return checkExports(root).refused.map(({ message }) => message);
}

describe("exports", () => {
  it("given one that no other file names, then it is refused, whether its own file uses it or not", () => {
    expect(refusedOf({ "src/a.ts": "export const planted = 1;" })).toEqual([
      "src/a.ts:1  planted is named by no other file",
    ]);
    const used = "export interface Planted {}\nfunction use(it: Planted) { return it; }\nuse({});";
    expect(refusedOf({ "src/a.ts": used })).toEqual(["src/a.ts:1  Planted is named by no other file"]);
  });

  it("given one that only tests name, then it is refused unless its own file uses it", () => {
    const tests = {
      "src/a.test.ts": 'import { planted } from "./a.ts";\nplanted();',
      "test/b.test.ts": 'import { planted } from "../src/a.ts";\nplanted();',
    };
    const alone =
      "export function planted() { return planted; }\nconst other = { planted: 1 };\nother.planted;";
    expect(refusedOf({ ...tests, "src/a.ts": alone })).toEqual([
      "src/a.ts:1  planted is named by tests alone",
    ]);
    expect(refusedOf({ ...tests, "src/a.ts": "export function planted() {}\nplanted();" })).toEqual([]);
  });

  it("given a namespace or a module that is loaded when it is needed, then only what is taken of it counts", () => {
    const a = "export const one = 1;\nexport const two = 2;\nexport type Three = 3;";
    const users = [
      'import * as all from "./a.ts";\nall.one;\nexport const x: all.Three = 3;',
      'const { one } = await import("./a.ts");\ntype X = import("./a.ts").Three;',
      'const one = (await import("./a.ts")).one;\nimport type { Three } from "./a.ts";',
      'export { one, type Three } from "./a.ts";',
    ];
    for (const user of users) {
      expect(refusedOf({ "src/a.ts": a, "src/parley.ts": user })).toEqual([
        "src/a.ts:2  two is named by no other file",
      ]);
    }
  });

  it("given a module that is taken whole, then all of it counts", () => {
    const a = "export const one = 1;\nexport const [two, { three }] = [2, { three: 3 }];";
    for (const user of ['const load = () => import("./a.ts");', 'import * as a from "./a.ts";\nmain(a);']) {
      expect(refusedOf({ "src/a.ts": a, "src/parley.ts": user })).toEqual([]);
    }
  });

  it("the sources as they stand pass, and were looked at", () => {
    const { refused, count } = checkExports();
    expect(refused).toEqual([]);
    expect(count).toBeGreaterThan(1000);
  });
});
