// The documents of a session's commands, pinned. Times and sizes differ from run to run.
import { cpSync } from "node:fs";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
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
  cpSync(resolve("examples/players"), join(world.project, "players"), { recursive: true });
  cpSync(resolve("examples/checkout.md"), join(world.project, "checkout.md"));
  const agents = ["--engineer", "player:players/engineer.yaml", "--reviewer", "player:players/reviewer.yaml"];
  const lines: readonly (readonly string[])[] = [
    ["refine", "checkout.md", ...agents],
    ["sessions"],
    ["status", "checkout"],
    ["history", "--last", "3"],
    ["answer", "Q9", "input"],
    ["answer", "Q1", "frobnicate"],
    ["answer", "Q1", "input", "--text", "Ten years."],
    ["pause"],
    ["resume"],
    ["replay"],
  ];
  for (const line of lines) {
    const ended = await world.run([...line, "--json"]);
    expect({ code: ended.code, document: pinned(world, ended) }).toMatchSnapshot(line.join(" "));
  }
});
