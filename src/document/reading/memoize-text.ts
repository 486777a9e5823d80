/** Longer texts are asked about once. */
const TEXT_LENGTH_MAX = 300;
/** As many as the titles and labels of a long document. */
const TEXTS_MAX = 4_000;

/** Keeps what was read of the last short texts: several readers ask of the same titles and labels. */
export function memoizeText<Value extends object | string | null>(
  read: (text: string) => Value,
): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    if (text.length > TEXT_LENGTH_MAX) return read(text);
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= TEXTS_MAX) known.clear();
    const value = read(text);
    known.set(text, value);
    return value;
  };
}
