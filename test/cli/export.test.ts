// A session as a folder that reads without parley.
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { endedCheckout } from "./checkout-world.ts";
import { documentOf, errorOf } from "./world.ts";

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();
}

describe("export", () => {
  test("holds every document, the source, the finished spec, an index and the history", async () => {
    const world = await endedCheckout();
    const exported = await world.run(["export", "--to", "out/checkout", "--json"]);
    expect(exported.code).toBe(0);
    const folder = join(world.project, "out/checkout");
    const files = filesIn(folder);
    expect([...(documentOf(exported) as { files: string[] }).files].sort()).toEqual(files);
    const own = filesIn(join(world.project, ".parley/sessions/checkout"));
    expect(files).toEqual(expect.arrayContaining([...own]));
    for (const file of own) {
      const there = world.read(join(world.project, ".parley/sessions/checkout", file));
      expect(world.read(join(folder, file)), file).toBe(there);
    }
    expect(world.read(join(folder, "spec/checkout_v1.md"))).toBe(
      world.read(join(world.project, "checkout_v1.md")),
    );
    expect(world.read(join(folder, "source.md"))).toBe(world.read(join(world.project, "checkout.md")));
  });

  test("the index links to every file, and every link leads to one", async () => {
    const world = await endedCheckout();
    await world.run(["export", "--to", "linked"]);
    const folder = join(world.project, "linked");
    const index = world.read(join(folder, "README.md"));
    const links = [...index.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => decodeURIComponent(target ?? ""));
    expect(links.filter((link) => !existsSync(join(folder, link)))).toEqual([]);
    expect([...links, "README.md"].sort()).toEqual(filesIn(folder));
    expect(index).toContain("COMPLETE, 5 rounds");
  });

  test("the events are all there, in words and as data", async () => {
    const world = await endedCheckout();
    await world.run(["export", "--to", "told", "--session", "checkout"]);
    const folder = join(world.project, "told");
    const history = documentOf(await world.run(["history", "--json"])) as { version: number; type: string }[];
    const lines = world.read(join(folder, "events.jsonl")).trimEnd().split("\n");
    const events = lines.map((line) => JSON.parse(line) as { version: number; type: string });
    expect(events.map(({ version, type }) => [version, type])).toEqual(
      history.map(({ version, type }) => [version, type]),
    );
    const told = world.read(join(folder, "history.md"));
    expect(told.match(/^- \d+\. /gm)).toHaveLength(history.length);
    expect(told).toContain("## Round 5");
  });

  test("never goes over anything, and leaves nothing behind where it cannot be written", async () => {
    const world = await endedCheckout();
    world.write(join(world.project, "full/notes.md"), "mine\n");
    const full = await world.run(["export", "--to", "full", "--json"]);
    expect([full.code, errorOf(full).code]).toEqual([5, "not-empty"]);
    expect(filesIn(join(world.project, "full"))).toEqual(["notes.md"]);
    const onFile = await world.run(["export", "--to", "checkout.md"]);
    expect([onFile.code, onFile.stderr]).toEqual([5, expect.stringContaining("not a folder")]);
    const below = await world.run(["export", "--to", "checkout.md/below"]);
    expect(below.code).toBe(1);
    mkdirSync(join(world.project, "empty"));
    expect((await world.run(["export", "--to", "empty", "--quiet"])).stdout).toBe("empty\n");
    expect(existsSync(join(world.project, "empty/README.md"))).toBe(true);
    const left = readdirSync(dirname(join(world.project, "empty"))).filter((name) =>
      name.endsWith(".unfinished"),
    );
    expect(left).toEqual([]);
    expect((await world.run(["export"])).code).toBe(2);
    expect((await world.run(["export", "--to", "x", "--session", "nobody"])).code).toBe(4);
  });
});
