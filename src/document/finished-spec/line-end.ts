export type LineEnd = "\n" | "\r\n";

/** How most lines of a text end. */
export function lineEndOf(text: string): LineEnd {
  const all = text.match(/\r\n|\n|\r/g)?.length ?? 0;
  const windows = text.match(/\r\n/g)?.length ?? 0;
  return windows * 2 > all ? "\r\n" : "\n";
}
