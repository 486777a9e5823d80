// Of several decisions on one subject the newest binds: in prompts, in the finished spec, and marked in decisions.md.
import { expect, it } from "vitest";
import type { GapChange } from "../../src/core/refinement/session/gap-change.ts";
import { gapId } from "../support/example-gap.ts";
import { approval, READY, resolution, sourceGap } from "../support/session-world.ts";
import { Stage } from "./stage.ts";

const [ONE, TWO] = ["GAP-FLOW-001", "GAP-FLOW-002"] as const;

it("given a user who thinks twice, then only the last word binds and the others are marked", async () => {
  const stage = await Stage.open({
    gaps: [sourceGap(ONE, { title: "When it fails" }), sourceGap(TWO, { title: "Who is told" })],
    limits: { gapsPerRound: 1 },
    engineer: (_, __, gaps) => resolution(gaps),
    reviewer: ({ purpose }, _, gaps) => (purpose === "final" ? READY : approval(gaps)),
  });
  const change = async (wish: GapChange, reason: string) => {
    const done = await stage.submit({
      type: "ChangeGap",
      gap: gapId(TWO),
      change: wish,
      reason,
      by: "human:test",
    });
    expect(done.at).toBe("done");
  };
  await change({ do: "defer" }, "FIRST WORD");
  await change({ do: "reopen" }, "SECOND WORD");
  await change({ do: "severity", level: "LOW" }, "THIRD WORD");
  await change({ do: "close" }, "FOURTH WORD");
  await change({ do: "severity", level: "CRITICAL" }, "FIFTH WORD");
  await change({ do: "reopen" }, "LAST WORD");
  await stage.untilQuiet();

  expect(stage.prompts.size).toBeGreaterThan(4);
  for (const [key, prompt] of stage.prompts) {
    const named = [...new Set(prompt.match(/DECISION-R1-\d{3}/g))].sort();
    expect(named, key).toEqual(["DECISION-R1-005", "DECISION-R1-006"]);
  }
  expect(stage.prompts.get("s/1.0/engineer/-/1/1")).toContain("LAST WORD");
  const text = stage.files.get("decisions.md") ?? "";
  const marks = [...text.matchAll(/Decision ID:\*\* (\S+)(?:\n- \*\*Superseded By:\*\* (\S+))?/g)];
  expect(marks.map(([, id, by]) => [id, by])).toEqual([
    ["DECISION-R1-001", "DECISION-R1-006"],
    ["DECISION-R1-002", "DECISION-R1-006"],
    ["DECISION-R1-003", "DECISION-R1-005"],
    ["DECISION-R1-004", "DECISION-R1-006"],
    ["DECISION-R1-005", undefined],
    ["DECISION-R1-006", undefined],
  ]);
});

it.each([
  ["for the same need", "how long", ["SIXTY DAYS"]],
  ["for another need", "who is told", ["SIXTY DAYS", "THIRTY DAYS"]],
])("given two inputs on one gap, the second %s, then these bind: %s", async (_, second, binding) => {
  const needs = ["how long", second];
  let asked = 0;
  const stage = await Stage.open({
    gaps: [sourceGap(ONE)],
    engineer: (_call, __, gaps) => {
      const need = needs[asked];
      asked += 1;
      return need === undefined ? resolution(gaps) : `BLOCKED_NEEDS_INPUT: ${ONE} - ${need}\n`;
    },
    reviewer: ({ purpose }, __, gaps) => (purpose === "final" ? READY : approval(gaps)),
  });
  for (const text of ["THIRTY DAYS", "SIXTY DAYS"]) {
    await stage.untilQuiet();
    await stage.answer(stage.question("blocked"), { option: "input", text });
  }
  await stage.untilQuiet();
  const prompt = [...stage.prompts].findLast(([key]) => key.includes("/engineer/"))?.[1] ?? "";
  const said = ["SIXTY DAYS", "THIRTY DAYS"];
  expect(said.filter((text) => prompt.includes(text))).toEqual(binding);
  const published = await stage.engine.documents.text(stage.session.ledger.published?.sha256 ?? "");
  expect(said.filter((text) => published.includes(text))).toEqual(binding);
});
