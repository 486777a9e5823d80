// What every shelf of finished specs must do.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { diskShelf } from "../../src/adapters/files/spec-shelf.ts";
import type { SpecShelf } from "../../src/engine/ports.ts";
import { memoryShelf } from "../support/session-world.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe.each<[string, () => SpecShelf]>([
  [
    "disk",
    () => {
      const root = temporaryFolder();
      return diskShelf({ root, source: join(root, "spec.md"), out: null, taken: new Set() });
    },
  ],
  ["memory", () => memoryShelf()],
])("%s", (_, open) => {
  it("gives each text a number of its own, and the same text the same", async () => {
    const shelf = open();
    expect(await shelf.put(bytes("one"))).toBe("spec_v1.md");
    expect(await shelf.put(bytes("two"))).toBe("spec_v2.md");
    expect(await shelf.put(bytes("one"))).toBe("spec_v1.md");
  });
});

describe("disk alone", () => {
  const shelfAt = (root: string, source: string, out: string | null = null, taken = new Set<string>()) =>
    diskShelf({ root, source: join(root, source), out: out === null ? null : join(root, out), taken });

  it("never writes over what is there, file or folder, and tells the place from the root", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, "docs"));
    writeFileSync(join(root, "docs", "spec_v1.md"), "somebody's");
    mkdirSync(join(root, "docs", "spec_v2.md"));
    expect(await shelfAt(root, "docs/spec.md").put(bytes("ours"))).toBe(join("docs", "spec_v3.md"));
    expect(readFileSync(join(root, "docs", "spec_v1.md"), "utf8")).toBe("somebody's");
    expect(readdirSync(join(root, "docs")).sort()).toEqual(["spec_v1.md", "spec_v2.md", "spec_v3.md"]);
  });

  it("leaves another session's alone, also where the text is the same", async () => {
    const root = temporaryFolder();
    expect(await shelfAt(root, "spec.md").put(bytes("same"))).toBe("spec_v1.md");
    const taken = new Set([join(root, "spec_v1.md")]);
    expect(await shelfAt(root, "spec.md", null, taken).put(bytes("same"))).toBe("spec_v2.md");
  });

  it("counts on from a source that has a number", async () => {
    const root = temporaryFolder();
    expect(await shelfAt(root, "spec_v3.md").put(bytes("ours"))).toBe("spec_v4.md");
    expect(await shelfAt(root, "notes").put(bytes("ours"))).toBe("notes_v1.md");
  });

  it("puts it where it is wanted, or beside that where something is", async () => {
    const root = temporaryFolder();
    const shelf = shelfAt(root, "spec.md", "out/final.md");
    expect(await shelf.put(bytes("one"))).toBe(join("out", "final.md"));
    expect(await shelf.put(bytes("two"))).toBe(join("out", "final_v2.md"));
  });

  it("given many at once, each text is there once and whole, and nothing is left over", async () => {
    const root = temporaryFolder();
    const texts = Array.from({ length: 8 }, (_, writer) => `${writer} `.repeat(20_000));
    const twice = [...texts, ...texts];
    const places = await Promise.all(twice.map((text) => shelfAt(root, "spec.md").put(bytes(text))));
    expect(new Set(places).size).toBe(texts.length);
    for (const [index, place] of places.entries())
      expect(readFileSync(join(root, place), "utf8")).toBe(twice[index]);
    expect(readdirSync(root)).toHaveLength(texts.length);
  });
});
