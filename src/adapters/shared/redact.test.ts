import fc from "fast-check";
import { expect, test } from "vitest";
import { redactSecrets, secretsOf } from "./redact.ts";

test("keys are known by their names or because they are named", () => {
  const env = {
    ANTHROPIC_API_KEY: "sk-ant-123456",
    GITHUB_TOKEN: "ghp_1234567",
    DB_PASSWORD: "correct horse",
    MINE: "something-long",
    HOME: "/home/somebody",
    SHORT_KEY: "1234567",
    UNSET_KEY: undefined,
  };
  expect(secretsOf(env, ["MINE", "UNSET_KEY"]).map(({ name }) => name)).toEqual([
    "ANTHROPIC_API_KEY",
    "GITHUB_TOKEN",
    "DB_PASSWORD",
    "MINE",
  ]);
});

test.each(["TOKEN", "PASSWORD", "SECRET", "GITHUB_PAT", "GOOGLE_CREDENTIALS", "api_key"])(
  "a variable called %s holds a key",
  (name) => {
    expect(secretsOf({ [name]: "0123456789" }, [])).toEqual([{ name, value: "0123456789" }]);
  },
);

test.each(["PATH", "PATTERN", "TOKENS_MAX", "SECRETARY", "COMPAT"])(
  "a variable called %s holds none",
  (name) => {
    expect(secretsOf({ [name]: "0123456789" }, [])).toEqual([]);
  },
);

test.each(["HTTPS_PROXY", "http_proxy", "ALL_PROXY"])(
  "of %s the password in it is a key, and no more",
  (name) => {
    const secrets = secretsOf({ [name]: "http://me:pass%2Fword-1@proxy:8080/" }, []);
    expect(redactSecrets("http://me:pass%2Fword-1@proxy:8080/ or pass/word-1", secrets)).toBe(
      `http://me:[redacted: ${name}]@proxy:8080/ or [redacted: ${name}]`,
    );
    expect(secretsOf({ [name]: "http://proxy:8080" }, [])).toEqual([]);
    expect(secretsOf({ [name]: "http://me:%zz%zz%zz@proxy" }, [])).toEqual([{ name, value: "%zz%zz%zz" }]);
  },
);

test("what is sent along with requests is a key, header by header", () => {
  const name = "ANTHROPIC_CUSTOM_HEADERS";
  const secrets = secretsOf({ [name]: "X-Auth: Bearer abc-0123456789\nX-Short: a" }, []);
  const clean = `[redacted: ${name}]`;
  expect(redactSecrets("Bearer abc-0123456789", secrets)).toBe(clean);
  expect(redactSecrets("the token is abc-0123456789", secrets)).toBe(`the token is ${clean}`);
});

test("given a key within another, then nothing of either is left", () => {
  const secrets = [
    { name: "PART", value: "abcdefgh" },
    { name: "WHOLE", value: "abcdefgh-and-more" },
  ];
  expect(redactSecrets("1 abcdefgh-and-more 2 abcdefgh 3", secrets)).toBe(
    "1 [redacted: WHOLE] 2 [redacted: PART] 3",
  );
});

test("given a key that looks like a pattern, then it is taken as it is", () => {
  expect(redactSecrets("a $&.*(x) b", [{ name: "$&_KEY", value: "$&.*(x)" }])).toBe("a [redacted: $&_KEY] b");
});

test("whatever stands around it, a key is gone", () => {
  const value = fc.string({ minLength: 8 }).filter((text) => !"[redacted: A_KEY]".includes(text));
  fc.assert(
    fc.property(value, fc.string(), fc.string(), (key, before, after) => {
      const text = redactSecrets(`${before}${key}${after}`, [{ name: "A_KEY", value: key }]);
      // Pieces that were not a key may form one around the name; only a key made of such pieces could.
      if (!key.includes("[") && !key.includes("]")) expect(text).not.toContain(key);
    }),
  );
});

test("given a word or a path in a variable that the settings name, then it is no key; in one called a key it is", () => {
  const env = {
    NODE_ENV: "production",
    TOOLS: "/usr/local/bin",
    MY_ID: "abcdefgh1",
    LOCAL_KEY: "wonderland",
  };
  expect(secretsOf(env, ["NODE_ENV", "TOOLS", "MY_ID"]).map(({ name }) => name)).toEqual([
    "MY_ID",
    "LOCAL_KEY",
  ]);
});
