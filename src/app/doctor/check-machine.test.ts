import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkFolder, checkNode, spaceRow } from "./check-machine.ts";

test.each([
  ["20.19.0", "ok"],
  ["20.18.9", "fail"],
  ["18.20.0", "fail"],
  ["21.0.0", "ok"],
  ["24.1.0", "ok"],
])("Node %s is %s", (version, status) => {
  expect(checkNode(version).status).toBe(status);
});

const MB = 1024 * 1024;

test.each([
  [2048 * MB, "ok", "2.0 GB free"],
  [1024 * MB, "ok", "1.0 GB free"],
  [1023 * MB, "warn", "1023.0 MB free"],
  [50 * MB, "warn", "50.0 MB free"],
  [49 * MB, "fail", "49.0 MB free"],
  [10, "fail", "1 KB free"],
])("%i bytes of space are %s", (bytes, status, detail) => {
  expect(spaceRow("disk space", bytes)).toMatchObject({ status, detail });
});

test("folders: there, to be made, in the way of a file", async () => {
  const root = mkdtempSync(join(tmpdir(), "parley-test-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, "there"));
  writeFileSync(join(root, "file"), "");
  expect((await checkFolder("x", join(root, "there"))).status).toBe("ok");
  expect((await checkFolder("x", join(root, "a/b/c"))).detail).toContain("created when needed");
  expect((await checkFolder("x", join(root, "file"))).status).toBe("fail");
  writeFileSync(join(root, "program"), "", { mode: 0o755 });
  mkdirSync(join(root, "closed"), { mode: 0o555 });
  for (const below of ["file/x", "program/x/y", "closed/x"])
    expect(await checkFolder("x", join(root, below)), below).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("cannot be created"),
    });
  expect((await checkFolder("x", "/proc/x/y")).status).toBe("warn");
  expect(readdirSync(root).sort()).toEqual(["closed", "file", "program", "there"]);
});
