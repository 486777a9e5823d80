/** What comes on an input, up to a bound; `null` where there is more. */
export async function readInput(
  input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  bytesMax: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > bytesMax) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
