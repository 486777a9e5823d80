import type { Prompt } from "./prompt-facts.ts";

/** A stretch of a prompt under a name, for the record of what its size is made of. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** The parts one after the other, a blank line after each; those without text are not there. */
export function promptOf(parts: readonly NamedText[]): Prompt {
  const written = parts
    .filter(({ text }) => text.trim() !== "")
    .map(({ name, text }) => ({ name, text: `${text.trimEnd()}\n\n` }));
  return {
    text: written.map(({ text }) => text).join(""),
    parts: written.map(({ name, text }) => ({ name, chars: text.length })),
  };
}

/** One after the other as they are: what was sent before is sent again to the letter. */
export function joinPrompts(first: Prompt, second: Prompt): Prompt {
  return { text: first.text + second.text, parts: [...first.parts, ...second.parts] };
}

/** A part with a title of ours; nothing where there is nothing to say. */
export function section(title: string, blocks: readonly string[]): string {
  const said = blocks.filter((block) => block !== "");
  return said.length === 0 ? "" : [title, ...said].join("\n\n");
}

/** The same under its name. */
export function titledPart(name: string, title: string, blocks: readonly string[]): NamedText {
  return { name, text: section(title, blocks) };
}

/** What found room, in order; `more` says how many items did not. */
interface KeptBlocks {
  readonly blocks: readonly string[];
  readonly more: number;
}

const SEPARATOR_CHARS = 2;

/** Writes items one by one until the budget is used up, so that what has no room costs nothing. */
export function keepWithin<Item>(
  items: readonly Item[],
  maxChars: number,
  write: (item: Item) => string,
): KeptBlocks {
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

/** The same with a word on those that found none. */
export function blocksWithin<Item>(
  items: readonly Item[],
  maxChars: number,
  write: (item: Item) => string,
): readonly string[] {
  const { blocks, more } = keepWithin(items, maxChars, write);
  return more === 0 ? blocks : [...blocks, `${more} further ones are left out for length.`];
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
