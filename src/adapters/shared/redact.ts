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
const ORDINARY_WORD = /^(?:[A-Za-z]+|[~.]{0,2}\/.*)$/;
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
      KEY_NAME.test(name) || HEADERS_NAME.test(name) || (named.has(name) && !ORDINARY_WORD.test(value));
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

interface Form {
  readonly name: string;
  readonly text: string;
  /** Without white space; `null` where so little is left that ordinary words would be taken for it. */
  readonly compact: string | null;
}

/** What is shorter may stand in a text by chance, once its white space is left out. */
const SPLIT_CHARS_MIN = 12;

/** The same secrets are looked for in every line. */
const knownForms = new WeakMap<readonly Secret[], readonly Form[]>();

function formsOf(secrets: readonly Secret[]): readonly Form[] {
  const before = knownForms.get(secrets);
  if (before !== undefined) return before;
  const forms = secrets.flatMap(({ name, value }) =>
    keyForms(value).map((text): Form => {
      const compact = withoutSpace(text);
      return { name, text, compact: compact.length < SPLIT_CHARS_MIN ? null : compact };
    }),
  );
  knownForms.set(secrets, forms);
  return forms;
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s/g, "");
}

interface Place {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/** The text with each key replaced by its name, in whichever form it stands there, also spread over lines. */
export function redactSecrets(text: string, secrets: readonly Secret[]): string {
  const forms = formsOf(secrets);
  const places = [
    ...forms.flatMap((form) => placesOf(form.text, form.name, text)),
    ...splitPlaces(text, forms),
  ];
  if (places.length === 0) return text;
  places.sort((a, b) => a.from - b.from || b.to - a.to);
  const parts: string[] = [];
  let upTo = 0;
  for (const { from, to, name } of places) {
    // The longest that begins first: a key may be part of another, and what is left of that one goes too.
    if (from >= upTo) parts.push(text.slice(upTo, from), `[redacted: ${name}]`);
    upTo = Math.max(upTo, to);
  }
  return parts.join("") + text.slice(upTo);
}

function placesOf(form: string, name: string, text: string): Place[] {
  const places: Place[] = [];
  for (let from = text.indexOf(form); from >= 0; from = text.indexOf(form, from + form.length)) {
    places.push({ from, to: from + form.length, name });
  }
  return places;
}

/** Keys that white space stands in the middle of. */
function splitPlaces(text: string, forms: readonly Form[]): readonly Place[] {
  const compact = withoutSpace(text);
  if (compact.length === text.length) return [];
  const found = forms.flatMap((form) =>
    form.compact === null ? [] : placesOf(form.compact, form.name, compact),
  );
  if (found.length === 0) return [];
  const indexes = [...text.matchAll(/\S/g)].map(({ index }) => index);
  return found.map(({ from, to, name }) => ({
    from: indexes[from] ?? 0,
    to: (indexes[to - 1] ?? 0) + 1,
    name,
  }));
}

// The forms in which a key can stand in a text: whoever prints one need not print it as it is.

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BASE64_URL = `${BASE64.slice(0, -2)}-_`;
const BITS_PER_BYTE = 8;
const BITS_PER_DIGIT = 6;
/** A shorter form would take away ordinary words. */
const FORM_CHARS_MIN = 8;

/** As it is, as JSON or an address writes it, backwards, in hex, and in base64 wherever it begins in what is encoded. */
export function keyForms(value: string): readonly string[] {
  const escaped = JSON.stringify(value).slice(1, -1);
  const percent = percentEncoded(value);
  const bytes = bytesOf(percent);
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const forms = [
    ...[escaped, percent, percent.toLowerCase(), [...value].reverse().join("")],
    ...[hex, hex.toUpperCase()],
    ...[0, 1, 2].flatMap((before) => [base64(bytes, before, BASE64), base64(bytes, before, BASE64_URL)]),
  ];
  return [...new Set([value, ...forms.filter(({ length }) => length >= FORM_CHARS_MIN)])];
}

function percentEncoded(value: string): string {
  // Half a character cannot be encoded, nor can a key hold one.
  return encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, "\ufffd"));
}

function bytesOf(percent: string): number[] {
  const bytes: number[] = [];
  for (let at = 0; at < percent.length; at += 1) {
    if (percent[at] !== "%") bytes.push(percent.charCodeAt(at));
    else {
      bytes.push(Number.parseInt(percent.slice(at + 1, at + 3), 16));
      at += 2;
    }
  }
  return bytes;
}

/** Only the digits that are the same whatever stands around the key, which begins `before` bytes into a group of three. */
function base64(bytes: readonly number[], before: number, digits: string): string {
  const shifted = [...Array<number>(before).fill(0), ...bytes];
  const first = Math.ceil((before * BITS_PER_BYTE) / BITS_PER_DIGIT);
  const end = Math.floor((shifted.length * BITS_PER_BYTE) / BITS_PER_DIGIT);
  let text = "";
  for (let digit = first; digit < end; digit += 1) {
    const bit = digit * BITS_PER_DIGIT;
    const byte = Math.floor(bit / BITS_PER_BYTE);
    const pair = (shifted[byte] ?? 0) * 256 + (shifted[byte + 1] ?? 0);
    text += digits[Math.floor(pair / 2 ** (10 - (bit % BITS_PER_BYTE))) % 64];
  }
  return text;
}
