/** What a document or a part of it says, comparable: without its lines, and without what follows from its texts. */
export function statedIn(value: unknown, derived: ReadonlySet<string>): string {
  return JSON.stringify(sorted(value, derived));
}

function sorted(value: unknown, derived: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((inner) => sorted(inner, derived));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== "line" && !derived.has(key));
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sorted(inner, derived)]),
  );
}
