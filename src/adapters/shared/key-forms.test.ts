import fc from "fast-check";
import { expect, test } from "vitest";
import { keyForms, redactSecrets } from "./redact.ts";

const KEY = fc.string({ unit: fc.constantFrom(..."abcdefXYZ0123456789-_+/."), minLength: 16, maxLength: 60 });
const AROUND = fc.string({ maxLength: 40 });

const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  base64: (text) => Buffer.from(text).toString("base64"),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  hex: (text) => Buffer.from(text).toString("hex"),
  "upper hex": (text) => Buffer.from(text).toString("hex").toUpperCase(),
  reversed: (text) => [...text].reverse().join(""),
  percent: (text) => encodeURIComponent(text),
  json: (text) => JSON.stringify(text),
};

/** How a text is read back by whoever looks for the key. */
const DECODINGS: Readonly<Record<string, (text: string) => string>> = {
  ...{ plain: (text) => text, json: (text) => text, percent: (text) => text },
  base64: (text) => Buffer.from(text, "base64").toString(),
  base64url: (text) => Buffer.from(text, "base64url").toString(),
  hex: (text) => Buffer.from(text, "hex").toString(),
  "upper hex": (text) => Buffer.from(text, "hex").toString(),
  reversed: (text) => [...text].reverse().join(""),
};

test.each(Object.keys(ENCODINGS))("a key in the midst of a text that is encoded (%s) is found", (name) => {
  const [encode, decode] = [ENCODINGS[name], DECODINGS[name]];
  if (encode === undefined || decode === undefined) return expect.unreachable();
  fc.assert(
    fc.property(KEY, AROUND, AROUND, fc.nat({ max: 200 }), (value, before, after, at) => {
      const encoded = encode(`${before}${value}${after}`);
      const secrets = [{ name: "A_KEY", value }];
      for (const text of [encoded, `${encoded.slice(0, at)}\r\n  ${encoded.slice(at)}`]) {
        const clean = redactSecrets(text, secrets);
        expect(clean).toContain("[redacted: A_KEY]");
        expect(decode(clean.replaceAll(/\s/g, "")).includes(value)).toBe(false);
      }
    }),
  );
});

test("a text without the key stays as it is", () => {
  fc.assert(
    fc.property(KEY, fc.string({ unit: "grapheme", maxLength: 400 }), (value, text) => {
      fc.pre(keyForms(value).every((form) => !text.replaceAll(/\s/g, "").includes(form)));
      expect(redactSecrets(text, [{ name: "A_KEY", value }])).toBe(text);
    }),
  );
});
