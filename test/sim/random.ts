const STEP = 0x6d2b79f5;
const RANGE = 2 ** 32;

/** Chance that can be repeated: the same seed gives the same numbers, on every machine. */
export class Random {
  readonly #seed: number;
  #state: number;

  constructor(seed: number) {
    this.#seed = seed >>> 0;
    this.#state = this.#seed;
  }

  /** From 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + STEP) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / RANGE;
  }

  /** Both ends included. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.int(0, items.length - 1)];
    if (item === undefined) throw new RangeError("nothing to pick from");
    return item;
  }

  /** Some of them, at least one, in their order. */
  some<Item>(items: readonly Item[]): readonly Item[] {
    const chosen = items.filter(() => this.chance(0.5));
    return chosen.length > 0 || items.length === 0 ? chosen : [this.pick(items)];
  }

  /** A generator of its own for a name: what it gives does not depend on what was drawn here before. */
  fork(name: string): Random {
    let hash = 0x811c9dc5 ^ this.#seed;
    for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
    return new Random(hash ^ (hash >>> 13));
  }
}
