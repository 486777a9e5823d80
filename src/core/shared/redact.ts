// Keys must not leave in what an agent says or writes: whoever holds one may print it, or be talked into printing it.

export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** A shorter value would take away ordinary words. */
const SECRET_CHARS_MIN = 8;

/** Names by which variables that hold a key are known, whoever set them. */
const KEY_NAME = /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PAT|CREDENTIALS)$/i;
/** A word or a path, in a variable whose name does not say that it is a key: `production`, `/usr/bin`. */
const ORDINARY = /^(?:[A-Za-z]+|[~.]{0,2}\/.*)$/;
/** Its lines are headers that go with every request, among them such as let one in. */
const HEADERS_NAME = /^ANTHROPIC_CUSTOM_HEADERS$/;
const PROXY_NAME = /^(?:https?|all|ftp)_proxy$/i;

/** The keys in an environment: those named here, and those whose names say so. */
export function secretsOf(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): readonly Secret[] {
  const named = new Set(names);
  return Object.entries(env).flatMap(([name, value = ""]) => {
    const isKey =
      KEY_NAME.test(name) || HEADERS_NAME.test(name) || (named.has(name) && !ORDINARY.test(value));
    const whole = isKey ? [value] : [];
    const values = new Set([...whole, ...partsOf(name, value)]);
    return [...values]
      .filter(({ length }) => length >= SECRET_CHARS_MIN)
      .map((found) => ({ name, value: found }));
  });
}

/** What in a value is a key, where the rest of it is none, or where it may turn up without the rest. */
function partsOf(name: string, value: string): readonly string[] {
  if (PROXY_NAME.test(name)) return passwordIn(value);
  if (!HEADERS_NAME.test(name)) return [];
  return value.split("\n").flatMap((line) => {
    const header = line.slice(line.indexOf(":") + 1).trim();
    return [header, header.replace(/^(?:Bearer|Basic)\s+/i, "")];
  });
}

const PASSWORD_IN_ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#@:]*:([^/?#]*)@/i;

/** As it stands in an address, and as it was before it was written there. */
function passwordIn(address: string): readonly string[] {
  const written = PASSWORD_IN_ADDRESS.exec(address)?.[1] ?? "";
  try {
    return [written, decodeURIComponent(written)];
  } catch {
    return [written];
  }
}

/** The text with each key replaced by its name. */
export function redacted(text: string, secrets: readonly Secret[]): string {
  // The longest first: a key may be part of another, whose rest would stay.
  const longestFirst = secrets.toSorted((a, b) => b.value.length - a.value.length);
  return longestFirst.reduce(
    (done, { name, value }) => done.replaceAll(value, () => `[redacted: ${name}]`),
    text,
  );
}
