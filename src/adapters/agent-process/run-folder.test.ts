import { expect, test } from "vitest";
import type { CallKey } from "../../core/shared/call-key.ts";
import { runFolderOf } from "./run-folder.ts";

const KEY = "s/1.0/reviewer/-/1/1" as CallKey;
const markWith = (nonce: string) => ({ nonce, promptHash: "p", sealKey: "k" });

test("given two launches of one call, then each has a folder of its own, and neither is the one of an older version", () => {
  const folders = [null, markWith("one"), markWith("two")].map(
    (mark) => runFolderOf("/runs", { key: KEY, mark }).path,
  );
  expect(new Set(folders).size).toBe(3);
});
