import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { readWith, shellWith, writeWith } from "./tools.ts";
import type { OfferedTool } from "./wire.ts";

function tool(name: string, properties?: object, more: Partial<OfferedTool> = {}): OfferedTool {
  const schema = properties === undefined ? undefined : { type: "object", properties };
  return { name, kind: "function", namespace: null, schema, ...more };
}

const TEXT = { type: "string" };
const CLAUDE = [
  tool("Bash", { command: TEXT, description: TEXT }),
  tool("Read", { file_path: TEXT }),
  tool("Write", { file_path: TEXT, content: TEXT }),
];

it("given claude's tools, then files are written and read by their own tools", () => {
  expect(writeWith(CLAUDE, "a.md", "x")).toMatchObject({
    name: "Write",
    args: { file_path: "a.md", content: "x" },
  });
  expect(readWith(CLAUDE, "a.md")).toMatchObject({ name: "Read", args: { file_path: "a.md" } });
  expect(shellWith(CLAUDE, "ls")).toMatchObject({ name: "Bash", args: { command: "ls" } });
});

it("given codex's tools, then a file is written by a patch and read by the shell", () => {
  const codex = [tool("exec_command", { cmd: TEXT }), tool("apply_patch", undefined, { kind: "custom" })];
  expect(writeWith(codex, "a.md", "x\n\ny\n")).toEqual({
    kind: "custom",
    name: "apply_patch",
    input: "*** Begin Patch\n*** Add File: a.md\n+x\n+\n+y\n*** End Patch",
  });
  expect(readWith(codex, "a.md")).toMatchObject({ name: "exec_command", args: { cmd: "cat 'a.md'" } });
});

it("given a shell that takes a list of words, then it gets one", () => {
  const shell = tool("shell", { command: { type: "array" } });
  expect(shellWith([shell], "ls")).toMatchObject({ args: { command: ["bash", "-lc", "ls"] } });
});

it("given arguments that a schema insists on, then each has something of its type", () => {
  const schema = {
    properties: { path: TEXT, limit: { type: "integer" }, why: TEXT },
    required: ["path", "limit", "why"],
  };
  const reader = tool("read_file", undefined, { schema, namespace: "files" });
  expect(readWith([reader], "a.md")).toEqual({
    kind: "function",
    name: "read_file",
    namespace: "files",
    args: { path: "a.md", limit: 1, why: "scripted" },
  });
});

it("given a tool that writes the one document there is, then no path is named", () => {
  expect(writeWith([tool("write_document", { text: TEXT })], "a.md", "x")).toMatchObject({
    args: { text: "x" },
  });
});

it("given no tool for it, then nothing is called", () => {
  expect([writeWith([], "a", "x"), readWith([], "a"), shellWith([], "ls")]).toEqual([null, null, null]);
});

it("given a shell alone, then whatever the text, it is written to the byte", () => {
  const folder = temporaryFolder();
  const words = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"));
  fc.assert(
    fc.property(words, (text) => {
      const use = writeWith([tool("shell")], "it's here.md", text);
      const command = use?.kind === "function" ? String(use.args.command) : "";
      execFileSync("/bin/sh", ["-c", command], { cwd: folder });
      expect(readFileSync(join(folder, "it's here.md"), "utf8")).toBe(text);
    }),
    { numRuns: 30 },
  );
});
