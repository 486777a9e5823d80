// Some agents hand their document in as one block of code. A careful reader takes the block's marks off.
import { fencedRangeAt, fenceOf, newRereads } from "./fences.ts";

/** What a fence says it holds where it holds a document, and not code. */
const DOCUMENT_WORDS: ReadonlySet<string> = new Set(["", "markdown", "md", "text", "txt"]);

/**
 * The text without the fence that stands around all of it, its lines where they were; `null` where there is none. A
 * fence that ends before the text does is one piece of it, and stays.
 */
export function withoutOuterFence(text: string): string | null {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  // Looked at first, so that nothing more is read of the many texts that begin otherwise.
  if (first === last || !/^ {0,3}(?:`{3,}|~{3,})/.test(lines[first] ?? "")) return null;
  const range = fencedRangeAt(withoutLongerFences(lines, first), first, newRereads());
  if (range === null || !range.closed || range.last !== last) return null;
  if (!DOCUMENT_WORDS.has(range.info.toLowerCase())) return null;
  return lines.with(first, "").with(last, "").join("\n");
}

/**
 * A longer fence inside is the document's own, as the form asks for one around the text of the spec: it neither closes
 * the outer one nor lets anything in it do so.
 */
function withoutLongerFences(lines: readonly string[], first: number): readonly string[] {
  const plain = lines.map((line) => line.replace(/\r$/, ""));
  const outer = fenceOf(plain[first] ?? "");
  let inside: { readonly length: number } | null = null;
  const masked = plain.map((line, index) => {
    const fence = index > first ? fenceOf(line) : null;
    const own = fence !== null && fence.mark === outer?.mark;
    if (inside === null && own && fence.length > outer.length) {
      inside = fence;
      return "";
    }
    if (inside === null) return line;
    if (own && fence.info === "" && fence.length >= inside.length) inside = null;
    return "";
  });
  return inside === null ? masked : plain;
}
