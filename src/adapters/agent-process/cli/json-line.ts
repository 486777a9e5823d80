// A line of JSON. Whatever comes is taken: a line that cannot be read is a note.
import type { Line } from "../line-tail.ts";

type UnreadableLine = "too-long" | "not-utf8" | "not-json";

export type JsonLine =
  | { readonly at: "blank" }
  | { readonly at: "value"; readonly value: unknown }
  | { readonly at: "unreadable"; readonly why: UnreadableLine };

export function jsonLineOf({ bytes, size }: Pick<Line, "bytes" | "size">): JsonLine {
  // One byte more is its end; of a longer line only the beginning was kept.
  if (size > bytes.length + 1) return { at: "unreadable", why: "too-long" };
  const text = textOf(bytes);
  if (text === null) return { at: "unreadable", why: "not-utf8" };
  if (text.trim() === "") return { at: "blank" };
  try {
    return { at: "value", value: JSON.parse(text) };
  } catch {
    return { at: "unreadable", why: "not-json" };
  }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
