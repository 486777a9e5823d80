import type { Prompt } from "./prompt-facts.ts";

/** A stretch of a prompt under a name, for the record of what its size is made of. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * The parts one after the other, a blank line after each; those without text are not there. `standing` comes first: it is
 * the same in every call of a role, so that an agent can have it as its system prompt and a provider need not read it anew.
 */
export function promptOf(standing: readonly NamedText[], task: readonly NamedText[]): Prompt {
  const [first, second] = [standing.flatMap(writtenPart), task.flatMap(writtenPart)];
  return joinParts(first, second);
}

function writtenPart({ name, text }: NamedText): readonly NamedText[] {
  return text.trim() === "" ? [] : [{ name, text: `${text.trimEnd()}\n\n` }];
}

function joinParts(standing: readonly NamedText[], task: readonly NamedText[]): Prompt {
  const all = [...standing, ...task];
  return {
    text: all.map(({ text }) => text).join(""),
    parts: all.map(({ name, text }) => ({ name, chars: text.length })),
    standingChars: standing.reduce((sum, { text }) => sum + text.length, 0),
  };
}

/** The same with further parts between what always stands there and the task. */
export function insertParts(prompt: Prompt, parts: readonly NamedText[]): Prompt {
  const { standing, task } = splitParts(prompt);
  return joinParts(standing, [...parts.flatMap(writtenPart), ...task]);
}

/** The same for another task. */
export function replaceTask(prompt: Prompt, task: readonly NamedText[]): Prompt {
  return joinParts(splitParts(prompt).standing, task.flatMap(writtenPart));
}

/** For whoever remembers the texts in `told`: only the parts of the task that are not in them. */
export function newParts(prompt: Prompt, told: readonly string[]): readonly NamedText[] {
  return splitParts(prompt).task.filter(({ text }) => !told.some((before) => before.includes(text)));
}

function splitParts({ text, parts, standingChars }: Prompt): Record<"standing" | "task", NamedText[]> {
  const split: Record<"standing" | "task", NamedText[]> = { standing: [], task: [] };
  let at = 0;
  for (const { name, chars } of parts) {
    split[at < standingChars ? "standing" : "task"].push({ name, text: text.slice(at, at + chars) });
    at += chars;
  }
  return split;
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
