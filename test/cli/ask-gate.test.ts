// A gate takes its sentence and nothing like it, whichever way it comes.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isFailure } from "../../src/app/failure.ts";
import { answerQuestion } from "../../src/app/questions/answer.ts";
import { askInbox } from "../../src/cli/ask/ask-inbox.ts";
import { withAskSession } from "../../src/cli/ask/ask-question.ts";
import { FakeTerminal, KEYS } from "../support/typing-terminal.ts";
import { contextOf, gatedWorld } from "./gated-world.ts";
import { documentOf, errorOf, type World } from "./world.ts";

const PHRASE = "I accept CRITICAL gaps knowing the spec may be unusable";

const NEARLY: readonly [string, string][] = [
  ["a full stop at its end", `${PHRASE}.`],
  ["another case", PHRASE.replace("CRITICAL", "critical")],
  ["a typographic apostrophe", PHRASE.replace("gaps", "gaps’")],
  ["a doubled blank", PHRASE.replace("knowing the", "knowing  the")],
];

async function gates(world: World): Promise<readonly string[]> {
  const open = documentOf(await world.run(["inbox", "--json"])) as { id: string; kind: string }[];
  return open.map(({ id, kind }) => `${id} ${kind}`);
}

test("given the CRITICAL gate, then the command line opens it with the exact sentence alone", async () => {
  const world = await gatedWorld();
  const pass = (phrase: readonly string[]) =>
    world.run(["answer", "Q4", "acknowledge", "--rationale", "known", ...phrase, "--json"]);
  for (const [what, phrase] of NEARLY) {
    const refused = await pass(["--phrase", phrase]);
    expect([refused.code, errorOf(refused).code], what).toEqual([5, "gate-phrase"]);
    expect(errorOf(refused).fix).toContain(PHRASE);
  }
  expect((await pass([])).code).toBe(5);
  expect(await gates(world)).toEqual(["Q4 gate"]);
  const passed = await pass(["--phrase", PHRASE]);
  expect([passed.code, documentOf(passed)]).toMatchObject([
    0,
    { ended: false, endsAs: "STALL_EXIT", next: { id: "Q5", kind: "gate" } },
  ]);
  expect(await gates(world)).toEqual(["Q5 gate"]);
});

test("given the CRITICAL gate, then a policy opens it with the exact sentence alone", async () => {
  const world = await gatedWorld();
  const resumed = async (phrase: string) => {
    const rule = { kind: "gate", severity: "CRITICAL", option: "acknowledge", rationale: "known", phrase };
    world.write(join(world.project, "policy.yaml"), JSON.stringify({ answers: [rule] }));
    return await world.run(["resume", "--policy", "policy.yaml", "--json"]);
  };
  for (const [what, phrase] of NEARLY) {
    const refused = await resumed(phrase);
    expect([refused.code, errorOf(refused).code], what).toEqual([3, "policy"]);
    expect(await gates(world)).toEqual(["Q4 gate"]);
  }
  expect((await resumed(PHRASE)).code).toBe(7);
  // The next gate is another class, which the policy does not answer.
  expect(await gates(world)).toEqual(["Q5 gate"]);
});

describe("given the CRITICAL gate in a terminal", () => {
  test("then the prompt refuses what is nearly right, says what differs, and takes the exact sentence", async () => {
    const world = await gatedWorld();
    const terminal = new FakeTerminal();
    const done = withAskSession(contextOf(world), terminal, (desk) =>
      askInbox(desk, { of: "all", choose: false }),
    );
    await terminal.on("Q4: your decision?", KEYS.down, KEYS.enter);
    await terminal.shows("GAP-SEC-001 (CRITICAL): Who may tell it what to do");
    await terminal.on("Why is it acceptable to leave GAP-SEC-001 open?", "It is known.", KEYS.enter);
    await terminal.shows(PHRASE);
    await terminal.on("The sentence", KEYS.enter);
    await terminal.shows("type the sentence, or press Esc to go back");
    const said = [
      '"." is too much at its end',
      "upper and lower case count",
      "it is not the sentence from",
      "a blank too many between two words",
    ];
    const clear = "\x15";
    for (const [index, [, phrase]] of NEARLY.entries()) {
      await terminal.on("", clear, phrase, KEYS.enter);
      await terminal.shows(said[index] ?? "");
    }
    expect(await gates(world)).toEqual(["Q4 gate"]);
    await terminal.on("", clear, PHRASE, KEYS.enter);
    // The next gate is asked at once.
    await terminal.on("Q5: your decision?", KEYS.escape);
    expect(await done).toMatchObject({ closed: 1 });
    expect(await gates(world)).toEqual(["Q5 gate"]);
  });

  test("then the session refuses what a prompt would let through", async () => {
    const world = await gatedWorld();
    for (const [what, phrase] of NEARLY) {
      const refused = await answerQuestion(contextOf(world), {
        question: "Q4",
        option: "acknowledge",
        session: "spec",
        text: undefined,
        file: undefined,
        rationales: { "GAP-SEC-001": "known" },
        gaps: [],
        phrase,
      });
      expect(isFailure(refused) && refused.code, what).toBe("gate-phrase");
    }
  });
});
