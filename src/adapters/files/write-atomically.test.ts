import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createFile, createFolders } from "./create-file.ts";
import { readText } from "./read-text.ts";
import { writeAtomically } from "./write-atomically.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "parley-test-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

test("mode and links stay, nothing else is left", async () => {
  const root = folder();
  mkdirSync(join(root, "real"));
  const real = join(root, "real/file");
  writeFileSync(real, "old");
  chmodSync(real, 0o604);
  symlinkSync("real/file", join(root, "one"));
  symlinkSync("one", join(root, "two"));
  writeFileSync(join(root, "real/.file.unfinished"), "left by a killed writer");
  await writeAtomically(join(root, "two"), "new");
  expect(readFileSync(real, "utf8")).toBe("new");
  expect(statSync(real).mode & 0o777).toBe(0o604);
  expect(lstatSync(join(root, "two")).isSymbolicLink()).toBe(true);
  expect(readdirSync(join(root, "real"))).toEqual(["file"]);
});

test("links in a circle are an error", async () => {
  const root = folder();
  symlinkSync("b", join(root, "a"));
  symlinkSync("a", join(root, "b"));
  await expect(writeAtomically(join(root, "a"), "x")).rejects.toThrow("ELOOP");
});

test("a file is created once", async () => {
  const file = join(folder(), "x");
  expect(await createFile(file, "one")).toBe(true);
  expect(await createFile(file, "two")).toBe(false);
  expect(readFileSync(file, "utf8")).toBe("one");
});

test("folders that cannot be made end in an error, not in a loop", async () => {
  await expect(createFolders("/proc/nowhere/at/all")).rejects.toThrow("ENOENT");
});

test("reading is bounded and says what it found", async () => {
  const root = folder();
  const file = join(root, "x");
  writeFileSync(file, "\uFEFFabc");
  expect(await readText(file, 6)).toEqual({ at: "read", text: "\uFEFFabc", damaged: false });
  expect(await readText(file, 5)).toEqual({ at: "too-large", bytesMax: 5 });
  expect(await readText(join(root, "y"), 5)).toEqual({ at: "missing" });
  expect(await readText(root, 5)).toMatchObject({ at: "unreadable" });
  expect(await readText("/dev/zero", 5)).toMatchObject({ at: "unreadable" });
  writeFileSync(file, new Uint8Array([0xff, 0xfe]));
  expect(await readText(file, 5)).toMatchObject({ at: "unreadable", reason: "it is not UTF-8 text" });
});
