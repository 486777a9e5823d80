// Conflicts of little weight: put to the user together, or by precedent not at all.
import { describe, expect, it } from "vitest";
import { newsLines } from "../../src/cli/news-lines.ts";
import { sessionFold } from "../../src/core/refinement/session/evolve.ts";
import type { Severity } from "../../src/core/shared/severity.ts";
import {
  ARGUED_GAP,
  arguedSession,
  concernOf,
  issueOf,
  OTHER_GAP,
  titleOf,
} from "../support/argued-session.ts";
import { disagreeBlock } from "../support/disagreement-texts.ts";
import { exampleView } from "../support/live-examples.ts";
import { approval, objection, resolution } from "../support/session-world.ts";
import type { Stage } from "./stage.ts";

async function batch(severities: readonly Severity[]): Promise<Stage> {
  const stage = await arguedSession({ severities });
  await stage.untilAsked("conflict-batch");
  return stage;
}

function conflictStates({ session }: Stage): readonly string[] {
  return Object.values(session.work.conflicts).map(({ state }) => state.at);
}

function decidedOptions({ session }: Stage): readonly (readonly [string, string])[] {
  return session.work.decisions.flatMap(({ about, decidedBy }) =>
    about.of === "conflict" ? [[about.option, decidedBy] as const] : [],
  );
}

describe("conflicts on MEDIUM and LOW issues", () => {
  it("given several, then they are one question, which holds nothing up", async () => {
    const stage = await batch(["LOW", "MEDIUM"]);
    const { why, subject, blocks } = stage.question("conflict-batch");
    // The gravest first.
    expect(subject).toEqual({ of: "conflicts", conflicts: [issueOf(2), issueOf(1)] });
    expect(why).toContain(`${issueOf(2)} (MEDIUM): ${titleOf(2)}`);
    expect(blocks).toEqual([]);
    await stage.untilRounds(3);
    expect(stage.states()[ARGUED_GAP]).toBe("RESOLVED");
  });

  it("given one alone, then it is asked about as any other", async () => {
    const stage = await arguedSession({ severities: ["LOW"] });
    await stage.untilAsked("conflict");
    expect(stage.question("conflict").options.map(({ id }) => id)).toEqual(["a", "b"]);
  });

  it("given a, then each is decided as the Reviewer suggests, and the gap goes back", async () => {
    const stage = await batch(["MEDIUM", "LOW"]);
    await stage.answer(stage.question("conflict-batch"), { option: "a", rationales: { "*": "be exact" } });
    expect(decidedOptions(stage)).toEqual([
      ["A", "human:test"],
      ["A", "human:test"],
    ]);
    expect(stage.session.work.decisions.map(({ rationale }) => rationale)).toEqual(["be exact", "be exact"]);
    expect(stage.states()[ARGUED_GAP]).toBe("NEEDS_REVISION");
    expect(stage.session.work.issues[issueOf(1) as never]?.issue.state).toMatchObject({ at: "OPEN" });
  });

  it("given b, then each is overruled and the gap stays accepted", async () => {
    const stage = await batch(["MEDIUM", "LOW"]);
    await stage.answer(stage.question("conflict-batch"), { option: "b" });
    expect(conflictStates(stage)).toEqual(["decided", "decided"]);
    for (const number of [1, 2])
      expect(stage.session.work.issues[issueOf(number) as never]?.issue.state.at).toBe("OVERRULED");
    expect(stage.states()[ARGUED_GAP]).toBe("ACCEPTED");
  });

  it("given each, then each is put to the user by itself", async () => {
    const stage = await batch(["MEDIUM", "LOW"]);
    await stage.answer(stage.question("conflict-batch"), { option: "each" });
    expect(stage.session.work.questions.map(({ why }) => why.split(":")[0])).toEqual([
      "Conflict 1 of 2",
      "Conflict 2 of 2",
    ]);
    expect(conflictStates(stage)).toEqual(["open", "open"]);
    // The count is that of now.
    const [first] = stage.session.work.questions;
    await stage.answer(first as never, { option: "b" });
    expect(stage.session.work.questions.map(({ why }) => why.split(":")[0])).toEqual(["Conflict 1 of 1"]);
  });

  it("given one of them is decided by itself, then the other is still asked about", async () => {
    const stage = await batch(["MEDIUM", "LOW"]);
    await stage.answer(stage.question("conflict-batch"), { option: "each" });
    await stage.answer(stage.question("conflict"), { option: "b" });
    expect(stage.session.work.questions.map(({ subject }) => subject)).toEqual([
      { of: "conflict", conflict: issueOf(2) },
    ]);
  });
});

describe("LOW conflicts by precedent", () => {
  /** Three are decided one by one; the fourth is then left. */
  async function decided(options: readonly ("a" | "b")[]): Promise<Stage> {
    const stage = await batch(["LOW", "LOW", "LOW", "LOW"]);
    await stage.answer(stage.question("conflict-batch"), { option: "each" });
    for (const option of options) await stage.answer(stage.question("conflict"), { option });
    return stage;
  }

  it("given the user left three to the Engineer, then the fourth goes the same way, and says so", async () => {
    const stage = await decided(["b", "b", "b"]);
    expect(decidedOptions(stage)).toEqual([
      ["B", "human:test"],
      ["B", "human:test"],
      ["B", "human:test"],
      ["B", "precedent"],
    ]);
    const last = stage.session.work.decisions.at(-1);
    const before = stage.session.work.decisions.slice(0, 3).map(({ id }) => id);
    expect(last?.rationale).toBe(`As the user decided the last 3 LOW conflicts: ${before.join(", ")}.`);
    expect(stage.files.get("status.md")).toContain(`${last?.id}, by precedent`);
    const recorded = (await stage.world.store.load(stage.engine.stream))
      .map(sessionFold.upcast)
      .findLast(({ type }) => type === "DecisionRecorded");
    if (recorded === undefined) throw new Error("nothing was recorded");
    const told = newsLines({ at: "happened", event: recorded }, { nowMs: 0 }, exampleView);
    const text = told.flat().map((piece) => (typeof piece === "string" ? piece : piece.text));
    expect(text.join("")).toContain(
      `${titleOf(4)}: left to the Engineer by precedent. As the user decided the last 3`,
    );
    expect(stage.session.work.questions).toEqual([]);
  });

  it.each([[["b", "b"]], [["a", "b", "b"]], [["b", "b", "a"]]] as const)(
    "given %j, then the next is asked about",
    async (options) => {
      const stage = await decided(options);
      expect(stage.session.work.questions.map(({ kind }) => kind)).toContain("conflict");
      expect(decidedOptions(stage).map(([, by]) => by)).not.toContain("precedent");
    },
  );

  it("given one of a batch goes that way, then the others of it are asked about anew", async () => {
    const later = (number: number) => `ISSUE-R3-00${number}`;
    const stage = await arguedSession({
      severities: ["LOW", "LOW", "LOW"],
      engineer: (round, gaps) =>
        round < 4
          ? resolution(gaps)
          : [
              resolution(gaps, { text: "Version 4." }),
              ...[4, 5, 6].map((number) =>
                disagreeBlock({ issue: later(number), concern: concernOf(number) }),
              ),
            ].join("\n"),
      reviewer: (round, gaps) =>
        round === 3
          ? [4, 5, 6]
              .map((number) =>
                objection(OTHER_GAP, {
                  id: later(number),
                  title: titleOf(number),
                  severity: number === 6 ? "LOW" : "MEDIUM",
                }),
              )
              .join("\n")
          : approval(gaps),
    });
    await stage.untilAsked("conflict-batch");
    await stage.answer(stage.question("conflict-batch"), { option: "each" });
    await stage.untilAsked("conflict-batch");
    const second = stage.question("conflict-batch");
    for (let count = 0; count < 3; count += 1)
      await stage.answer(stage.question("conflict"), { option: "b" });
    expect(decidedOptions(stage).at(-1)).toEqual(["B", "precedent"]);
    expect(stage.session.work.questions.map(({ kind, subject }) => [kind, subject])).toEqual([
      ["conflict-batch", { of: "conflicts", conflicts: [later(4), later(5)] }],
    ]);
    expect(stage.question().id).not.toBe(second.id);
  });

  it("given three B on MEDIUM conflicts, then they are no precedent", async () => {
    const stage = await batch(["MEDIUM", "MEDIUM", "MEDIUM", "LOW"]);
    await stage.answer(stage.question("conflict-batch"), { option: "each" });
    for (let count = 0; count < 3; count += 1)
      await stage.answer(stage.question("conflict"), { option: "b" });
    expect(stage.question("conflict").subject).toEqual({ of: "conflict", conflict: issueOf(4) });
  });
});
