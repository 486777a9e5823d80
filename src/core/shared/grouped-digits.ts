/** `12,345,678`, the same on every machine. */
export function groupedDigits(whole: number): string {
  const digits = String(whole);
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(",");
}
