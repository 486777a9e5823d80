/** As many of the blocks, in their order, as the budget holds; `more` says how many did not find room. */
export interface Kept {
  readonly blocks: readonly string[];
  readonly more: number;
}

const SEPARATOR_CHARS = 2;

export function keepWithin(blocks: readonly string[], maxChars: number): Kept {
  let left = maxChars;
  let count = 0;
  for (const block of blocks) {
    left -= block.length + SEPARATOR_CHARS;
    if (left < 0) break;
    count += 1;
  }
  return { blocks: blocks.slice(0, count), more: blocks.length - count };
}

/** The same as lines of a list, the rest of it as one more line. */
export function listWithin(lines: readonly string[], maxChars: number): string {
  const { blocks, more } = keepWithin(lines, maxChars);
  return [...blocks, ...(more === 0 ? [] : [`- and ${more} more, not listed here`])].join("\n");
}
