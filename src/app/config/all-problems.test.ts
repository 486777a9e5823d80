// Whoever mends a settings file should see all that is wrong with it at once, and nothing that is not.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { loadConfig } from "./layers.ts";

async function problemsOf(project: string, user: string | null = null): Promise<readonly string[]> {
  const folder = temporaryFolder();
  const file = (name: string, text: string | null) => {
    const path = join(folder, name);
    if (text !== null) writeFileSync(path, text);
    return { path, exists: text !== null };
  };
  const loaded = await loadConfig({ project: file("project", project), user: file("user", user) });
  if (!("problems" in loaded)) return [];
  return loaded.problems.map(({ place, message }) => `${place.slice(folder.length + 1)} ${message}`);
}

test("given wrong values and rules that are broken beside them, then all are told, with their places", async () => {
  expect(
    await problemsOf(
      "refine: { parallelGaps: 9 }\nroles: { engineer: nobody }\nagents:\n  mine: { model: m }\nhooks: [{ on: task.failed }]\n",
    ),
  ).toEqual([
    "project:1:25 refine.parallelGaps must be a whole number from 1 to 4, not 9",
    expect.stringMatching(/^project:2:20 roles.engineer names the agent nobody/),
    expect.stringMatching(/^project:4:3 agents.mine needs kind/),
    expect.stringMatching(/^project:5:9 hooks.0 needs either run or post/),
  ]);
});

test("given a file that is wrong below one that holds, then the rules between them are told too", async () => {
  expect(await problemsOf("roles: { reviewer: nobody }\n", "refine: { parallelGaps: 9 }\n")).toEqual([
    expect.stringMatching(/^user:1:25 refine.parallelGaps/),
    expect.stringMatching(/^project:1:20 roles.reviewer names the agent nobody/),
  ]);
});

test.each([
  ["an agent that is described wrongly", "roles: { engineer: mine }\nagents: { mine: { kind: clod } }\n"],
  [
    "an agent with a wrong detail",
    "agents: { mine: { kind: api, api: local } }\napi: { local: { keyEnv: K } }\n",
  ],
  ["a limit that is wrong itself", "refine: { maxRounds: 60, hardLimit: many }\n"],
  ["agents that are no map", "roles: { engineer: mine }\nagents: [mine]\n"],
  ["a file that is torn", "roles: { engineer: nobody }\nagents: [\n"],
])("given %s, then nothing is told that would be well without it", async (_, text) => {
  expect(await problemsOf(text)).toHaveLength(1);
});
