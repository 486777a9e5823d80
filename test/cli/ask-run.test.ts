import { expect, test } from "vitest";
import { thisProcess } from "../../src/adapters/host/process-identity.ts";
import { isFailure } from "../../src/app/failure.ts";
import { openProject, projectAt } from "../../src/app/project.ts";
import { startRefinement } from "../../src/app/sessions/start-refinement.ts";
import type { Answer } from "../../src/cli/command.ts";
import { runAndAsk } from "../../src/cli/run-and-ask.ts";
import { FakeTerminal, KEYS } from "../support/typing-terminal.ts";
import { checkoutWorld } from "./checkout-world.ts";
import { contextOf, requestIn } from "./gated-world.ts";
import { documentOf, type World } from "./world.ts";

const AGENTS = { engineer: "player:players/engineer.yaml", reviewer: "player:players/reviewer.yaml" };

function refine(world: World, terminal: FakeTerminal | null): ReturnType<typeof runAndAsk> {
  const request = requestIn(contextOf(world));
  const start = { spec: "checkout.md", name: undefined, started: () => undefined, ...AGENTS };
  return runAndAsk(request, (input) => startRefinement(request.context, { ...input, ...start }), {
    terminal,
  });
}

async function refined(world: World, terminal: FakeTerminal | null): Promise<Answer> {
  const answer = await refine(world, terminal);
  if (isFailure(answer)) throw new Error(answer.message);
  return answer;
}

test("given somebody at the terminal, when the question is answered, then the run goes on to its end", async () => {
  const world = checkoutWorld();
  const terminal = new FakeTerminal();
  const done = refined(world, terminal);
  await terminal.on("Q1: your decision?", KEYS.down, KEYS.enter);
  await terminal.on("Your text", "Ten years.", KEYS.enter, KEYS.enter);
  const { data, exitCode } = await done;
  expect(data).toMatchObject({ end: "ended", status: { state: "COMPLETE", questions: [] } });
  expect(exitCode).toBe(0);
});

test("given a question that is put off, then the run ends waiting with exit 7 and says how to answer later", async () => {
  const world = checkoutWorld();
  const terminal = new FakeTerminal();
  const done = refined(world, terminal);
  await terminal.on("Q1: your decision?", KEYS.escape);
  const { data, exitCode } = await done;
  expect(data).toMatchObject({ end: "waiting", status: { questions: [{ id: "Q1" }] } });
  expect(exitCode).toBe(7);
});

test("given nobody at the terminal, then nothing is asked", async () => {
  expect(await refined(checkoutWorld(), null)).toMatchObject({ exitCode: 7, data: { end: "waiting" } });
});

test("given Ctrl-C at a prompt, then asking stops as an interruption, and the question stays open", async () => {
  const world = checkoutWorld();
  const terminal = new FakeTerminal();
  const done = refine(world, terminal);
  await terminal.on("Q1: your decision?", KEYS.ctrlC);
  expect(await done).toMatchObject({ failed: "interrupted", fix: expect.stringContaining("parley inbox") });
  expect((await world.run(["inbox"])).code).toBe(7);
});

test("given nobody holds the session while asking, when another runner takes it, then going on says who holds it", async () => {
  const world = checkoutWorld();
  const terminal = new FakeTerminal();
  const done = refine(world, terminal);
  await terminal.shows("Q1: your decision?");
  const { store } = await openProject(projectAt(world.project), "read-write");
  const taken = await store.acquire({
    resource: "session/checkout",
    holder: thisProcess(),
    nowMs: Date.now(),
    leaseMs: 60_000,
    isDead: () => false,
  });
  expect(taken.at).toBe("acquired");
  await terminal.on("", KEYS.down, KEYS.enter);
  await terminal.on("Your text", "Ten years.", KEYS.enter, KEYS.enter);
  expect(await done).toMatchObject({ failed: "locked", code: "session-held" });
  store.close();
  // The answer was taken all the same.
  expect((await world.run(["inbox"])).code).toBe(0);
});

test("given a pause as the answer, then the run ends paused and does not undo it", async () => {
  const world = checkoutWorld();
  await world.run(["init", "--quiet"]);
  await world.run(["config", "set", "limits.session", "{calls: 2}"]);
  const terminal = new FakeTerminal();
  const done = refined(world, terminal);
  await terminal.on("Q1: your decision?", KEYS.down, KEYS.down, KEYS.enter);
  expect(await done).toMatchObject({ exitCode: 0, data: { end: "paused", status: { state: "PAUSED" } } });
  const listed = documentOf(await world.run(["status", "--json"]));
  expect(listed).toMatchObject({ state: "PAUSED" });
});
