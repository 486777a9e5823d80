import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { readableProject } from "../../files/readable-project.ts";
import type { Tools } from "../converse.ts";
import { projectTools } from "./project-tools.ts";

const OUTSIDE = "nobody may read this";

interface Laid {
  readonly root: string;
  readonly outside: string;
  readonly tools: Tools;
}

/** A project beside a file that is none of its own. */
function laid(files: { readonly [path: string]: string | Uint8Array }, git = false): Laid {
  const folder = temporaryFolder();
  const root = join(folder, "project");
  const outside = join(folder, "outside.txt");
  mkdirSync(root);
  writeFileSync(outside, OUTSIDE);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  if (git) execFileSync("git", ["init", "-q"], { cwd: root });
  const clean = (text: string): string => text.replaceAll("sk-0123456789", "[redacted: KEY]");
  const signal = new AbortController().signal;
  return {
    root,
    outside,
    tools: projectTools({ project: readableProject(root, process.env), clean, signal }),
  };
}

function use(tools: Tools, name: string, args: unknown): Promise<{ text: string; failed: boolean }> {
  return tools.use({ id: "1", name, args: typeof args === "string" ? args : JSON.stringify(args) });
}

const FILES = {
  "README.md": "# Hello\n",
  "src/a.ts": "one\ntwo sk-0123456789 two\nthree\n",
  "src/deep/b.ts": "One\r\nTwo\r\n",
  ".env": "KEY=1\n",
  "node_modules/x/index.js": "one\n",
  ".parley/config.yaml": "one\n",
};

describe("list_files", () => {
  it.each([true, false])("given a project (git: %s), then what may be seen is listed", async (git) => {
    const { tools } = laid(FILES, git);
    expect((await use(tools, "list_files", {})).text).toBe("README.md\nsrc/a.ts\nsrc/deep/b.ts");
    expect((await use(tools, "list_files", "")).failed).toBe(false);
    expect((await use(tools, "list_files", { under: "./src/" })).text).toBe("src/a.ts\nsrc/deep/b.ts");
    expect((await use(tools, "list_files", { containing: "deep" })).text).toBe("src/deep/b.ts");
    expect((await use(tools, "list_files", { under: "../" })).text).toBe("no such files");
    expect((await use(tools, "list_files", { under: "sr" })).text).toBe("no such files");
  });

  it("given files that git ignores, then they are not listed", async () => {
    const { tools } = laid({ ...FILES, ".gitignore": "build/\n", "build/out.js": "one\n" }, true);
    expect((await use(tools, "list_files", {})).text).not.toContain("build/");
    expect((await use(tools, "read_file", { path: "build/out.js" })).failed).toBe(true);
  });

  it("given very many files, then some are listed and the rest is counted", async () => {
    const many = Object.fromEntries(Array.from({ length: 510 }, (_, n) => [`f/${n}.md`, ""]));
    const { text } = await use(laid(many).tools, "list_files", {});
    expect(text.split("\n")).toHaveLength(501);
    expect(text).toContain("(10 more; narrow it down)");
  });
});

describe("read_file", () => {
  it("given a file, then its lines come with their numbers, without keys", async () => {
    const { tools } = laid(FILES);
    expect(await use(tools, "read_file", { path: "./src/a.ts" })).toEqual({
      text: "1\tone\n2\ttwo [redacted: KEY] two\n3\tthree\n(lines 1 to 3 of 3)",
      failed: false,
    });
    expect((await use(tools, "read_file", { path: "src/deep/b.ts", from_line: 2, lines: 9 })).text).toBe(
      "2\tTwo\n(lines 2 to 2 of 2)",
    );
    expect((await use(tools, "read_file", { path: "README.md", from_line: 9 })).text).toBe(
      "(no such lines; the file has 1)",
    );
    expect((await use(tools, "read_file", { path: "README.md", from_line: -3, lines: 0 })).text).toContain(
      "# Hello",
    );
  });

  it("given a large file, then a part comes, and where it goes on", async () => {
    const { tools } = laid({
      "a.txt": "a line\n".repeat(1_000),
      "b.txt": `${"b".repeat(5_000)}\n`.repeat(300),
    });
    expect((await use(tools, "read_file", { path: "a.txt" })).text).toMatch(/\(lines 1 to 400 of 1000\)$/);
    const { text } = await use(tools, "read_file", { path: "b.txt" });
    expect(text.length).toBeLessThan(32_000);
    expect(text).toMatch(/ of 209, and more that is not looked at\)$/);
  });

  it.each([
    "../outside.txt",
    "../../etc/passwd",
    "../../../../../../etc/passwd",
    "/etc/passwd",
    "src/../../outside.txt",
    "src/../README.md",
    "README.md\0.png",
    "\0",
    "",
    ".",
    "src",
    ".env",
    ".git/config",
    ".parley/config.yaml",
    "node_modules/x/index.js",
    "link.txt",
    "linked/outside.txt",
    "file:///etc/passwd",
  ])("given the path %j, then nothing is read", async (path) => {
    const { root, outside, tools } = laid(FILES, true);
    symlinkSync(outside, join(root, "link.txt"));
    symlinkSync(dirname(outside), join(root, "linked"));
    const { text, failed } = await use(tools, "read_file", { path });
    expect(failed).toBe(true);
    expect(text).not.toContain(OUTSIDE);
    expect(text).not.toContain("root:");
  });

  it("given any path, then nothing from outside is read and nothing is thrown", async () => {
    const { tools } = laid(FILES);
    const step = fc.constantFrom(
      "..",
      ".",
      "",
      "src",
      "outside.txt",
      "etc",
      "passwd",
      "\0",
      "a.ts",
      "~",
      "%2e%2e",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const { text } = await use(tools, "read_file", { path: steps.join("/") });
        expect(text).not.toContain(OUTSIDE);
      }),
    );
  });

  it("given a file that became a link after it was listed, then it is not followed", async () => {
    const { root, outside, tools } = laid(FILES);
    await use(tools, "list_files", {});
    rmSync(join(root, "README.md"));
    symlinkSync(outside, join(root, "README.md"));
    rmSync(join(root, "src"), { recursive: true });
    mkdirSync(join(dirname(outside), "other"));
    writeFileSync(join(dirname(outside), "other/a.ts"), OUTSIDE);
    symlinkSync(join(dirname(outside), "other"), join(root, "src"));
    for (const path of ["README.md", "src/a.ts"]) {
      expect(await use(tools, "read_file", { path })).toEqual({
        text: `${path} is not shown: it is reached through a link`,
        failed: true,
      });
    }
    expect((await use(tools, "search_text", { text: "nobody" })).text).toBe("not found");
  });

  it("given what is no text, then it is not shown", async () => {
    const { root, tools } = laid({ "a.bin": new Uint8Array([1, 0, 2]) });
    execFileSync("mkfifo", [join(root, "pipe")]);
    expect((await use(tools, "read_file", { path: "a.bin" })).text).toBe("a.bin is not shown: it is no text");
    expect((await use(tools, "read_file", { path: "pipe" })).failed).toBe(true);
  });
});

describe("search_text", () => {
  it("given a text, then the lines that hold it come with their places", async () => {
    const { tools } = laid(FILES);
    expect((await use(tools, "search_text", { text: "two" })).text).toBe(
      "src/a.ts:2: two [redacted: KEY] two",
    );
    expect((await use(tools, "search_text", { text: "TWO", ignore_case: true })).text).toBe(
      "src/a.ts:2: two [redacted: KEY] two\nsrc/deep/b.ts:2: Two",
    );
    expect((await use(tools, "search_text", { text: "one", under: "src/deep" })).text).toBe("not found");
    expect((await use(tools, "search_text", { text: "sk-0123456789" })).text).toBe("not found");
  });

  it("given a pattern that would keep a machine busy, then it is only a text", async () => {
    const { tools } = laid({ "a.txt": `${"a".repeat(50_000)}\n(a+)+$\n` });
    expect((await use(tools, "search_text", { text: "(a+)+$" })).text).toBe("a.txt:2: (a+)+$");
  });

  it("given very many lines that hold it, then some come, cut", async () => {
    const { tools } = laid({ "a.txt": `${"x".repeat(1_000)}\n`.repeat(500) });
    const { text } = await use(tools, "search_text", { text: "x" });
    expect(text.split("\n")).toHaveLength(101);
    expect(text).toContain("(there are more; narrow it down)");
    expect(text.length).toBeLessThan(33_000);
  });
});

describe("any tool", () => {
  it.each([
    ["write_file", { path: "README.md", text: "x" }],
    ["__proto__", {}],
    ["read_file", {}],
    ["read_file", "{"],
    ["read_file", "[]"],
    ["read_file", { path: 7 }],
    ["search_text", { text: " " }],
  ])("given the call %s %j, then it fails with words", async (name, args) => {
    const { text, failed } = await use(laid(FILES).tools, name, args);
    expect(failed).toBe(true);
    expect(text).not.toBe("");
  });
});
