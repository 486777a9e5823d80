// What a person is shown when a role's attempts are used up.
import { expect, it } from "vitest";
import { approval, resolution } from "../support/session-world.ts";
import { Stage } from "./stage.ts";

const GAP = "GAP-FLOW-001";
const NOISE = "I thought about it.";

it("given three attempts that failed in different ways, then the question shows each with its place", async () => {
  const stage = await Stage.open({
    engineer: ({ attempt }) => [null, "  \n", NOISE][attempt - 1] ?? null,
    reviewer: () => approval([GAP]),
  });
  await stage.untilAsked("escalation");
  const { evidence, why } = stage.question("escalation");
  expect(evidence.map(({ file, text }) => [file, text.split(":")[0], text.split(": ")[1]])).toEqual([
    [null, "Attempt 1", "FILE_MISSING"],
    ["round_001/engineer.attempt-2.md", "Attempt 2", "EMPTY_OUTPUT"],
    ["round_001/engineer.attempt-3.md", "Attempt 3", "WRONG_FORMAT"],
  ]);
  expect(why).toContain("3 attempts, all failed validation");
});

it("given one more attempt after the user added context, then all four are shown and counted", async () => {
  const stage = await Stage.open({ engineer: () => NOISE, reviewer: () => approval([GAP]) });
  await stage.untilAsked("escalation");
  await stage.answer(stage.question("escalation"), { option: "context", text: "It retries twice." });
  await stage.untilAsked("escalation");
  const { evidence, why } = stage.question("escalation");
  expect(evidence.map(({ file }) => file)).toEqual(
    [1, 2, 3, 4].map((attempt) => `round_001/engineer.attempt-${attempt}.md`),
  );
  for (const { file } of evidence) expect(stage.files.has(file ?? "")).toBe(true);
  expect(why).toContain("4 attempts, all failed validation");
});

it("given a Reviewer that fails alone, then its attempts are shown and the Engineer's are not", async () => {
  const stage = await Stage.open({ engineer: () => resolution([GAP]), reviewer: () => null });
  await stage.untilAsked("escalation");
  const { evidence, subject } = stage.question("escalation");
  expect(subject).toMatchObject({ of: "turn", role: "reviewer" });
  expect(evidence.map(({ text }) => text.split(":")[1]?.trim())).toEqual([
    "FILE_MISSING",
    "the same",
    "the same",
  ]);
});
