/** Longer texts are asked about once. */
const TEXT_LENGTH_MAX = 300;
const TEXTS_MAX = 1_000;

/** Keeps what was read of the last short texts: several readers ask of the same titles and labels. */
export function memoizeText<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, { readonly value: Value }>();
  return (text) => {
    if (text.length > TEXT_LENGTH_MAX) return read(text);
    const found = known.get(text);
    if (found !== undefined) return found.value;
    if (known.size >= TEXTS_MAX) known.clear();
    const value = read(text);
    known.set(text, { value });
    return value;
  };
}
