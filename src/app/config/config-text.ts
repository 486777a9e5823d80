// Settings as a person writes them: YAML, with the line and column of every key.
import {
  CST,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  stringify,
  visit,
  type YAMLError,
} from "yaml";
import type { PlacedProblem } from "../failure.ts";
import type { KeyPath } from "./key-tree.ts";

export const CONFIG_BYTES_MAX = 64 * 1024;
/** The parser recurses, and at some thousand levels takes the whole process down. */
const DEPTH_MAX = 32;
const ALIASES_MAX = 100;

export const YAML_OPTIONS = {
  prettyErrors: false,
  stringKeys: true,
  resolveKnownTags: false,
  // The library compares every key with every other; duplicates are found below in linear time.
  uniqueKeys: false,
  // The library keeps quiet about a second document at the level below.
  logLevel: "error",
} as const;

export interface ConfigText {
  readonly file: string;
  readonly value: unknown;
  /** Where a key or what it holds begins; the nearest key around it if it is not there. */
  offset(path: KeyPath, on: "key" | "value"): number;
  /** `file:line:column`. */
  place(offset: number): string;
}

type ParsedConfigText = ConfigText | { readonly problems: readonly PlacedProblem[] };

export function parseConfigText(file: string, source: string): ParsedConfigText {
  const text = withoutMark(source);
  const lines = linesOf(text);
  const at = (offset: number): string => placeAt(file, lines, offset);
  const tooDeep = firstTooDeep(text);
  if (tooDeep !== null) {
    const message = `nested deeper than ${DEPTH_MAX} levels`;
    return { problems: [{ message, place: at(tooDeep) }] };
  }
  const document = parseDocument(text, YAML_OPTIONS);
  const wrong = [...document.errors, ...document.warnings].map((error) => syntaxProblem(error, at));
  if (wrong.length === 0) wrong.push(...duplicates(document, at), ...findCircles(document, at));
  if (wrong.length > 0) return { problems: wrong };
  const value = plainValue(document);
  if (value.at === "refused") return { problems: [{ message: value.message, place: file }] };
  return { file, value: value.value, offset: (path, on) => offsetOf(document, path, on), place: at };
}

export function withoutMark(source: string): string {
  return source.startsWith("\uFEFF") ? source.slice(1) : source;
}

function linesOf(text: string): LineCounter {
  const lines = new LineCounter();
  for (let start = 0; start >= 0; ) {
    lines.addNewLine(start);
    const end = text.indexOf("\n", start);
    start = end < 0 ? end : end + 1;
  }
  return lines;
}

function placeAt(file: string, lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `${file}:${line}:${col}`;
}

/** Where brackets, or list marks on one line, first nest too deep. */
function firstTooDeep(text: string): number | null {
  let offset = 0;
  let open = 0;
  let onThisLine = 0;
  for (const token of new Lexer().lex(text)) {
    switch (CST.tokenType(token)) {
      case "newline":
        onThisLine = 0;
        break;
      case "flow-map-start":
      case "flow-seq-start":
        open += 1;
        break;
      case "flow-map-end":
      case "flow-seq-end":
        open -= 1;
        break;
      case "seq-item-ind":
      case "explicit-key-ind":
        onThisLine += 1;
        break;
      default:
    }
    if (open + onThisLine > DEPTH_MAX) return offset;
    offset += isPrinted(token) ? token.length : 0;
  }
  return null;
}

/** The lexer also says where documents begin and scalars are, with marks that are not in the text. */
function isPrinted(token: string): boolean {
  return !["\u0002", "\u0018", "\u001f"].includes(token);
}

const SYNTAX_WORDS: { readonly [code: string]: string } = {
  TAB_AS_INDENT: "tabs cannot indent YAML; use spaces",
  NON_STRING_KEY: "a key must be plain text",
  MULTIPLE_DOCS: "a second YAML document begins here; a config file is one document",
};

function syntaxProblem(error: YAMLError, at: (offset: number) => string): PlacedProblem {
  const message = SYNTAX_WORDS[error.code] ?? `not valid YAML: ${error.message}`;
  return { message, place: at(error.pos[0]) };
}

function* duplicates(document: Document, at: (offset: number) => string): Iterable<PlacedProblem> {
  const found: PlacedProblem[] = [];
  visit(document, {
    Map(_, map) {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (seen.has(name)) {
          found.push({
            message: `the key ${name} stands here a second time`,
            place: at(key.range?.[0] ?? 0),
          });
        }
        seen.add(name);
      }
    },
  });
  yield* found;
}

/** An alias inside what it stands for has no end. */
function findCircles(document: Document, at: (offset: number) => string): readonly PlacedProblem[] {
  const found: PlacedProblem[] = [];
  visit(document, {
    Alias(_, alias, path) {
      if (!path.some((around) => isCollection(around) && around.anchor === alias.source)) return;
      found.push({ message: `*${alias.source} stands inside itself`, place: at(alias.range?.[0] ?? 0) });
    },
  });
  return found;
}

type PlainValue = { at: "value"; value: unknown } | { at: "refused"; message: string };

function plainValue(document: Document): PlainValue {
  try {
    return { at: "value", value: document.toJS({ maxAliasCount: ALIASES_MAX }) };
  } catch (error) {
    // The library throws for aliases that multiply or lead nowhere.
    if (!(error instanceof ReferenceError)) throw error;
    const many = /excessive alias/i.test(error.message);
    return { at: "refused", message: many ? "too many aliases (*name)" : error.message };
  }
}

function offsetOf(document: Document, path: KeyPath, on: "key" | "value"): number {
  let node: unknown = document.contents;
  let offset = rangeStart(node) ?? 0;
  for (const [index, part] of path.entries()) {
    const step = stepInto(document, node, part);
    if (step === null) return offset;
    const ofKey = rangeStart(step.key);
    const ofValue = rangeStart(step.value);
    const last = index === path.length - 1;
    offset = (last && on === "value" ? (ofValue ?? ofKey) : (ofKey ?? ofValue)) ?? offset;
    node = step.value;
  }
  return offset;
}

function stepInto(document: Document, node: unknown, part: string): { key: unknown; value: unknown } | null {
  const inner = isAlias(node) ? node.resolve(document) : node;
  if (isMap(inner)) {
    const pair = inner.items.find(({ key }: Pair) => isScalar(key) && String(key.value) === part);
    return pair === undefined ? null : { key: pair.key, value: pair.value };
  }
  if (isSeq(inner)) {
    const item = inner.items[Number(part)];
    return item === undefined ? null : { key: item, value: item };
  }
  return null;
}

function rangeStart(node: unknown): number | null {
  return (node as Node | null | undefined)?.range?.[0] ?? null;
}

/** A setting as lines to read or to paste into a file; text stands bare. */
export function asYaml(value: unknown): readonly string[] {
  if (typeof value === "string") return value.split("\n");
  return stringify(value, { lineWidth: 0 }).trimEnd().split("\n");
}
