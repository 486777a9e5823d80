// What programs are told of the questions of a build, and of documents that people write for it, pinned.
import { userInfo } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { handBuiltWorld, PAGE, rejectedWorld } from "../cli/build-project.ts";
import { documentOf, type Ended, type World } from "../cli/world.ts";
import { serve } from "../mcp/mcp-client.ts";
import { coderDocument } from "../support/build-documents.ts";

function pinned(world: World, said: unknown): unknown {
  const text = JSON.stringify(said)
    .replaceAll(world.root, "<world>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>")
    .replaceAll(`human:${userInfo().username}`, "human:<me>");
  return JSON.parse(text);
}

function shape(world: World, ended: Ended): unknown {
  return { code: ended.code, document: pinned(world, documentOf(ended)) };
}

test("questions of a build", async () => {
  const { world } = await rejectedWorld();
  const lines: readonly (readonly string[])[] = [
    ["inbox"],
    ["answer", "B1"],
    ["answer", "B1", "overrule", "--finding", "F7"],
    ["answer", "B1", "overrule", "--finding", "F2"],
    ["answer", "B1", "guide", "--text", "Too late."],
    ["answer", "--amend", "B1", "guide", "--text", "Otherwise."],
    ["answer", "B2", "fail"],
  ];
  for (const line of lines)
    expect(shape(world, await world.run([...line, "--json"]))).toMatchSnapshot(line.join(" "));
});

test("documents of a build", async () => {
  const { world } = await handBuiltWorld();
  const { client } = serve(world);
  await client.initialize();
  expect(pinned(world, await client.call("inbox"))).toMatchSnapshot("inbox of the server");
  world.write(join(world.project, "mine.md"), "# Work\n\nDone.\n");
  const line = ["submit", "coder", "mine.md", "--task", PAGE.id];
  expect(shape(world, await world.run([...line, "--json"]))).toMatchSnapshot("a form that cannot be taken");
  world.write(join(world.project, "mine.md"), coderDocument());
  expect(shape(world, await world.run([...line, "--json"]))).toMatchSnapshot("a form that is taken");
  expect(shape(world, await world.run([...line, "--json"]))).toMatchSnapshot("a second one");
});
