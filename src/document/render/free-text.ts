// The one way in which text that parley did not choose (titles, reasons, what a user typed) enters a document
// that parley writes. Whatever it holds, a Markdown viewer shows exactly that text, and none of it is structure.

/** What a document can carry of a text: line ends are `\n`, other control characters cannot be shown. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\t\n]/gu, "\uFFFD")
    .replace(/\p{Cs}/gu, "\uFFFD");
}

/** Of a text that is one line: white space is single blanks, none at the edges. */
export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ").trim();
}

/** Nothing in it is a mark or a control character, whatever stands around it: nearly every cell is such a text. */
const PLAIN = /^[A-Za-z](?:[A-Za-z0-9 .,;:()'"/+-]*[A-Za-z0-9.,;:()'"/+-])?$/;

/** For headings, cells and list items: always one line, whatever the text; `readText` gives it back. */
export function escapeText(text: string): string {
  if (PLAIN.test(text)) return text;
  return cleanText(text)
    .replace(/[\\`*[<|~]/g, "\\$&")
    .replace(/_+/g, escapeUnderscores)
    .replace(/&(?=[#A-Za-z])/g, "\\&")
    .replace(/#$/, "\\#")
    .replace(/^[-+#>=:]/, "\\$&")
    .replace(/^\d{1,9}(?=[.)](?:\s|$))/, "$&\\")
    .replace(/^\s|\s$|\n/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Inside a word, as in `snake_case`, they mean nothing and are left to be read. */
function escapeUnderscores(run: string, at: number, text: string): string {
  const inWord =
    /[\p{L}\p{N}]/u.test(text[at - 1] ?? "") && /[\p{L}\p{N}]/u.test(text[at + run.length] ?? "");
  return inWord ? run : run.replaceAll("_", "\\_");
}

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00A0" };
const ESCAPES = /\\([!-/:-@[-`{-~])|&(?:#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6})|(amp|lt|gt|quot|nbsp));/g;

/** The text that a piece of one-line source stands for; bold or code around the whole of it is dress. */
export function readText(source: string): string {
  const trimmed = source.trim();
  const code = textBetween(trimmed, "`");
  if (code !== null && !code.includes("`")) return code;
  return (textBetween(trimmed, "**") ?? trimmed).replace(
    ESCAPES,
    (_, character?: string, decimal?: string, hexadecimal?: string, name?: string) => {
      if (character !== undefined) return character;
      if (name !== undefined) return NAMED[name] ?? "";
      return characterOf(decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal));
    },
  );
}

function textBetween(source: string, mark: string): string | null {
  const isDressed = source.length > 2 * mark.length && source.startsWith(mark) && source.endsWith(mark);
  return isDressed ? source.slice(mark.length, -mark.length).trim() : null;
}

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff ? cleanText(String.fromCodePoint(code)) : "\uFFFD";
}

/** Of any number of lines, each behind a mark: in a quote nothing is a statement, and it reads as what it is. */
export function quoteText(text: string, indent = ""): readonly string[] {
  return cleanText(text)
    .split("\n")
    .map((line) => (line === "" ? `${indent}>` : `${indent}> ${line}`));
}

/** The text of a quote from its lines; a line that lost its mark belongs to it as it stands. */
export function readQuote(lines: readonly string[]): string {
  return lines.map((line) => line.replace(/^ {0,3}> ?/, "")).join("\n");
}

const NONE: ReadonlySet<string> = new Set(["", "-", "–", "—", "none", "none.", "n/a"]);

/** Whether a source says that there is nothing; an escaped dash is a text. */
export function saysNone(source: string): boolean {
  return NONE.has(source.trim().toLowerCase());
}

const INLINE_CHARACTERS_MAX = 400;
const INLINE_MARKS_MAX = 200;

/** Whether a text reads well, and is read back whole, within a line. */
export function fitsInLine(text: string): boolean {
  if (text.length > INLINE_CHARACTERS_MAX || /[\r\n]/.test(text)) return false;
  return (text.match(/[\\`*[\]<>&!_|~]/g)?.length ?? 0) <= INLINE_MARKS_MAX;
}

/** So that nothing in it is said: one line within a line, in code behind a run of marks that it does not hold itself. */
export function codeSpan(line: string): string {
  const mark = "`".repeat(longestRun(line, /`+/g) + 1);
  const pad = /^`|`$/.test(line) || (/^ /.test(line) && / $/.test(line) && /[^ ]/.test(line)) ? " " : "";
  return `${mark}${pad}${line}${pad}${mark}`;
}

const FENCE_MIN = 3;

/** The same for lines of any kind: in a fence longer than every one inside. */
export function fencedText(text: string, info: string): readonly string[] {
  const mark = "`".repeat(Math.max(FENCE_MIN, longestRun(text, /`+|~+/g) + 1));
  return [`${mark}${info}`, ...(text === "" ? [] : text.split("\n")), mark];
}

function longestRun(text: string, run: RegExp): number {
  return (text.match(run) ?? []).reduce((most, found) => Math.max(most, found.length), 0);
}
