export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Plain data as it stands in the log: what `JSON.parse(JSON.stringify(x))` gives back unchanged. */
export type JsonObject = { readonly [key: string]: Json };

/**
 * One text per value, whatever the order of its keys, so that equal payloads have equal hashes. What JSON would
 * silently turn into something else is a bug of whoever made it.
 */
export function canonicalJson(value: Json): string {
  return JSON.stringify(sortKeys(value));
}

function sortKeys(value: Json): Json {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (isArray(value)) return value.map(sortKeys);
  if (!isPlain(value)) throw new TypeError(`${typeof value} ${String(value)} is not JSON`);
  const sorted: Record<string, Json> = {};
  for (const key of Object.keys(value).sort()) {
    const inner = sortKeys(value[key] as Json);
    if (key === "__proto__") Object.defineProperty(sorted, key, { value: inner, enumerable: true });
    else sorted[key] = inner;
  }
  return sorted;
}

function isPlain(value: Json): value is JsonObject {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
