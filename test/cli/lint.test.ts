import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { documentOf, errorOf, newSettings, newWorld, type World } from "./world.ts";

const EXAMPLES = resolve("examples");

function worldWith(text: string): World {
  const world = newWorld();
  world.write(join(world.project, "spec.md"), text);
  return world;
}

interface Finding {
  readonly rule: string;
  readonly line: number;
  readonly severity: string;
}

const MARKS_ONLY = "Only marks are seen here; `parley survey` has a reader look for the rest.";

describe("lint", () => {
  test("finds every planted gap of the half-written example, and nothing grave in the finished one", async () => {
    const world = newSettings("lint: { rules: { missing-requirement: true } }\n");
    const found = async (file: string): Promise<readonly Finding[]> => {
      const ended = await world.run(["lint", join(EXAMPLES, file), "--json"]);
      expect(ended).toMatchObject({ code: 0, stderr: "" });
      return documentOf(ended) as readonly Finding[];
    };
    const expected = JSON.parse(readFileSync(join(EXAMPLES, "half-written.expected.json"), "utf8"));
    const half = (await found("half-written.md")).map(({ rule, line }) => ({ rule, line }));
    for (const planted of expected as readonly Finding[]) expect(half).toContainEqual(planted);
    expect((await found("finished.md")).filter(({ severity }) => severity !== "LOW")).toEqual([]);
  });

  test("a rule that is off finds something once the settings turn it on, and the other way round", async () => {
    const world = newSettings();
    world.write(
      join(world.project, "spec.md"),
      "# Loans\n\n- FR-1: A loan lasts TBD days.\n- FR-2: It ends as in FR-9.\n",
    );
    const rules = async () =>
      (documentOf(await world.run(["lint", "spec.md", "--json"])) as readonly Finding[]).map(
        ({ rule }) => rule,
      );
    expect(await rules()).toEqual(["todo-marker"]);
    await world.run(["config", "set", "lint.rules.missing-requirement", "true"]);
    expect(await rules()).toEqual(["todo-marker", "missing-requirement"]);
    await world.run(["config", "set", "lint.rules.todo-marker", "false"]);
    expect(await rules()).toEqual(["missing-requirement"]);
    const unknown = await world.run(["config", "set", "lint.rules.todo-markr", "false"]);
    expect(unknown.stderr).toContain("todo-marker");
  });

  test("says in words where, what, why and what to do, in 80 columns, and sums up", async () => {
    const { stdout, code } = await worldWith("# Loans\n\nA loan lasts TBD days.\n").run(["lint", "spec.md"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^spec\.md\n {2}3:14 {5}MEDIUM {4}todo-marker {2}GAP-[A-Z]+-001\n {11}“TBD”\n/);
    expect(stdout).toContain("→ ");
    expect(stdout.trimEnd().split("\n").slice(-5)).toEqual([
      "1 gap in 1 file: 1 MEDIUM",
      MARKS_ONLY,
      "",
      "Next",
      "  parley refine spec.md  close the gaps with two agents",
    ]);
    expect(stdout.split("\n").every((line) => line.length <= 80)).toBe(true);
  });

  test("says so when there is nothing", async () => {
    expect((await worldWith("# Loans\n\nA loan lasts 21 days.\n").run(["lint", "spec.md"])).stdout).toBe(
      `No gaps found in 1 file.\n${MARKS_ONLY}\n`,
    );
    expect((await worldWith("").run(["lint", "spec.md", "--json"])).stdout).toBe("[]\n");
  });

  test.each([
    ["LOW", 1],
    ["medium", 1],
    ["HIGH", 0],
  ])("--fail-on %s exits with %i for a MEDIUM finding", async (severity, code) => {
    const world = worldWith("# Loans\n\nA loan lasts TBD days.\n");
    expect((await world.run(["lint", "spec.md", "--fail-on", severity])).code).toBe(code);
  });

  test("can be told to be silent at a place", async () => {
    const world = worldWith("# Loans\n\n<!-- parley-ignore todo-marker -->\nA loan lasts TBD days.\n");
    const { stdout } = await world.run(["lint", "spec.md"]);
    expect(stdout).toBe(`No gaps found in 1 file (1 ignored).\n${MARKS_ONLY}\n`);
  });

  test("links to files are looked up from the spec's own folder", async () => {
    const world = newWorld();
    world.write(
      join(world.project, "docs/spec.md"),
      "# S\n\nSee [a](a.md) and [b](../b.md) and [c](c.md).\n",
    );
    world.write(join(world.project, "docs/a.md"), "a");
    world.write(join(world.project, "b.md"), "b");
    const found = documentOf(await world.run(["lint", "docs/spec.md", "--json"])) as {
      quote: string;
    }[];
    expect(found.map(({ quote }) => quote)).toEqual([expect.stringContaining("c.md")]);
  });

  test("--sarif is one document of version 2.1.0 with places and rules", async () => {
    const world = worldWith("# Loans\n\nA loan lasts TBD\u009b days.\n");
    const ended = await world.run(["lint", "spec.md", "--sarif"]);
    const { version, runs } = JSON.parse(ended.stdout);
    expect(version).toBe("2.1.0");
    expect(runs[0].results[0]).toMatchObject({
      ruleId: "todo-marker",
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "spec.md" },
            region: { startLine: 3, startColumn: 14, endColumn: 17 },
          },
        },
      ],
    });
    expect(runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toContain("todo-marker");
  });

  test("explains its rules", async () => {
    const world = newWorld();
    expect((await world.run(["lint", "--explain", "todo-marker"])).stdout).toContain("settled by");
    const all = documentOf(await world.run(["lint", "--explain", "all", "--json"])) as object[];
    expect(all.length).toBeGreaterThan(10);
    const unknown = await world.run(["lint", "--explain", "todo-marke", "--json"]);
    expect(unknown.code).toBe(2);
    expect(errorOf(unknown).fix).toBe("did you mean todo-marker?");
  });

  test.each([
    ["nothing named", [], 2, "missing-argument"],
    ["a severity that is none", ["spec.md", "--fail-on", "GRAVE"], 2, "unknown-severity"],
    ["a missing file", ["spec.md", "nowhere.md"], 4, "no-file"],
    ["a folder", ["."], 1, "unreadable"],
  ])("%s: a clear error", async (_what, args, code, word) => {
    const ended = await worldWith("text").run(["lint", ...args, "--json"]);
    expect(ended.code).toBe(code);
    expect(errorOf(ended)).toMatchObject({ code: word, fix: expect.any(String) });
  });
});
