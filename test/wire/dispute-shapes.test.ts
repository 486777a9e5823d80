// The documents of the commands about disputes, pinned. Ids, times and people differ from run to run.
import { userInfo } from "node:os";
import { expect, test } from "vitest";
import { daysAgo, projectWith } from "../cli/dispute-world.ts";
import { documentOf, type Ended, type World } from "../cli/world.ts";

function pinned(world: World, ended: Ended): unknown {
  const text = JSON.stringify(documentOf(ended))
    .replaceAll(world.root, "<world>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>")
    .replaceAll(/\b[a-f][0-9a-f]{7}\b/g, "<id>")
    .replaceAll(`human:${userInfo().username}`, "human:<me>");
  return JSON.parse(text);
}

test("disputes", async () => {
  const { world, task, other, stale } = await projectWith((board) => ({
    task: board.inReview("Fix login bug"),
    other: board.inReview("Add caching"),
    stale: board.dispute(board.inReview("Add OAuth"), { hours: daysAgo(9.5), files: ["src/oauth.ts"] }),
  }));
  const position = ["--position", "Sessions are safer.", "--model", "m-1"];
  const create = ["dispute", "create", task, "--as", "reviewer", "--reason", "security_concern", ...position];
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ["create", create],
    ["create again", create],
    ["create without a reason", ["dispute", "create", task, ...position]],
    ["log", ["dispute", "log", other, "--minor", "--notes", "snake_case"]],
    ["position", ["dispute", "position", stale, "--as", "coder", "--position", "It is done."]],
    ["show", ["dispute", "show", stale]],
    ["show nothing", ["dispute", "show", "ffffffff"]],
    ["list of the stale", ["dispute", "list", "--stale"]],
    ["alert", ["dispute", "alert"]],
    ["resolve", ["dispute", "resolve", stale, "--decision", "custom", "--notes", "Both."]],
    ["resolve again", ["dispute", "resolve", stale, "--decision", "coder"]],
  ];
  for (const [name, line] of lines) {
    const ended = await world.run([...line, "--json"]);
    expect({ code: ended.code, document: pinned(world, ended) }).toMatchSnapshot(name);
  }
});
