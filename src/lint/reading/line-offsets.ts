/** Where each of its lines begins in a text: a byte order mark belongs to none. */
export function lineOffsets(text: string, lines: readonly string[]): readonly number[] {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  return lines.map((line) => {
    const own = at;
    at += line.length;
    at += text.startsWith("\r\n", at) ? 2 : 1;
    return own;
  });
}
