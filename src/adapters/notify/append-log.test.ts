import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { appendLog } from "./append-log.ts";

test("lines are added, in a folder that need not be there", async () => {
  const file = join(temporaryFolder(), "logs", "a.log");
  await appendLog({ file, bytesMax: 100 }, []);
  expect(existsSync(file)).toBe(false);
  await appendLog({ file, bytesMax: 100 }, ["one", "two"]);
  await appendLog({ file, bytesMax: 100 }, ["three"]);
  expect(readFileSync(file, "utf8")).toBe("one\ntwo\nthree\n");
});

test("a log that has grown too long is put aside, one generation of it", async () => {
  const file = join(temporaryFolder(), "a.log");
  for (const line of ["1234567890", "b", "1234567890", "d"]) await appendLog({ file, bytesMax: 5 }, [line]);
  expect(readFileSync(file, "utf8")).toBe("d\n");
  expect(readFileSync(`${file}.old`, "utf8")).toBe("b\n1234567890\n");
});
