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
