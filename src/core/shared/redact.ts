// Keys must not leave in what an agent says or writes: whoever holds one may print it, or be talked into printing it.

export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** A shorter value would take away ordinary words. */
const SECRET_CHARS_MIN = 8;

/** Names by which variables that hold a key are known, whoever set them. */
const KEY_NAME = /_(?:KEY|TOKEN|SECRET|PASSWORD)$/i;

/** The keys in an environment: those named here, and those whose names say so. */
export function secretsOf(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): readonly Secret[] {
  const named = new Set(names);
  return Object.entries(env).flatMap(([name, value = ""]) =>
    (named.has(name) || KEY_NAME.test(name)) && value.length >= SECRET_CHARS_MIN ? [{ name, value }] : [],
  );
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
