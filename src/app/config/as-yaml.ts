import { stringify } from "yaml";

/** A setting as lines to read or to paste into a file; text stands bare. */
export function asYaml(value: unknown): readonly string[] {
  if (typeof value === "string") return value.split("\n");
  return stringify(value, { lineWidth: 0 }).trimEnd().split("\n");
}
