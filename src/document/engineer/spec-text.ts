// `### Spec Text`: what of a resolution enters the specification, what it replaces there, and what it drops on purpose.
import type { WrittenEdit } from "../../core/documents/engineer-document.ts";
import { isBlank } from "../markdown/lines.ts";
import { linesOfSpans, type Span } from "../markdown/spans.ts";
import { isBesideSpecText, isSpecTextTitle } from "./section-names.ts";
import { freeText, trimmedLines } from "./source-text.ts";
import type { Part, Title } from "./titles.ts";

export interface FoundEdits {
  readonly edits: readonly WrittenEdit[];
  readonly drops: string;
  /** The lines of the sub-sections, their titles included. */
  readonly lines: ReadonlySet<number>;
}

const DIRECTIVE =
  /^[ \t]*(?:[-*+][ \t]+)?[*_`]{0,3}(replaces passage|replaces|after)[*_`]{0,3}[ \t]*[:–—][*_`]{0,3}[ \t]*/i;
const DROPS = /^[ \t]*(?:[-*+][ \t]+)?[*_]{0,3}drops[*_]{0,3}[ \t]*:[*_]{0,3}[ \t]*/i;

/** `end` is the first line after the resolution. */
export function findEdits(lines: readonly string[], parts: readonly Part[], end: number): FoundEdits {
  const inEdits = new Set<number>();
  const found = parts.flatMap(({ title }, at) => {
    if (title === null || !isSpecTextTitle(title.text)) return [];
    const next = endOfText(parts, at + 1, title);
    const last = parts[next]?.block.line ?? end;
    for (let line = title.line; line < last; line++) inEdits.add(line);
    return [readEdit(lines, parts.slice(at + 1, next), { title, end: last })];
  });
  return {
    edits: found.map(({ edit }) => edit),
    drops: found.flatMap(({ drops }) => (drops === "" ? [] : [drops])).join("\n"),
    lines: inEdits,
  };
}

function endOfText(parts: readonly Part[], from: number, specText: Title): number {
  let at = from;
  for (; at < parts.length; at++) {
    const title = parts[at]?.title ?? null;
    if (title !== null && endsSpecText(title, specText)) break;
  }
  return at;
}

/** The text may have headings of its own; it ends where the resolution goes on with one of its known sections. */
function endsSpecText(title: Title, specText: Title): boolean {
  return title.level <= specText.level && (isSpecTextTitle(title.text) || isBesideSpecText(title.text));
}

interface TextExtent {
  readonly title: Title;
  readonly end: number;
}

function readEdit(
  lines: readonly string[],
  parts: readonly Part[],
  { title, end }: TextExtent,
): { readonly edit: WrittenEdit; readonly drops: string } {
  const directive = readDirective(lines, parts, { title, end });
  const rest = lines.slice(directive.after - 1, end - 1);
  const { text, drops } = textAndDrops(rest, fenceAtHead(parts, directive.after, rest));
  return { edit: { line: title.line, target: directive.target, text }, drops };
}

interface Directive {
  readonly target: WrittenEdit["target"];
  /** The first line after it. */
  readonly after: number;
}

function readDirective(
  lines: readonly string[],
  parts: readonly Part[],
  { title, end }: TextExtent,
): Directive {
  let line = title.line + 1;
  while (line < end && isBlank(lines[line - 1] ?? "")) line += 1;
  const opening = DIRECTIVE.exec(lines[line - 1] ?? "");
  const none: Directive = { target: { at: "mark" }, after: title.line + 1 };
  if (opening === null || line >= end) return none;
  const word = (opening[1] ?? "").toLowerCase();
  if (word === "replaces passage") return passageDirective(lines, line, end);
  const part = parts.find(({ block }) => block.line === line);
  const spans =
    part !== undefined && "spans" in part.block ? linesOfSpans(part.block.spans)[0]?.spans : undefined;
  const headingPath = pathOf(spans ?? [{ text: lines[line - 1] ?? "", line, strong: false, code: false }]);
  if (headingPath.length === 0) return none;
  return { target: { at: word === "after" ? "after" : "section", headingPath }, after: line + 1 };
}

/** The words stand on the line, go on below it, or are quoted below it. */
function passageDirective(lines: readonly string[], line: number, end: number): Directive {
  const words = [(lines[line - 1] ?? "").replace(DIRECTIVE, "")];
  let next = line + 1;
  if (words[0] === "") while (next < end && isBlank(lines[next - 1] ?? "")) next += 1;
  const goesOn = (text: string) => (!isBlank(text) || isOpenQuote(words)) && !/^[ \t]*(?:```|~~~)/.test(text);
  while (next < end && goesOn(lines[next - 1] ?? "")) {
    words.push((lines[next - 1] ?? "").replace(/^[ \t]*>[ \t]?/, ""));
    next += 1;
  }
  return { target: { at: "passage", words: stripQuotes(words.join("\n").trim()) }, after: next };
}

const QUOTED_LINES_MAX = 60;

/** A quotation that has begun and not ended goes on over blank lines. */
function isOpenQuote(words: readonly string[]): boolean {
  const said = words.join("\n").trim();
  const close = QUOTES.find(([open]) => said.startsWith(open))?.[1];
  return close !== undefined && words.length < QUOTED_LINES_MAX && !(said.length > 1 && said.endsWith(close));
}

const QUOTES: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["“", "”"],
  ["„", "“"],
  ["«", "»"],
  ["'", "'"],
];

function stripQuotes(words: string): string {
  const pair = QUOTES.find(
    ([open, close]) => words.length > 1 && words.startsWith(open) && words.endsWith(close),
  );
  return pair === undefined ? words : words.slice(pair[0].length, -pair[1].length).trim();
}

/** How many of the lines the fence takes that opens them; 0 where something else does. */
function fenceAtHead(parts: readonly Part[], line: number, rest: readonly string[]): number {
  const first = rest.findIndex((text) => !isBlank(text));
  const fence = parts.find(({ block }) => block.kind === "code" && block.line === line + first);
  return first < 0 || fence === undefined ? 0 : fence.block.endLine - line + 1;
}

/** The single fence is the text; without one it is everything but the label that says what is dropped. */
function textAndDrops(
  rest: readonly string[],
  fenced: number,
): { readonly text: string; readonly drops: string } {
  const below = rest.slice(fenced);
  const at = below.findLastIndex((line) => DROPS.test(line));
  const drops = at < 0 ? "" : below.slice(at).join("\n").replace(DROPS, "").trim();
  const others = at < 0 ? below : below.slice(0, at);
  const handedOver = fenced > 0 && (others.every(isBlank) || isMarkdownFence(rest));
  const text = handedOver
    ? trimmedLines(trimmedLines(rest.slice(0, fenced)).slice(1, -1)).join("\n")
    : freeText(at < 0 ? rest : rest.slice(0, fenced + at));
  return { text, drops };
}

function isMarkdownFence(rest: readonly string[]): boolean {
  return /^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:markdown|md)[ \t]*$/i.test(
    rest.find((line) => !isBlank(line)) ?? "",
  );
}

/** `A > B > C`; what stands in code is one name, whatever it holds. */
function pathOf(spans: readonly Span[]): readonly string[] {
  const names: string[] = [""];
  let atStart = true;
  for (const { text, code } of spans) {
    const said = atStart && !code ? text.replace(PLACE_OR_COLON, "") : text;
    if (atStart && said !== "") atStart = false;
    const [first = "", ...further] = code ? [said] : said.split(/\s[>›→]\s/);
    names[names.length - 1] += first;
    names.push(...further);
  }
  return names.map((name) => stripQuotes(name.trim())).filter((name) => name !== "");
}

const PLACE_OR_COLON = /^\s*(?:(?:replaces|after)\s*[:–—]?\s*|[:–—]\s*)/i;
