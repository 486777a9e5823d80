/** Things by what they have in common, in their order; one without a key is in no group. */
export function groupBy<Key, Thing>(
  things: Iterable<Thing>,
  keyOf: (thing: Thing) => Key | undefined,
): Map<Key, Thing[]> {
  const groups = new Map<Key, Thing[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [thing]);
    else group.push(thing);
  }
  return groups;
}
