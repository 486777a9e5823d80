// examples/parcel-lockers: a half-written spec with a gap of every rule, scripted agents, and what becomes of it.
import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { RULE_IDS } from "../../src/lint/lint-rules.ts";
import { documentOf, newSettings, type World } from "./world.ts";

const EXAMPLE = resolve("examples/parcel-lockers");
const SETTLED = "GAP-SITE-002";

interface Finding {
  readonly rule: string;
  readonly gap: string;
  readonly line: number;
}

async function lint(world: World, file: string): Promise<readonly Finding[]> {
  return documentOf(await world.run(["lint", file, "--json"])) as readonly Finding[];
}

test("a spec with twenty gaps of all rules is refined, and reads as one text that has none of them", async () => {
  const world = newSettings("lint: { rules: { missing-requirement: true } }\n");
  for (const name of ["source.md", "engineer.yaml", "reviewer.yaml"]) {
    cpSync(join(EXAMPLE, name), join(world.project, name));
  }
  const found = await lint(world, "source.md");
  expect(new Set(found.map(({ rule }) => rule))).toEqual(
    new Set(RULE_IDS.filter((id) => id !== "vague-statement")),
  );
  const open = found.filter(({ gap }) => gap !== SETTLED);
  expect(open).toHaveLength(20);

  const players = ["--engineer", "player:engineer.yaml", "--reviewer", "player:reviewer.yaml"];
  const refined = await world.run(["refine", "source.md", ...players, "--json"]);
  expect(refined.code, refined.stderr).toBe(0);
  expect(documentOf(refined)).toMatchObject({ status: { state: "COMPLETE", completedRounds: 2, open: 0 } });
  const text = world.read(join(world.project, "source_v1.md"));
  expect(text).toBe(world.read(join(EXAMPLE, "finished.md")));

  // What the source itself lists as settled is no gap of the session.
  expect((await lint(world, "source_v1.md")).map(({ gap }) => gap)).toEqual([SETTLED]);
  const gaps = documentOf(await world.run(["gap", "list", "--all", "--json"])) as readonly {
    id: string;
    state: string;
  }[];
  expect(gaps.map(({ id }) => id).toSorted()).toEqual(open.map(({ gap }) => gap).toSorted());
  expect(new Set(gaps.map(({ state }) => state))).toEqual(new Set(["RESOLVED"]));
  expect(documentOf(await world.run(["replay", "--json"]))).toMatchObject({ at: "identical", older: 0 });
});
