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
