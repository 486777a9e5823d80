/** What found room, in order; `more` says how many items did not. */
interface Kept {
  readonly blocks: readonly string[];
  readonly more: number;
}

const SEPARATOR_CHARS = 2;

/** Writes items one by one until the budget is used up, so that what has no room costs nothing. */
export function keepWithin<Item>(
  items: readonly Item[],
  maxChars: number,
  write: (item: Item) => string,
): Kept {
  const blocks: string[] = [];
  let left = maxChars;
  for (const item of items) {
    const block = write(item);
    left -= block.length + SEPARATOR_CHARS;
    if (left < 0) break;
    blocks.push(block);
  }
  return { blocks, more: items.length - blocks.length };
}

/** The same as lines of a list, the rest of it as one more line. */
export function listWithin<Item>(
  items: readonly Item[],
  maxChars: number,
  write: (item: Item) => string,
): string {
  const { blocks, more } = keepWithin(items, maxChars, write);
  return [...blocks, ...(more === 0 ? [] : [`- and ${more} more, not listed here`])].join("\n");
}
