// How messages of the gate name what agents wrote: short, on one line, and never more than a person reads.

/** Further names are counted. */
const NAMED_MAX = 20;
const QUOTED_LENGTH_MAX = 60;

export function named(items: readonly string[], max: number = NAMED_MAX): string {
  const shown = items.slice(0, max).join(", ");
  return items.length > max ? `${shown} and ${items.length - max} more` : shown;
}

/** An agent's own words are cut and put on one line, since messages go into logs and prompts. */
export function quoted(text: string): string {
  const line = [...text.slice(0, QUOTED_LENGTH_MAX)].filter((letter) => !/\p{C}/u.test(letter)).join("");
  return line.replace(/\s+/g, " ").trim();
}

export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

export function atLine(line: number | null): string {
  return line === null ? "" : ` (line ${line})`;
}
