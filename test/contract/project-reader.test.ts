// What every reader of a project must do: show what agents may see, and nothing else.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectReader } from "../../src/adapters/files/project-reader.ts";
import { readableProject } from "../../src/adapters/files/readable-project.ts";
import type { ProjectReader } from "../../src/engine/ports.ts";
import { memoryProject } from "../support/session-world.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

function folderWith(files: Files): string {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

function readerAt(root: string): ProjectReader {
  return projectReader(readableProject(root, process.env));
}

describe.each<[string, (files: Readonly<Record<string, string>>) => ProjectReader]>([
  ["disk", (files) => readerAt(folderWith(files))],
  ["memory", memoryProject],
])("%s", (_, open) => {
  it("given a file, then its text to the letter, line ends and all", async () => {
    const reader = open({ "src/a.ts": "\uFEFFone\r\ntwo\n" });
    expect(await reader.read("src/a.ts")).toEqual({ at: "text", text: "\uFEFFone\r\ntwo\n" });
  });

  it.each(["b.ts", "src", "", "toString"])("given %j, which is no file, then nothing", async (path) => {
    const reader = open({ "src/a.ts": "one" });
    expect(await reader.read(path)).toMatchObject({
      at: "none",
      why: expect.stringContaining("no such file"),
    });
  });
});

describe("disk alone", () => {
  it.each(["../outside.ts", "src/../../outside.ts", "src/../src/a.ts", ".env", ".git/config", "keys/id_rsa"])(
    "given %s, then it is not among what agents may see",
    async (path) => {
      const root = folderWith({
        "project/src/a.ts": "one",
        "project/.env": "KEY=1",
        "project/keys/id_rsa": "1",
        "outside.ts": "two",
      });
      const read = await readerAt(join(root, "project")).read(path);
      expect(read).toMatchObject({ at: "none", why: expect.stringContaining("no such file") });
    },
  );

  it("given a link, to a file or a folder outside, then it is not followed", async () => {
    const root = folderWith({ "project/a.ts": "one", "outside/b.ts": "two" });
    const project = join(root, "project");
    symlinkSync(join(root, "outside"), join(project, "linked"));
    symlinkSync(join(root, "outside", "b.ts"), join(project, "b.ts"));
    const reader = projectReader({
      root: project,
      list: async () => ({ paths: ["a.ts", "b.ts", "linked/b.ts"], isCut: false }),
    });
    expect(await reader.read("a.ts")).toMatchObject({ at: "text" });
    for (const path of ["b.ts", "linked/b.ts"])
      expect(await reader.read(path)).toEqual({ at: "none", why: "it is reached through a link" });
  });

  it("given 5 MB of text, then all of it; given more than 8 MB, bytes that are no text, or no UTF-8, then why not", async () => {
    const line = "a line of forty characters, more or less\n";
    const reader = readerAt(
      folderWith({
        "large.txt": line.repeat(128_000),
        "larger.txt": line.repeat(220_000),
        "image.png": new Uint8Array([137, 80, 78, 71, 0, 1]),
        "latin.txt": new Uint8Array([0x63, 0x61, 0x66, 0xe9]),
      }),
    );
    const large = await reader.read("large.txt");
    expect(large.at === "text" ? large.text.length : 0).toBe(line.length * 128_000);
    expect(await reader.read("larger.txt")).toEqual({ at: "none", why: "the file is larger than 8 MB" });
    expect(await reader.read("image.png")).toEqual({ at: "none", why: "it is no text" });
    expect(await reader.read("latin.txt")).toEqual({ at: "none", why: "it is not UTF-8 text" });
  });
});
