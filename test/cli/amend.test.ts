// `parley answer --amend`: an answer is given otherwise, as long as nothing was built on it.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isFailure } from "../../src/app/failure.ts";
import { findQuestion } from "../../src/app/questions/answer.ts";
import { askQuestion, withAskSession } from "../../src/cli/ask/ask-question.ts";
import { approval, resolution } from "../support/session-world.ts";
import { FakeTerminal, KEYS } from "../support/typing-terminal.ts";
import { waitingCheckout } from "./checkout-world.ts";
import { askingWorld, contextOf } from "./gated-world.ts";
import { documentOf, errorOf, newWorld, type World } from "./world.ts";

const { enter, down } = KEYS;

interface Waiting {
  readonly awaited: readonly { readonly gaps: readonly string[] }[];
  readonly renewed: readonly { readonly role: string; readonly file: string; readonly prompt: string }[];
}

function decisions(world: World, session: string): string {
  return world.read(join(world.project, ".parley/sessions", session, "decisions.md"));
}

describe("parley answer --amend", () => {
  test("given an input, when it is amended, then both stand in decisions.md and only the new one binds", async () => {
    const world = await waitingCheckout();
    await world.run(["answer", "Q1", "input", "--text", "Ten years."]);
    const amended = await world.run(["answer", "--amend", "Q1", "input", "--text", "Twelve years."]);
    expect(amended).toMatchObject({ code: 0, stderr: "" });
    expect(amended.stdout).toMatch(
      /^Q1 answered input\nIt was input, by human:\S+ No longer decided: DECISION-R\d+-001\.\n/,
    );
    const text = decisions(world, "checkout");
    expect(text).toMatch(/DECISION-R\d+-001\n- \*\*Superseded By:\*\* DECISION-R\d+-002/);
    expect(text).toMatch(/DECISION-R\d+-002\n- \*\*Replaces:\*\* DECISION-R\d+-001/);

    const told = (await world.run(["history"])).stdout;
    expect(told).toMatch(/the answer to Q1 is taken back; DECISION-R\d+-001 no longer stands/);
    expect(told).toMatch(/Q1 answered now input by human:/);
    const gap = await world.run(["gap", "show", "GAP-TODO-002", "--json"]);
    expect(JSON.stringify(documentOf(gap))).not.toContain("Ten years.");
    expect((await world.run(["replay", "--json"])).code).toBe(0);

    expect(await world.run(["answer", "--amend", "Q1", "defer", "--rationale", "later"])).toMatchObject({
      code: 0,
    });
    expect(decisions(world, "checkout")).toMatch(
      /DECISION-R\d+-002\n- \*\*Superseded By:\*\* DECISION-R\d+-003/,
    );
  });

  test("given a call started with it, then it is refused with 5 and the call is named", async () => {
    const world = await waitingCheckout();
    await world.run(["answer", "Q1", "input", "--text", "Ten years."]);
    await world.run(["resume", "--quiet"]);
    const before = decisions(world, "checkout");
    const refused = await world.run(["answer", "--amend", "Q1", "defer", "--rationale", "later"]);
    expect(refused).toMatchObject({ code: 5, stdout: "" });
    expect(refused.stderr).toMatch(/the answer to Q1 stands: the Engineer of round \d+ was\s+given\s+it/);
    expect(refused.stderr).toContain("`parley gap`");
    expect(decisions(world, "checkout")).toBe(before);
  });

  test("given a person's form lies unfilled, then it is laid out again with the amended answer; once it is filled in, the answer stands", async () => {
    const world = newWorld();
    const todo = (title: string, what: string) => `## ${title}\n\nTODO: ${what}\n`;
    world.write(
      join(world.project, "spec.md"),
      `# A spec\n\n${todo("Flow", "what fails?")}\n${todo("Pause", "how long?")}`,
    );
    const people = ["--engineer", "human", "--reviewer", "human", "--survey", "false"];
    const begun = documentOf(await world.run(["refine", "spec.md", ...people, "--json"])) as Waiting;
    const [one = "", two = ""] = begun.awaited[0]?.gaps ?? [];
    world.write(
      join(world.project, "mine.md"),
      `${resolution([one])}\nBLOCKED_NEEDS_INPUT: ${two} - how long is it?\n`,
    );
    expect((await world.run(["submit", "engineer", "mine.md"])).code).toBe(0);
    const answered = await world.run(["answer", "Q1", "input", "--text", "Ten seconds.", "--json"]);
    const [first] = (documentOf(answered) as Waiting).renewed;
    expect(world.read(first?.prompt ?? "")).toContain("Ten seconds.");
    const amended = await world.run([
      "answer",
      "--amend",
      "Q1",
      "input",
      "--text",
      "Twelve seconds.",
      "--json",
    ]);
    expect([amended.code, amended.stderr]).toEqual([0, ""]);
    const [second] = (documentOf(amended) as Waiting).renewed;
    expect(second?.role).toBe("reviewer");
    expect(second?.file).not.toBe(first?.file);
    expect(world.read(second?.prompt ?? "")).toContain("Twelve seconds.");
    expect(world.read(second?.prompt ?? "")).not.toContain("Ten seconds.");
    expect((await world.run(["replay"])).code).toBe(0);

    world.write(join(world.project, "review.md"), approval([one]));
    expect((await world.run(["submit", "reviewer", "review.md"])).code).toBe(0);
    const late = await world.run(["answer", "--amend", "Q1", "input", "--text", "Three.", "--json"]);
    expect([late.code, errorOf(late).code]).toEqual([5, "answer-stands"]);
    expect((await world.run(["replay"])).code).toBe(0);
  });

  test("given what cannot be amended, then each is told apart", async () => {
    const world = await askingWorld();
    const code = async (...line: readonly string[]) => {
      const ended = await world.run(["answer", "--amend", ...line, "--json"]);
      return [ended.code, errorOf(ended).code];
    };
    expect(await code("Q1", "accept")).toEqual([5, "question-open"]);
    expect(await code("Q9", "accept")).toEqual([4, "no-question"]);
    expect(await code("nonsense", "accept")).toEqual([4, "no-question"]);
    await world.run(["answer", "Q2", "other"]);
    const closed = await world.run(["answer", "Q2", "other", "--json"]);
    expect([closed.code, errorOf(closed).fix]).toEqual([5, "parley answer --amend Q2"]);
    expect(await code("Q2", "frobnicate")).toEqual([2, "no-option"]);
    expect(await code("Q2")).toEqual([2, "no-option"]);
    await world.run(["answer", "Q1", "force"]);
    expect(await code("Q1", "accept")).toEqual([5, "answer-stands"]);
    expect(await code("Q2", "input", "--text", "Staff.")).toEqual([5, "answer-stands"]);
  });

  test("given it is part of an agent's run, then it is refused", async () => {
    const world = await waitingCheckout();
    await world.run(["answer", "Q1", "input", "--text", "Ten years."]);
    const env = { PARLEY_ROLE: "engineer" };
    const refused = await world.run(["answer", "--amend", "Q1", "defer", "--rationale", "x", "--json"], {
      env,
    });
    expect([refused.code, errorOf(refused).code]).toEqual([5, "inside-run"]);
  });

  test("given no option and a terminal, then the former answer is shown first, and may stay", async () => {
    const world = await askingWorld();
    await world.run(["answer", "Q2", "input", "--text", "The staff."]);
    const found = await findQuestion(contextOf(world), { question: "q2", session: "spec", amend: true });
    if (isFailure(found)) throw new Error(found.message);
    const ask = (terminal: FakeTerminal) =>
      withAskSession(contextOf(world), terminal, (desk) =>
        askQuestion(desk, found.question, { former: found.former }),
      );
    const first = new FakeTerminal();
    const left = ask(first);
    await first.on("Q2: your decision?", enter);
    expect(await left).toEqual({ at: "later" });
    expect(first.text).toMatch(/Answered input by human:\S+: The staff\.[\s\S]*Q2: your decision\?/);

    const second = new FakeTerminal();
    const done = ask(second);
    await second.on("Q2: your decision?", down, down, enter);
    await second.on("Why?", "Nobody knows yet.", enter);
    expect(await done).toMatchObject({
      at: "answered",
      answered: { option: "defer", amends: { option: "input" } },
    });
    expect(decisions(world, "spec")).toContain("Nobody knows yet.");
  });

  test("given the help, then it says until when", async () => {
    const world = await askingWorld();
    const { stdout } = await world.run(["answer", "--help"]);
    expect(stdout).toContain("--amend");
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "as long as no call has started, no round was completed and no gap was accepted with it",
    );
    expect((await world.run(["completion", "bash"])).stdout).toContain("--amend");
  });
});
