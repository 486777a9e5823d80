import {
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
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { redactSecrets } from "../shared/redact.ts";
import { CHUNK_BYTES } from "./read-document.ts";
import { scrubFile } from "./scrub-file.ts";

const KEY = { name: "A_KEY", value: "0123456789" };
const LONGER = { name: "B_KEY", value: "0123456789-and-more" };

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "parley-test-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

test("given keys anywhere, also over the border of what is read at once, then the file is as the text would be", async () => {
  const file = join(folder(), "log");
  const places = fc.array(fc.integer({ min: CHUNK_BYTES - 25, max: CHUNK_BYTES + 5 }), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(places, fc.constantFrom(KEY, LONGER), async (offsets, key) => {
      const text = offsets.reduce(
        (before, offset) => before.slice(0, offset) + key.value + before.slice(offset),
        "x".repeat(CHUNK_BYTES + 100),
      );
      writeFileSync(file, text);
      await scrubFile(file, [KEY, LONGER]);
      expect(readFileSync(file, "utf8") === redactSecrets(text, [KEY, LONGER])).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test("given a key as JSON writes it, then it is gone too", async () => {
  const file = join(folder(), "log");
  const odd = { name: "ODD_KEY", value: 'a"b\\c-123' };
  writeFileSync(file, `${JSON.stringify({ text: odd.value })}\n`);
  await scrubFile(file, [odd]);
  expect(readFileSync(file, "utf8")).toBe('{"text":"[redacted: ODD_KEY]"}\n');
});

test("given bytes that are no text, then only the key is taken out", async () => {
  const file = join(folder(), "log");
  writeFileSync(
    file,
    Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from(KEY.value), Buffer.from([0xfe])]),
  );
  await scrubFile(file, [KEY]);
  expect(readFileSync(file)).toEqual(
    Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from("[redacted: A_KEY]"), Buffer.from([0xfe])]),
  );
});

test("given a file without keys, a link or nothing at all, then nothing is done", async () => {
  const root = folder();
  writeFileSync(join(root, "clean"), "x");
  writeFileSync(join(root, "real"), KEY.value);
  symlinkSync("real", join(root, "link"));
  const before = statSync(join(root, "clean")).ino;
  for (const name of ["clean", "link", "missing", "."]) await scrubFile(join(root, name), [KEY]);
  await scrubFile(join(root, "real"), []);
  expect(statSync(join(root, "clean")).ino).toBe(before);
  expect(readFileSync(join(root, "real"), "utf8")).toBe(KEY.value);
  expect(readdirSync(root).sort()).toEqual(["clean", "link", "real"]);
});

test("given nothing but keys, then it does not take for ever", async () => {
  const file = join(folder(), "log");
  writeFileSync(file, KEY.value.repeat(300_000));
  const others = Array.from({ length: 20 }, (_, n) => ({ name: `K${n}_KEY`, value: `not in there ${n}` }));
  await scrubFile(file, [KEY, ...others]);
  expect(readFileSync(file, "utf8") === "[redacted: A_KEY]".repeat(300_000)).toBe(true);
});
