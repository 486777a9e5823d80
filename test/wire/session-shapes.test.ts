import { userInfo } from "node:os";
import { expect, test } from "vitest";
import { copyCheckout } from "../cli/checkout-world.ts";
import { documentOf, type Ended, newWorld, type World } from "../cli/world.ts";

function pinned(world: World, ended: Ended): unknown {
  const text = JSON.stringify(documentOf(ended))
    .replaceAll(world.root, "<world>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>")
    .replaceAll(/"minutes":[\d.e-]+/g, '"minutes":0')
    .replaceAll(/"elapsedMs":\d+/g, '"elapsedMs":0')
    .replaceAll(/"sha256":"[0-9a-f]{64}"/g, '"sha256":"<sha256>"')
    .replaceAll(/"chars":\d+/g, '"chars":0')
    .replaceAll(`human:${userInfo().username}`, "human:<me>");
  return JSON.parse(text);
}

test("a session", async () => {
  const world = newWorld();
  world.write(world.userConfig, "refine:\n  gapsPerRound: 1\n");
  copyCheckout(world);
  const agents = ["--engineer", "player:players/engineer.yaml", "--reviewer", "player:players/reviewer.yaml"];
  const lines: readonly (readonly string[])[] = [
    ["refine", "checkout.md", ...agents],
    ["sessions"],
    ["status", "checkout"],
    ["history", "--last", "3"],
    ["answer", "Q9", "input"],
    ["answer", "Q1", "frobnicate"],
    ["answer", "Q1", "input", "--text", "Ten years."],
    ["answer", "--amend", "Q1", "input", "--text", "Twelve years."],
    ["pause"],
    ["resume"],
    ["answer", "--amend", "Q1", "defer", "--rationale", "later"],
    ["replay"],
    ["usage"],
    ["fork", "checkout", "--at", "7"],
    ["fork", "checkout", "--before", "Q7"],
    ["fork", "checkout", "--before", "Q1", "--answer", "defer", "--rationale", "later", "--name", "bold"],
    ["fork", "checkout", "--at", "1"],
    ["sessions"],
    ["usage", "checkout-2"],
    ["diff", "checkout", "bold"],
    ["diff", "checkout", "checkout"],
  ];
  for (const line of lines) {
    const ended = await world.run([...line, "--json"]);
    expect({ code: ended.code, document: pinned(world, ended) }).toMatchSnapshot(line.join(" "));
  }
});

test("gaps, rounds and endings", async () => {
  const world = newWorld();
  world.write(world.userConfig, "refine:\n  gapsPerRound: 1\n");
  copyCheckout(world);
  const agents = ["--engineer", "player:players/engineer.yaml", "--reviewer", "player:players/reviewer.yaml"];
  await world.run(["refine", "checkout.md", ...agents]);
  const why = ["--reason", "because"];
  const lines: readonly (readonly string[])[] = [
    ["gap", "list"],
    ["gap", "list", "--state", "BLOCKD"],
    ["gap", "show", "GAP-TODO-001"],
    ["gap", "show", "GAP-TODO-007"],
    ["gap", "severity", "GAP-TODO-002", "HIGH", ...why],
    ["gap", "defer", "GAP-TODO-001", ...why],
    ["gap", "reopen", "GAP-TODO-001", ...why],
    ["gap", "split", "GAP-TODO-001", "Declined", "Expired"],
    ["gap", "block", "GAP-TODO-001b", "--by", "GAP-TODO-001a", "--by", "GAP-NONE-001"],
    ["gap", "accept", "GAP-CLARIFY-001", ...why],
    ["gap", "close", "GAP-TODO-001b", ...why],
    ["gap", "defer", "GAP-TODO-001a", ...why],
    ["gap", "unblock", "GAP-TODO-002", "--text", "Ten years."],
    ["show", "round", "2"],
    ["show", "round", "20"],
    ["accept"],
    ["export", "--to", "out"],
    ["abandon"],
    ["abandon", "--yes"],
  ];
  for (const line of lines) {
    const ended = await world.run([...line, "--json"]);
    expect({ code: ended.code, document: pinned(world, ended) }).toMatchSnapshot(line.join(" "));
  }
});
