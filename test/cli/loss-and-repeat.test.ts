// Two questions about a text: one that loses something of the passage, one that comes back unchanged after a rejection.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isFailure } from "../../src/app/failure.ts";
import { askInbox } from "../../src/cli/ask/ask-inbox.ts";
import { withAskSession } from "../../src/cli/ask/ask-question.ts";
import { expectQuoted, fencesOf } from "../support/quotes.ts";
import { FakeTerminal, KEYS } from "../support/typing-terminal.ts";
import { contextOf } from "./gated-world.ts";
import { CONTENT, resolutionText, SCRIPTED, type Step, scriptAgents } from "./scripted-agents.ts";
import { documentOf, errorOf, playedOnce, type World } from "./world.ts";

const GAP = "GAP-TODO-001";
const SOURCE = `# Export

## Size

A file must not hold more than 500 rows. TBD: how a larger one is split.
`;
const LOSING = "A larger export is split into files of equal size.";
const KEEPING = `A file must not hold more than 500 rows. ${LOSING}`;

const resolution = (text: string): string => resolutionText(GAP, text);

async function refineExport(
  world: World,
  engineer: readonly Step[],
  reviewer?: readonly Step[],
): Promise<void> {
  world.write(join(world.project, "export.md"), SOURCE);
  scriptAgents(world, engineer, reviewer);
  expect((await world.run(["refine", "export.md", ...SCRIPTED, "--quiet"])).code).toBe(7);
}

/** Waits with Q1: the text loses what the passage says, also after it was sent back for that. */
const losingWorld = playedOnce(async (world) => {
  await refineExport(world, [
    { on: { purpose: "engineer", told: "Keep the limit." }, write: resolution(KEEPING) },
    { on: { purpose: "engineer" }, write: resolution(LOSING) },
  ]);
});

/** Waits with Q1: the text was rejected, and came back twice as it was. */
const stubbornWorld = playedOnce(async (world) => {
  const objecting = `# Review

**Gaps:** ${GAP}

## Issues

### ISSUE-R1-001: Equal size is not said in rows

- **Severity:** HIGH
- **Gap:** ${GAP}
- **Location:** Spec Text
- **Impact:** two builders split one export differently
- **Suggestion:** say how many rows a file has

## Verdict: NEEDS_REVISION
`;
  world.write(world.userConfig, "refine:\n  stallThreshold: 9\n");
  await refineExport(
    world,
    [
      {
        on: { purpose: "engineer", told: "Halves." },
        write: `${resolution(`${KEEPING} Each has half of the rows.`)}\n### Responses\n\n| Issue | Status | Where |\n|---|---|---|\n| ISSUE-R1-001 | ADDRESSED | Each has half of the rows. |\n`,
      },
      { on: { purpose: "engineer" }, write: resolution(KEEPING) },
    ],
    [{ on: { purpose: "reviewer", round: 1 }, write: objecting }, ...CONTENT],
  );
});

async function asked(world: World): Promise<readonly { id: string; kind: string; why: string }[]> {
  return documentOf(await world.run(["inbox", "--json"])) as { id: string; kind: string; why: string }[];
}

async function goesOn(world: World): Promise<{ readonly body: string; readonly closing: string }> {
  const resumed = await world.run(["resume"]);
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(documentOf(await world.run(["status", "--json"]))).toMatchObject({ state: "COMPLETE" });
  expect(documentOf(await world.run(["replay", "--json"]))).toMatchObject({ at: "identical", older: 0 });
  const [body = "", ...rest] = world
    .read(join(world.project, "export_v1.md"))
    .split(/^(?=## (?:Decisions|Known))/m);
  return { body, closing: rest.join("") };
}

const passage = (text: string): string => SOURCE.replace(/^A file must.*$/m, text);

/** By the policy of a file, from the start. */
async function byPolicy(waiting: World, answer: object): Promise<World> {
  await waiting.run(["abandon", "--yes"]);
  waiting.write(join(waiting.project, "policy.json"), JSON.stringify({ answers: [answer] }));
  const again = ["--name", "again", "--policy", "policy.json"];
  const refined = await waiting.run(["refine", "export.md", ...SCRIPTED, ...again]);
  expect(refined.code, refined.stderr).toBe(0);
  return waiting;
}

async function atThePrompt(
  world: World,
  answering: (terminal: FakeTerminal) => Promise<void>,
): Promise<void> {
  const terminal = new FakeTerminal();
  const sitting = withAskSession(contextOf(world), terminal, (desk) =>
    askInbox(desk, { of: "all", choose: false }),
  );
  await answering(terminal);
  const done = await sitting;
  if (isFailure(done)) throw new Error(done.message);
  expect(done.closed).toBe(1);
}

describe("a text that loses something", () => {
  test("the question names what is lost, and holds the gap", async () => {
    const world = await losingWorld();
    const [question, ...more] = await asked(world);
    expect([question?.kind, more]).toEqual(["loss", []]);
    expect(question?.why).toContain("500");
    expect((await world.run(["resume", "--quiet"])).code).toBe(7);
    const none = await world.run(["answer", "Q1", "revise", "--json"]);
    expect([none.code, errorOf(none).code]).toEqual([5, "answer-incomplete"]);
  });

  test("docs/guide.md shows the question as it is asked", async () => {
    const world = await losingWorld();
    const [quote = ""] = fencesOf("docs/guide.md", "text").filter((fence) => fence.startsWith("Q1 loss"));
    expectQuoted(quote, (await world.run(["inbox"])).stdout);
  });

  test("allow: the text goes to the Reviewer and into the spec", async () => {
    const world = await losingWorld();
    expect((await world.run(["answer", "Q1", "allow"])).code).toBe(0);
    expect((await goesOn(world)).body.trimEnd()).toBe(passage(LOSING).trimEnd());
  });

  test("revise: the Engineer is given the user's words, and the passage keeps what it said", async () => {
    const world = await losingWorld();
    expect((await world.run(["answer", "Q1", "revise", "--text", "Keep the limit."])).code).toBe(0);
    expect((await goesOn(world)).body.trimEnd()).toBe(passage(KEEPING).trimEnd());
  });

  test("defer, at the prompt: the passage stays as it was, and the reason is listed", async () => {
    const world = await losingWorld();
    await atThePrompt(world, async (terminal) => {
      await terminal.on("Q1: your decision?", KEYS.down, KEYS.down, KEYS.down, KEYS.enter);
      await terminal.on("Why?", "Exports are small so far.", KEYS.enter);
    });
    const { body, closing } = await goesOn(world);
    expect(body.trimEnd()).toBe(SOURCE.trimEnd());
    expect(closing).toContain("Exports are small so far.");
  });

  test("by a policy file", async () => {
    const world = await byPolicy(await losingWorld(), {
      kind: "loss",
      option: "revise",
      text: "Keep the limit.",
    });
    expect(world.read(join(world.project, "export_v1.md"))).toContain(KEEPING);
  });
});

describe("a proposal that comes back unchanged", () => {
  test("the question shows both texts, and names the agents' documents", async () => {
    const world = await stubbornWorld();
    const [question, ...more] = await asked(world);
    expect([question?.kind, more]).toEqual(["repeat", []]);
    const shown = (await world.run(["inbox"])).stdout;
    expect(shown).toContain("round_003/engineer.md");
    expect(shown).toContain("round_001/reviewer.md");
    expect(shown).toContain("Equal size is not said in rows");
  });

  test("accept: its text stands in the spec, and the issue is overruled", async () => {
    const world = await stubbornWorld();
    expect((await world.run(["answer", "Q1", "accept", "--rationale", "Equal is clear enough."])).code).toBe(
      0,
    );
    const { body } = await goesOn(world);
    expect(body.trimEnd()).toBe(passage(KEEPING).trimEnd());
    expect((await world.run(["gap", "show", GAP])).stdout).toContain("overruled");
  });

  test("context, at the prompt: the Engineer is given it, and goes on with another text", async () => {
    const world = await stubbornWorld();
    await atThePrompt(world, async (terminal) => {
      await terminal.on("Q1: your decision?", KEYS.down, KEYS.down, KEYS.enter);
      await terminal.on("Your text", "Halves.", KEYS.enter, KEYS.enter);
    });
    expect((await goesOn(world)).body).toContain("Each has half of the rows.");
  });

  test("by a policy file", async () => {
    const world = await byPolicy(await stubbornWorld(), {
      kind: "repeat",
      option: "defer",
      rationale: "Nobody exports so much.",
    });
    const text = world.read(join(world.project, "export_v1.md"));
    expect(text.startsWith(SOURCE.trimEnd())).toBe(true);
    expect(text).toContain("Nobody exports so much.");
  });
});
