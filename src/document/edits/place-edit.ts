// Where an edit goes, and its text as it stands there. Everything is mechanical: a target is there once, or the edit
// does not apply.
import type { WrittenEdit } from "../../core/documents/engineer-document.ts";
import type { Span } from "../../core/refinement/gap.ts";
import { indentOf, isBlank } from "../markdown/lines.ts";
import { pathText, sectionOfPath } from "../spec/heading-paths.ts";
import type { SpecSection } from "../spec/outline.ts";
import { lineAt, type Spec, sectionAt, spanWithoutBlanks } from "../spec/spec.ts";
import type { MarkedBlock } from "./marked-block.ts";
import { nearestLine, placesOfPassage, QUOTED_CHARS_MIN } from "./quoted-passage.ts";

export interface PlacedEdit {
  /** What it replaces; empty where it only adds. */
  readonly span: Span;
  readonly text: string;
}

/** Why an edit has no place, in words for whoever wrote it. */
interface PlacementFault {
  readonly fault: string;
}

export interface DefaultTarget {
  readonly block: MarkedBlock;
  /** It is an entry of an inventory or of a list of open questions, which an empty text removes. */
  readonly entry: boolean;
  /** What is missing stands elsewhere: a text needs a named target. */
  readonly named: boolean;
  /** It is a question of a list of open ones: with the last of them the list's heading goes, too. */
  readonly question?: true;
}

/** The entry that quoted words are of; `null` where they are of none. */
type EntryFinder = (quoted: Span) => Pick<DefaultTarget, "block" | "question"> | null;

export function placeEdit(
  spec: Spec,
  edit: WrittenEdit,
  own: DefaultTarget | null,
  entryAt: EntryFinder = () => null,
): PlacedEdit | PlacementFault {
  const text = edit.text
    .replaceAll(/\r\n?/g, "\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
  switch (edit.target.at) {
    case "mark":
      return placeAtMark(spec, text, own);
    case "passage":
      return placeAtPassage(spec, { text, words: edit.target.words }, entryAt);
    case "section":
      return inSection(spec, edit.target.headingPath, (section) => replaceBody(spec, section, text));
    case "after":
      return inSection(spec, edit.target.headingPath, (section) =>
        text === "" ? EMPTY : addAfter(spec, section.endLine, text),
      );
  }
}

const EMPTY: PlacementFault = {
  fault:
    "its text is empty; only an entry of an inventory or of a list of open questions is removed by an empty text",
};

function placeAtMark(spec: Spec, text: string, own: DefaultTarget | null): PlacedEdit | PlacementFault {
  if (own === null)
    return {
      fault:
        "nothing in the specification marks this gap, so its text needs a target: `Replaces:`, `After:` or `Replaces passage:`",
    };
  const { block, entry, named } = own;
  if (text === "") return entry ? removeEntry(spec, own) : EMPTY;
  if (named)
    return {
      fault:
        "what is missing here does not stand at the mark, so its text needs a target: `Replaces:`, `After:` or `Replaces passage:`",
    };
  return fitBlock(spec, block, text);
}

function removeEntry(spec: Spec, { block, question }: Pick<DefaultTarget, "block" | "question">): PlacedEdit {
  const lines = wholeLines(spec, block.span);
  return { span: (question && listAround(spec, lines)) || lines, text: "" };
}

/** With the line end that follows it, so that no blank line is left in a list or a table. */
function wholeLines(spec: Spec, { from, to }: Span): Span {
  const end = spec.starts[lineAt(spec, to)] ?? spec.text.length;
  return { from, to: Math.max(end, to) };
}

/** The section that holds nothing but these lines, with its heading; `null` where it holds more. */
function listAround(spec: Spec, { from, to }: Span): Span | null {
  const section = sectionAt(spec, lineAt(spec, from));
  if (section === null || section.line === 0) return null;
  const [head, body] = [spec.starts[section.line - 1] ?? 0, spec.starts[section.headEnd] ?? 0];
  const end = spec.starts[section.endLine] ?? spec.text.length;
  if (!isBlank(spec.text.slice(body, from)) || !isBlank(spec.text.slice(to, end))) return null;
  return { from: head, to: Math.max(to, end) };
}

function fitBlock(spec: Spec, { kind, span }: MarkedBlock, text: string): PlacedEdit | PlacementFault {
  const old = spec.text.slice(span.from, span.to);
  switch (kind) {
    case "row":
      if (text.split("\n").some((line) => !line.trim().startsWith("|") && !line.includes(" | ")))
        return { fault: "the target is a row of a table, so the text must be the row, with its cells" };
      break;
    case "heading":
      if (!/^#{1,6}\s/.test(text.trimStart()) && old.trimStart().startsWith("#"))
        return { fault: "the target is a heading, so the text must begin with the heading as it shall read" };
      break;
    case "front-matter": {
      const key = keyOf(old);
      if (key !== null && keyOf(text) !== key)
        return {
          fault: `the target is the line \`${key}:\` of the front matter, so the text must be that line`,
        };
      break;
    }
    case "empty-section": {
      const line = lineAt(spec, span.from);
      return addBelowHeading(spec, lineAt(spec, span.to), withoutOwnHeading(spec, line, text));
    }
    default:
      break;
  }
  const fitted = kind === "item" ? itemText(old, text) : indentText(text, /^[ \t]*/.exec(old)?.[0] ?? "");
  return { span, text: withLineEnds(spec, fitted) };
}

function keyOf(line: string): string | null {
  return /^[ \t]*(?:#[ \t]*)?(["'\w][^:\n]{0,200}):/.exec(line)?.[1]?.trim() ?? null;
}

const ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+)/;

/** A text without a list mark of its own takes that of the item it replaces. */
function itemText(old: string, text: string): string {
  const [, indent = "", mark = "", gap = ""] = ITEM.exec(old) ?? [];
  if (mark === "" || ITEM.test(text)) return indentText(text, indent);
  const [first = "", ...rest] = text.split("\n");
  const inner = " ".repeat(mark.length + gap.length);
  const lines = rest.map((line) => (isBlank(line) ? line : `${indent}${inner}${line}`));
  return [`${indent}${mark}${gap}${first}`, ...lines].join("\n");
}

/** Set in as its target is, unless it is so already. */
function indentText(text: string, indent: string): string {
  if (indent === "") return text;
  const lines = text.split("\n");
  const said = lines.filter((line) => !isBlank(line));
  if (said.every((line) => indentOf(line) >= indentOf(`${indent}x`))) return text;
  return lines.map((line) => (isBlank(line) ? line : `${indent}${line}`)).join("\n");
}

function withLineEnds({ lineEnd }: Spec, text: string): string {
  return lineEnd === "\n" ? text : text.replaceAll("\n", lineEnd);
}

function placeAtPassage(
  spec: Spec,
  { text, words }: { readonly text: string; readonly words: string },
  entryAt: EntryFinder,
): PlacedEdit | PlacementFault {
  const places = placesOfPassage(spec.text, words);
  const [only, further] = places;
  if (only !== undefined && further === undefined) {
    if (text !== "") return { span: only, text: withLineEnds(spec, text) };
    const entry = entryAt(only);
    return entry === null ? EMPTY : removeEntry(spec, entry);
  }
  const quoted = `"${words.slice(0, SHOWN_CHARS)}"`;
  if (only !== undefined) {
    const lines = places.slice(0, SHOWN_MAX).map(({ from }) => lineAt(spec, from));
    return {
      fault: `the quoted words ${quoted} stand in ${places.length} places (lines ${lines.join(", ")}): quote more of them`,
    };
  }
  if (words.trim().length < QUOTED_CHARS_MIN)
    return { fault: "the quotation after `Replaces passage:` is missing" };
  const near = nearestLine(spec.lines, words);
  const shown =
    near === null
      ? ""
      : `; the nearest is line ${near}: "${(spec.lines[near - 1] ?? "").slice(0, SHOWN_CHARS)}"`;
  return { fault: `the quoted words ${quoted} do not stand in the specification${shown}` };
}

const SHOWN_CHARS = 160;
const SHOWN_MAX = 5;

function inSection(
  spec: Spec,
  path: readonly string[],
  place: (section: SpecSection) => PlacedEdit | PlacementFault,
): PlacedEdit | PlacementFault {
  const found = sectionOfPath(spec, path);
  if (found.at === "found") return place(found.section);
  const named = pathText(path).slice(0, SHOWN_CHARS);
  if (found.at === "several") {
    const shown = found.sections.slice(0, SHOWN_MAX);
    const paths = [...new Set(shown.map((section) => `"${pathText(section.path)}"`))];
    if (paths.length === 1) {
      const lines = shown.map(({ line }) => line).join(", ");
      return {
        fault: `"${named}" names ${found.sections.length} sections of the same path (lines ${lines}), which no heading path tells apart: quote words of the one that is meant with \`Replaces passage:\``,
      };
    }
    return { fault: `"${named}" names several sections (${paths.join(", ")}): write the whole heading path` };
  }
  const titles = spec.sections.map(({ title }) => title);
  const near = nearestLine(titles, path.at(-1) ?? "");
  const nearest = near === null ? null : spec.sections[near - 1];
  const shown = nearest == null ? "" : `; the nearest is "${pathText(nearest.path)}"`;
  return { fault: `there is no section "${named}"${shown}` };
}

function replaceBody(spec: Spec, section: SpecSection, written: string): PlacedEdit | PlacementFault {
  const text = withoutOwnHeading(spec, section.line, written);
  if (text === "") return EMPTY;
  const body = spanWithoutBlanks(spec, section.headEnd + 1, section.endLine);
  if (body === null) return addBelowHeading(spec, section.headEnd, text);
  return { span: body, text: withLineEnds(spec, text) };
}

/** A text for a section may repeat its heading, which stands there already. */
function withoutOwnHeading({ lines }: Spec, headingLine: number, text: string): string {
  const [first = "", ...rest] = text.split("\n");
  if (first.trim() !== (lines[headingLine - 1] ?? "").trim()) return text;
  return rest.join("\n").replace(/^(?:[ \t]*\n)+/, "");
}

function addBelowHeading(spec: Spec, headEnd: number, text: string): PlacedEdit | PlacementFault {
  return text.trim() === "" ? EMPTY : addAfter(spec, headEnd, text);
}

/** A text of its own after a line, set off by blank lines. */
export function addAfter(spec: Spec, line: number, text: string): PlacedEdit {
  const { lines, starts, text: all } = spec;
  const last = Math.min(line, lines.length);
  const at = starts[last] ?? all.length;
  const atEnd = at >= all.length;
  const endsLine = at === 0 || /[\r\n]/.test(all[at - 1] ?? "");
  const before = all.slice(0, at).replace(/\r?\n$/, "");
  // Not the line that is counted after the last line end of a text.
  const above = before.slice(before.lastIndexOf("\n") + 1);
  const lead = `${endsLine ? "" : "\n"}${isBlank(above) && at > 0 ? "" : "\n"}`;
  const trail = atEnd ? "\n" : isBlank(lines[last] ?? "") ? "\n" : "\n\n";
  return { span: { from: at, to: at }, text: withLineEnds(spec, `${at === 0 ? "" : lead}${text}${trail}`) };
}
