const NAME_LENGTH_MAX = 40;

/** The name with the fewest edits from what was written, unless that is most of it. */
export function nearestName<Name extends string>(written: string, names: readonly Name[]): Name | null {
  if (written.length > NAME_LENGTH_MAX) return null;
  const ranked = names
    .map((name) => ({ name, edits: editDistance(written.toLowerCase(), name) }))
    .toSorted((a, b) => a.edits - b.edits);
  const [best] = ranked;
  return best !== undefined && best.edits <= Math.max(written.length, best.name.length) / 2
    ? best.name
    : null;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, left] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, right] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (left === right ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
