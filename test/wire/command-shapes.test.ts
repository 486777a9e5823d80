// The documents that programs rely on, pinned. A change here is a change for everybody who reads them.
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentOf, type Ended, newProject, newSettings, newWorld, type World } from "../cli/world.ts";

/** What differs from machine to machine or from moment to moment. */
function pinned(world: World, ended: Ended): unknown {
  const text = JSON.stringify(documentOf(ended))
    .replaceAll(world.root, "<world>")
    .replaceAll(/parley-\d{8}T\d{6}-\d{3}Z/g, "parley-<time>")
    .replaceAll(/"bytes":\d+/g, '"bytes":0')
    .replaceAll(/"version":"[^"]*"/g, '"version":"<version>"');
  return JSON.parse(text);
}

const LINES: readonly (readonly string[])[] = [
  ["--version"],
  ["help", "config", "set"],
  ["config", "show"],
  ["config", "get", "refine.maxRounds"],
  ["config", "get", "disputes"],
  ["config", "set", "refine.maxRounds", "12"],
  ["config", "set", "refine.maxRounds", "12"],
  ["config", "unset", "refine.maxRounds"],
  ["config", "path"],
  ["config", "path", "--user"],
  ["config", "validate"],
  ["backup"],
  ["backup", "copy.db"],
  ["config", "sett"],
  ["config", "get", "refine.nonsense"],
  ["config", "get", "roles.coder"],
  ["backup", "copy.db"],
];

test("commands", async () => {
  const world = newWorld();
  expect(pinned(world, await world.run(["init", "--json"]))).toMatchSnapshot("init");
  expect(pinned(world, await world.run(["init", "--json"]))).toMatchSnapshot("init again");
  for (const line of LINES) {
    const ended = await world.run([...line, "--json"]);
    expect({ code: ended.code, document: pinned(world, ended) }).toMatchSnapshot(line.join(" "));
  }
});

test("reading documents", async () => {
  const world = newWorld();
  world.write(
    join(world.project, "reviewer.md"),
    "## Review: GAP-LOAN-001\n\n### ISSUE-R1-001: Fines double (High)\n\n- **Location:** §2\n- **Impact:** Readers pay twice.\n\n## Verdict: NEEDS_REVISION\n",
  );
  world.write(
    join(world.project, "engineer.md"),
    "## Gap Resolution: GAP-LOAN-001\n\n**Confidence:** HIGH\n\nA fine runs once.\n\n### New Gaps\n\n- GAP-LOAN-002: Who waives it?\n",
  );
  world.write(
    join(world.project, "next.md"),
    "## Gap Resolution: GAP-LOAN-001\n\n**Confidence:** HIGH\n\nA fine runs once.\n\n### Responses\n\n- ISSUE-R1-001: nobody will notice.\n",
  );
  world.write(join(world.project, "spec.md"), "# Loans\n\nA loan lasts TBD days.\n");
  for (const line of [
    ["inspect", "reviewer.md"],
    ["inspect", "engineer.md"],
    ["detect", "--review", "reviewer.md", "--before", "engineer.md", "--after", "next.md"],
    ["lint", "spec.md"],
    ["lint", "--explain", "todo-marker"],
  ]) {
    const ended = await world.run([...line, "--json"]);
    expect({ code: ended.code, document: pinned(world, ended) }).toMatchSnapshot(line.join(" "));
  }
});

test("the command table", async () => {
  const world = newWorld();
  const table = documentOf(await world.run(["--help", "--json"])) as { commands: object[] };
  expect(Object.keys(table)).toEqual([
    "name",
    "version",
    "summary",
    "usage",
    "options",
    "exitCodes",
    "examples",
    "commands",
  ]);
  expect(table.commands.map((entry) => Object.keys(entry).join(" "))).toMatchSnapshot();
});

test("several problems", async () => {
  const world = newSettings();
  world.write(world.projectConfig, "refine: { maxRound: 1, parallelGaps: 9 }\nroles: { engineer: 5 }\n");
  expect(pinned(world, await world.run(["config", "validate", "--json"]))).toMatchSnapshot();
});

test("doctor", async () => {
  const world = await newProject();
  world.program("claude", "#!/bin/sh\necho 2.0.0\n");
  world.program("git", "#!/bin/sh\necho git version 2.0.0\n");
  const rows = pinned(
    world,
    await world.run(["doctor", "--json"], { env: { PATH: `${world.bin}:/nowhere` } }),
  ) as { check: string; detail: string }[];
  const machine = new Set(["node", "disk space", "database"]);
  expect(
    rows.map((row) => (machine.has(row.check) ? { ...row, detail: "<machine>" } : row)),
  ).toMatchSnapshot();
  expect(rows.find(({ check }) => check === "claude")?.detail).toBe(
    `2.0.0 (${join("<world>", "bin/claude")})`,
  );
});

/** What an agent is started with is not for programs to rely on: of each list of words, the first. */
function firstOfEach(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isWords =
      value.every((item) => typeof item === "string") || value.some((item) => "because" in item);
    return (isWords ? value.slice(0, 1) : value).map(firstOfEach);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, firstOfEach(inner)]));
}

test("agents", async () => {
  const world = newWorld();
  world.program("claude", "#!/bin/sh\necho 2.0.0\n");
  const lines: readonly (readonly string[])[] = [
    ["agents", "list"],
    ["agents", "explain", "claude"],
    ["agents", "explain", "openai"],
    ["agents", "test", "codex"],
    ["agents", "test", "cluade"],
    ["usage"],
  ];
  for (const line of lines) {
    const ended = await world.run([...line, "--json"]);
    expect({ code: ended.code, document: firstOfEach(pinned(world, ended)) }).toMatchSnapshot(line.join(" "));
  }
});
