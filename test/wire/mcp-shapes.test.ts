import { userInfo } from "node:os";
import { expect, test } from "vitest";
import { copyCheckout } from "../cli/checkout-world.ts";
import { documentOf, newWorld, type World } from "../cli/world.ts";
import { serve } from "../mcp/mcp-client.ts";

function pinned(world: World, said: unknown): unknown {
  const text = JSON.stringify(said)
    .replaceAll(world.root, "<world>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>")
    .replaceAll(/"minutes":[\d.e-]+/g, '"minutes":0')
    .replaceAll(/"pid":\d+/g, '"pid":0')
    .replaceAll(`human:${userInfo().username}`, "human:<me>");
  return JSON.parse(text);
}

test("the tools, resources and instructions of the server", async () => {
  const world = newWorld();
  const { client } = serve(world);
  const { capabilities, instructions } = await client.initialize();
  expect({ capabilities, instructions }).toMatchSnapshot("initialize");
  const { result: tools } = await client.request("tools/list");
  expect(tools).toMatchSnapshot("tools/list");
  const { result: templates } = await client.request("resources/templates/list");
  expect(templates).toMatchSnapshot("resources/templates/list");
});

test("what hosts read", async () => {
  const world = newWorld();
  for (const line of [["--dry-run"], [], [], ["--remove"]]) {
    const said = documentOf(await world.run(["init", "--agents", ...line, "--json"]));
    expect(pinned(world, said)).toMatchSnapshot(["init --agents", ...line].join(" "));
  }
});

test("what tools return", async () => {
  const world = newWorld();
  world.write(world.userConfig, "refine:\n  gapsPerRound: 1\n");
  copyCheckout(world);
  const { client, apart } = serve(world);
  await client.initialize();
  const players = { engineer: "player:players/engineer.yaml", reviewer: "player:players/reviewer.yaml" };
  const started = await client.call("refine_start", { spec: "checkout.md", ...players });
  await apart();
  // Whether the run is over by then is chance.
  expect(pinned(world, { ...started, ended: null })).toMatchSnapshot("refine_start");
  const calls: readonly (readonly [string, object])[] = [
    ["inbox", {}],
    ["wait", { since: 1 }],
    ["gaps", {}],
    ["ledger", { all: true }],
    ["conflicts", { all: true }],
    ["decisions", {}],
    ["answer", { question: "Q1", option: "input", text: "Ten years." }],
    ["pause", {}],
    ["dispute_withdraw", { dispute: "nobody" }],
    ["status", { session: "nobody" }],
    ["status", { sessions: 1 }],
  ];
  for (const [name, args] of calls)
    expect(pinned(world, await client.call(name, args))).toMatchSnapshot(`${name} ${JSON.stringify(args)}`);
  const { result } = await client.request("resources/list");
  expect(pinned(world, result)).toMatchSnapshot("resources/list");
});
