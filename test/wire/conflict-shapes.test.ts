import { userInfo } from "node:os";
import { expect, test } from "vitest";
import { conflictWorld, ISSUE, refineAgain } from "../cli/conflict-world.ts";
import { documentOf, type Ended, type World } from "../cli/world.ts";

function pinned(world: World, ended: Ended): unknown {
  const text = JSON.stringify(documentOf(ended))
    .replaceAll(world.root, "<world>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>")
    .replaceAll(`human:${userInfo().username}`, "human:<me>");
  return JSON.parse(text);
}

test("conflicts, decisions, detectors", async () => {
  const world = await conflictWorld();
  const lines: readonly (readonly string[])[] = [
    ["conflicts"],
    ["conflicts", "show", ISSUE],
    ["conflicts", "show", "ISSUE-R9-001"],
    ["answer", "Q1", "b", "--rationale", "known", "--constraints", "only for reads", "--session", "spec"],
    ["conflicts", "--all", "--session", "spec"],
    ["decisions"],
    ["decisions", "show", "DECISION-R3-001"],
    ["decisions", "show", "DECISION-R9-001"],
    ["detectors"],
    ["inbox"],
    ["decisions", "--like", ISSUE, "--session", "again"],
  ];
  for (const line of lines) {
    if (line[0] === "inbox") await refineAgain(world, "again");
    const ended = await world.run([...line, "--json"]);
    expect({ code: ended.code, document: pinned(world, ended) }).toMatchSnapshot(line.join(" "));
  }
});
