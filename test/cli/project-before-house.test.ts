// A project of the version before the session had one fold (test/fixtures/before-house), with snapshots and a board:
// `hours` has ended and left its spec; `returns` is in its second round, with a question and a person's document open.
import { chmodSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { dataOf, resolutionText, SCRIPTED, scriptAgents, worldOfFixture } from "./scripted-agents.ts";
import { documentOf, type World } from "./world.ts";

const NOBODY = 65_534;
const BEFORE = resolve("test/fixtures/before-house");

const worldBefore = (): World => worldOfFixture("before-house");

async function done(world: World, ...args: string[]): Promise<void> {
  const ended = await world.run(args);
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
}

const textOf = (world: World, path: string): string =>
  world.read(join(world.project, ".parley/sessions", path));

describe("a project of the version before the one fold", () => {
  test("shows its sessions, gaps, history and board, and is sound", async () => {
    const world = worldBefore();
    expect(await dataOf(world, "sessions")).toMatchObject([
      { session: "hours", state: "COMPLETE" },
      { session: "returns", state: "FLAT" },
    ]);
    expect(await dataOf(world, "status", "--session", "returns")).toMatchObject({
      completedRounds: 1,
      questions: [{ id: "Q2", kind: "blocked" }],
    });
    expect(await dataOf(world, "gap", "list", "--all", "--session", "returns")).toMatchObject([
      { id: "GAP-CLARIFY-001", state: "IN_PROGRESS" },
      { id: "GAP-SURVEY-001", state: "IN_PROGRESS" },
      { id: "GAP-TODO-001", state: "PROPOSED" },
      { id: "GAP-TODO-002", state: "BLOCKED_EXTERNAL" },
    ]);
    expect(await dataOf(world, "history", "--session", "returns")).toHaveLength(43);
    expect((await world.run(["inbox"])).stdout).toContain(
      "a document is awaited: round 2 engineer, GAP-CLARIFY-001, GAP-SURVEY-001",
    );
    expect(await dataOf(world, "board")).toMatchObject({
      tasks: 3,
      next: { does: "resume", title: "Print the slip" },
      disputes: { open: 1, list: [{ reason: "security_concern" }] },
    });
    expect(await dataOf(world, "sections", "list")).toMatchObject([{ name: "Desk" }, { name: "Box" }]);
    const checks = (await dataOf(world, "doctor")) as readonly { check: string; status: string }[];
    expect(checks).toContainEqual(expect.objectContaining({ check: "database", status: "ok" }));
    expect(checks.filter(({ status }) => status === "fail")).toEqual([]);
  });

  test("says where each line of its spec comes from, and decides everything as it was decided", async () => {
    const world = worldBefore();
    expect(await dataOf(world, "why", "hours_v1.md:5")).toMatchObject({
      origin: "resolution",
      gaps: [{ id: "GAP-TODO-001", proposal: { round: 1, file: "round_001/engineer.md" } }],
    });
    expect(await dataOf(world, "replay", "hours")).toMatchObject({ at: "identical", events: 28 });
    expect(await dataOf(world, "replay", "returns")).toMatchObject({ at: "identical", events: 43 });
  });

  test.skipIf(process.getuid?.() !== 0)("is read also by somebody who may not write to it", async () => {
    const world = worldBefore();
    chmodSync(world.root, 0o755);
    const ended = await world.run(["status", "returns", "--json"], { uid: NOBODY });
    expect([ended.code, ended.stderr]).toEqual([0, ""]);
    expect(documentOf(ended)).toMatchObject({ session: "returns" });
    expect(readdirSync(join(world.project, ".parley"))).toEqual(["parley.db"]);
  });

  test("writes the same documents again where they are gone", async () => {
    const world = worldBefore();
    rmSync(join(world.project, ".parley/sessions"), { recursive: true, force: true });
    expect((await world.run(["resume", "hours"])).code).toBe(5);
    for (const name of ["status.md", "decisions.md", "summary.md", "round_001/summary.md"]) {
      expect(textOf(world, `hours/${name}`)).toBe(world.read(join(BEFORE, "sessions/hours", name)));
    }
    expect((await world.run(["resume", "returns", "--no-input"])).code).toBe(7);
    for (const name of ["status.md", "decisions.md", "round_001/summary.md"]) {
      expect(textOf(world, `returns/${name}`)).toBe(world.read(join(BEFORE, "sessions/returns", name)));
    }
  });

  test("its open session goes on to its end, and its board too", async () => {
    const world = worldBefore();
    const box = "- Atlases must not be put into it, since they do not fit.";
    scriptAgents(world, [{ on: { purpose: "engineer" }, write: resolutionText("GAP-TODO-002", box) }]);
    const before = (await dataOf(world, "history", "--session", "returns")) as readonly object[];
    const late = "A late book is reported to the member by letter, after 14 days.";
    const damage = "Damage is paid for by the member: what the book cost when it was new.";
    world.write(
      join(world.project, "mine.md"),
      `${resolutionText("GAP-CLARIFY-001", late, { issue: "ISSUE-R1-001" })}${resolutionText("GAP-SURVEY-001", damage, { target: "Replaces: Returns > Damage" })}`,
    );
    await done(world, "submit", "engineer", "mine.md", "--session", "returns");
    await done(world, "answer", "Q2", "input", "--session", "returns", "--text", "Atlases do not fit.");
    await done(world, "resume", "returns", "--no-input", ...SCRIPTED);
    expect(await dataOf(world, "status", "--session", "returns")).toMatchObject({ state: "COMPLETE" });
    const finished = world.read(join(world.project, "returns_v1.md"));
    for (const text of [late, damage, "slip with the day on it", "Atlases must not"]) {
      expect(finished).toContain(text);
    }
    const after = (await dataOf(world, "history", "--session", "returns")) as readonly object[];
    expect(after.slice(0, before.length)).toEqual(before);
    expect(await dataOf(world, "replay", "returns")).toMatchObject({ at: "identical" });

    const [dispute] = (await dataOf(world, "dispute", "list")) as readonly { id: string }[];
    await done(world, "dispute", "resolve", dispute?.id ?? "", "--decision", "coder");
    expect(await dataOf(world, "board")).toMatchObject({ disputes: { open: 0 } });
  });
});
