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
