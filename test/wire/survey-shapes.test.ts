// The documents of a survey, alone and in a session, pinned.
import { userInfo } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentOf, type Ended, newWorld, type World } from "../cli/world.ts";
import { approval, READY, resolution } from "../support/session-world.ts";
import { surveyText } from "../support/survey-text.ts";

const SPEC = `# Calls

## Sending

A call that fails is sent again. TODO: how often?

## Logging

Failures are logged.
`;
const HOLES = [
  { title: "Where are failures logged?", place: "Logging", passage: "Failures are logged." },
  { title: "Which calls are sent again?", severity: "MEDIUM", place: "Sending", passage: "TODO: how often?" },
  { title: "Which words does an entry have?", severity: "LOW", place: "Calls > Logging", blockedBy: "1" },
];
const [MARKED, FOUND] = ["GAP-TODO-001", "GAP-SURVEY-001"];

function pinned(world: World, ended: Ended): unknown {
  const text = JSON.stringify(documentOf(ended))
    .replaceAll(world.root, "<world>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>")
    .replaceAll(/"minutes":[\d.e-]+/g, '"minutes":0')
    .replaceAll(/"sha256":"[0-9a-f]{64}"/g, '"sha256":"<sha256>"')
    .replaceAll(`human:${userInfo().username}`, "human:<me>");
  return JSON.parse(text);
}

test("a survey", async () => {
  const world = newWorld();
  world.write(join(world.project, "calls.md"), SPEC);
  const steps = (name: string, what: readonly object[]) =>
    world.write(join(world.project, `${name}.json`), JSON.stringify({ steps: what }));
  const unmarked = resolution([FOUND]).replace(
    "### Spec Text\n\n",
    "### Spec Text\n\nAfter: Calls > Logging\n\n",
  );
  steps("engineer", [
    {
      on: { purpose: "engineer" },
      write: `${resolution([MARKED])}\n${unmarked.replace("in case 1.", "in a file.")}`,
    },
    { on: { purpose: "second-survey" }, write: surveyText(HOLES.slice(0, 1), ["Sending"]) },
  ]);
  steps("reviewer", [
    { on: { purpose: "survey" }, write: surveyText(HOLES) },
    { on: { purpose: "reviewer" }, write: approval([MARKED, FOUND]) },
    { on: { purpose: "final" }, write: READY },
  ]);
  steps("idle", [{ on: { purpose: "survey" }, write: surveyText([], ["Sending", "Logging"]) }]);
  steps("failing", [{ on: { purpose: "survey" }, write: "All is well.\n" }]);
  const players = (reviewer: string) => [
    "--engineer",
    "player:engineer.json",
    "--reviewer",
    `player:${reviewer}.json`,
  ];
  const lines: readonly (readonly string[])[] = [
    ["survey", "calls.md", ...players("reviewer")],
    ["status", "calls"],
    ["answer", "Q1", "choose", "--session", "calls", "--text", "drop everything"],
    ["answer", "Q1", "start", "--session", "calls"],
    ["resume", "calls"],
    ["status", "calls"],
    ["survey", "calls.md", ...players("idle"), "--name", "nothing"],
    ["survey", "calls.md", ...players("failing"), "--name", "failed"],
    ["refine", "calls.md", ...players("reviewer"), "--survey", "both", "--name", "two", "--until", "round"],
    ["status", "two"],
  ];
  for (const [index, line] of lines.entries()) {
    const ended = await world.run([...line, "--json"]);
    const document = pinned(world, ended);
    expect({ code: ended.code, document }).toMatchSnapshot(`${index + 1} ${line.slice(0, 2).join(" ")}`);
  }
});
