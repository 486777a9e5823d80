// Ending a session at the terminal: the gates come one after the other, and before anything else.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isFailure } from "../../src/app/failure.ts";
import { resumeSession } from "../../src/app/sessions/change-session.ts";
import { acceptAndAsk } from "../../src/cli/commands/endings.ts";
import { runAndAsk } from "../../src/cli/run-and-ask.ts";
import { FakeTerminal, KEYS } from "../support/typing-terminal.ts";
import { askingWorld, contextOf, requestIn } from "./gated-world.ts";
import { documentOf, type World } from "./world.ts";

const CRITICAL = "I accept CRITICAL gaps knowing the spec may be unusable";

function requestOf(world: World) {
  return { ...requestIn(contextOf(world)), quiet: false };
}

test("given accept in a terminal, then every gate is asked, and the end is told with the finished spec", async () => {
  const world = await askingWorld();
  const terminal = new FakeTerminal();
  const done = acceptAndAsk(requestOf(world), terminal);
  await terminal.on("Q4: your decision?", KEYS.down, KEYS.enter);
  await terminal.on("Why is it acceptable to leave GAP-SEC-001 open?", "Known.", KEYS.enter);
  await terminal.on("The sentence", CRITICAL, KEYS.enter);
  await terminal.on("Q5: your decision?", KEYS.down, KEYS.enter);
  await terminal.on("Why is it acceptable to leave GAP-SEC-002 open?", "Rare.", KEYS.enter);
  await terminal.on("The sentence", "I acknowledge", KEYS.enter);
  await terminal.on("Q6: your decision?", KEYS.down, KEYS.enter);
  const answer = await done;
  if (isFailure(answer)) throw new Error(answer.message);
  expect([answer.exitCode, answer.data]).toMatchObject([0, { at: "ended", as: "USER_APPROVED" }]);
  expect(JSON.stringify(answer.lines(80))).toContain("spec_v1.md");
  expect(existsSync(join(world.project, "spec_v1.md"))).toBe(true);
});

test("given somebody who stops at a gate, or goes back, then the session does not end", async () => {
  const world = await askingWorld();
  const later = new FakeTerminal();
  const stopped = acceptAndAsk(requestOf(world), later);
  await later.on("Q4: your decision?", KEYS.escape);
  expect(await stopped).toMatchObject({ exitCode: 7, data: { at: "gates" } });

  // A session that is to end asks for that first, whatever else is open.
  const resumed = new FakeTerminal();
  const run = runAndAsk(requestOf(world), (wishes) => resumeSession(contextOf(world), "spec", wishes), {
    terminal: resumed,
  });
  await resumed.on("your decision?", KEYS.ctrlC);
  expect(await run).toMatchObject({ failed: "interrupted" });
  expect(resumed.text).toContain("Q4: your decision?");
  expect(resumed.text).not.toContain("Q1: your decision?");

  const terminal = new FakeTerminal();
  const back = acceptAndAsk(requestOf(world), terminal);
  await terminal.on("Q4: your decision?", KEYS.down, KEYS.down, KEYS.enter);
  expect(await back).toMatchObject({ data: { session: "spec", at: "withdrawn" } });
  const open = documentOf(await world.run(["inbox", "--json"])) as { kind: string }[];
  expect(open.map(({ kind }) => kind)).not.toContain("gate");
});
