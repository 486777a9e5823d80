/** A character outside the basic plane is two units: a text is never cut between them. */
export function withoutHalf(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
