// The tree of all settings, read off the schema: what a key may hold, and what is inside it.
import * as z from "zod";
import { nearestWord } from "../../core/shared/nearest.ts";
import { configSchema } from "./schema.ts";

export type KeyNode = Section | NamedMap | List | Value;

interface KeyDescription {
  readonly description: string;
  readonly required: boolean;
}

interface Section extends KeyDescription {
  readonly kind: "section";
  readonly children: ReadonlyMap<string, KeyNode>;
}

/** A map from names that the user chooses to entries of one shape. */
interface NamedMap extends KeyDescription {
  readonly kind: "map";
  readonly entry: KeyNode;
  /** What a name is made of. */
  readonly nameWords: string;
}

interface List extends KeyDescription {
  readonly kind: "list";
  readonly words: string;
  readonly item: KeyNode;
}

interface Value extends KeyDescription {
  readonly kind: "value";
  readonly words: string;
  readonly isText: boolean;
  readonly choices: readonly string[];
  readonly default: unknown;
  /** What it is worked out from where it is unset; `null` where nothing is worked out. */
  readonly derived: string | null;
}

type SchemaPart = z.core.JSONSchema.JSONSchema;

let tree: Section | undefined;

export function keyTree(): Section {
  if (tree === undefined) {
    const root = nodeOf(z.toJSONSchema(configSchema, { io: "input" }), true);
    if (root.kind !== "section") throw new Error("the settings are not a section");
    tree = root;
  }
  return tree;
}

function nodeOf(part: SchemaPart, required: boolean): KeyNode {
  const about = { description: part.description ?? "", required };
  if (part.type === "object" && part.properties !== undefined) {
    const needed = new Set(part.required ?? []);
    const children = Object.entries(part.properties).map(([key, inner]): [string, KeyNode] => [
      key,
      nodeOf(asPart(inner), needed.has(key)),
    ]);
    return { ...about, kind: "section", children: new Map(children) };
  }
  if (part.type === "object") {
    const { words } = asPart(part.propertyNames);
    return {
      ...about,
      kind: "map",
      entry: nodeOf(asPart(part.additionalProperties), false),
      nameWords: typeof words === "string" ? words : "text",
    };
  }
  if (part.type === "array") {
    const words = typeof part.words === "string" ? part.words : "a list";
    return { ...about, kind: "list", words, item: nodeOf(asPart(part.items), false) };
  }
  return {
    ...about,
    kind: "value",
    words: wordsOf(part),
    isText: part.type === "string",
    choices: (part.enum ?? []).map(String),
    default: part.default,
    derived: typeof part.derived === "string" ? part.derived : null,
  };
}

function asPart(inner: unknown): SchemaPart {
  if (typeof inner !== "object" || inner === null) throw new Error("a part of the settings has no shape");
  return inner as SchemaPart;
}

function wordsOf(part: SchemaPart): string {
  if (typeof part.words === "string") return part.words;
  if (part.enum !== undefined) return `one of ${part.enum.join(", ")}`;
  if (part.type === "boolean") return "true or false";
  if (part.type === "integer") return `a whole number ${rangeOf(part)}`;
  if (part.type === "number")
    return part.exclusiveMinimum === 0 ? "a number above 0" : `a number ${rangeOf(part)}`;
  return "text";
}

/** Beyond this a bound only says that computers are finite. */
const TELLING_BOUND_MAX = 10_000;

function rangeOf({ minimum = 0, maximum = Number.POSITIVE_INFINITY }: SchemaPart): string {
  return maximum > TELLING_BOUND_MAX ? `from ${minimum} up` : `from ${minimum} to ${maximum}`;
}

export type KeyPath = readonly string[];

/** A part that holds a dot itself, such as a model's name, stands in quotes. */
export function keyText(path: KeyPath): string {
  return path.map((part) => (part.includes(".") ? `"${part}"` : part)).join(".");
}

export function keyPathOf(text: string): KeyPath {
  const parts = text.match(/(?<=^|\.)(?:"[^"]*"(?=\.|$)|[^.]*)/g) ?? [""];
  return parts.map((part) => (/^".*"$/.test(part) ? part.slice(1, -1) : part));
}

/** The node a key names, or `undefined` for a key that does not exist; parts of lists have no key. */
export function findKey(path: KeyPath): KeyNode | undefined {
  let node: KeyNode | undefined = keyTree();
  for (const part of path) {
    node = childOf(node, part);
    if (node === undefined) return undefined;
  }
  return node;
}

function childOf(node: KeyNode, part: string): KeyNode | undefined {
  switch (node.kind) {
    case "section":
      return node.children.get(part);
    case "map":
      // Names that objects have by themselves would be taken and lost.
      return part in Object.prototype ? undefined : node.entry;
    case "list":
    case "value":
      return undefined;
  }
}

/** Orders keys as the schema does; names the user chose, by themselves. */
export function compareKeys(left: string, right: string): number {
  const leftPath = keyPathOf(left);
  const rightPath = keyPathOf(right);
  const differ = leftPath.findIndex((part, index) => part !== rightPath[index]);
  if (differ < 0) return leftPath.length - rightPath.length;
  const parent = findKey(leftPath.slice(0, differ));
  const [a = "", b = ""] = [leftPath[differ], rightPath[differ]];
  if (parent?.kind !== "section") return a < b ? -1 : 1;
  const order = [...parent.children.keys()];
  return order.indexOf(a) - order.indexOf(b);
}

export interface KnownKey {
  readonly key: string;
  readonly node: List | Value;
}

/** Every key that holds a value, in the order of the schema; names the user chooses stand as `<name>`. */
export function knownKeys(): readonly KnownKey[] {
  return [...leavesOf(keyTree(), "")];
}

function* leavesOf(node: KeyNode, key: string): Iterable<KnownKey> {
  switch (node.kind) {
    case "section":
      for (const [part, child] of node.children) yield* leavesOf(child, key === "" ? part : `${key}.${part}`);
      return;
    case "map":
      yield* leavesOf(node.entry, `${key}.<name>`);
      return;
    case "list":
      yield { key, node };
      if (node.item.kind === "section") yield* leavesOf(node.item, `${key}[]`);
      return;
    case "value":
      yield { key, node };
  }
}

/** The key somebody probably meant by one that does not exist. */
export function nearestKey(path: KeyPath): string | undefined {
  return nearestSibling(path) ?? nearestAnywhere(path);
}

/** A slip in one part: its neighbours are compared, and the rest must exist below the one that fits. */
function nearestSibling(path: KeyPath): string | undefined {
  const wrong = path.findIndex((_, index) => findKey(path.slice(0, index + 1)) === undefined);
  const parent = findKey(path.slice(0, wrong));
  const part = path[wrong];
  if (part === undefined || parent?.kind !== "section") return undefined;
  const meant = nearestWord(part, [...parent.children.keys()]);
  if (meant === undefined) return undefined;
  const whole = [...path.slice(0, wrong), meant, ...path.slice(wrong + 1)];
  return findKey(whole) === undefined ? undefined : keyText(whole);
}

/** The section was left out or is another one. */
function nearestAnywhere(path: KeyPath): string | undefined {
  const keys = knownKeys()
    .map(({ key }) => key)
    .filter((key) => !/[<[]/.test(key));
  const last = path.at(-1)?.toLowerCase() ?? "";
  const sameName = keys.find((key) => key.slice(key.lastIndexOf(".") + 1).toLowerCase() === last);
  return sameName ?? nearestWord(keyText(path), keys);
}
