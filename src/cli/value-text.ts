import { valueOfKey } from "../app/config/read-config.ts";

/** A setting on one line; a map or list as YAML would write it inside a line. */
export function valueText(values: unknown, key: string): string {
  return inline(valueOfKey(values, key));
}

export function inline(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : `[${value.map(inline).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    return entries.length === 0
      ? "none"
      : `{${entries.map(([key, inner]) => `${key}: ${inline(inner)}`).join(", ")}}`;
  }
  return String(value);
}
