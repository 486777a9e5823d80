// What a passage says that must not be lost unnoticed: headings, numbers, code, links, identifiers, negations, requirement words.
// It is compared as sets and by form alone: whether a loss matters is for people and reviewers to say.
import type { Loss, LossKind } from "../../core/documents/loss.ts";
import type { Span } from "../../core/refinement/gap.ts";
import { stretchesOf } from "../../core/shared/stretches.ts";
import { parseMarkdown } from "../markdown/blocks.ts";
import { isBlank } from "../markdown/lines.ts";
import { plainText } from "../markdown/spans.ts";
import { titleKey } from "../spec/heading-paths.ts";

interface Fact {
  readonly kind: LossKind;
  /** As it is written first. */
  readonly shown: string;
  readonly key: string;
}

/** The words of each class; what counts is whether any is there. */
const NEGATIONS = ["not", "no", "never", "none", "neither", "nor", "without", "cannot", "nothing", "nobody"];
/** What obliges; a permission in its place is a loss. */
const REQUIREMENTS = ["must", "shall", "should", "required", "recommended"];

const FENCE_LINE = /^[ \t]*(?:```|~~~).*$/gm;
const CODE_SPAN = /(?<!`)(?:`([^`]{1,200})`|``((?:[^`]|`(?!`)){1,200})``|```([^`]{1,200})```)(?!`)/g;
const BLANK_LINE = /\n[ \t]*\n/;
const LINKS = [
  /\]\(\s{0,4}(?:<([^<>\n]{1,500})>|((?:[^\s()<>]|\([^\s()<>]{0,200}\)){1,500}))/g,
  /^ {0,3}\[[^\]\n]{1,200}\]:[ \t]{0,8}<?([^\s<>]{1,500})/gm,
  /\b(?:href|src)\s{0,4}=\s{0,4}["']?([^"'\s<>]{1,500})/gi,
  /<([a-z][a-z\d+.-]{1,31}:[^\s<>]{1,500})>/gi,
  /(?<!\w)((?:[a-z][a-z\d+.-]{1,31}:\/\/|www\.)(?:[^\s<>()[\]`]|\([^\s<>()]{0,200}\)){1,500})/gi,
];
/** A word and the parts it is joined to; a minus belongs to it where it is a sign, a comma where it stands for a point. */
const WORD =
  /(?:(?<![\p{L}\p{N}\p{Sc}\p{So}_%)\]])[-−–±](?=\$?\.?\p{N}))?(?:(?<![\p{L}\p{N}_$.])\.(?=\p{N}))?[\p{L}\p{N}_$][\p{L}\p{N}_$'’]*(?:(?:[-./⁄:@⁺⁻٫]|\^[-−+]?)[\p{L}\p{N}_$]+)*/gu;
const BEGINS_WITH_NUMBER = /^(?:[-−–±]?\$?[-−]?\.?\p{N}|v\p{Nd})/iu;
/** A fraction; a hexadecimal number; digits with decimals, exponent and power; a sign of its own such as `½`. */
const NUMBERS =
  /(?:^[-−–±])?(?:(?<![\p{Nd}/])\p{Nd}+[/⁄]\p{Nd}+(?![\p{Nd}/])|0x[\da-f]+|\.?\p{Nd}+(?:[.,٫]\p{Nd}+)*(?:e[-+]?\p{Nd}+(?!\p{L}))?(?:\^[-−+]?\p{Nd}+|[⁺⁻]?[⁰¹²³⁴-⁹]+)?|\p{N})/giu;

type Add = (kind: LossKind, shown: string, key: string) => void;

function factsOf(written: string): ReadonlyMap<string, Fact> {
  const text = written.normalize("NFC");
  const facts = new Map<string, Fact>();
  const add: Add = (kind, shown, key) => {
    const id = `${kind} ${foldSpelling(key)}`;
    if (!facts.has(id)) facts.set(id, { kind, shown, key: id });
  };
  for (const block of parseMarkdown(text).blocks) {
    const title = block.kind === "heading" ? plainText(block.spans).trim() : "";
    if (titleKey(title) !== "") add("heading", title, titleKey(title.normalize("NFKC")));
  }
  for (const stretch of stretchesOf(withoutComments(text))) readFacts(normalizeSpelling(stretch), add);
  return facts;
}

function readFacts(text: string, add: Add): void {
  const withoutLinks = LINKS.reduce(
    (rest, link) => rest.replace(link, (_, a?: string, b?: string) => readLink(a ?? b ?? "", add)),
    text,
  );
  const withoutCode = withoutLinks.replace(CODE_SPAN, (span: string, ...inner: (string | undefined)[]) => {
    const written = inner.slice(0, 3).find((one) => one !== undefined) ?? "";
    // Marks in two paragraphs belong to two spans.
    if (BLANK_LINE.test(written)) return span;
    const code = written.trim().replace(/\s+/g, " ");
    if (code !== "") add("code", `\`${code}\``, code);
    return " ";
  });
  for (const [word] of withoutCode.matchAll(WORD)) readWord(word, add);
}

/** A text in which one thing is written one way: no fences and list numbers, powers with `^`, one hyphen. */
function normalizeSpelling(text: string): string {
  const said = text.replace(FENCE_LINE, " ");
  const powers = said.replace(/<sup>([^<>\s]{1,20})<\/sup>|\^\{([^{}\s]{1,20})\}/gi, "^$1$2");
  const plain = ungroupDigits(withoutListNumbers(powers).replace(/[\u2010\u2011]/g, "-"));
  return plain.replaceAll(DECIMAL_COMMA, `$1${DECIMAL_SIGN}`);
}

/** A comma that stands for a point is a sign of its own until a number is told, so that it joins and others part. */
const DECIMAL_SIGN = "\u066B";
const DECIMAL_COMMA = /(?<![\p{Nd},])(\p{Nd}{1,15}),(?=\p{Nd}{1,15}(?![\p{Nd},]))/gu;

export function withoutComments(text: string): string {
  let said = "";
  let at = 0;
  for (let open = text.indexOf("<!--"); open >= 0; open = text.indexOf("<!--", at)) {
    const end = text.indexOf("-->", open + "<!--".length);
    if (end < 0) break;
    said += `${text.slice(at, open)} `;
    at = end + "-->".length;
  }
  return said + text.slice(at);
}

/** Within a paragraph only `1.` begins a list: `at most\n500. Then` goes on with a sentence. */
function withoutListNumbers(text: string): string {
  let inParagraph = false;
  const lines = text.split("\n").map((line) => {
    const [number] = /^[ \t]*(?:#{1,6}[ \t]+)?\d{1,9}(?:\.\d{1,3}){0,6}[.)](?=[ \t])/.exec(line) ?? [];
    const isItem = number !== undefined && (!inParagraph || /^\D*1\D$/.test(number));
    if (isItem || isBlank(line) || /^[ \t]*[-*+][ \t]/.test(line)) inParagraph = false;
    else if (/^\S/.test(line)) inParagraph = true;
    return isItem ? line.slice(number.length) : line;
  });
  return lines.join("\n");
}

function readLink(target: string, add: Add): string {
  const url = target.replace(/(?<![.,;:!?*'"])[.,;:!?*'"]+$/, "");
  // An address is one with or without its scheme.
  if (/^mailto:/i.test(url)) return ` ${url.slice("mailto:".length)} `;
  add("link", url, url);
  return " ";
}

function readWord(word: string, add: Add): void {
  const lower = word.toLowerCase().replaceAll("’", "'");
  for (const part of lower.split(/[-./:@]/)) {
    if (NEGATIONS.includes(part) || part.endsWith("n't")) add("negation", word, "any");
    if (REQUIREMENTS.includes(part)) add("requirement", word, "any");
  }
  if (BEGINS_WITH_NUMBER.test(word)) {
    // `3-5`, `10:30` and `2027-01-31` are several, `v1.2.3` and `5-minute` one; `$` stands before or after.
    for (const [number] of word.replace("$", "").replace(/^[vV]/, "").matchAll(NUMBERS)) {
      const shown = number.replace(/^[−–]/, "-").replaceAll(DECIMAL_SIGN, ",");
      add("number", shown, numberKey(shown));
    }
    return;
  }
  const named = word.replace(/(?<!['’.])['’.]+$/, "");
  const isName = /[\p{N}_@]/u.test(named) || /\p{Ll}\p{Lu}/u.test(named);
  if (isName) add("identifier", named, named);
}

function numberKey(shown: string): string {
  const plain = foldSpelling(shown)
    .replace("⁄", "/")
    .replace(/\^\+/, "^")
    .replace(/^-?(?=\.)/, "$&0");
  return (/^-?\d{1,3}(?:\.\d{3})+,/.test(plain) ? plain.replaceAll(".", "") : plain).replace(",", ".");
}

/** Case, the composition of letters and the script of digits aside. */
function foldSpelling(text: string): string {
  return text
    .replace(/[⁺⁻]?[⁰¹²³⁴-⁹]+/g, (power) => `^${power}`)
    .normalize("NFKC")
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replaceAll("−", "-")
    .toLowerCase();
}

/** The digits of a script stand one after the other, nought first. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** `1,000`, `1 000`, `1'000` and `1_000` are `1000`. */
const SEPARATORS = [",", "'", "’", "_", "\u00A0", "\u2009", "\u202F", "\u066C", " "];
/** `1,000,000` is one number if the same mark stands between all of its groups. */
const GROUPED = new RegExp(
  `(?<![\\p{Nd}.,])\\p{Nd}{1,3}(?:${SEPARATORS.map((mark) => `(?:${mark}\\p{Nd}{3}){1,6}`).join("|")})(?!\\p{Nd})`,
  "gu",
);

function ungroupDigits(text: string): string {
  return text.replaceAll(GROUPED, (number) => number.replaceAll(/\P{Nd}/gu, ""));
}

/** What texts say of some kinds, for comparing; what stands in code counts as what it is: `3` is a number. */
export function statedFacts(texts: readonly string[], kinds: readonly LossKind[]): readonly string[] {
  const facts = texts.flatMap((text) => [...factsOf(withoutStruck(text).replaceAll("`", " ")).values()]);
  return [
    ...new Set(facts.flatMap(({ kind, key }) => (kinds.includes(kind) ? [key.replace(/ any$/, "")] : []))),
  ].sort();
}

/** What the passages say and the new texts do not. */
export function lossesOf(
  replaced: readonly string[],
  texts: readonly string[],
  drops: string,
): readonly Loss[] {
  const kept = new Set(texts.flatMap((text) => [...factsOf(withoutStruck(text)).keys()]));
  // A line that says that nothing is dropped names nothing, whatever follows in it; each edit has a line of its own.
  const said = drops
    .split("\n")
    .filter((line) => !DENIED.test(line))
    .join("\n")
    .normalize("NFC");
  const named = factsOf(said);
  const lost = new Map(replaced.flatMap((text) => [...factsOf(text)]).filter(([key]) => !kept.has(key)));
  return [...lost.values()].map(({ kind, shown, key }) => ({
    kind,
    what: shown,
    named: named.has(key) || isQuoted({ kind, shown }, said),
  }));
}

const STRUCK = /~~[^~\n]{1,500}~~/g;

function withoutStruck(text: string): string {
  return stretchesOf(text)
    .map((stretch) => stretch.replaceAll(STRUCK, " "))
    .join("");
}

const DENIED = /^\s*[*_`]{0,3}(?:none|nothing|n\/a|-)(?![\p{L}\p{N}])/iu;

function isQuoted({ kind, shown }: Pick<Fact, "kind" | "shown">, drops: string): boolean {
  // Of numbers only whole ones are named: 1500 does not name 500.
  if (kind === "negation" || kind === "requirement" || kind === "number") return false;
  if (kind === "heading") return ` ${titleKey(drops)} `.includes(` ${titleKey(shown)} `);
  return shown.length >= QUOTED_MIN && drops.toLowerCase().includes(shown.toLowerCase());
}

const QUOTED_MIN = 3;

/** The sentence that a mark stands in, within the text it is part of: from the last end of a sentence to the next. */
export function sentenceSpan(text: string, mark: Span): Span {
  let from = mark.from;
  while (from > 0 && !endsBefore(text, from)) from -= 1;
  let to = Math.max(mark.to, mark.from);
  while (to < text.length && !isSentenceEnd(text, to)) to += 1;
  return { from, to };
}

/** Where the paragraph ends that an offset stands in: at a blank line, or where an item begins. */
export function paragraphEnd(text: string, at: number): number {
  let to = at;
  while (to < text.length && !isParagraphEnd(text, to)) to += 1;
  return to;
}

/** Whether a sentence, an item or a paragraph has just ended before the offset. */
function endsBefore(text: string, at: number): boolean {
  const before = text[at - 1] ?? "";
  if (before === "\n") return text[at - 2] === "\n" || startsItem(text, at);
  return /\s/.test(before) && /[.!?]/.test(text[at - 2] ?? "");
}

function isSentenceEnd(text: string, at: number): boolean {
  const before = text[at - 1] ?? "";
  if (/[.!?]/.test(before) && /\s/.test(text[at] ?? " ")) return true;
  return isParagraphEnd(text, at);
}

function isParagraphEnd(text: string, at: number): boolean {
  return text[at] === "\n" && (text[at + 1] === "\n" || startsItem(text, at + 1));
}

const ITEM_START = /^[ \t]{0,20}(?:[-*+|#]|\d{1,9}[.)])[ \t]?/;
const CONTEXT_CHARS = 40;

function startsItem(text: string, at: number): boolean {
  return ITEM_START.test(text.slice(at, at + CONTEXT_CHARS));
}
