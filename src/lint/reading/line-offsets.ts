/** Where each line of a text begins, cut as `linesOf` cuts it: a byte order mark belongs to no line. */
export function lineOffsets(text: string): readonly number[] {
  const offsets = [text.startsWith("\uFEFF") ? 1 : 0];
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) offsets.push(index + end.length);
  return offsets;
}
