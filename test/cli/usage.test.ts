import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FakeModel } from "../fake-model/start-fake-model.ts";
import { apiEnvironment, fakeModel, SPEC } from "./agent-programs.ts";
import { copyCheckout } from "./checkout-world.ts";
import { documentOf, newProject, type World } from "./world.ts";

let model: FakeModel;
beforeAll(async () => {
  model = await fakeModel();
});
afterAll(async () => {
  await model.close();
});

interface Total {
  readonly calls: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly usd: number | null;
  readonly unpricedCalls: number;
}

interface Usage {
  readonly sessions: readonly {
    readonly session: string;
    readonly rows: readonly (Total & {
      readonly round: number;
      readonly role: string;
      readonly agent: string;
    })[];
    readonly byRole: readonly (Total & { readonly role: string })[];
    readonly byRound: readonly (Total & { readonly round: number })[];
    readonly total: Total;
  }[];
  readonly total: Total;
}

/** A project with a session of two APIs, of which one has a price. */
async function usedProject(): Promise<World> {
  const world = await newProject();
  world.write(join(world.project, "calls.md"), SPEC);
  await world.run(["config", "set", "agents.anthropic.model", "priced-1.5"]);
  await world.run(["config", "set", "agents.openai.model", "unpriced"]);
  const set = ["config", "set", 'prices."priced-1.5"', "{ input: 10, output: 100, cachedInput: 1 }"];
  expect(await world.run(set)).toMatchObject({ code: 0 });
  const env = apiEnvironment(model, "engineer-says");
  const ended = await world.run(["refine", "calls.md", "--survey", "false"], { env });
  expect(ended).toMatchObject({ code: 0 });
  return world;
}

async function usageIn(world: World, ...args: readonly string[]): Promise<Usage> {
  const ended = await world.run(["usage", ...args, "--json"]);
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  return documentOf(ended) as Usage;
}

test("given a price for one of two agents, then its cost is exact and the other's unknown, in every total", async () => {
  const world = await usedProject();
  const { sessions, total } = await usageIn(world);
  const [session] = sessions;
  // Two calls of 2,000 tokens in, of which 500 were at hand, and 400 out.
  const engineer = 2 * (0.0015 * 10 + 0.0005 * 1 + 0.0004 * 100);
  expect(session?.byRole).toMatchObject([
    { role: "engineer", calls: 2, inputTokens: 4_000, outputTokens: 800, unpricedCalls: 0 },
    { role: "reviewer", usd: null },
  ]);
  expect(session?.byRole[0]?.usd).toBeCloseTo(engineer);
  expect(total.usd).toBeCloseTo(engineer);
  expect(total.unpricedCalls).toBe(session?.byRole[1]?.calls);
  const sum = (rows: readonly Total[]): number => rows.reduce((calls, row) => calls + row.calls, 0);
  expect(sum(session?.rows ?? [])).toBe(total.calls);
  expect(sum(session?.byRound ?? [])).toBe(total.calls);
  const status = await world.run(["status", "calls"]);
  expect(status.stdout.replaceAll("\n", " ")).toContain(
    `cost $${engineer.toFixed(2)} and ${total.unpricedCalls} calls of unknown cost`,
  );
  expect(documentOf(await world.run(["status", "calls", "--json"]))).toMatchObject({
    spent: { calls: total.calls, usd: total.usd },
    unpricedCalls: total.unpricedCalls,
  });
  const text = await world.run(["usage", "calls"]);
  expect(text.stdout).toMatch(/^round 1 engineer \(anthropic\) +1 +2k +500 \(25 %\) +400 +\d+ s +\$0\.06$/m);
  expect(text.stdout).toMatch(/^round 1 reviewer \(openai\) +.* unknown$/m);
  expect(Math.max(...text.stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  expect((await world.run(["usage", "--quiet"])).stdout).toBe(
    `$${engineer.toFixed(2)} and ${total.unpricedCalls} calls of unknown cost\n`,
  );
});

test("given scripts, then they cost nothing; given no session, then that is said", async () => {
  const world = await newProject();
  expect(await usageIn(world)).toMatchObject({ sessions: [], total: { calls: 0, usd: null } });
  expect((await world.run(["usage"])).stdout).toBe("No agent has been called yet.\n");
  copyCheckout(world);
  const agents = ["--engineer", "player:players/engineer.yaml", "--reviewer", "player:players/reviewer.yaml"];
  await world.run(["refine", "checkout.md", "--until", "round", ...agents]);
  expect(await usageIn(world, "check")).toMatchObject({
    sessions: [{ session: "checkout" }],
    total: { usd: 0, unpricedCalls: 0 },
  });
  expect((await world.run(["usage", "nothing", "--json"])).code).toBe(4);
});

test("given a limit in dollars that does not see what an agent costs, then it is said everywhere", async () => {
  const world = await newProject();
  world.write(join(world.project, "calls.md"), SPEC);
  await world.run(["config", "set", "agents.openai.model", "m-1.5"]);
  await world.run(["config", "set", "limits.session.usd", "5"]);
  const env = apiEnvironment(model, "engineer-says");
  const limits = async () =>
    (documentOf(await world.run(["doctor", "--json"], { env })) as { check: string; status: string }[]).find(
      ({ check }) => check === "limits",
    );
  const words = "a limit in dollars does not see what openai costs";
  expect(await limits()).toMatchObject({
    ...{ status: "warn", detail: words },
    fix: expect.stringContaining('parley config set prices."m-1.5"'),
  });
  const flat = (text: string): string => text.replaceAll(/\s+/g, " ");
  const roles = ["--engineer", "openai", "--reviewer", "openai", "--survey", "false"];
  const begun = await world.run(["refine", "calls.md", "--until", "round", ...roles], { env });
  expect(flat(begun.stderr)).toContain(`${words}: parley config set prices."m-1.5"`);
  expect(begun.stderr.split("a limit in dollars")).toHaveLength(2);
  const gone = await world.run(["resume", "--until", "round"], { env });
  expect(flat(gone.stderr)).toContain(words);
  expect(documentOf(await world.run(["status", "--json"]))).toMatchObject({ costUnseen: true });
  for (const command of ["status", "usage"])
    expect(flat((await world.run([command])).stdout), command).toContain("limit in dollars does not see");
  await world.run(["config", "set", 'prices."m-1.5"', "{ input: 1, output: 1 }"]);
  expect(await limits()).toBeUndefined();
});

test("given a provider that is waited for, then status says who waits, until when, and how to go on otherwise", async () => {
  const world = await newProject();
  world.write(join(world.project, "calls.md"), SPEC);
  await world.run(["config", "set", "agents.openai.model", "fake-model"]);
  const env = apiEnvironment(model, "rate-limited");
  const roles = ["--engineer", "openai", "--reviewer", "human", "--survey", "false"];
  const begun = world.begin(["refine", "calls.md", ...roles], { env });
  await begun.says(/waits for \S+ until/);
  expect((await begun.kill()).signal).toBe("SIGKILL");
  const waiting = {
    ...{ role: "engineer", agent: "openai", provider: new URL(model.url).host },
    until: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    otherwise: "parley resume calls --engineer OTHER",
  };
  expect(documentOf(await world.run(["status", "--json"], { env }))).toMatchObject({ waiting: [waiting] });
  const { stdout } = await world.run(["status"], { env });
  expect(stdout).toMatch(/^waits: the engineer \(openai\) for 127\.0\.0\.1:\d+ until \d{4}-/m);
  expect(stdout).toContain("parley resume calls --engineer OTHER");
  rmSync(join(world.home, ".local"), { recursive: true, force: true });
  expect(documentOf(await world.run(["status", "--json"], { env }))).toMatchObject({ waiting: [waiting] });
});
