// Checks the value of one settings file against the schema and says what is wrong in a person's words.
import type * as z from "zod";
import { nearestWord } from "../../core/shared/nearest.ts";
import { findKey, type KeyNode, type KeyPath, keyText, keyTree, nearestKey } from "./key-tree.ts";
import type { Problem } from "./raw-config.ts";
import { isPlainMap, type RawConfig, valueAt } from "./raw-config.ts";
import { configSchema } from "./schema.ts";

type ValueCheck =
  | { readonly at: "valid"; readonly value: RawConfig }
  | { readonly at: "invalid"; readonly problems: readonly Problem[] };

export function checkValue(value: unknown): ValueCheck {
  const plain = withoutEmpty(value ?? {}, keyTree());
  const result = configSchema.safeParse(plain);
  const problems = result.success ? [] : result.error.issues.flatMap((issue) => problemsOf(issue, plain));
  problems.push(...secretsIn(plain, []));
  if (problems.length > 0 || !isPlainMap(plain)) return { at: "invalid", problems: uniqueProblems(problems) };
  return { at: "valid", value: plain };
}

/** A section whose lines are all commented out reads as nothing, and means just that. */
function withoutEmpty(value: unknown, node: KeyNode | undefined): unknown {
  if (!isPlainMap(value) || (node?.kind !== "section" && node?.kind !== "map")) return value;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const child = node.kind === "section" ? node.children.get(key) : node.entry;
    if (inner === null && child !== undefined && child.kind !== "value") return [];
    return [[key, withoutEmpty(inner, child)]];
  });
  return Object.fromEntries(entries);
}

function problemsOf(issue: z.core.$ZodIssue, value: unknown): Problem[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey([...path, key]));
  if (issue.code === "invalid_key") {
    const map = findKey(path.slice(0, -1));
    const words = map?.kind === "map" ? map.nameWords : "text";
    return [{ path, on: "key", message: `${path.at(-1)} is not a name: use ${words}` }];
  }
  return [wrongValue(path, valueAt(value, path))];
}

export function unknownKey(path: KeyPath): Problem {
  const key = path.at(-1) ?? "";
  if (isSecretName(path)) {
    return {
      path,
      on: "key",
      message: `${keyText(path)}: keys and passwords do not belong in a file`,
      fix: "put it into an environment variable and name that variable: keyEnv: MY_API_KEY",
    };
  }
  const parent = nodeAt(path.slice(0, -1));
  const meant = parent?.kind === "section" ? nearestWord(key, [...parent.children.keys()]) : undefined;
  const elsewhere = path.some(isIndex) ? undefined : nearestKey(path);
  const suggestion = meant === undefined ? elsewhere : keyText([...path.slice(0, -1), meant]);
  const message = `unknown key ${keyText(path)}`;
  if (suggestion !== undefined) return { path, on: "key", message, fix: `did you mean ${suggestion}?` };
  const known = parent?.kind === "section" ? [...parent.children.keys()] : [];
  return { path, on: "key", message, ...(known.length > 0 && { fix: `known here: ${known.join(", ")}` }) };
}

function wrongValue(path: KeyPath, value: unknown): Problem {
  const node = nodeAt(path);
  const key = path.length === 0 ? "the file" : keyText(path);
  if (value === undefined) {
    const parent = keyText(path.slice(0, -1));
    return { path, on: "value", message: `${parent} needs ${path.at(-1)}: ${wordsFor(node)}` };
  }
  const problem = {
    path,
    on: "value",
    message: `${key} must be ${wordsFor(node)}, not ${describeValue(value)}`,
  } as const;
  if (value === null) return { ...problem, fix: "give it a value, or remove the line" };
  if (node?.kind !== "value" || typeof value !== "string") return problem;
  const meant = nearestWord(value, node.choices);
  return meant === undefined ? problem : { ...problem, fix: `did you mean ${meant}?` };
}

function wordsFor(node: KeyNode | undefined): string {
  switch (node?.kind) {
    case "value":
    case "list":
      return node.words;
    default:
      return "a map of keys";
  }
}

const SHOWN_MAX = 40;

/** What was found instead; text that may be a secret is not repeated. */
function describeValue(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  if (typeof value !== "string") return String(value);
  if (value === "") return "empty text";
  return value.length > SHOWN_MAX || mayBeSecret(value) ? "this text" : JSON.stringify(value);
}

/** Like `findKey`, but also into the items of lists. */
function nodeAt(path: KeyPath): KeyNode | undefined {
  const list = path.findIndex(isIndex);
  if (list < 0) return findKey(path);
  const node = findKey(path.slice(0, list));
  if (node?.kind !== "list") return undefined;
  const rest = path.slice(list + 1);
  const [part] = rest;
  if (part === undefined) return node.item;
  return node.item.kind === "section" && rest.length === 1 ? node.item.children.get(part) : undefined;
}

function isIndex(part: string): boolean {
  return /^\d+$/.test(part);
}

function isSecretName(path: KeyPath): boolean {
  const key = path.at(-1) ?? "";
  const holdsAccess = path[0] === "api" || path[0] === "agents";
  return holdsAccess && /key|token|secret|passw|credential|authorization/i.test(key);
}

/** How the well-known providers' keys begin. */
const SECRET_PATTERN = /\b(sk-[\w-]{16,}|AIza[\w-]{30,}|gh[pousr]_\w{20,}|xai-\w{20,}|Bearer\s+[\w.-]{20,})/;

function mayBeSecret(text: string): boolean {
  const password = /:\/\/[^/\s]*@/.test(text);
  const query = text.split(/\s+/).some((word) => /[?#]/.test(/:\/\/.*/.exec(word)?.[0] ?? ""));
  return password || query || SECRET_PATTERN.test(text) || /^(?=.*[a-z])(?=.*\d)[\w-]{32,}$/.test(text);
}

function secretsIn(value: unknown, path: KeyPath): Problem[] {
  if (typeof value === "string" && SECRET_PATTERN.test(value)) {
    const message = `${keyText(path)} looks like a key itself; keys do not belong in a file`;
    const fix = "put it into an environment variable and name that variable (api: keyEnv, agents: env)";
    return [{ path, on: "value", message, fix }];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => secretsIn(inner, [...path, key]));
}

function uniqueProblems(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ path, message }) => {
    const id = `${keyText(path)}\n${message}`;
    return !seen.has(id) && seen.add(id);
  });
}

/** What is taken out may leave something that lacks it, which then goes as well, up to a whole section. */
const PASSES_MAX = 6;

interface ValidPart {
  readonly value: RawConfig;
  /** What was taken out. */
  readonly without: readonly KeyPath[];
}

export function validPart(value: unknown, problems: readonly Problem[]): ValidPart | null {
  const without: KeyPath[] = [];
  let rest = value;
  let wrong = problems.map(({ path }) => path);
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const out = wrong.map((path) => pathToRemove(rest, path));
    if (out.some((path) => path.length === 0)) return null;
    rest = out.reduce(removeKey, rest);
    without.push(...out);
    const checked = checkValue(rest);
    if (checked.at === "valid") return { value: checked.value, without };
    wrong = checked.problems.map(({ path }) => path);
  }
  return null;
}

/** A list goes as a whole; where a key is missing, what lacks it goes. */
function pathToRemove(value: unknown, path: KeyPath): KeyPath {
  const list = path.findIndex((_, length) => Array.isArray(valueAt(value, path.slice(0, length))));
  if (list >= 0) return path.slice(0, list);
  return valueAt(value, path) === undefined ? path.slice(0, -1) : path;
}

function removeKey(value: unknown, [key, ...below]: KeyPath): unknown {
  if (!isPlainMap(value) || key === undefined) return value;
  const { [key]: inner, ...others } = value;
  return below.length === 0 ? others : { ...others, [key]: removeKey(inner, below) };
}

const AGENT_SECTIONS = ["roles", "agents", "api"];

/** Whether a rule may only seem broken because of what was taken out at `path`. */
export function mayComeFrom([section = "", name]: KeyPath, problem: Problem, values: RawConfig): boolean {
  const [place = "", about] = problem.path;
  if (!AGENT_SECTIONS.includes(section)) return place === section;
  if (!AGENT_SECTIONS.includes(place)) return false;
  return (
    name === undefined || (place === "agents" && about === name) || valueAt(values, problem.path) === name
  );
}
