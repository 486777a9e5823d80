// What the end of a build says of tasks that were given up in it.
import { expect, test } from "vitest";
import type { BuiltTask } from "../../src/app/wire/build.ts";
import { buildAnswer } from "../../src/cli/commands/build.ts";
import { lineText } from "../../src/cli/text.ts";
import { contextOf, requestIn } from "./gated-world.ts";
import { newWorld } from "./world.ts";

function endOf(statuses: readonly string[]): string {
  const tasks = statuses.map((status, at): BuiltTask => {
    const facts = { stage: "finished", round: 15, rejectionCount: 15, commit: null };
    return { id: `a1b2c3d${at}`, title: "A page", status, ...facts };
  });
  const spent = { tokens: 0, usd: 0, minutes: 0, calls: 0 };
  const none = { questions: [], disputes: [], running: [], awaited: [], because: null, target: null, spent };
  const built = { ...none, build: 1, end: "done", tasks, left: 0, byHand: 0 } as const;
  const answer = buildAnswer(
    built,
    { ...requestIn(contextOf(newWorld())), quiet: false } as never,
    {} as never,
  );
  return answer
    .lines(80)
    .map((line) => lineText(line, { colours: false }))
    .join("\n");
}

test("names what failed, and where to look", () => {
  expect(endOf(["completed"])).not.toContain("failed");
  expect(endOf(["completed", "failed"])).toMatch(/\n1 task failed: parley tasks show a1b2c3d1$/);
  expect(endOf(["failed", "failed"])).toMatch(/\n2 tasks failed: parley tasks list --status failed$/);
});
