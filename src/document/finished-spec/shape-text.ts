// How a text stands at its place: headings below the place's own, indented with its list, nothing left open.

import { trimmedLines } from "../engineer/source-text.ts";
import { type Block, parseMarkdown } from "../markdown/blocks.ts";
import { indentOf, isBlank, linesOf } from "../markdown/lines.ts";
import { slugOf } from "./anchors.ts";
import { closed } from "./open-ends.ts";

export interface Standing {
  /** The level of the heading it stands under. */
  readonly level: number;
  /** Columns; in a list a heading opens no section, so it becomes a bold line. */
  readonly indent: number;
  /** Anchors that a heading must not take from the source. */
  readonly taken: ReadonlySet<string>;
  /** Whether a heading may stand there at all. */
  readonly headings: boolean;
}

const LEVEL_MAX = 6;

export function shaped(text: string, standing: Standing): readonly string[] {
  const lines = closed(dedented(linesOf(text)));
  const titled = lines.some((line) => MAY_TITLE.test(line)) ? withTitles(lines, standing) : lines;
  const before = " ".repeat(standing.indent);
  return trimmedLines(titled).map((line) => (isBlank(line) ? "" : before + line));
}

/** A heading, a rule, or what underlines a title. */
const MAY_TITLE = /^ {0,3}(?:#|=+[ \t]*$|-+[ \t]*$)/;

function withTitles(lines: readonly string[], standing: Standing): readonly string[] {
  const { blocks } = parseMarkdown(lines.join("\n"));
  return withHeadings(withRulesApart(lines, blocks), standing);
}

function dedented(lines: readonly string[]): readonly string[] {
  const trimmed = trimmedLines(lines);
  const least = trimmed.reduce(
    (indent, line) => (isBlank(line) ? indent : Math.min(indent, /^ */.exec(line)?.[0].length ?? 0)),
    Number.MAX_SAFE_INTEGER,
  );
  return trimmed.map((line) => line.slice(Math.min(least, line.length)));
}

/** A line of dashes below a text would make a title of it: what we read as a rule must be one to everybody. */
function withRulesApart(lines: readonly string[], blocks: readonly Block[]): readonly string[] {
  const held = new Set<number>();
  for (const { kind, line, endLine } of blocks) {
    if (kind !== "code" && kind !== "comment" && kind !== "heading" && kind !== "table") continue;
    for (let at = line; at <= endLine; at++) held.add(at);
  }
  return lines.flatMap((line, index) => {
    const underlines = /^ {0,3}(?:=+|-+)[ \t]*$/.test(line) && !isBlank(lines[index - 1] ?? "");
    return underlines && !held.has(index + 1) ? ["", line] : [line];
  });
}

function withHeadings(lines: readonly string[], standing: Standing): readonly string[] {
  const headings = parseMarkdown(lines.join("\n")).blocks.filter((block) => block.kind === "heading");
  if (headings.length === 0) return lines;
  const highest = Math.min(...headings.map(({ level }) => level));
  const result = new Map<number, readonly string[]>();
  for (const { line, endLine, level } of headings) {
    const title = titleIn(lines.slice(line - 1, endLine));
    const shifted = standing.level + 1 + level - highest;
    result.set(line, headingLines(title, shifted, standing));
    for (let at = line + 1; at <= endLine; at++) result.set(at, []);
  }
  const titled = lines.flatMap((line, index) => result.get(index + 1) ?? [line]);
  return withSingleBlanks(titled);
}

function withSingleBlanks(lines: readonly string[]): readonly string[] {
  const code = new Set<number>();
  for (const { kind, line, endLine } of parseMarkdown(lines.join("\n")).blocks) {
    if (kind === "code") for (let at = line; at <= endLine; at++) code.add(at);
  }
  return lines.filter(
    (line, index) => !isBlank(line) || !isBlank(lines[index - 1] ?? "x") || code.has(index + 1),
  );
}

function headingLines(title: string, level: number, standing: Standing): readonly string[] {
  if (title === "") return [];
  const fits = standing.headings && standing.indent === 0 && level <= LEVEL_MAX;
  if (fits && !standing.taken.has(slugOf(title))) return ["", `${"#".repeat(level)} ${title}`, ""];
  return ["", /^\*\*.*\*\*$/.test(title) ? title : `**${title.replaceAll("**", "")}**`, ""];
}

function titleIn(lines: readonly string[]): string {
  const [first = "", ...rest] = lines;
  if (/^ {0,3}#/.test(first)) {
    return first
      .replace(/^ {0,3}#{1,6}/, "")
      .replace(/(?:^|[ \t])#+[ \t]*$/, "")
      .trim();
  }
  return [first, ...rest.slice(0, -1)].map((line) => line.trim()).join(" ");
}

/** What stands before the first heading, and the rest. */
export function splitAtHeading(text: string): { readonly before: string; readonly rest: string } {
  const lines = linesOf(text);
  if (!lines.some((line) => MAY_TITLE.test(line))) return { before: text, rest: "" };
  const heading = parseMarkdown(text).blocks.find(({ kind }) => kind === "heading");
  if (heading === undefined) return { before: text, rest: "" };
  const before = trimmedLines(lines.slice(0, heading.line - 1)).join("\n");
  return { before, rest: trimmedLines(lines.slice(heading.line - 1)).join("\n") };
}

/** The paragraph that a text begins with, and the rest. */
export function splitAfterParagraph(text: string): { readonly head: string; readonly tail: string } {
  const lines = trimmedLines(linesOf(text));
  const [first] = parseMarkdown(lines.join("\n")).blocks;
  if (first?.kind !== "paragraph") return { head: "", tail: text };
  const head = lines.slice(0, first.endLine).join("\n");
  return { head, tail: trimmedLines(lines.slice(first.endLine)).join("\n") };
}

/** A text that is one paragraph of prose can stand within a line; `null` for any other. */
export function asSentence(text: string): string | null {
  const { blocks } = parseMarkdown(text);
  const [only] = blocks;
  if (blocks.length !== 1 || only?.kind !== "paragraph" || only.depth > 0) return null;
  const lines = trimmedLines(linesOf(text));
  if (lines.length !== only.endLine - only.line + 1) return null;
  if (lines.some((line) => indentOf(line) > 0 || /<!--|^\s*</.test(line) || / {2}$|\\$/.test(line)))
    return null;
  return lines.map((line) => line.trim()).join(" ");
}
