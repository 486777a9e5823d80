// Agents that tell at their end what they used, against limits, with the real program.
import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { documentOf, newProject, type World } from "./world.ts";

const PLAYERS = ["--engineer", "player:players/engineer.yaml", "--reviewer", "player:players/reviewer.yaml"];

/** The checkout's project; each step of its Engineer plays that it used so much. */
async function checkout(usage: string): Promise<World> {
  const world = await newProject();
  cpSync(resolve("test/fixtures/checkout"), join(world.project, "players"), { recursive: true });
  cpSync(resolve("test/fixtures/checkout/checkout.md"), join(world.project, "checkout.md"));
  const file = join(world.project, "players/engineer.yaml");
  world.write(file, world.read(file).replaceAll(/^( *)(- )?(on: .*)$/gm, `$1$2$3\n$1  usage: ${usage}`));
  return world;
}

async function starts(world: World): Promise<number> {
  const history = await world.run(["history", "checkout", "--json"]);
  return history.stdout.split('"AgentCallStarted"').length - 1;
}

test("given $9 told at the end of a run that may use $0.05, then the next waits until the limit is raised", async () => {
  const world = await checkout("{ usd: 9 }");
  await world.run(["config", "set", "limits.run.usd", "0.05"]);
  expect(await world.run(["refine", "checkout.md", ...PLAYERS])).toMatchObject({ code: 7 });
  expect(await starts(world)).toBe(1);
  const inbox = documentOf(await world.run(["inbox", "--json"])) as {
    id: string;
    kind: string;
    why: string;
  }[];
  expect(inbox).toMatchObject([{ kind: "spend" }]);
  expect(inbox[0]?.why).toContain("One run may use 0.05 usd");
  expect(inbox[0]?.why).toContain("has used 9");

  // Not even a second run of parley starts another.
  expect(await world.run(["resume", "checkout"])).toMatchObject({ code: 7 });
  expect(await starts(world)).toBe(1);

  expect(await world.run(["answer", inbox[0]?.id ?? "", "raise"])).toMatchObject({ code: 0 });
  const resumed = await world.run(["resume", "checkout"]);
  expect(resumed.code, resumed.stderr).toBe(7);
  expect(await starts(world)).toBeGreaterThan(3);
  const after = documentOf(await world.run(["inbox", "--json"])) as { kind: string }[];
  expect(after.map(({ kind }) => kind)).not.toContain("spend");
});

test("given an agent whose usage cannot be read, then it is warned about once, and its calls are limited", async () => {
  const world = await checkout("{ usd: 0.01 }");
  await world.run(["config", "set", "limits.session.tokens", "1000000"]);
  await world.run(["config", "set", "limits.session.calls", "3"]);
  const refined = await world.run(["refine", "checkout.md", ...PLAYERS]);
  expect(refined.code, refined.stderr).toBe(7);
  expect(refined.stderr.split("engineer.yaml does not tell what it uses").length - 1).toBe(1);
  expect(refined.stderr).toContain("limits of tokens do not see it; limits of calls and minutes do");
  expect(await starts(world)).toBe(3);
  const status = world.read(join(world.project, ".parley/sessions/checkout/status.md"));
  expect(status).toContain("does not see 3 calls of unknown size");
  expect(documentOf(await world.run(["usage", "--json"]))).toMatchObject({ total: { uncountedCalls: 3 } });
});
