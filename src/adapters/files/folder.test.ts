import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { diskFolder } from "./folder.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it("given what a killed writer left behind, the next write of that file takes it away and nothing else", async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, "round_001"));
  const kept = ["status.md.edited", "status.md.unfinished", "summary.md.0123456789ab.unfinished"];
  for (const name of ["status.md.0123456789ab.unfinished", ...kept]) {
    writeFileSync(join(root, "round_001", name), "half");
  }
  await diskFolder(root).write("round_001/status.md", bytes("whole"));
  expect(readdirSync(join(root, "round_001")).sort()).toEqual(["status.md", ...kept].sort());
  expect(readFileSync(join(root, "round_001/status.md"), "utf8")).toBe("whole");
});

it("given many writers of one file at once, it is one of theirs and whole, and nothing is left over", async () => {
  const root = temporaryFolder();
  const texts = Array.from({ length: 16 }, (_, writer) => `${writer} `.repeat(20_000));
  await Promise.all(texts.map((text) => diskFolder(root).write("status.md", bytes(text))));
  expect(readdirSync(root)).toEqual(["status.md"]);
  expect(texts).toContain(readFileSync(join(root, "status.md"), "utf8"));
});

it("given a folder that cannot be written to, a write says so", async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, "status.md"));
  await expect(diskFolder(root).write("status.md", bytes("x"))).rejects.toThrow(/EISDIR|ENOTDIR|EEXIST/);
  expect(readdirSync(root)).toEqual(["status.md"]);
});
