/**
 * Works each value out once and keeps it for as long as what it is made from is there. What is folded from events never
 * changes in place: the rounds of the past are the same objects after every event, and so are gaps that did not move.
 */
export function memoizeWeak<From extends object, Value>(make: (from: From) => Value): (from: From) => Value {
  const kept = new WeakMap<From, { readonly value: Value }>();
  return (from) => {
    const known = kept.get(from);
    if (known !== undefined) return known.value;
    const value = make(from);
    kept.set(from, { value });
    return value;
  };
}
