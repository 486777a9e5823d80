// What every folder of documents must do.
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { diskFolder } from "../../src/adapters/files/folder.ts";
import type { Folder } from "../../src/engine/ports.ts";
import { memoryFolder } from "../support/session-world.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textIn = async (folder: Folder, path: string): Promise<string | null> => {
  const found = await folder.read(path);
  return found === null ? null : new TextDecoder().decode(found);
};

describe.each<[string, () => Folder]>([
  ["disk", () => diskFolder(join(temporaryFolder(), "not", "yet", "there"))],
  ["memory", () => memoryFolder()],
])("%s", (_, open) => {
  it("reads what was written, newest first, and nothing where nothing is", async () => {
    const folder = open();
    expect(await folder.read("round_001/engineer.md")).toBeNull();
    await folder.write("round_001/engineer.md", bytes("one"));
    await folder.write("round_001/engineer.md", bytes("two"));
    expect(await textIn(folder, "round_001/engineer.md")).toBe("two");
  });

  it("flushes what was written, also where it has been taken away since", async () => {
    const folder = open();
    await folder.write("a.md", bytes("one"));
    await folder.write("round_001/a.md", bytes("two"));
    await folder.remove("a.md");
    await folder.flush(["a.md", "round_001/a.md"]);
    expect(await textIn(folder, "round_001/a.md")).toBe("two");
  });

  it("removes a file, also one that is not there", async () => {
    const folder = open();
    await folder.write("a.md", bytes("one"));
    await folder.remove("a.md");
    await folder.remove("a.md");
    expect(await folder.read("a.md")).toBeNull();
  });

  it("sets a file aside under a name that was free", async () => {
    const folder = open();
    await folder.write("a.md", bytes("mine"));
    expect(await folder.setAside("a.md")).toBe("a.md.edited");
    expect(await folder.read("a.md")).toBeNull();
    await folder.write("a.md", bytes("mine again"));
    expect(await folder.setAside("a.md")).toBe("a.md.edited-2");
    expect(await textIn(folder, "a.md.edited")).toBe("mine");
    expect(await textIn(folder, "a.md.edited-2")).toBe("mine again");
  });
});

describe("disk alone", () => {
  it("leaves no unfinished file behind, and a file that is a folder in the way is said", async () => {
    const root = temporaryFolder();
    const folder = diskFolder(root);
    await folder.write("x/a.md", bytes("one"));
    expect(readdirSync(join(root, "x"))).toEqual(["a.md"]);
    await expect(folder.write("x", bytes("two"))).rejects.toThrow(/EISDIR|directory/);
    expect(readdirSync(root)).toEqual(["x"]);
    writeFileSync(join(root, "y"), "");
    expect(await folder.read("y/a.md")).toBeNull();
  });
});
