/** Below this, numbers between two neighbours get long before they run out. */
const GAP_MIN = 2 ** -40;

interface Neighbours {
  /** `null` where there is none on that side. */
  readonly above: number | null;
  readonly below: number | null;
}

/** A number between the neighbours; `null` where there is none left, and all have to be numbered anew. */
export function positionBetween({ above, below }: Neighbours): number | null {
  if (above === null) return below === null ? 1 : Math.ceil(below) - 1;
  if (below === null) return Math.floor(above) + 1;
  return below - above < GAP_MIN ? null : (above + below) / 2;
}

/** As many numbers, evenly between the neighbours; `null` as above. */
export function positionsBetween({ above, below }: Neighbours, count: number): readonly number[] | null {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  if (below === null) return numbers.map((number) => Math.floor(above ?? 0) + number);
  if (above === null) return numbers.map((number) => Math.ceil(below) - 1 - count + number);
  const step = (below - above) / (count + 1);
  return step < GAP_MIN ? null : numbers.map((number) => above + number * step);
}

interface Placed {
  readonly id: string;
  readonly position: number;
}

/** Who would stand above and below a thing that is put there; `others` are all but the thing itself. */
export function neighboursOf(
  others: readonly Placed[],
  at: "first" | "last" | "before" | "after",
  other: Placed | null,
): Neighbours {
  switch (at) {
    case "first":
      return { above: null, below: lowest(others) };
    case "last":
      return { above: highest(others), below: null };
    case "before": {
      const below = other?.position ?? null;
      return { above: highest(others.filter(({ position }) => below !== null && position < below)), below };
    }
    case "after": {
      const above = other?.position ?? null;
      return { above, below: lowest(others.filter(({ position }) => above !== null && position > above)) };
    }
  }
}

function lowest(placed: readonly Placed[]): number | null {
  return placed.reduce<number | null>(
    (low, { position }) => (low === null ? position : Math.min(low, position)),
    null,
  );
}

function highest(placed: readonly Placed[]): number | null {
  return placed.reduce<number | null>(
    (top, { position }) => (top === null ? position : Math.max(top, position)),
    null,
  );
}

/** Whether a thing stands there already. */
export function isBetween(position: number, { above, below }: Neighbours): boolean {
  return (above === null || position > above) && (below === null || position < below);
}
