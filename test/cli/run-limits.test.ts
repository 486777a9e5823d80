import { join } from "node:path";
import { expect, test } from "vitest";
import { CHECKOUT_AGENTS, copyCheckout } from "./checkout-world.ts";
import { documentOf, newProject, type World } from "./world.ts";

/** The checkout's project; each step of its Engineer plays that it used so much. */
async function checkout(usage: string): Promise<World> {
  const world = await newProject();
  copyCheckout(world);
  const file = join(world.project, "players/engineer.yaml");
  world.write(file, world.read(file).replaceAll(/^( *)(- )?(on: .*)$/gm, `$1$2$3\n$1  usage: ${usage}`));
  return world;
}

interface Status {
  readonly questions: readonly { readonly id: string; readonly kind: string; readonly why: string }[];
  readonly spent: { readonly calls: number };
}

async function statusOf(world: World): Promise<Status> {
  return documentOf(await world.run(["status", "--json"])) as Status;
}

test("given $9 told at the end of a run that may use $0.05, then the next waits until the limit is raised", async () => {
  const world = await checkout("{ usd: 9 }");
  world.write(world.projectConfig, "limits:\n  run: { usd: 0.05 }\n");
  expect(await world.run(["refine", "checkout.md", ...CHECKOUT_AGENTS])).toMatchObject({ code: 7 });
  // Not even a second run of parley starts another.
  expect(await world.run(["resume", "checkout"])).toMatchObject({ code: 7 });
  const asked = await statusOf(world);
  expect(asked).toMatchObject({ spent: { calls: 1 }, questions: [{ kind: "spend" }] });
  expect(asked.questions[0]?.why).toMatch(
    /^One run may use 0\.05 usd, and the engineer's run .* has used 9:/,
  );

  expect(await world.run(["answer", asked.questions[0]?.id ?? "", "raise"])).toMatchObject({ code: 0 });
  const resumed = await world.run(["resume", "checkout"]);
  expect(resumed.code, resumed.stderr).toBe(7);
  const after = await statusOf(world);
  expect(after.spent.calls).toBeGreaterThan(3);
  expect(after.questions.map(({ kind }) => kind)).not.toContain("spend");
});

test("given an agent whose usage cannot be read, then it is warned about once, and its calls are limited", async () => {
  const world = await checkout("{ usd: 0.01 }");
  world.write(world.projectConfig, "limits:\n  session: { tokens: 1000000, calls: 3 }\n");
  const refined = await world.run(["refine", "checkout.md", ...CHECKOUT_AGENTS]);
  expect(refined.code, refined.stderr).toBe(7);
  expect(refined.stderr.split("engineer.yaml does not tell what it uses").length - 1).toBe(1);
  expect(refined.stderr).toContain("limits of tokens do not see it; limits of calls and minutes do");
  const status = world.read(join(world.project, ".parley/sessions/checkout/status.md"));
  expect(status).toContain("does not see 3 calls of unknown size");
  expect(documentOf(await world.run(["usage", "--json"]))).toMatchObject({
    total: { calls: 3, uncountedCalls: 3 },
  });
});

test("given calls that broke off, then what they cost is unknown, and not nothing", async () => {
  const world = await checkout("{ usd: 1.2 }");
  const file = join(world.project, "players/engineer.yaml");
  const broken =
    "steps:\n  - on: { purpose: engineer, round: 1, attempt: 2 }\n    nothing: true\n    exit: 1\n";
  world.write(file, world.read(file).replace("steps:\n", broken));
  const refined = await world.run(["refine", "checkout.md", ...CHECKOUT_AGENTS]);
  expect(refined.code, refined.stderr).toBe(7);
  // The first attempt told what it cost; the second broke off at each of its launches.
  const usage = documentOf(await world.run(["usage", "--json"]));
  expect(usage).toMatchObject({ total: { calls: 6, usd: 1.2, unpricedCalls: 5, uncountedCalls: 6 } });
  const text = await world.run(["usage"]);
  expect(text.stdout).toContain("the cost of 5 calls is unknown: they broke off, or");
  expect(documentOf(await world.run(["status", "--json"]))).toMatchObject({ unpricedCalls: 5 });
  const status = world.read(join(world.project, ".parley/sessions/checkout/status.md"));
  expect(status).toContain("$1.20 and 5 calls of unknown cost");
});
