import type { PlacedProblem } from "../failure.ts";
import type { KeyPath } from "./key-tree.ts";

/** A valid settings file before defaults: only what it says itself. */
export type RawConfig = { readonly [key: string]: unknown };

export function isPlainMap(value: unknown): value is RawConfig {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a value holds at a path, into maps and lists; `undefined` when it holds nothing there. */
export function valueAt(value: unknown, path: KeyPath): unknown {
  let inner = value;
  for (const part of path) {
    if (typeof inner !== "object" || inner === null || !Object.hasOwn(inner, part)) return undefined;
    inner = (inner as RawConfig)[part];
  }
  return inner;
}

/** Something wrong with the settings, at a key; the text it was read from knows the line. */
export interface Problem {
  readonly path: KeyPath;
  /** Whether the key itself is wrong, or what it holds. */
  readonly on: "key" | "value";
  readonly message: string;
  readonly fix?: string;
}

/** More than this of one file help nobody; a torn file has one for every line. */
export const PROBLEMS_MAX = 200;

export function boundProblems(problems: readonly PlacedProblem[]): readonly PlacedProblem[] {
  const last = problems[PROBLEMS_MAX];
  if (last === undefined) return problems;
  const more = problems.length - PROBLEMS_MAX;
  return [...problems.slice(0, PROBLEMS_MAX), { message: `and ${more} more problems`, place: last.place }];
}
