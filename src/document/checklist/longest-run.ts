/** The places of as many numbers as can be that grow from one to the next; all others would have to move. */
export function longestRun(numbers: readonly number[]): ReadonlySet<number> {
  /** By length, the run of that length that ends in the least number: where it ends. */
  const ends: number[] = [];
  const before: (number | null)[] = [];
  for (const [index, number] of numbers.entries()) {
    const length = countBelow(number, ends, numbers);
    before.push(length === 0 ? null : (ends[length - 1] ?? null));
    ends[length] = index;
  }
  const run = new Set<number>();
  for (let at: number | null = ends.at(-1) ?? null; at !== null; at = before[at] ?? null) run.add(at);
  return run;
}

/** How many runs end in a lesser number; they are in order, so it is found by halves. */
function countBelow(number: number, ends: readonly number[], numbers: readonly number[]): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
