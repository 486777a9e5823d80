// A project of the program as it was before resolutions were edits (test/fixtures/older): `lending` has ended and left its
// spec, `members` waits for answers, `fines` for a document that a person writes, and `holds` ended without leaving a spec.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dataOf, resolutionText, SCRIPTED, scriptAgents, worldOfFixture } from "./scripted-agents.ts";
import type { World } from "./world.ts";

const olderWorld = (): World => worldOfFixture("older");

const read = (world: World, name: string): string => world.read(join(world.project, name));

async function expectSound(world: World): Promise<void> {
  const checks = (await dataOf(world, "doctor")) as readonly { check: string; status: string }[];
  expect(checks).toContainEqual(expect.objectContaining({ check: "database", status: "ok" }));
  expect(checks.filter(({ status }) => status === "fail")).toEqual([]);
}

/** An Engineer who has one text for each gap. */
function scriptTexts(world: World, texts: Readonly<Record<string, string>>): void {
  const propose = Object.entries(texts).map(([gap, text]) => ({
    on: { purpose: "engineer", told: `# ${gap}` },
    write: resolutionText(gap, text),
  }));
  scriptAgents(world, propose);
}

describe("a project of the version before", () => {
  test("lists its sessions and what they wait for, and is sound", async () => {
    const world = olderWorld();
    expect(await dataOf(world, "sessions")).toMatchObject([
      { session: "fines", state: "CONVERGING" },
      { session: "holds", state: "GOOD_ENOUGH" },
      { session: "lending", state: "COMPLETE" },
      { session: "members", state: "CONVERGING" },
    ]);
    expect(await dataOf(world, "status", "--session", "members")).toMatchObject({
      completedRounds: 1,
      questions: [
        { id: "Q1", kind: "blocked" },
        { id: "Q2", kind: "escalation" },
      ],
    });
    expect(await dataOf(world, "gap", "list", "--all", "--session", "members")).toMatchObject([
      { id: "GAP-CLARIFY-001", state: "ACCEPTED" },
      { id: "GAP-TODO-001", state: "BLOCKED_EXTERNAL" },
      { id: "GAP-TODO-002", state: "PROPOSED" },
      { id: "GAP-TODO-003", state: "OPEN" },
    ]);
    const inbox = await world.run(["inbox"]);
    expect(inbox.stdout).toContain("a document is awaited: round 1 engineer, GAP-TODO-001");
    await expectSound(world);
  });

  test("tells what happened, and where each line of a spec comes from", async () => {
    const world = olderWorld();
    const history = (await dataOf(world, "history", "--session", "members")) as readonly object[];
    expect(history).toHaveLength(46);
    const why = async (line: number) => dataOf(world, "why", `lending_v1.md:${line}`);
    expect(await why(3)).toMatchObject({ origin: "source", source: { line: 3 } });
    expect(await why(9)).toMatchObject({
      origin: "resolution",
      gaps: [{ id: "GAP-CLARIFY-001", proposal: { round: 1, file: "round_001/engineer.md" } }],
    });
  });

  test.each([
    ["lending", 18],
    ["members", 18],
    ["fines", 3],
    ["holds", 11],
  ])("replay of %s: what older rules decided is not decided again", async (session, older) => {
    const world = olderWorld();
    expect(await dataOf(world, "replay", session)).toMatchObject({ at: "identical", commands: 0, older });
    expect((await world.run(["replay", session])).stdout).toContain(
      `${older} commands were decided under older rules and are not decided again`,
    );
  });

  test("the open session goes on to its end, and what was accepted before stands after its marked block", async () => {
    const world = olderWorld();
    scriptTexts(world, {
      "GAP-TODO-001": "- A lost card costs 5 euros, and is replaced at once.",
      "GAP-TODO-003": "A member leaves by handing the card in. It is taken once every book is back.",
    });
    const text = "Lost cards cost 5 euros.";
    const before = (await dataOf(world, "history", "--session", "members")) as readonly object[];
    expect((await world.run(["answer", "Q1", "input", "--session", "members", "--text", text])).code).toBe(0);
    expect((await world.run(["answer", "Q2", "skip", "--session", "members"])).code).toBe(0);
    const resumed = await world.run(["resume", "members", ...SCRIPTED]);
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(await dataOf(world, "status", "--session", "members")).toMatchObject({ state: "COMPLETE" });
    const [body = "", closing = ""] = read(world, "members_v1.md").split(/^(?=## Decisions$)/m);
    expect(body).toBe(`# Members

Who may use the town library, and how they join.

## Joining

Anyone who lives in the town may join. [NEEDS CLARIFICATION: what has to be shown as proof?]

An identity card or a letter from the town that is not older than three months.

## Cards

- A card is valid for 2 years.
- A lost card costs 5 euros, and is replaced at once.

## Children

Children under 12 have a card of their own. TBD: which books they must not borrow.

Books with a red mark on their back are not lent on a child's card.

## Leaving

A member leaves by handing the card in. It is taken once every book is back.

`);
    expect(closing).toContain(text);
    const line = body.split("\n").findIndex((one) => one.startsWith("An identity card")) + 1;
    expect(await dataOf(world, "why", `members_v1.md:${line}`)).toMatchObject({
      origin: "resolution",
      gaps: [{ id: "GAP-CLARIFY-001", proposal: { round: 1 } }],
    });
    // What was written before is as it was.
    const after = (await dataOf(world, "history", "--session", "members")) as readonly object[];
    expect(after.slice(0, before.length)).toEqual(before);
    expect(await dataOf(world, "replay", "members")).toMatchObject({ at: "identical", older: 18 });
    await expectSound(world);
  });

  test("a document that a person was asked for before is taken now, in the form of today", async () => {
    const world = olderWorld();
    scriptTexts(world, {});
    const text = "A book that is late costs a fine of 10 cents a day, and at most 5 euros.";
    world.write(join(world.project, "mine.md"), resolutionText("GAP-TODO-001", text));
    const submitted = await world.run(["submit", "engineer", "mine.md", "--session", "fines"]);
    expect(submitted.code, submitted.stderr).toBe(0);
    const resumed = await world.run(["resume", "fines", ...SCRIPTED.slice(2)]);
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(
      read(world, "fines_v1.md").startsWith(`# Fines\n\n## Late books\n\n${text}\n\n## Decisions\n`),
    ).toBe(true);
    expect(await dataOf(world, "replay", "fines")).toMatchObject({ at: "identical", older: 3 });
  });

  test("a session that had ended leaves its spec now, with what was accepted", async () => {
    const world = olderWorld();
    expect((await world.run(["resume", "holds"])).code).toBe(0);
    const [body = "", closing = ""] = read(world, "holds_v1.md").split(/^(?=## Decisions$)/m);
    const marked = "A member may hold a book that is out. TODO: how long it is kept once it is back.";
    const source = read(world, "holds.md");
    expect(source).toContain(`${marked}\n`);
    expect(body.trimEnd()).toBe(
      source
        .replace(marked, `${marked}\n\nOnce it is back, a book is kept for seven days at the desk.`)
        .trimEnd(),
    );
    expect(closing).toContain("whether staff may change the order");
    expect(await dataOf(world, "replay", "holds")).toMatchObject({ at: "identical", older: 11 });
  });
});
