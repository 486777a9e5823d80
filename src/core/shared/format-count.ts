/** `1 gap`, `2 gaps`. */
export function formatCount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
