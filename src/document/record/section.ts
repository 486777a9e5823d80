// Headings and blocks, as the documents that parley writes of itself have them.

/** Blocks of lines with a blank line between them. */
export function joinBlocks(...blocks: readonly (readonly string[])[]): readonly string[] {
  return blocks
    .filter((block) => block.length > 0)
    .flatMap((block, index) => (index === 0 ? block : ["", ...block]));
}

export function heading(level: number, title: string): readonly string[] {
  return [`${"#".repeat(level)} ${title}`];
}

export const NONE_SAID: readonly string[] = ["None."];

export function blockOrNone(block: readonly string[]): readonly string[] {
  return block.length === 0 ? NONE_SAID : block;
}

/** `escaped` is the source of the title, as free text is written. */
export function namedHeading(level: number, name: string, escaped: string): readonly string[] {
  return heading(level, escaped === "" ? `${name}:` : `${name}: ${escaped}`);
}
