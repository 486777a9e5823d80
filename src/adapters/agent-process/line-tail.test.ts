import { appendFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { LineTail } from "./line-tail.ts";

const ALL = Number.MAX_SAFE_INTEGER;

function emptyFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "stdout.log");
  writeFileSync(file, "");
  return file;
}

test("however a text comes in, its lines are the same and no byte is missing", async () => {
  const file = emptyFile();
  const parts = fc.array(fc.constantFrom("a", "€", "\n", "\n\n", "some words", "\r\n"), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(parts, async (texts) => {
      writeFileSync(file, "");
      const lines: string[] = [];
      let size = 0;
      const tail = await LineTail.open(file, (line) => {
        lines.push(Buffer.from(line.bytes).toString());
        size += line.size;
        expect(line.endsAt).toBe(size);
      });
      for (const text of texts) {
        appendFileSync(file, text);
        await tail.read(ALL, ALL);
      }
      await tail.close();
      const whole = texts.join("");
      expect(lines).toEqual(
        whole
          .replace(/\n$/, "")
          .split("\n")
          .slice(whole === "" ? 1 : 0),
      );
      expect(size).toBe(Buffer.byteLength(whole));
    }),
    { numRuns: 100 },
  );
});

test("nothing after the bound is read", async () => {
  const file = emptyFile();
  writeFileSync(file, "one\ntwo\nthree\n");
  const lines: string[] = [];
  const tail = await LineTail.open(file, ({ bytes }) => lines.push(Buffer.from(bytes).toString()));
  expect(await tail.read(ALL, 6)).toBe(false);
  await tail.close();
  expect(lines).toEqual(["one", "tw"]);
});

test("what is no file has no lines", async () => {
  const file = emptyFile();
  symlinkSync("/etc/passwd", `${file}.link`);
  for (const odd of [`${file}.missing`, `${file}.link`, tmpdir()]) {
    const tail = await LineTail.open(odd, () => expect.unreachable());
    expect(await tail.read(ALL, ALL)).toBe(false);
    await tail.close();
  }
});
