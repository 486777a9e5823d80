import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { ResponseLog } from "./response-log.ts";

async function logged(add: (log: ResponseLog) => void): Promise<readonly string[]> {
  const file = join(temporaryFolder(), "response.log");
  const log = await ResponseLog.open(file, (text) => text.replaceAll('k"ey', "[key]"));
  add(log);
  await log.close();
  return readFileSync(file, "utf8").trimEnd().split("\n");
}

it("given pieces of one text, then they are one line, in which a key is found that was spread", async () => {
  const lines = await logged((log) => {
    log.add({ type: "start" });
    for (const text of ["a k", '"e', "y b"]) log.add({ delta: text }, { of: "text", text });
    log.add({ delta: "{}" }, { of: "arguments", text: "{}" });
    log.add({ type: "stop", deep: [{ 'k"ey': 'k"ey' }] });
  });
  expect(lines).toEqual([
    '{"type":"start"}',
    '{"text":"a [key] b","pieces":3}',
    '{"arguments":"{}","pieces":1}',
    '{"type":"stop","deep":[{"[key]":"[key]"}]}',
  ]);
});

it("given more than a log may hold, then it says so once and ends", async () => {
  const lines = await logged((log) => {
    for (let time = 0; time < 12; time += 1) log.add({ text: "x".repeat(1024 * 1024) });
  });
  expect(lines).toHaveLength(8);
  expect(lines.at(-1)).toBe('{"cut":"the rest is left out"}');
});

it("given an event that is nested without end, then its depths are left out", async () => {
  const deep: unknown = JSON.parse("[".repeat(5_000) + "]".repeat(5_000));
  const [line = ""] = await logged((log) => log.add(deep));
  expect(line).toBe(`${"[".repeat(32)}"…"${"]".repeat(32)}`);
});

it("given a place where nothing can be written, then nothing is, and nobody is bothered", async () => {
  const log = await ResponseLog.open("/dev/null/response.log", (text) => text);
  log.add({ type: "start" });
  await expect(log.close()).resolves.toBeUndefined();
});
