// The documents of the commands about tasks and sections, pinned. Ids and times differ from run to run.
import { userInfo } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentOf, type Ended, newProject, type World } from "../cli/world.ts";

/** Each id by the order in which it first appears. */
class Ids {
  readonly #known = new Map<string, string>();

  pinned(world: World, ended: Ended): unknown {
    const text = JSON.stringify(documentOf(ended))
      .replaceAll(world.root, "<world>")
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>")
      .replaceAll(`human:${userInfo().username}`, "human:<me>")
      .replaceAll(/\b[a-f][0-9a-f]{7}\b/g, (id) => this.#name(id));
    return JSON.parse(text);
  }

  #name(id: string): string {
    const name = this.#known.get(id) ?? `<id ${this.#known.size + 1}>`;
    this.#known.set(id, name);
    return name;
  }
}

test("tasks and sections", async () => {
  const world = await newProject();
  world.write(join(world.project, "spec.md"), "# Shop\n\n## Log in\n\nPeople must log in.\n");
  world.write(join(world.project, "TODO.md"), "## Later\n\n- [x] Old\n- [ ] New\n- [?] Odd\n");
  const ids = new Ids();
  const said = async (line: readonly string[]): Promise<{ readonly id?: string }> => {
    const ended = await world.run([...line, "--json"]);
    const words = line.map((word) => (/^[a-f][0-9a-f]{7}$/.test(word) ? "ID" : word)).join(" ");
    expect({ code: ended.code, document: ids.pinned(world, ended) }).toMatchSnapshot(words);
    return documentOf(ended) as { readonly id?: string };
  };
  await said(["sections", "add", "Accounts"]);
  const { id = "" } = await said([
    "tasks",
    "add",
    "Log in",
    "--section",
    "Accounts",
    "--source",
    "spec.md#log-in",
  ]);
  await said(["tasks", "add", "Log out", "--after", id]);
  await said(["tasks", "update", id, "--status", "review"]);
  await said(["tasks", "reject", id, "--notes", "no test"]);
  await said(["tasks", "approve", id]);
  await said(["tasks", "list"]);
  await said(["tasks", "list", "--status", "complet"]);
  await said(["tasks", "show", id]);
  await said(["tasks", "show", "aaaaaaaa"]);
  await said(["tasks", "audit", id]);
  await said(["tasks", "import", "TODO.md"]);
  await said(["tasks", "export", "TODO.md", "--dry-run"]);
  await said(["sections", "list"]);
  await said(["sections", "skip", "Later"]);
  await said(["board"]);
});
